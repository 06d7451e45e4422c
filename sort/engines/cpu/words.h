// What the CPU sorts are written in: where pairs lie (split arrays or words), which bits of a key count, and
// memory for the words. Keys have 32 or 64 bits and are moved as they are; the bits make them unsigned numbers.
#pragma once
#include <sys/mman.h>

#include <bit>
#include <compare>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "sort/key_bits.h"
#include "sort/sorter.h"

namespace sort::cpu {

/// A key of 64 bits and its value; ordered by the key, then the value.
struct alignas(16) WideWord {
    uint64_t key;
    uint32_t value;

    auto operator<=>(const WideWord&) const = default;
};

/// A key and its value in one word, so that moving a pair is one access.
template <class Key>
using WordOf = std::conditional_t<sizeof(Key) == 4, uint64_t, WideWord>;

inline uint32_t key_of(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
inline uint64_t key_of(const WideWord& word) { return word.key; }
inline uint32_t value_of(uint64_t word) { return static_cast<uint32_t>(word); }
inline uint32_t value_of(const WideWord& word) { return word.value; }

template <class Key>
WordOf<Key> word_of(Key key, uint32_t value) {
    if constexpr (sizeof(Key) == 4)
        return uint64_t{key} << 32 | value;
    else
        return {key, value};
}

/// The caller's arrays.
template <class Key>
struct SplitPairs {
    Key* keys;
    uint32_t* values;  // null: keys alone

    Key key(uint32_t i) const { return keys[i]; }
    WordOf<Key> load(uint32_t i) const { return word_of(keys[i], values ? values[i] : 0); }
    void store(uint32_t i, const WordOf<Key>& word) const {
        keys[i] = key_of(word);
        if (values) values[i] = value_of(word);
    }
    SplitPairs from(uint32_t i) const { return {keys + i, values ? values + i : nullptr}; }
};

template <class Word>
struct WordPairs {
    Word* words;

    auto key(uint32_t i) const { return key_of(words[i]); }
    Word load(uint32_t i) const { return words[i]; }
    void store(uint32_t i, const Word& word) const { words[i] = word; }
    WordPairs from(uint32_t i) const { return {words + i}; }
};
template <class Word>
WordPairs(Word*) -> WordPairs<Word>;  // clang before 17 makes none of an aggregate

/// Looks at all bits of an unsigned key: what nearly every sort does gets loops without the shift and the mask of
/// KeyBits.
struct AllBits {
    template <class Key>
    Key operator()(Key key) const {
        return key;
    }
    operator KeyBits() const { return {}; }
    operator WideKeyBits() const { return {}; }
};

/// Calls work(AllBits) or work(KeyBits) with the bits of the options; for keys of 64 bits work(AllBits),
/// work(WideKeyBits) or work(DoubleKeyBits).
template <class Key, class Work>
void with_bits(const Options& options, Work work) {
    const auto call = [&](auto bits) {
        if (bits.whole()) return work(AllBits{});
        work(bits);
    };
    if constexpr (sizeof(Key) == 4) {
        call(key_bits(options.begin_bit, options.end_bit));
    } else if (options.key_type == KeyType::f64) {
        work(wide_key_bits<double>(options.begin_bit, options.end_bit, KeyType::f64));
    } else {
        call(wide_key_bits<uint64_t>(options.begin_bit, options.end_bit, options.key_type));
    }
}

/// The smallest of some keys, as the bits see them, and the bits in which (key - least) may be other than 0.
template <class Key>
struct KeyRange {
    Key least = 0;
    int begin = 0, end = 0;  // begin == end: all keys are equal
    Key differing = 0;       // the bits in which the keys themselves, as seen, are not all the same

    int width() const { return end - begin; }
    static KeyRange of(Key least, Key most, Key differing) {
        if (differing == 0) return {least};
        return {least, std::countr_zero(differing), static_cast<int>(std::bit_width(most - least)),
                differing};
    }
};

/// Uninitialised memory for `count` T, in huge pages where the system gives them: scattering to hundreds of
/// places would else wait for page tables.
template <class T>
class Memory {
public:
    explicit Memory(size_t count) : data_(allocate(count)) {}

    T* data() { return data_.get(); }
    const T* data() const { return data_.get(); }

private:
    static constexpr size_t kHugePage = size_t{1} << 21;

    static T* allocate(size_t count) {
        const size_t align = count * sizeof(T) >= kHugePage ? kHugePage : 64;
        const size_t bytes = (count * sizeof(T) / align + 1) * align;
        void* memory = std::aligned_alloc(align, bytes);
        if (!memory) throw std::bad_alloc();
        if (align == kHugePage) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: no is no error
        return static_cast<T*>(memory);
    }

    struct Free {
        void operator()(T* memory) const { std::free(memory); }
    };
    std::unique_ptr<T, Free> data_;
};

}  // namespace sort::cpu
