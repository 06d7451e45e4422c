// The solver of the lesson `contacts`: colours of pairs, rows of kept points, and sweeps over them, by the rules of
// sim/manifold/colours.h, rows.h and sweeps.h in a plane.
#pragma once
#include <vector>

#include "app/teach/bodies/contact_model.h"

namespace app {

/// Returns the order in which pairs choose a colour: pairs of boxes with points, by a hash of their ids.
std::vector<uint32_t> colour_order(const std::vector<ContactPair>& pairs);

/// Gives each of them the smallest colour that no earlier one of its two boxes has.
void colour_pairs(std::vector<ContactPair>& pairs, const ContactFaults& faults = {});

/// Returns how many colours the pairs have.
uint32_t colours_of(const std::vector<ContactPair>& pairs);

/// Pairs with points in the order in which they are solved: colour by colour, then those with the ground.
std::vector<uint32_t> solving_order(const std::vector<ContactPair>& pairs);

/// A kept point as a plane that its box may not cross. Directions and places in world axes.
struct ContactRow {
    uint32_t pair = 0, point = 0;        // of the step's pairs, and of its points
    Vec2 normal{};                       // away from the second box
    float apart = 0;                     // m; below 0: so deep
    Vec2 at_a{}, at_b{};                 // from the centres
    float push_mass = 0, slip_mass = 0;  // kg, that a push and friction feel
    Vec2 answer{};                       // of the relative velocity to a push of 1 N s
    float push = 0, friction = 0;        // N s; friction along the normal turned left
};

/// Boxes and rows while a step is solved. The ground is a box without inverse mass.
class ContactSolver {
public:
    /// Rows in the order in which they are solved, with the impulses of the step before, or with 0. `pairs` must stay.
    ContactSolver(const std::vector<ContactBox>& boxes, const std::vector<ContactPair>& pairs,
                  bool keeps_impulses, const ContactFaults& faults = {});

    /// Gravity, and the impulses of the step before at once.
    void begin();
    /// Makes one sweep over all rows. `parting`: points deeper than the slop are pushed apart too.
    void sweep(bool parting);
    /// Boxes go on by a step, and rows with them.
    void move();

    /// Returns for each row the speed, in m/s, by which its two bodies still have to part for the row to hold.
    std::vector<float> approaches(bool parting) const;

    const std::vector<ContactRow>& rows() const { return rows_; }
    const std::vector<ContactBox>& boxes() const { return boxes_; }

private:
    const ContactBox* box(uint32_t id) const { return id == kContactGround ? nullptr : &boxes_[id]; }
    Vec2 speed_at(uint32_t id, Vec2 at) const;
    Vec2 relative(const ContactRow& row) const;
    void place(ContactRow& row) const;
    void weigh(ContactRow& row) const;
    void push(const ContactRow& row, Vec2 impulse);
    float wanted(const ContactRow& row, bool parting) const;
    void solve(ContactRow& row, bool parting);

    const std::vector<ContactPair>& pairs_;
    ContactFaults faults_;
    sim::ConstraintLaw law_;
    std::vector<ContactBox> boxes_;
    std::vector<ContactRow> rows_;
};

/// 0 if there are none.
float largest_of(const std::vector<float>& approaches);

}  // namespace app
