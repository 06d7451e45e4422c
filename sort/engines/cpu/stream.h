// Words to their buckets past the caches: each goes to a line of its bucket first, and lines to memory when they are
// full. cpu_radix.cpp has the picture.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace sort::cpu {

/// Words in a cache line.
template <class Word>
constexpr uint32_t kLineWords = 64 / sizeof(Word);

/// Writes a full cache line, past the caches where the CPU has SSE2.
inline void stream_line(void* to, const void* line) {
#ifdef __SSE2__
    auto* target = static_cast<__m128i*>(to);
    const auto* source = static_cast<const __m128i*>(line);
    for (int k = 0; k < 4; ++k) _mm_stream_si128(target + k, _mm_load_si128(source + k));
#else
    std::memcpy(to, line, 64);
#endif
}

/// Orders the lines that this thread has written before what it writes next.
inline void end_streaming() {
#ifdef __SSE2__
    _mm_sfence();
#endif
}

/// The pairs [begin, end), a chunk: offsets[b] is where its next word of bucket b goes. The first and the last line of
/// a bucket may be another chunk's too: of these only the own words are written. `first`: room for an offset a
/// bucket, `lines`: for a line, at an address that 64 divides, as `to` is.
template <class From, class Digit, class Word>
void stream_chunk(From from, uint32_t begin, uint32_t end, Digit bucket, uint32_t* offsets, uint32_t buckets,
                  Word* to, uint32_t* first, Word* lines) {
    constexpr uint32_t kLine = kLineWords<Word>, kLast = kLine - 1;
    std::copy_n(offsets, buckets, first);
    for (uint32_t i = begin; i < end; ++i) {
        const Word word = from.load(i);
        const uint32_t bin = bucket(word), place = offsets[bin]++;
        Word* line = lines + size_t{kLine} * bin;
        line[place % kLine] = word;
        if (place % kLine != kLast) continue;
        if (place - kLast >= first[bin] && place >= kLast) {
            stream_line(to + place - kLast, line);
        } else {
            for (uint32_t k = first[bin]; k <= place; ++k) to[k] = line[k % kLine];
        }
    }
    for (uint32_t bin = 0; bin < buckets; ++bin) {
        const uint32_t stop = offsets[bin];
        for (uint32_t k = std::max(stop / kLine * kLine, first[bin]); k < stop; ++k)
            to[k] = lines[size_t{kLine} * bin + k % kLine];
    }
    end_streaming();
}

}  // namespace sort::cpu
