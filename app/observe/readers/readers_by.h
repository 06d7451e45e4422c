// The readers by an observer, the same for both backends.
#pragma once
#include <algorithm>

#include "app/observe/readers/readers.h"

namespace app {

struct CountBody {
    sim::BodyView bodies;

    template <class Add>
    HOST_DEVICE void operator()(uint32_t slot, BodyStatistics& own, const Add& to) const {
        statistics_body(bodies, slot, own, to);
    }
};

template <class Exec>
class StatisticsOf {
public:
    template <class Copy>
    void queue(Exec& exec, Copy& copy, const sim::World& world) {
        set_bytes(exec, statistics_.data(), 0, sizeof(BodyStatistics));
        const sim::BodyView bodies = world.bodies();
        exec.each_reduced("body statistics", bodies.count, sizeof(sim::Vec4) * 2,
                          Tally<BodyStatistics, kStatisticsKeys>{statistics_.data()}, CountBody{bodies},
                          kGrain);
        copy.begin(sizeof(BodyStatistics));
        copy.add(exec, 0, statistics_.data(), sizeof(BodyStatistics));
    }
    BodyStatistics made(const std::byte* bytes) const {
        return *reinterpret_cast<const BodyStatistics*>(bytes);
    }

private:
    static constexpr uint32_t kGrain = 16384;

    typename Exec::template Array<BodyStatistics> statistics_{1};
};

template <class Exec>
class StripOf {
public:
    template <class Copy>
    void queue(Exec& exec, Copy& copy, const sim::World& world, const StripRequest& request) {
        const sim::BodyView bodies = world.bodies();
        count_ = bodies.count;
        axis_ = request.axis;
        write_strip(exec, bodies, request, data_.data());
        copy.begin(sizeof(StripData));
        copy.add(exec, 0, data_.data(), sizeof(StripData));
    }
    Strip made(const std::byte* bytes) const {
        return strip_of(*reinterpret_cast<const StripData*>(bytes), count_, axis_);
    }

private:
    uint32_t count_ = 0, axis_ = 0;
    typename Exec::template Array<StripData> data_{1};
};

/// Copies the four arrays as they are.
template <class Exec>
class FrameSortOf {
public:
    template <class Copy>
    void queue(Exec& exec, Copy& copy, const sim::World& world) {
        const sim::BodyView bodies = world.bodies();
        count_ = bodies.sort_keys && bodies.shift ? bodies.count : 0;
        has_ranks_ = bodies.rank != nullptr;
        const size_t bytes = count_ * sizeof(uint32_t);
        const void* const from[] = {bodies.sort_keys, bodies.id, bodies.shift, bodies.rank};
        copy.begin(std::size(from) * bytes);
        for (size_t k = 0; k < std::size(from); ++k)
            if (bytes > 0 && from[k]) copy.add(exec, k * bytes, from[k], bytes);
    }
    std::optional<FrameSort> made(const std::byte* bytes) const {
        if (count_ == 0) return std::nullopt;
        const auto* const words = reinterpret_cast<const uint32_t*>(bytes);
        const size_t n = count_;
        return frame_sort_of({count_, words, words + n, has_ranks_ ? words + 3 * n : nullptr,
                              reinterpret_cast<const int32_t*>(words + 2 * n)});
    }

private:
    uint32_t count_ = 0;
    bool has_ranks_ = false;
};

template <class Observer>
using StatisticsReaderBy =
    ReadbackBy<Observer, StatisticsOf<typename Observer::Exec>, BodyStatistics, sim::World>;
template <class Observer>
using StripReaderBy = ReadbackBy<Observer, StripOf<typename Observer::Exec>, Strip, sim::World, StripRequest>;
template <class Observer>
using FrameSortReaderBy = ReadbackBy<Observer, FrameSortOf<typename Observer::Exec>, FrameSort, sim::World>;

/// Returns the makers of readers; `make_recorder` makes the recorder, which each backend has its own of.
template <class Observer>
constexpr Readers readers_by(std::unique_ptr<SortRecorder> (*make_recorder)(int device)) {
    return {[](int device) -> std::unique_ptr<StatisticsReader> {
                return std::make_unique<StatisticsReaderBy<Observer>>(device);
            },
            [](int device) -> std::unique_ptr<StripReader> {
                return std::make_unique<StripReaderBy<Observer>>(device);
            },
            [](int device) -> std::unique_ptr<FrameSortReader> {
                return std::make_unique<FrameSortReaderBy<Observer>>(device);
            },
            make_recorder};
}

}  // namespace app
