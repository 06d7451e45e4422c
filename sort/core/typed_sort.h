// Sorts keys of every type of the contract with an engine that knows unsigned 32-bit keys only, in place.
//
//   u32        as they are
//   i32        with the sign bit flipped before and after
//   f32        ordered words (keys.h) with the order; keys and values gathered by the order, so that the bits
//              of -0 and of a NaN survive
//   64 bits    by the engine's own sort of them; where it has none, likewise in two runs: by the lower words, then by
//              the upper ones
//
// Bytes a pair beside the sorts: i32 16; f32 12 for words, 32 gathered and copied back; 64 bits 32 for words,
// 48 gathered. Scratch: none; 8 bytes a pair; 12.
#pragma once
#include <memory>

#include "sort/keys.h"
#include "sort/registry.h"

namespace sort {

/// A call of TypedSort that has been checked: bits are within the type's, arrays are there.
struct TypedPairs {
    KeyType type;
    void* keys;
    uint32_t* values;  // may be null
    uint32_t count;
    int begin_bit, end_bit;
    Report* report;
};

/// What an engine has for keys of 32 bits and, where it has, for those of 64.
struct EngineSorters {
    std::unique_ptr<Sorter> sorter;
    std::unique_ptr<WideSorter> wide;
};

class TypedSorter {
public:
    virtual ~TypedSorter() = default;
    virtual void sort(const TypedPairs& pairs, Stream stream) = 0;
};

/// Scratch bytes beside the engine's, for keys up to `widest`.
inline size_t typed_bytes(uint32_t capacity, KeyType widest) {
    if (widest == KeyType::u32 || widest == KeyType::i32) return 0;
    return size_t{capacity} * (sizeof(uint32_t) + size_of(widest));
}

/// Create the typed sorter of one backend; that of cuda throws Unavailable in a build without CUDA.
std::unique_ptr<TypedSorter> make_cpu_typed_sorter(EngineSorters sorters, KeyType widest, int threads);
std::unique_ptr<TypedSorter> make_cuda_typed_sorter(EngineSorters sorters, KeyType widest);

/// Typed sort of both backends. Exec has Array<T> and each(count, stream, f), which calls f(i) for each i.
template <class Exec>
class TypedSort : public TypedSorter {
public:
    TypedSort(EngineSorters sorters, KeyType widest, Exec exec)
        : exec_(std::move(exec)),
          sorter_(std::move(sorters.sorter)),
          wide_(std::move(sorters.wide)),
          order_(typed_bytes(sorter_->capacity(), widest) > 0 ? sorter_->capacity() : 0),
          words_(order_.size() * (wide_ ? 1 : size_of(widest) / sizeof(uint32_t))) {}

    void sort(const TypedPairs& pairs, Stream stream) override {
        if (wide_ && size_of(pairs.type) == 8) {
            return wide_->sort({static_cast<uint64_t*>(pairs.keys), pairs.values, pairs.count}, stream,
                               {.begin_bit = pairs.begin_bit,
                                .end_bit = pairs.end_bit,
                                .report = pairs.report,
                                .wide_type = pairs.type});
        }
        switch (pairs.type) {
            case KeyType::u32:
                return run(static_cast<uint32_t*>(pairs.keys), pairs.values, pairs, 0, stream);
            case KeyType::i32:
                return sort_signed(pairs, stream);
            case KeyType::f32:
                return sort_by_order(static_cast<float*>(pairs.keys), pairs, stream);
            case KeyType::u64:
                return sort_by_order(static_cast<uint64_t*>(pairs.keys), pairs, stream);
            case KeyType::i64:
                return sort_by_order(static_cast<int64_t*>(pairs.keys), pairs, stream);
            case KeyType::f64:
                return sort_by_order(static_cast<double*>(pairs.keys), pairs, stream);
        }
    }

    // The parts of sort(). Public because nvcc refuses its lambdas in private functions.
    void sort_signed(const TypedPairs& pairs, Stream stream) {
        auto* keys = static_cast<uint32_t*>(pairs.keys);
        const auto flip = [=] HOST_DEVICE(uint32_t i) { keys[i] ^= 0x80000000u; };
        exec_.each(pairs.count, stream, flip);
        run(keys, pairs.values, pairs, 0, stream);
        exec_.each(pairs.count, stream, flip);
    }

    template <class Key>
    void sort_by_order(Key* keys, const TypedPairs& pairs, Stream stream) {
        uint32_t* words = words_.data();
        uint32_t* order = order_.data();
        exec_.each(pairs.count, stream, [=] HOST_DEVICE(uint32_t i) {
            words[i] = static_cast<uint32_t>(ordered_key(keys[i]));
            order[i] = i;
        });
        run(words, order, pairs, 0, stream);
        if constexpr (sizeof(Key) == 8) {
            // This run is stable, so equal upper words keep the order of their lower words.
            exec_.each(pairs.count, stream, [=] HOST_DEVICE(uint32_t i) {
                words[i] = static_cast<uint32_t>(uint64_t{ordered_key(keys[order[i]])} >> 32);
            });
            run(words, order, pairs, 32, stream);
        }
        gather(keys, pairs.count, stream);
        if (pairs.values) gather(pairs.values, pairs.count, stream);
    }

    /// items[i] becomes items[order[i]].
    template <class T>
    void gather(T* items, uint32_t count, Stream stream) {
        T* moved = reinterpret_cast<T*>(words_.data());  // the words have done their work
        const uint32_t* order = order_.data();
        exec_.each(count, stream, [=] HOST_DEVICE(uint32_t i) { moved[i] = items[order[i]]; });
        exec_.each(count, stream, [=] HOST_DEVICE(uint32_t i) { items[i] = moved[i]; });
    }

private:
    /// Sorts by those requested bits that lie in [first_bit, first_bit + 32).
    void run(uint32_t* keys, uint32_t* values, const TypedPairs& pairs, int first_bit, Stream stream) {
        const auto within = [&](int bit) {
            const int own = bit - first_bit;
            return own < 0 ? 0 : own > 32 ? 32 : own;
        };
        sorter_->sort(
            {keys, values, pairs.count}, stream,
            {.begin_bit = within(pairs.begin_bit), .end_bit = within(pairs.end_bit), .report = pairs.report});
    }

    Exec exec_;
    std::unique_ptr<Sorter> sorter_;
    std::unique_ptr<WideSorter> wide_;  // null: 64-bit keys are sorted by their halves
    typename Exec::template Array<uint32_t> order_, words_;
};

}  // namespace sort
