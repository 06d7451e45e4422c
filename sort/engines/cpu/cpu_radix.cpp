// cpu-radix: buckets of the upper bits, then digits of the lower ones within each core's cache, on TBB
// threads.
//
//   order check   leave when the keys are in order (sort/engines/order_check.h)
//   range         least and greatest key, and the bits that differ: only these are sorted by
//   count, map    one partition into 2^5 to 2^11 buckets of about 2^13 pairs, as key and value in one 64-bit
//                 word. Uneven keys get uneven buckets from a sample (sort/engines/cpu/buckets.h); words that
//                 do not fit the last-level cache are written past it, a full cache line at a time
//   buckets       each by two digits of up to 11 bits, its last pairs out of place fixed, back to where they
//                 came from (sort/engines/cpu/local_sort.h). One with more than its share is partitioned
//                 again
//   digits        instead of the last two, when one thread sorts fewer than 128Ki pairs: one bucket
//
// Every step is stable, so there is one result, whatever the threads do, and 64-bit words carry any values.
// Bytes a pair: 4 check, 4 range, 4 count, 16 map, 16 buckets beside what stays in cache. The report counts
// digits of 11 bits in the range of the keys as passes. Measured on two cores of a Zen 5 server with 32 MiB
// of last-level cache (M pairs/s, uniform, one thread and two; tests/bench/cpu_rivals.cpp): 64Ki 434 and 592,
// 1Mi 286 and 556, 4Mi 243 and 469, 16Mi 198 and 354. There buckets of 2^11 to 2^14 pairs are equally fast;
// lines written past the cache cost 20 % at 4Mi pairs and gain 12 % at 16Mi; at 256Ki three passes over the
// whole input are 1.3 times as fast as buckets when it lies in the cache and half as fast when it does not.
// Keys of 64 bits go the same way, as words of 16 bytes. A bucket that two digits do not put in order is sorted
// by as many as it has, up to six; bits that all its keys share are passed over where that saves a digit.
// Example, buckets of one bit: 3 0 1 2 0 3 1 2 -> 0 1 0 1 | 3 2 3 2 -> 0 0 1 1 | 2 2 3 3.
#include "sort/engines/cpu/radix_sort.h"
#include "sort/engines/observed.h"
#include "sort/engines/order_check.h"
#include "sort/engines/sortable.h"
#include "sort/registry.h"

namespace sort {
namespace {

template <class Key>
class CpuRadix : public SorterOf<Key> {
public:
    CpuRadix(uint32_t capacity, int threads) : sort_(capacity, threads) {}

    uint32_t capacity() const override { return sort_.capacity(); }

    void sort(KeyPairs<Key> pairs, Stream stream, const Options& options) override {
        require_sortable(pairs, capacity(), options);
        sort_.in_arena(pairs.count, [&] {
            const uint32_t passes = static_cast<uint32_t>(pass_count(options, cpu::kDigitBits));
            Report report{0, passes, 0, 0, 0};
            if (pairs.count > 1 && passes > 0 && !leaves_in_order(pairs, stream, options)) {
                report.passes_run = sort_.sort(pairs, stream, options);
                report.passes_skipped = passes - report.passes_run;
            }
            if (options.report) *options.report = report;
        });
    }

private:
    cpu::RadixSort<Key> sort_;
};

template <class Key>
size_t bytes(uint32_t count, const EngineConfig& config) {
    return cpu::RadixSort<Key>::bytes(count, config.threads);
}

template <class Key>
std::unique_ptr<SorterOf<Key>> create(uint32_t capacity, const EngineConfig& config) {
    return std::make_unique<CpuRadix<Key>>(capacity, config.threads);
}

}  // namespace

bool register_cpu_radix() {
    return add_engine({
        .name = "cpu-radix",
        .sentence = cpu::kRadixSentence,
        .paper = "",
        .backend = Backend::cpu,
        .stable = true,
        .bytes = bytes<uint32_t>,
        .create = create<uint32_t>,
#ifndef __EMSCRIPTEN__  // a page sorts no keys of 64 bits, and loads every byte
        .wide_bytes = bytes<uint64_t>,
        .create_wide = create<uint64_t>,
#endif
    });
}

}  // namespace sort
