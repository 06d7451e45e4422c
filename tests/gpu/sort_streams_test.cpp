// Two sorters on two streams at once: whatever one does must not show in the other.
#include <gtest/gtest.h>

#include <array>

#include "tests/gpu/device_memory.h"

namespace {

using namespace suite;
using sort::check;
using sort::DeviceBuffer;

/// A sorter with a stream and arrays of its own.
struct Lane {
    explicit Lane(const sort::Engine& engine, uint32_t capacity)
        : sorter(sort::make_sorter(engine, capacity)), keys(capacity), values(capacity) {}

    void queue(uint32_t count) { sorter->sort({keys.data(), values.data(), count}, stream.get()); }

    std::unique_ptr<sort::Sorter> sorter;
    DeviceBuffer<uint32_t> keys, values;
    sort::OwnedStream stream;
};

class SortStreams : public testing::TestWithParam<const sort::Engine*> {};

TEST_P(SortStreams, two_sorters_work_at_the_same_time) {
    if (!no_device_reason().empty()) GTEST_SKIP() << no_device_reason();
    constexpr uint32_t kCapacity = 1 << 20;
    std::array<Lane, 2> lanes{Lane(*GetParam(), kCapacity), Lane(*GetParam(), kCapacity)};
    for (const uint32_t count : {500u, 20000u, kCapacity - 3}) {
        for (int turn = 0; turn < 4; ++turn) {
            const std::array<Words, 2> before = {made("uniform", count, turn),
                                                 made(turn % 2 ? "sorted" : "few:100", count, turn + 9)};
            for (int lane = 0; lane < 2; ++lane) {
                upload(lanes[lane].keys, before[lane]);
                upload(lanes[lane].values, index_values(count));
            }
            for (int repeat = 0; repeat < 3; ++repeat) {  // the second and third find it in order
                for (Lane& lane : lanes) lane.queue(count);
            }
            for (int lane = 0; lane < 2; ++lane) {
                check(cudaStreamSynchronize(lanes[lane].stream.get()));
                EXPECT_TRUE(is_right(*GetParam(), reference_of(before[lane]), before[lane],
                                     download(lanes[lane].keys.data(), count),
                                     download(lanes[lane].values.data(), count)))
                    << "lane " << lane << ", n = " << count << ", turn " << turn;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(engines, SortStreams, testing::ValuesIn(cuda_engines()),
                         [](const testing::TestParamInfo<const sort::Engine*>& info) {
                             std::string name = info.param->name;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SortStreams);

}  // namespace
