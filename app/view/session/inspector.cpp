#include "app/view/session/inspector.h"

#include <algorithm>

#include "app/base/messages.h"
#include "app/base/wall_clock.h"
#include "app/view/inspect/sort_freeze.h"
#include "app/view/inspect/strip_feed.h"
#include "app/view/inspect/walk_feed.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"

namespace app {
namespace {

constexpr uint32_t kUsualDigitBits = 2;    // four colours are told apart best
constexpr uint32_t kUsualTileRanks = 256;  // of engines without tiles

}  // namespace

Inspector::Inspector(Simulation& simulation, View& view, Messages& messages)
    : simulation_(simulation), view_(view), messages_(messages) {
    const ViewOptions& options = simulation_.options();
    if (options.pass) choose_pass(options.pass->pass, options.pass->bits);
    simulation_.observers.add(*this);
}

Inspector::~Inspector() = default;

void Inspector::before_search_change() {
    unfreeze_sort();
    brush.reset();
    taught.reset();
    strip_feed_.reset();
}

void Inspector::before_creation(bool in_parallel) {
    unfreeze_sort();
    if (!in_parallel && strip_feed_) strip_feed_->release();
}

void Inspector::before_replacement() {
    unfreeze_sort();
    brush.reset();
    taught.reset();
    strip_feed_.reset();
    if (walk_feed_) walk_feed_->forget();
}

PassInView Inspector::pass_in_view() const {
    if (frozen_ && frozen_->ready()) {
        if (const auto digit = frozen_->digit())
            return {uint32_t(std::max(frozen_->moment() - 1, 0)), digit->begin, digit->bits,
                    uint32_t(frozen_->moments() - 1)};
    }
    const sort::Engine* engine = sort::find_engine(simulation_.config().engine);
    const uint32_t own = engine ? pass_bits(*engine, simulation_.config().engine_config) : 0;
    const uint32_t bits = std::clamp(own            ? own
                                     : chosen_bits_ ? chosen_bits_
                                                    : kUsualDigitBits,
                                     1u, kMostDigitBits);
    const uint32_t top = uint32_t(std::max(view_.key_bits() - 1, 0)) / bits;
    const uint32_t pass = std::min(chosen_pass_ ? *chosen_pass_ : top, passes_of(bits) - 1);
    return {pass, pass * bits, std::min(bits, 32 - pass * bits), passes_of(bits)};
}

bool Inspector::engine_has_passes() const {
    const sort::Engine* engine = sort::find_engine(simulation_.config().engine);
    return engine && pass_bits(*engine, simulation_.config().engine_config) > 0;
}

void Inspector::choose_pass(uint32_t pass, uint32_t bits) {
    chosen_pass_ = pass;
    if (bits > 0) chosen_bits_ = std::min(bits, kMostDigitBits);
}

void Inspector::move_moment(int by) {
    if (frozen_ && frozen_->ready()) return frozen_->go_to(frozen_->moment() + by);
    const PassInView now = pass_in_view();
    chosen_pass_ = uint32_t(std::clamp(int(now.pass) + by, 0, int(now.passes) - 1));
}

SortFreeze* Inspector::frozen() { return frozen_ && frozen_->ready() ? frozen_.get() : nullptr; }

void Inspector::freeze_sort(bool wait) {
    if (frozen_) return unfreeze_sort();
    const std::string why = sort_note(simulation_);
    if (!why.empty()) return messages_.say("There is no sort to freeze: " + why, true);
    if (simulation_.world().bodies().count > kMostFrozenBodies)
        return messages_.say(too_many_to_freeze(simulation_.world().bodies().count), true);
    const bool started = simulation_.try_or_pause([&] {
        simulation_.world().finish();
        auto freeze = std::make_unique<SortFreeze>(simulation_.config().backend, simulation_.config().device);
        freeze->start(simulation_.world());
        frozen_ = std::move(freeze);
        frozen_at_ = simulation_.moment();
        was_paused_ = simulation_.paused;
        colour_before_ = view_.draw.colour;
        simulation_.paused = true;
        simulation_.single_steps = 0;
        poll_frozen(wait);
    });
    if (!started) drop_frozen();
}

void Inspector::unfreeze_sort() {
    if (!frozen_) return;
    if (simulation_.moment() == frozen_at_) simulation_.paused = was_paused_;
    drop_frozen();
}

/// Drops the frozen sort; a paused world stays paused.
void Inspector::drop_frozen() {
    frozen_.reset();
    if (view_.draw.colour == Colour::digit || view_.draw.colour == Colour::rank)
        view_.draw.colour = colour_before_;
}

void Inspector::poll_frozen(bool wait) {
    if (!frozen_ || frozen_->ready()) return;
    if (!frozen_->poll(wait) || (wait && !frozen_->poll(wait))) {
        unfreeze_sort();
        return messages_.say("There is no sort to freeze: the last step did not complete", true);
    }
    if (!frozen_->ready()) return;
    // What is out of order is best seen in what the engine did about it.
    if (frozen_->engine().digit_bits == 0 && view_.draw.colour != Colour::disorder)
        frozen_->show_passes(pass_in_view().bits);
    // The order is seen best by rank.
    const Colour kept[] = {Colour::rank, Colour::digit, Colour::disorder};
    if (std::find(std::begin(kept), std::end(kept), view_.draw.colour) == std::end(kept))
        view_.draw.colour = Colour::rank;
}

void Inspector::show_sort() {
    if (frozen_ &&
        (!simulation_.paused || simulation_.single_steps > 0 || simulation_.moment() != frozen_at_))
        drop_frozen();
    if (frozen_ && !simulation_.try_or_pause([&] { poll_frozen(false); })) drop_frozen();
    SortShown now;
    now.note = sort_note(simulation_);
    now.style.sorted = now.note.empty();
    const PassInView pass = pass_in_view();
    now.style.digit_begin = pass.begin_bit;
    now.style.digit_bits = pass.bits;
    const sort::Engine* engine = sort::find_engine(simulation_.config().engine);
    const sort::TileShape made = simulation_.config().engine_config.tile;
    const uint32_t own = made.pairs()                       ? made.pairs()
                         : engine && !engine->tiles.empty() ? engine->tiles[0].pairs()
                                                            : 0;
    now.style.engine_has_tiles = own > 0;
    now.style.tile_ranks = own ? own : kUsualTileRanks;
    if (const auto& ranks = brush ? brush : taught) {
        now.style.brush_begin = ranks->first;
        now.style.brush_end = ranks->second;
    }
    if (SortFreeze* const freeze = frozen()) {
        now.moment = freeze->name(freeze->moment());
        now.has_windows = freeze->has_windows();
        now.has_movers = freeze->has_movers();
        now.values = freeze->values(view_.draw.colour, {pass.begin_bit, pass.bits}, now.style.tile_ranks);
    }
    view_.draw.sort = std::move(now);
}

void Inspector::read_strip(bool shown, uint32_t hovered, bool wait) {
    if (!shown) brush.reset();  // nobody could take it back
    const bool walk = view_.draw.columns && view_.draw.selected != sim::kNobody;
    if ((!shown && !walk) || !sort_note(simulation_).empty()) {
        if (strip_feed_) strip_feed_->forget();
        return;
    }
    StripRequest request;
    request.axis =
        simulation_.counters().sorts > 1 ? 0 : simulation_.counters().axis;  // endpoint: by the mins on x
    request.selected = view_.draw.selected;
    request.add(view_.draw.selected);
    request.add(hovered);
    if (const sim::WatchedBody* body = view_.selected_body())
        for (uint32_t k = 0; k < std::min(body->pair_count, sim::kWatchedPairs); ++k)
            request.add(body->pair_ids[k]);
    simulation_.try_or_pause([&] {
        if (!strip_feed_)
            strip_feed_ = std::make_unique<StripFeed>(
                [backend = simulation_.config().backend, device = simulation_.config().device] {
                    return make_strip_reader(backend, device);
                });
        strip_feed_->read(simulation_.world(), simulation_.moment(), request, wait);
    });
}

const Strip* Inspector::strip() const { return strip_feed_ ? strip_feed_->strip() : nullptr; }

void Inspector::show_walk(bool shown, bool wait) {
    view_.draw.walk.reset();
    if (!shown || !simulation_.config().scene.physics.gravity.on || view_.draw.selected == sim::kNobody)
        return;
    if (!walk_feed_) walk_feed_ = std::make_unique<WalkFeed>();
    simulation_.try_or_pause([&] {
        walk_feed_->follow(simulation_.world(), view_.draw.selected, simulation_.moment(), now_s(), wait);
    });
    if (const auto* known = walk_feed_->of(view_.draw.selected)) view_.draw.walk = known->shown;
}

const sim::WalkOfBody* Inspector::walk() const {
    const auto* const known = walk_feed_ ? walk_feed_->of(view_.draw.selected) : nullptr;
    return known ? &known->walk : nullptr;
}

bool Inspector::refuses_walk() const {
    return simulation_.config().bodies > kMostWalkedBodies || (walk_feed_ && walk_feed_->refused());
}

}  // namespace app
