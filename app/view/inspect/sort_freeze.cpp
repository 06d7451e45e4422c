// A frozen sort: copy, sort again, and what its moments look like.
#include "app/view/inspect/sort_freeze.h"

#include <tbb/parallel_for.h>

#include <algorithm>

#include "app/base/wall_clock.h"
#include "app/observe/sort_colour.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

template <class Body>
void each(size_t count, const Body& body) {
    tbb::parallel_for(tbb::blocked_range<size_t>(0, count, 16384), [&](const auto& range) {
        for (size_t i = range.begin(); i != range.end(); ++i) body(uint32_t(i));
    });
}

}  // namespace

std::string too_many_to_freeze(uint32_t bodies) {
    return "a frozen sort keeps at most " + sort::grouped(kMostFrozenBodies) + " bodies; here are " +
           sort::grouped(bodies);
}

void SortFreeze::start(const sim::World& world) {
    const uint32_t bodies = world.bodies().count;
    if (bodies > kMostFrozenBodies) throw sort::OverLimit(too_many_to_freeze(bodies));
    started_at_s_ = now_s();
    sort_engine_ = sort::find_engine(world.config().engine);
    config_ = world.config().engine_config;
    config_.threads = world.config().threads;
    reader_ = make_frame_sort_reader(backend_, device_);
    reader_->start(world);
}

bool SortFreeze::poll(bool wait) {
    if (sorted_) return true;
    if (!input_) {
        if (!reader_->ready(wait)) return true;
        input_ = reader_->take(false);
        reader_.reset();
        if (!input_ || !sort_engine_) return false;
        recorder_ = make_sort_recorder(backend_, device_);
        recorder_->start(*sort_engine_, config_, *input_);
        index_of_id_.resize(input_->ids.size());
        each(input_->ids.size(), [&](uint32_t index) { index_of_id_[input_->ids[index]] = index; });
        uint32_t all = ~0u, any = 0;
        for (const uint32_t key : input_->keys) {
            all &= key;
            any |= key;
        }
        differing_ = all ^ any;
    }
    if (!recorder_->ready(wait)) return true;
    engine_ = *recorder_->take(false);
    recorder_.reset();
    sorted_ = true;
    ready_at_s_ = now_s();
    return true;
}

void SortFreeze::show_passes(uint32_t bits) {
    if (bits == bits_) return;
    bits_ = std::min(bits, kMostDigitBits);
    passes_.clear();
    passes_.resize(bits_ ? passes_of(bits_) + 1 : 0);
    moment_ = 0;
    shown_.reset();
}

int SortFreeze::moments() const { return int(bits_ ? passes_.size() : engine_.moments.size()); }

void SortFreeze::go_to(int moment) { moment_ = std::clamp(moment, 0, std::max(moments() - 1, 0)); }

std::string SortFreeze::name(int moment) const {
    if (bits_ == 0) return engine_.moments[size_t(moment)].name;
    return moment == 0 ? "before the sort" : pass_name(uint32_t(moment), uint32_t(moments() - 1));
}

bool SortFreeze::idle(int moment) const {
    if (bits_ == 0) return engine_.moments[size_t(moment)].skipped;
    return moment > 0 && (differing_ >> (bits_ * uint32_t(moment - 1)) & ((1u << bits_) - 1)) == 0;
}

std::optional<SortFreeze::Digit> SortFreeze::digit() const {
    const uint32_t bits = bits_ ? bits_ : engine_.digit_bits;
    if (bits == 0) return std::nullopt;
    const uint32_t begin = bits * uint32_t(std::max(moment_ - 1, 0));
    return Digit{begin, std::min(bits, 32 - begin)};
}

const std::vector<uint32_t>& SortFreeze::ids(int moment) {
    if (bits_ == 0) return engine_.moments[size_t(moment)].ids;
    std::vector<uint32_t>& made = passes_[size_t(moment)];
    if (made.empty()) {
        if (!pass_sorter_) pass_sorter_ = make_pass_sorter(uint32_t(input_->ids.size()));
        made = after_passes(*input_, *pass_sorter_, bits_, uint32_t(moment));
    }
    return made;
}

std::shared_ptr<const std::vector<float>> SortFreeze::values(Colour colour, Digit usual,
                                                             uint32_t tile_ranks) {
    if (!sorted_ || !(shows_sort(colour) || colour == Colour::rank)) return nullptr;
    const Digit digit = this->digit().value_or(usual);
    const Shown now = {colour, digit.begin, digit.bits, tile_ranks, moment_};
    if (shown_ == now) return values_;
    auto made = std::make_shared<std::vector<float>>(input_->ids.size());
    make_values(colour, digit, tile_ranks, *made);
    shown_ = now;
    values_ = made;
    return values_;
}

void SortFreeze::make_values(Colour colour, Digit digit, uint32_t tile_ranks, std::vector<float>& out) {
    const std::vector<uint32_t>& order = ids();
    const uint32_t count = uint32_t(order.size()), tiles = tile_ranks ? (count - 1) / tile_ranks + 1 : 1;
    if (colour == Colour::disorder) return mark_disorder(order, out);
    each(count, [&](uint32_t place) {
        const uint32_t index = index_of_id_[order[place]];
        float& value = out[input_->slots[index]];
        if (colour == Colour::digit) {
            value = digit_value(input_->keys[index] >> digit.begin & ((1u << digit.bits) - 1), digit.bits);
        } else if (colour == Colour::tile) {
            value = tile_ranks ? tile_value(place / tile_ranks, tiles) : kTileFirst;
        } else {
            value = count > 1 ? float(place) / float(count - 1) : 0;
        }
    });
}

/// Descents of the moment; of the engine's moments, what it repaired, too.
void SortFreeze::mark_disorder(const std::vector<uint32_t>& order, std::vector<float>& out) const {
    const uint32_t count = uint32_t(order.size());
    each(count, [&](uint32_t place) {
        const uint32_t index = index_of_id_[order[place]];
        OrderMark disorder = OrderMark::in_order;
        if (has_windows() && input_->ranks[index] != index) disorder = OrderMark::in_window;
        if (place + 1 < count && input_->keys[index] > input_->keys[index_of_id_[order[place + 1]]])
            disorder = OrderMark::descent;
        out[input_->slots[index]] = disorder_value(disorder);
    });
    if (!has_movers()) return;
    for (const uint32_t index : engine_.movers)
        if (index < count) out[input_->slots[index]] = disorder_value(OrderMark::mover);
}

}  // namespace app
