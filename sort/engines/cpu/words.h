// What the CPU sorts are written in: where pairs lie (split arrays or 64-bit words), which bits of a key
// count, and memory for the words.
#pragma once
#include <sys/mman.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

#include "sort/base/digits.h"

namespace sort::cpu {

inline uint32_t key_of(uint64_t word) { return static_cast<uint32_t>(word >> 32); }
inline uint32_t value_of(uint64_t word) { return static_cast<uint32_t>(word); }
inline uint64_t word_of(uint32_t key, uint32_t value) { return uint64_t{key} << 32 | value; }

/// The caller's arrays. Key and value travel as one word, so that moving a pair is one access.
struct SplitPairs {
    uint32_t* keys;
    uint32_t* values;  // null: keys alone

    uint32_t key(uint32_t i) const { return keys[i]; }
    uint64_t load(uint32_t i) const { return word_of(keys[i], values ? values[i] : 0); }
    void store(uint32_t i, uint64_t word) const {
        keys[i] = key_of(word);
        if (values) values[i] = value_of(word);
    }
    SplitPairs from(uint32_t i) const { return {keys + i, values ? values + i : nullptr}; }
};

struct WordPairs {
    uint64_t* words;

    uint32_t key(uint32_t i) const { return key_of(words[i]); }
    uint64_t load(uint32_t i) const { return words[i]; }
    void store(uint32_t i, uint64_t word) const { words[i] = word; }
    WordPairs from(uint32_t i) const { return {words + i}; }
};

/// Looks at all 32 bits: what nearly every sort does gets loops without the shift and the mask of KeyBits.
struct AllBits {
    uint32_t operator()(uint32_t key) const { return key; }
    operator KeyBits() const { return {}; }
};

/// Calls work(AllBits) or work(KeyBits).
template <class Work>
void with_bits(KeyBits bits, Work work) {
    if (bits.shift == 0 && bits.mask == 0xffffffffu) return work(AllBits{});
    work(bits);
}

/// The smallest of some keys, as the bits see them, and the bits in which (key - least) may be other than 0.
struct KeyRange {
    uint32_t least = 0;
    int begin = 0, end = 0;  // begin == end: all keys are equal

    int width() const { return end - begin; }
    static KeyRange of(uint32_t least, uint32_t most, uint32_t differing) {
        if (differing == 0) return {least, 0, 0};
        return {least, std::countr_zero(differing), static_cast<int>(std::bit_width(most - least))};
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
