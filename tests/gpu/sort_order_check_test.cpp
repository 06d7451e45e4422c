// The order check on the GPU: a descent anywhere, at any address, gated or not.
#include <gtest/gtest.h>

#include "sort/engines/order_check.cuh"
#include "tests/gpu/device_memory.h"

namespace {

using namespace suite;
using sort::check;
using sort::DeviceBuffer;

TEST(SortOrderCheckCuda, finds_a_descent_wherever_it_is) {
    if (!no_device_reason().empty()) GTEST_SKIP() << no_device_reason();
    const sort::OrderCheck order_check;
    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> buffer(3000004), words(2);
    const auto answer = [&](uint32_t offset, uint32_t count, sort::KeyBits bits, bool gated) {
        check(cudaMemsetAsync(words.data(), 0, words.bytes(), stream.get()));
        order_check.queue(buffer.data() + offset, count, bits, gated ? words.data() : nullptr,
                          words.data() + 1, stream.get());
        check(cudaStreamSynchronize(stream.get()));
        return download(words.data() + 1, 1)[0];
    };
    // And wait: a plain copy from pageable memory may return before it has arrived.
    const auto poke = [&](uint32_t place, uint32_t key) {
        check(cudaMemcpyAsync(buffer.data() + place, &key, sizeof key, cudaMemcpyHostToDevice, stream.get()));
        check(cudaStreamSynchronize(stream.get()));
    };
    const sort::KeyBits all = sort::key_bits(0, 32);
    for (const uint32_t count :
         {2u, 3u, 5u, 127u, 1023u, 1024u, 1025u, 1026u, 1030u, 5000u, 300000u, 3000000u}) {
        for (const uint32_t offset : {0u, 1u, 2u, 3u}) {
            Words keys(count + offset, 0xffffffffu);  // a large word before the keys must not be looked at
            for (uint32_t i = 0; i < count; ++i) keys[offset + i] = 5 * i + 10;
            upload(buffer, keys);
            EXPECT_EQ(answer(offset, count, all, false), 0u) << count << " " << offset;
            const uint32_t step = count < 1100 ? 7 : count / 40;
            for (uint32_t at = 1; at < count; at += step) {
                const uint32_t place = at + step < count ? at : count - 1;  // the last pair too
                const uint32_t wrong = keys[offset + place] - 6;
                poke(offset + place, wrong);
                EXPECT_EQ(answer(offset, count, all, false), 1u) << count << " " << offset << " " << place;
                EXPECT_EQ(answer(offset, count, all, true), 0u) << "the gate is closed";
                EXPECT_EQ(answer(offset, count, sort::key_bits(31, 32), false), 0u);
                poke(offset + place, keys[offset + place]);
            }
        }
    }
}

}  // namespace
