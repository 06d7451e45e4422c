// Sorts what a SortCall names with an engine that knows unsigned 32-bit keys, and perhaps a sort of 64-bit ones.
//
// Where they lie: u32 and i32 keys, f32 where the engine sorts them, and those of 64 bits where it has a sort of them, with
// values of 32 bits. Bits of keys whose order is another than the engine's are inverted, before and after.
//
// By their order: everything else. The engine sorts numbers made of the keys (order_words.h) with the places of the
// keys, and then keys and values are gathered: so bits of -0 and of a NaN survive, and keys and values have any width.
// Numbers that do not fit into one run take two or three, from their lower bits to their upper ones.
//
// On CUDA, with an engine that checks the order, segments that are short on the average are sorted by a warp each first
// (short_segments.h). Longer ones then go by their order; where there are none, all words are 0, which is in order.
//
// Bytes per pair beside the sorts: i32 that the engine does not sort, and descending keys where they lie 16; a live count
// that the engine does not read, or another output as many; by the order of a key of K bytes in a run of W bytes
// K + W + 4, then for what is gathered 2 of its size, and as much again for the copy back where it is in place. Scratch:
// none; 8 bytes per pair; 12.
#pragma once
#include <memory>

#include "sort/core/order_words.h"
#include "sort/registry.h"

namespace sort {

/// A call of TypedSort that has been checked: bits are within the type's, arrays are there.
struct SortCall {
    SortArrays arrays;
    uint32_t count;
    PairSortOptions options;  // end_bit is a number of bits

    bool implied_values() const { return arrays.values_out && !arrays.values_in; }
};

/// What an engine has for keys of 32 bits and, where it has, for those of 64.
struct EngineSorters {
    std::unique_ptr<Sorter> sorter;
    std::unique_ptr<WideSorter> wide;
    bool typed = false;         // Engine::sorts_typed
    bool counts_live = false;   // Engine::counts_live
    bool checks_order = false;  // Engine::checks_order
};

class TypedSorter {
public:
    virtual ~TypedSorter() = default;
    virtual void sort(const SortCall& call, Stream stream) = 0;
};

/// Can a call sort keys and values where they lie? `wide`: the engine sorts keys of 64 bits; `typed`: floats of 32.
inline bool sorts_in_place(const SortArrays& arrays, const PairSortOptions& options, bool wide, bool typed) {
    const bool order_alone = arrays.values_out && !arrays.keys_out;
    const bool long_values = arrays.values_out && arrays.value_bytes != 4;
    if (order_alone || long_values || options.offsets) return false;
    switch (arrays.type) {
        case KeyType::u32:
        case KeyType::i32:
            return true;
        case KeyType::u64:
        case KeyType::i64:
            return wide;
        case KeyType::f32:
            return typed && !options.descending;
        default:
            return wide && arrays.type == KeyType::f64 && !options.descending;
    }
}

/// Returns the type whose scratch a call needs: u32 for none, f32 for words and order of 32 bits, u64 for the most.
inline KeyType scratch_type(const SortArrays& arrays, const PairSortOptions& options) {
    const bool long_values = arrays.values_out && arrays.value_bytes == 8;
    if (size_of(arrays.type) == 8 || long_values || options.offsets) return KeyType::u64;
    return sorts_in_place(arrays, options, false, false) ? KeyType::u32 : KeyType::f32;
}

/// Scratch bytes beside the engine's, for calls with keys up to `widest`. A word for SegmentState comes on top, within what
/// CallerScratch leaves for alignment.
inline size_t typed_bytes(uint32_t capacity, KeyType widest) {
    if (widest == KeyType::u32 || widest == KeyType::i32) return 0;
    return size_t{capacity} * (sizeof(uint32_t) + (size_of(widest) == 8 ? 8 : 4));
}

/// Are the segments of a call so short on the average that they are sorted first?
inline bool has_short_segments(const SortCall& call) {
    const uint64_t segments = call.options.offsets ? call.options.segments : 0;
    return call.count > 0 && segments * kShortSegment >= call.count;
}

/// Create the typed sorter of one backend; that of cuda throws Unavailable in a build without CUDA.
std::unique_ptr<TypedSorter> make_cpu_typed_sorter(EngineSorters sorters, KeyType widest, int threads);
std::unique_ptr<TypedSorter> make_cuda_typed_sorter(EngineSorters sorters, KeyType widest);

/// Typed sort of both backends. Exec has Array<T>, each(count, stream, f), which calls f(i) for each i, and kShortSegments:
/// whether it has sort_short_segments(call, state, stream), each_if(state, count, stream, f), which does nothing where *state
/// is 0, and zero(array, bytes, stream).
template <class Exec>
class TypedSort : public TypedSorter {
public:
    TypedSort(EngineSorters sorters, KeyType widest, Exec exec)
        : exec_(std::move(exec)),
          sorter_(std::move(sorters.sorter)),
          wide_(std::move(sorters.wide)),
          typed_(sorters.typed),
          counts_live_(sorters.counts_live),
          order_(typed_bytes(sorter_->capacity(), widest) > 0 ? sorter_->capacity() : 0),
          words_(size_of(widest) == 8 ? 2 * order_.size() : order_.size()),
          state_(Exec::kShortSegments && sorters.checks_order && size_of(widest) == 8 ? 1 : 0) {}

    void sort(const SortCall& call, Stream stream) override {
        if (!sorts_in_place(call.arrays, call.options, wide_ != nullptr, typed_)) {
            with_key_type(call.arrays.type, [&](auto key) { sort_by_order<decltype(key)>(call, stream); });
        } else if (size_of(call.arrays.type) == 8) {
            sort_words(wide_.get(), call, stream);
        } else {
            sort_words(sorter_.get(), call, stream);
        }
        if (call.options.live_count && call.options.report) report_excess(call, stream);
    }

    // The parts of sort(). Public because nvcc refuses its lambdas in private functions.

    void report_excess(const SortCall& call, Stream stream) {
        Report* const report = call.options.report;
        const uint32_t* const live = call.options.live_count;
        const uint32_t count = call.count;
        exec_.each(1, stream,
                   [=] HOST_DEVICE(uint32_t) { report->excess = *live > count ? *live - count : 0; });
    }

    /// Sorts keys as unsigned words where they lie, or where their copy does.
    template <class Word>
    void sort_words(SorterOf<Word>* sorter, const SortCall& call, Stream stream) {
        const SortArrays& arrays = call.arrays;
        const auto* in = static_cast<const Word*>(arrays.keys_in);
        auto* keys = static_cast<Word*>(arrays.keys_out);
        auto* values = static_cast<uint32_t*>(arrays.values_out);
        const uint32_t* live = call.options.live_count;
        // A sort of 64-bit keys knows signs and doubles.
        const Word sign = Word{1} << (8 * sizeof(Word) - 1);
        const bool knows_type = sizeof(Word) == 8 || typed_;
        const bool is_signed = arrays.type == KeyType::i32 || arrays.type == KeyType::i64;
        Word turned = !knows_type && is_signed ? sign : Word{0};
        if (call.options.descending) turned = ~turned;
        const Word greatest = knows_type && is_signed ? Word(~sign) : Word(~Word{0});  // of floats a NaN
        if (live && !counts_live_) {
            exec_.each(call.count, stream, [=] HOST_DEVICE(uint32_t i) {
                keys[i] = i >= *live ? greatest : Word(in[i] ^ turned);
            });
        } else if (in != keys || turned != 0) {
            exec_.each(call.count, stream, [=] HOST_DEVICE(uint32_t i) {
                if (!live || i < *live) keys[i] = in[i] ^ turned;
            });
        }
        if (values && values != arrays.values_in) {
            const auto* from = static_cast<const uint32_t*>(arrays.values_in);
            exec_.each(call.count, stream, [=] HOST_DEVICE(uint32_t i) { values[i] = from ? from[i] : i; });
        }
        sorter->sort({keys, values, call.count}, stream,
                     {.begin_bit = call.options.begin_bit,
                      .end_bit = call.options.end_bit,
                      .report = call.options.report,
                      .key_type = knows_type ? arrays.type : KeyType::u32,
                      .live_count = live_count_for(call)});
        if (turned != 0) {
            exec_.each(call.count, stream, [=] HOST_DEVICE(uint32_t i) {
                if (!live || i < *live) keys[i] ^= turned;
            });
        }
    }

    template <class Key>
    void sort_by_order(const SortCall& call, Stream stream) {
        const SortArrays& arrays = call.arrays;
        OrderWords<Key> words{static_cast<const Key*>(arrays.keys_in), call.options.begin_bit,
                              call.options.end_bit - call.options.begin_bit, call.options};
        if constexpr (Exec::kShortSegments) {
            if (state_.size() > 0 && has_short_segments(call)) {
                exec_.sort_short_segments(call, state_.data(), stream);
                words.state = state_.data();
            }
        }
        const bool writes_order = call.implied_values() && !words.state;
        uint32_t* order = writes_order ? static_cast<uint32_t*>(arrays.values_out) : order_.data();
        const int total = words.total_bits();
        int from = 0;
        do {  // stable runs, so those equal in upper bits keep the order of their lower ones
            const int left = total - from;
            if (wide_ && left > 32) {
                run(wide_.get(), words, order, from, left, call, stream);
                from += 64;
            } else {
                run_narrow(words, order, from, left, call, stream);
                from += 32;
            }
        } while (from < total);
        if (arrays.keys_out) {
            gather(words, words.keys, static_cast<Key*>(arrays.keys_out), order, call.count, stream);
        }
        if (!arrays.values_out || writes_order) return;
        if (arrays.value_bytes == 8) return gather_values<uint64_t>(words, call, order, stream);
        gather_values<uint32_t>(words, call, order, stream);
    }

    template <class Key>
    void run_narrow(const OrderWords<Key>& words, uint32_t* order, int from, int left, const SortCall& call,
                    Stream stream) {
        if constexpr (sizeof(Key) <= 4) {
            if (words.whole()) {
                return run(sorter_.get(), WholeWords<Key>{words.keys}, order, from, left, call, stream);
            }
        }
        run(sorter_.get(), words, order, from, left, call, stream);
    }

    /// Sorts the order by as many bits of the numbers as a word has, of the `left` ones that lie from bit `from` on.
    template <class Word, class Words>
    void run(SorterOf<Word>* sorter, const Words& words, uint32_t* order, int from, int left,
             const SortCall& call, Stream stream) {
        Word* pieces = reinterpret_cast<Word*>(words_.data());
        if (words.state) zero(pieces, call.count, stream);  // in order, where all is sorted already
        if (from == 0) {
            each_if(words.state, call.count, stream, [=] HOST_DEVICE(uint32_t i) {
                order[i] = i;
                pieces[i] = static_cast<Word>(words(i, 0));
            });
        } else {
            each_if(words.state, call.count, stream,
                    [=] HOST_DEVICE(uint32_t i) { pieces[i] = static_cast<Word>(words(order[i], from)); });
        }
        const int most = 8 * sizeof(Word);
        sorter->sort({pieces, order, call.count}, stream,
                     {.end_bit = left < most ? left : most,
                      .report = call.options.report,
                      .live_count = live_count_for(call)});
    }

    template <class Value, class Words>
    void gather_values(const Words& words, const SortCall& call, const uint32_t* order, Stream stream) {
        auto* to = static_cast<Value*>(call.arrays.values_out);
        if (call.arrays.values_in) {
            return gather(words, static_cast<const Value*>(call.arrays.values_in), to, order, call.count,
                          stream);
        }
        each_if(words.state, call.count, stream, [=] HOST_DEVICE(uint32_t i) {
            if (!words.stands(i)) to[i] = order[i];
        });
    }

    /// to[i] becomes from[order[i]], but for pairs of segments that are sorted already.
    template <class T, class Words>
    void gather(const Words& words, const T* from, T* to, const uint32_t* order, uint32_t count,
                Stream stream) {
        T* moved = from == to ? reinterpret_cast<T*>(words_.data()) : to;  // the words have done their work
        each_if(words.state, count, stream, [=] HOST_DEVICE(uint32_t i) {
            if (!words.stands(i)) moved[i] = from[order[i]];
        });
        if (moved == to) return;
        each_if(words.state, count, stream, [=] HOST_DEVICE(uint32_t i) {
            if (!words.stands(i)) to[i] = moved[i];
        });
    }

    /// Calls f(i) for each i; with a state, only where that is not 0.
    template <class F>
    void each_if([[maybe_unused]] const uint32_t* state, uint32_t count, Stream stream, F f) {
        if constexpr (Exec::kShortSegments) {
            if (state) return exec_.each_if(state, count, stream, f);
        }
        exec_.each(count, stream, f);
    }

    template <class Word>
    void zero([[maybe_unused]] Word* pieces, [[maybe_unused]] uint32_t count,
              [[maybe_unused]] Stream stream) {
        if constexpr (Exec::kShortSegments) exec_.zero(pieces, count * sizeof(Word), stream);
    }

private:
    /// Returns what the engine reads of a live count; where it reads none, keys behind the count are the greatest.
    const uint32_t* live_count_for(const SortCall& call) const {
        return counts_live_ ? call.options.live_count : nullptr;
    }

    Exec exec_;
    std::unique_ptr<Sorter> sorter_;
    std::unique_ptr<WideSorter> wide_;  // null: 64-bit keys are sorted by their halves
    bool typed_, counts_live_;
    typename Exec::template Array<uint32_t> order_, words_, state_;
};

}  // namespace sort
