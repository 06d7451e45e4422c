// The host's side of an observed sort by `adaptive`: its stages in order, each told to the observer with what
// it made and the word that gates it. The kernels are in stages.cuh; the full sort is by digits.
#pragma once
#include "sort/cuda/device_buffer.cuh"
#include "sort/engines/adaptive/stages.cuh"
#include "sort/engines/bucketsort/ways.cuh"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.cuh"

namespace sort::adaptive {

/// For up to kTraceLimit pairs: traced(options, count) says when.
class ObservedStages {
public:
    ObservedStages(uint32_t capacity, bool lesson)
        : capacity_(std::min(capacity, kTraceLimit)),
          cut_(lesson ? kLesson : kTraced),
          lesson_(lesson),
          arrays_(array_words(capacity, cut_)),
          status_(Digits::status_words(capacity_)),
          digit_words_(1),
          order_(2),
          words_(1),
          digit_stages_(1) {
        const StageWords words{cut_.most_halo / 2, 0, 0, 0};
        check(cudaMemcpy(words_.data(), &words, sizeof words, cudaMemcpyHostToDevice));
        check(cudaMemset(order_.data(), 0, order_.bytes()));
        check(cudaMemset(digit_stages_.data(), 0, digit_stages_.bytes()));
    }

    static bool traced(const Options& options, uint32_t count) {
        return options.observer != nullptr && count <= kTraceLimit;
    }

    static size_t bytes(uint32_t capacity, bool lesson) {
        return sizeof(uint32_t) * array_words(capacity, lesson ? kLesson : kTraced) +
               sizeof(unsigned long long) * Digits::status_words(std::min(capacity, kTraceLimit)) +
               sizeof(onesweep::DigitWords) + 2 * sizeof(BucketsortState) + sizeof(StageWords) +
               sizeof(bucketsort::StageWords);
    }

    /// At least two pairs and one bit; scratch: as many.
    void sort(Pairs pairs, Pairs scratch, cudaStream_t stream, const Options& options) const {
        const StageArgs args = args_of(pairs, scratch, options);
        StageWords* const words = args.words;
        const uint32_t count = pairs.count, tiles = args.tiles;
        const uint64_t bytes = count, pair_bytes = uint64_t{pairs.values ? 16u : 8u} * count;
        const uint32_t* const gate = options.check_order ? &args.order->out_of_order : nullptr;
        const auto launch = [&](void (*kernel)(StageArgs), uint32_t blocks, uint32_t threads) {
            kernel<<<blocks, threads, 0, stream>>>(args);
            check_launch(stream);
        };
        const uint32_t blocks = tile_count(count, kStageThreads);

        if (options.check_order) {
            const StageArray out_of_order{"out of order", &args.order->out_of_order, 1};
            observed(pairs, order_check_stage(pairs, -1, out_of_order), stream, options, [&] {
                order_check_.queue(pairs.keys, count, args.bits, nullptr, &args.order->out_of_order, stream);
            });
        }
        const StageArray windows[] = {{"halo", &words->halo, 1},
                                      {"window begins", args.begins, tiles, 1},
                                      {"window ends", args.ends, tiles, 1},
                                      {"descends", args.descends, tiles, 1},
                                      {"kept keys", args.kept_keys, count},
                                      {"kept places", args.kept_places, count}};
        observed(pairs, {"windows", -1, pairs, windows, 4 * bytes, count, gate}, stream, options, [&] {
            launch(lesson_ ? windows_stage_kernel<kLesson.tile.threads, kItems>
                           : windows_stage_kernel<kTraced.tile.threads, kItems>,
                   tiles, cut_.tile.threads);
        });
        const StageArray checked[] = {
            {"first keys", args.first_keys, tiles, 1}, {"first places", args.first_places, tiles, 1},
            {"last keys", args.last_keys, tiles, 1},   {"last places", args.last_places, tiles, 1},
            {"ascends", args.ascends, tiles, 1},       {"proved", &words->proved, 1}};
        observed(pairs, {"check", -1, pairs, checked, uint64_t{16} * tiles, tiles, gate}, stream, options,
                 [&] { launch(check_stage_kernel, 1, kStageThreads); });
        const StageArray committed[] = {{"windows repaired", &words->repaired, 1},
                                        {"largest displacement", &words->max_shift, 1}};
        observed(pairs, {"commit", -1, pairs, committed, pair_bytes, count, &words->proved}, stream, options,
                 [&] {
                     launch(gather_stage_kernel, blocks, kStageThreads);
                     launch(copy_stage_kernel, blocks, kStageThreads);
                 });
        observed(pairs,
                 {"full sort", -1, pairs, {}, 4 * bytes + 2 * pair_bytes, count, &args.full->out_of_order},
                 stream, options, [&] { queue_full_sort(args, stream, options); });
        launch(finish_stage_kernel, 1, 1);
    }

private:
    using Digits = onesweep::SortByDigits<512, 8>;
    static constexpr uint32_t kTileLists = 8, kPairArrays = 2;
    static constexpr uint32_t kItems = 2;  // places of a window a thread
    static_assert(kLesson.tile.threads * kItems == 32 + 2 * kLesson.most_halo && kTraced.tile.items == 1 &&
                  kTraced.tile.threads * kItems == 512 + 2 * kTraced.most_halo);

    static size_t array_words(uint32_t capacity, const Cut& cut) {
        const uint32_t pairs = std::min(capacity, kTraceLimit);
        const size_t tiles = tile_count(pairs, cut.tile.pairs());
        return tiles * (kTileLists + size_t{kItems} * cut.tile.threads) + kPairArrays * size_t{pairs};
    }

    StageArgs args_of(Pairs pairs, Pairs scratch, const Options& options) const {
        StageArgs args{};
        args.pairs = pairs;
        args.scratch = scratch;
        args.bits = key_bits(options.begin_bit, options.end_bit);
        args.check_order = options.check_order;
        args.tile_pairs = cut_.tile.pairs();
        args.most_halo = cut_.most_halo;
        args.tiles = tile_count(pairs.count, args.tile_pairs);
        args.order = order_.data();
        args.full = order_.data() + 1;
        args.words = words_.data();
        args.report = options.report;
        uint32_t* at = arrays_.data();
        for (uint32_t** list : {&args.begins, &args.ends, &args.descends, &args.first_keys,
                                &args.first_places, &args.last_keys, &args.last_places, &args.ascends}) {
            *list = at;
            at += tile_count(capacity_, args.tile_pairs);
        }
        for (uint32_t** array : {&args.kept_keys, &args.kept_places}) {
            *array = at;
            at += capacity_;
        }
        args.ranks = at;
        return args;
    }

    /// Every launch leaves at once where the word is 0.
    void queue_full_sort(const StageArgs& args, cudaStream_t stream, const Options& options) const {
        BucketsortArgs full{};
        full.pairs = args.pairs;
        full.scratch = args.scratch;
        full.bits = args.bits;
        full.check_order = true;
        full.state = args.full;
        full.digits = {args.pairs,      args.scratch,        options.begin_bit,
                       options.end_bit, digit_words_.data(), status_.data()};
        bucketsort::StageCall call{bucketsort::StageKind::clear_digits, 0, 0, digit_stages_.data(), {}};
        const auto queue = [&](bucketsort::StageKind kind) {
            call.kind = kind;
            const uint32_t blocks = tile_count(args.pairs.count, 512 * 8);
            bucketsort::digits_stage_kernel<512, 8>
                <<<blocks, 512, sizeof(uint32_t) * Digits::kWords, stream>>>(full, call);
            check_launch(stream);
        };
        queue(bucketsort::StageKind::clear_digits);
        queue(bucketsort::StageKind::count_all_digits);
        for (; call.pass < pass_count(options, onesweep::kDigitBits); ++call.pass) {
            queue(bucketsort::StageKind::pass);
        }
        queue(bucketsort::StageKind::copy_back);
    }

    uint32_t capacity_;
    Cut cut_;
    bool lesson_;
    OrderCheck order_check_;
    DeviceBuffer<uint32_t> arrays_;
    DeviceBuffer<unsigned long long> status_;
    DeviceBuffer<onesweep::DigitWords> digit_words_;
    DeviceBuffer<BucketsortState> order_;
    DeviceBuffer<StageWords> words_;
    DeviceBuffer<bucketsort::StageWords> digit_stages_;
};

}  // namespace sort::adaptive
