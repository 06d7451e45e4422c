// The host's side of a traced sort by `adaptive`: its stages in order, each reported to the observer with the
// arrays it made and the word that gates it. The kernels are in stages.cuh.
#pragma once
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/adaptive/stages.cuh"

namespace sort::adaptive {

/// Traced sort of up to kTraceLimit pairs, a kernel per stage.
class TracedSort {
public:
    TracedSort(uint32_t capacity, bool lesson)
        : policy_(lesson ? kLesson : kTraced),
          kernels_(lesson ? kernels_of<LessonWindow>() : kernels_of<TracedWindow>()),
          most_pairs_(std::min(capacity, kTraceLimit)),
          arrays_(array_words(capacity, lesson)),
          words_(1) {}

    static size_t bytes(uint32_t capacity, bool lesson) {
        return sizeof(uint32_t) * array_words(capacity, lesson) + sizeof(TraceWords);
    }

    /// Queues the sort of at least two pairs by at least one bit; `full`: see Launches::queue.
    void sort(const Launches& launches, bucketsort::Args full, cudaStream_t stream,
              const Options& options) const {
        CallArgs args = launches.call_args(full, false);
        args.repair.tile_pairs = policy_.tile.pairs();
        const Pairs pairs = full.pairs;
        const uint32_t count = pairs.count, tiles = tile_count(count, policy_.tile.pairs());
        const uint64_t pair_bytes = uint64_t{pairs.values ? 8u : 4u} * count;
        const StageTrace trace = trace_of();
        TraceWords* const words = words_.data();
        const auto launch = [&](void (*kernel)(CallArgs, StageTrace), uint32_t blocks) {
            kernel<<<blocks, policy_.tile.threads, 0, stream>>>(args, trace);
            check_launch(stream);
        };

        const StageArray made[] = {{"halo", &words->halo, 1},
                                   {"window begins", trace.begins, tiles, 1},
                                   {"window ends", trace.ends, tiles, 1},
                                   {"descends", trace.descends, tiles, 1},
                                   {"crowded", trace.crowded, tiles, 1},
                                   {"kept keys", trace.kept_keys, count},
                                   {"kept places", trace.kept_places, count}};
        observed(pairs, {"windows", -1, pairs, made, pair_bytes, count, &args.state->tried}, stream, options,
                 [&] { launch(kernels_.windows, tiles); });
        const StageArray checked[] = {
            {"first keys", trace.first_keys, tiles, 1}, {"first places", trace.first_places, tiles, 1},
            {"last keys", trace.last_keys, tiles, 1},   {"last places", trace.last_places, tiles, 1},
            {"ascends", trace.ascends, tiles, 1},       {"proved", &words->proved, 1}};
        observed(pairs, {"check", -1, pairs, checked, record_bytes(tiles), tiles, &args.state->tried}, stream,
                 options, [&] { launch(kernels_.check, 1); });
        const StageArray written[] = {{"windows repaired", &words->windows, 1},
                                      {"largest displacement", &words->max_shift, 1}};
        observed(pairs, {"write", -1, pairs, written, pair_bytes, count, &words->repairs}, stream, options,
                 [&] { launch(kernels_.write, tiles); });
        full.report = nullptr;  // written already
        const uint32_t* const d_gate = &args.state->full;
        observed(pairs, {"full sort", -1, pairs, {}, 4 * uint64_t{count} + 4 * pair_bytes, count, d_gate},
                 stream, options, [&] { launches.queue_full_sort(full, d_gate, stream); });
    }

private:
    static constexpr uint32_t kTileLists = 9, kPairArrays = 2;
    using TracedWindow = WindowPolicy<kTraced.tile.threads, 2>;
    using LessonWindow = WindowPolicy<kLesson.tile.threads, 2>;
    static_assert(TracedWindow::most_halo(512) == kTraced.most_halo && kTraced.tile == TileShape{512, 1});
    static_assert(LessonWindow::most_halo(32) == kLesson.most_halo && kLesson.tile == TileShape{32, 1});

    struct Kernels {
        void (*windows)(CallArgs, StageTrace);
        void (*check)(CallArgs, StageTrace);
        void (*write)(CallArgs, StageTrace);
    };
    template <class Policy>
    static Kernels kernels_of() {
        return {traced_windows_kernel<Policy>, traced_check_kernel<Policy>, traced_write_kernel<Policy>};
    }

    static uint32_t most_tiles(uint32_t capacity, bool lesson) {
        return tile_count(std::min(capacity, kTraceLimit), (lesson ? kLesson : kTraced).tile.pairs());
    }

    static size_t array_words(uint32_t capacity, bool lesson) {
        return size_t{kTileLists} * most_tiles(capacity, lesson) +
               size_t{kPairArrays} * std::min(capacity, kTraceLimit);
    }

    StageTrace trace_of() const {
        const uint32_t tiles = tile_count(most_pairs_, policy_.tile.pairs());
        uint32_t* at = arrays_.data();
        StageTrace trace{};
        for (uint32_t** list :
             {&trace.begins, &trace.ends, &trace.descends, &trace.crowded, &trace.first_keys,
              &trace.first_places, &trace.last_keys, &trace.last_places, &trace.ascends}) {
            *list = at;
            at += tiles;
        }
        trace.kept_keys = at;
        trace.kept_places = at + most_pairs_;
        trace.words = words_.data();
        return trace;
    }

    TracePolicy policy_;
    Kernels kernels_;
    uint32_t most_pairs_;
    DeviceBuffer<uint32_t> arrays_;
    DeviceBuffer<TraceWords> words_;
};

}  // namespace sort::adaptive
