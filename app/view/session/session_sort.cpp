// What the colours show of the sort: the pass in view, the tiles of the engine, or a frozen sort.
#include <algorithm>

#include "app/view/session/session.h"
#include "app/view/session/sort_freeze.h"
#include "app/view/session/strip_feed.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr uint32_t kUsualDigitBits = 2;    // four colours are told apart best
constexpr uint32_t kUsualTileRanks = 256;  // of engines without tiles

}  // namespace

PassInView Session::pass_in_view() const {
    if (frozen_ && frozen_->ready()) {
        if (const auto digit = frozen_->digit())
            return {uint32_t(std::max(frozen_->moment() - 1, 0)), digit->begin, digit->bits,
                    uint32_t(frozen_->moments() - 1)};
    }
    const sort::Engine* engine = sort::find_engine(config_.engine);
    const uint32_t own = engine ? pass_bits(*engine, config_.engine_config) : 0;
    const uint32_t bits = std::clamp(own            ? own
                                     : chosen_bits_ ? chosen_bits_
                                                    : kUsualDigitBits,
                                     1u, kMostDigitBits);
    const uint32_t top = uint32_t(std::max(key_bits_ - 1, 0)) / bits;
    const uint32_t pass = std::min(chosen_pass_ ? *chosen_pass_ : top, passes_of(bits) - 1);
    return {pass, pass * bits, std::min(bits, 32 - pass * bits), passes_of(bits)};
}

bool Session::engine_has_passes() const {
    const sort::Engine* engine = sort::find_engine(config_.engine);
    return engine && pass_bits(*engine, config_.engine_config) > 0;
}

void Session::choose_pass(uint32_t pass, uint32_t bits) {
    chosen_pass_ = pass;
    if (bits > 0) chosen_bits_ = std::min(bits, kMostDigitBits);
}

void Session::move_moment(int by) {
    if (frozen_ && frozen_->ready()) return frozen_->go_to(frozen_->moment() + by);
    const PassInView now = pass_in_view();
    chosen_pass_ = uint32_t(std::clamp(int(now.pass) + by, 0, int(now.passes) - 1));
}

SortFreeze* Session::frozen() { return frozen_ && frozen_->ready() ? frozen_.get() : nullptr; }

void Session::freeze_sort(bool wait) {
    if (frozen_) return unfreeze_sort();
    const std::string why = sort_note();
    if (!why.empty()) return say("There is no sort to freeze: " + why, true);
    if (world_->bodies().count > kMostFrozenBodies)
        return say(too_many_to_freeze(world_->bodies().count), true);
    const bool started = if_there_is_room([&] {
        world_->finish();
        auto freeze = std::make_unique<SortFreeze>(config_.backend, config_.device);
        freeze->start(world());
        frozen_ = std::move(freeze);
        frozen_at_ = moment();
        was_paused_ = paused;
        colour_before_ = draw.colour;
        paused = true;
        single_steps = 0;
        poll_frozen(wait);
    });
    if (!started) drop_frozen();
}

void Session::unfreeze_sort() {
    if (!frozen_) return;
    if (moment() == frozen_at_) paused = was_paused_;
    drop_frozen();
}

/// Whether the world is paused stays as it is.
void Session::drop_frozen() {
    frozen_.reset();
    if (draw.colour == Colour::digit || draw.colour == Colour::rank) draw.colour = colour_before_;
}

void Session::poll_frozen(bool wait) {
    if (!frozen_ || frozen_->ready()) return;
    if (!frozen_->poll(wait) || (wait && !frozen_->poll(wait))) {
        unfreeze_sort();
        return say("There is no sort to freeze: the last step did not complete", true);
    }
    if (!frozen_->ready()) return;
    // What is out of order is best seen in what the engine did about it.
    if (frozen_->engine().digit_bits == 0 && draw.colour != Colour::disorder)
        frozen_->show_passes(pass_in_view().bits);
    // The order is seen best by rank.
    const Colour kept[] = {Colour::rank, Colour::digit, Colour::disorder};
    if (std::find(std::begin(kept), std::end(kept), draw.colour) == std::end(kept))
        draw.colour = Colour::rank;
}

std::string Session::sort_note() const {
    const sim::BodyView bodies = world_->bodies();
    if (!bodies.sort_keys || !bodies.shift)
        return "the broad phase " + config_.broad_phase + " does not sort";
    return world_has_stepped() ? "" : "no step yet";
}

void Session::show_sort() {
    if (frozen_ && (!paused || single_steps > 0 || moment() != frozen_at_)) drop_frozen();
    if (frozen_ && !if_there_is_room([&] { poll_frozen(false); })) drop_frozen();
    SortShown now;
    now.note = sort_note();
    now.style.sorted = now.note.empty();
    const PassInView pass = pass_in_view();
    now.style.digit_begin = pass.begin_bit;
    now.style.digit_bits = pass.bits;
    const sort::Engine* engine = sort::find_engine(config_.engine);
    const sort::TileShape made = config_.engine_config.tile;
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
        now.values = freeze->values(draw.colour, {pass.begin_bit, pass.bits}, now.style.tile_ranks);
    }
    draw.sort = std::move(now);
}

void Session::read_strip(bool shown, uint32_t hovered, bool wait) {
    if (!shown) brush.reset();  // nobody could take it back
    const bool walk = draw.columns && draw.selected != sim::kNobody;
    if ((!shown && !walk) || !sort_note().empty()) {
        if (strip_feed_) strip_feed_->forget();
        return;
    }
    StripRequest request;
    request.axis = counters_.sorts > 1 ? 0 : counters_.axis;  // endpoint: by the mins on x
    request.selected = draw.selected;
    request.add(draw.selected);
    request.add(hovered);
    if (const sim::WatchedBody* body = selected_body())
        for (uint32_t k = 0; k < std::min(body->pair_count, sim::kWatchedPairs); ++k)
            request.add(body->pair_ids[k]);
    if_there_is_room([&] {
        if (!strip_feed_)
            strip_feed_ = std::make_unique<StripFeed>([backend = config_.backend, device = config_.device] {
                return make_strip_reader(backend, device);
            });
        strip_feed_->read(world(), moment(), request, wait);
    });
}

const Strip* Session::strip() const { return strip_feed_ ? strip_feed_->strip() : nullptr; }

}  // namespace app
