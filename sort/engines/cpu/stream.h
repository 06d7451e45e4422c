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

/// Writes a full cache line, past the caches where the CPU has SSE2.
inline void stream_line(uint64_t* to, const uint64_t* line) {
#ifdef __SSE2__
    auto* target = reinterpret_cast<__m128i*>(to);
    const auto* source = reinterpret_cast<const __m128i*>(line);
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
/// a bucket may be another chunk's too: of these only the own words are written. `first`: room for a word a bucket,
/// `lines`: for eight, at an address that 64 divides, as `to` is.
template <class From, class Digit>
void stream_chunk(From from, uint32_t begin, uint32_t end, Digit bucket, uint32_t* offsets, uint32_t buckets,
                  uint64_t* to, uint32_t* first, uint64_t* lines) {
    std::copy_n(offsets, buckets, first);
    for (uint32_t i = begin; i < end; ++i) {
        const uint64_t word = from.load(i);
        const uint32_t bin = bucket(word), place = offsets[bin]++;
        uint64_t* line = lines + size_t{8} * bin;
        line[place % 8] = word;
        if (place % 8 != 7) continue;
        if (place - 7 >= first[bin] && place >= 7) {
            stream_line(to + place - 7, line);
        } else {
            for (uint32_t k = first[bin]; k <= place; ++k) to[k] = line[k % 8];
        }
    }
    for (uint32_t bin = 0; bin < buckets; ++bin) {
        const uint32_t stop = offsets[bin];
        for (uint32_t k = std::max(stop / 8 * 8, first[bin]); k < stop; ++k)
            to[k] = lines[size_t{8} * bin + k % 8];
    }
    end_streaming();
}

}  // namespace sort::cpu
