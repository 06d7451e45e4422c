// Rows of kept points, sweeps over them colour by colour, and the move of the boxes.
#include "app/teach/bodies/contact_solver.h"

#include <algorithm>
#include <cmath>

namespace app {

ContactSolver::ContactSolver(const std::vector<ContactBox>& boxes, const std::vector<ContactPair>& pairs,
                             bool keeps_impulses, const ContactFaults& faults)
    : pairs_(pairs), faults_(faults), law_(contact_law()), boxes_(boxes) {
    for (const uint32_t i : solving_order(pairs)) {
        for (uint32_t k = 0; k < pairs[i].after.points.size(); ++k) {
            ContactRow row;
            row.pair = i;
            row.point = k;
            place(row);
            weigh(row);
            const PlanePoint& point = pairs[i].after.points[k];
            if (keeps_impulses && point.push > 0) {
                row.push = point.push;
                row.friction = point.friction;
            }
            rows_.push_back(row);
        }
    }
}

Vec2 ContactSolver::speed_at(uint32_t id, Vec2 at) const {
    const ContactBox* const own = box(id);
    return own ? own->velocity + cross(own->spin, at) : Vec2{};
}

Vec2 ContactSolver::relative(const ContactRow& row) const {
    const ContactPair& pair = pairs_[row.pair];
    return speed_at(pair.a, row.at_a) - speed_at(pair.b, row.at_b);
}

void ContactSolver::place(ContactRow& row) const {
    const ContactPair& pair = pairs_[row.pair];
    const PlanePoint& point = pair.after.points[row.point];
    const ContactBox &a = boxes_[pair.a], *const b = box(pair.b);
    const bool of_second = point.feature & kOfSecond;
    const ContactBox &own = of_second ? *b : a, *const other = of_second ? &a : b;
    const Vec2 at = own.world(point.place);
    row.at_a = at - a.place;
    row.at_b = b ? at - b->place : Vec2{};
    const Vec2 out = other ? turned(other->turn, point.normal) : point.normal;
    row.normal = of_second ? out * -1 : out;
    row.apart = other ? dot(out, at - other->world(point.foot)) : at.y;
}

void ContactSolver::weigh(ContactRow& row) const {
    float push = 0, slip = 0;
    row.answer = {};
    const auto add = [&](const ContactBox* own, Vec2 at) {
        if (!own) return;
        const float mass = 1 / own->mass_kg, inertia = 1 / own->inertia_kg_m2, arm = cross(at, row.normal),
                    across = cross(at, cross(1, row.normal));
        push += mass + arm * arm * inertia;
        slip += mass + across * across * inertia;
        row.answer = row.answer + row.normal * mass + cross(arm * inertia, at);
    };
    add(box(pairs_[row.pair].a), row.at_a);
    add(box(pairs_[row.pair].b), row.at_b);
    row.push_mass = 1 / push;
    row.slip_mass = 1 / slip;
}

void ContactSolver::push(const ContactRow& row, Vec2 impulse) {
    const auto add = [&](uint32_t id, Vec2 at, float sign) {
        if (id == kContactGround) return;
        ContactBox& own = boxes_[id];
        own.velocity = own.velocity + impulse * (sign / own.mass_kg);
        own.spin += sign * cross(at, impulse) / own.inertia_kg_m2;
    };
    add(pairs_[row.pair].a, row.at_a, 1);
    add(pairs_[row.pair].b, row.at_b, -1);
}

void ContactSolver::begin() {
    for (ContactBox& own : boxes_) own.velocity.y -= kContactGravity_m_s2 * kContactStep_s;
    for (const ContactRow& row : rows_)
        push(row, row.normal * row.push + cross(1, row.normal) * row.friction);
}

float ContactSolver::wanted(const ContactRow& row, bool parting) const {
    if (row.apart > 0) return row.apart / kContactStep_s;
    if (!parting) return 0;
    return std::max(law_.push_rate_1_s * std::min(row.apart + law_.slop_m, 0.0f), -law_.most_push_m_s);
}

void ContactSolver::solve(ContactRow& row, bool parting) {
    const Vec2 velocity = relative(row), across = cross(1, row.normal);
    const float aim = row.push - row.push_mass * (dot(velocity, row.normal) + wanted(row, parting));
    const float push = faults_.pushes_pull ? aim : std::max(aim, 0.0f), more = push - row.push;
    const float slip = dot(velocity + row.answer * more, across), most = law_.friction * std::abs(push);
    const float friction = std::clamp(row.friction - slip * row.slip_mass, -most, most);
    this->push(row, row.normal * more + across * (friction - row.friction));
    row.push = push;
    row.friction = friction;
}

/// Pairs of one colour begin with the speeds that the colour before has left, and the last one to write a box wins: the
/// same as one after the other, unless two of them have a box in common.
void ContactSolver::sweep(bool parting) {
    for (size_t first = 0; first < rows_.size();) {
        const ContactPair& pair = pairs_[rows_[first].pair];
        const std::vector<ContactBox> before = boxes_;
        std::vector<ContactBox> after = boxes_;
        const auto same = [&](const ContactRow& row) {
            const ContactPair& other = pairs_[row.pair];
            return other.ground() == pair.ground() && (pair.ground() || other.colour == pair.colour);
        };
        size_t at = first;
        while (at < rows_.size() && same(rows_[at])) {
            const uint32_t own = rows_[at].pair;
            for (; at < rows_.size() && rows_[at].pair == own; ++at) solve(rows_[at], parting);
            after[pairs_[own].a] = boxes_[pairs_[own].a];
            if (!pairs_[own].ground()) after[pairs_[own].b] = boxes_[pairs_[own].b];
            boxes_ = before;
        }
        boxes_ = after;
        first = at;
    }
}

void ContactSolver::move() {
    for (ContactBox& own : boxes_) {
        own.place = own.place + own.velocity * kContactStep_s;
        const Vec2 turn = own.turn + cross(own.spin * kContactStep_s, own.turn);
        own.turn = turn * (1 / length(turn));
    }
    for (ContactRow& row : rows_) place(row);
}

std::vector<float> ContactSolver::approaches(bool parting) const {
    std::vector<float> all;
    for (const ContactRow& row : rows_)
        all.push_back(std::max(0.0f, -(dot(relative(row), row.normal) + wanted(row, parting))));
    return all;
}

float largest_of(const std::vector<float>& approaches) {
    return approaches.empty() ? 0 : *std::max_element(approaches.begin(), approaches.end());
}

}  // namespace app
