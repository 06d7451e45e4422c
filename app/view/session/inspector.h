// The scene as a sort: the pass in view, a frozen sort, the axis strip, and the walk of the selected body.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "app/base/colour.h"
#include "app/gl/still.h"
#include "app/view/session/world_observer.h"
#include "sim/gravity/walk_of_body.h"

namespace app {

class Messages;
class Simulation;
class SortFreeze;
class StripFeed;
struct Strip;
class View;
class WalkFeed;

/// Whose digit the colour shows: passes of a radix sort from the least significant digit.
struct PassInView {
    uint32_t pass = 0, begin_bit = 0, bits = 2;
    uint32_t passes = 16;
};

class Inspector : public WorldObserver {
public:
    /// The other parts outlive the inspector.
    Inspector(Simulation& simulation, View& view, Messages& messages);
    ~Inspector() override;

    /// Ranks that are brought out, from and up to; the same without a brush, of bodies that a lesson shows.
    std::optional<std::pair<uint32_t, uint32_t>> brush, taught;

    PassInView pass_in_view() const;
    bool engine_has_passes() const;                      // else their width can be chosen
    void choose_pass(uint32_t pass, uint32_t bits = 0);  // bits 0: as before
    void move_moment(int by);                            // of the frozen sort, else the pass in view

    /// Pauses, and keeps this step's sort to be looked at between its passes; where one is kept, lets it go. `wait`: it
    /// is there on return.
    void freeze_sort(bool wait = false);
    void unfreeze_sort();  // the world goes on if it did before
    bool freezes() const { return frozen_ != nullptr; }
    SortFreeze* frozen();  // once it can be looked at, else null
    /// Brings View::draw.sort up to date: before each drawing.
    void show_sort();

    /// Reads what the axis strip shows, where it is shown or the walk of the selected body is; `hovered` is an id that
    /// is not to be missed. Does not wait for a device unless `wait`.
    void read_strip(bool shown, uint32_t hovered, bool wait);
    const Strip* strip() const;

    /// Brings View::draw.walk up to date where it is shown, some time after the state changes. `wait`: at once.
    void show_walk(bool shown, bool wait);
    const sim::WalkOfBody* walk() const;  // the pull on the selected body; null: not known
    bool refuses_walk() const;            // there is no memory for it, or it would take too long

private:
    void before_search_change() override;
    void before_creation(bool in_parallel) override;
    void before_replacement() override;
    void before_jump() override { unfreeze_sort(); }
    void poll_frozen(bool wait);
    void drop_frozen();

    Simulation& simulation_;
    View& view_;
    Messages& messages_;
    std::optional<uint32_t> chosen_pass_;  // none: the upper one in which keys differ
    uint32_t chosen_bits_ = 0;             // 0: the usual number
    std::unique_ptr<SortFreeze> frozen_;
    WorldMoment frozen_at_{};
    bool was_paused_ = false;  // before it was frozen
    Colour colour_before_ = Colour::kind;
    std::unique_ptr<StripFeed> strip_feed_;
    std::unique_ptr<WalkFeed> walk_feed_;
};

}  // namespace app
