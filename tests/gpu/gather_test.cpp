// Records gathered by an index array on the GPU: both ways to read, every size, and behind an index sort.
#include "sort/lab/gather.h"

#include <gtest/gtest.h>

#include "sort/base/errors.h"
#include "tests/gpu/device_memory.h"

namespace {

using namespace suite;
using sort::Backend;
using sort::DeviceBuffer;
using sort::ReadPath;

constexpr uint32_t kGuards = 4;
constexpr uint32_t kGuard = 0xdeadbeefu;

class GatherOnGpu : public testing::Test {
protected:
    void SetUp() override {
        const std::string reason = no_device_reason();
        if (!reason.empty()) GTEST_SKIP() << reason;
    }

    /// Gathers random records by `order` and compares with the CPU, guards included.
    static void expect_like_cpu(const Words& order, uint32_t records, uint32_t words, ReadPath path) {
        const uint32_t count = static_cast<uint32_t>(order.size());
        const Words from = made("uniform", records * words, words);
        Words should(size_t{count} * words + kGuards, kGuard);
        sort::gather_records(Backend::cpu, should.data(), from.data(), order.data(), count, 4 * words);

        const sort::OwnedStream stream;
        const DeviceBuffer<uint32_t> d_from(from.size()), d_order(count), d_to(should.size());
        upload(d_to, Words(should.size(), kGuard));
        if (!from.empty()) upload(d_from, from);
        if (count > 0) upload(d_order, order);
        sort::gather_records(Backend::cuda, d_to.data(), d_from.data(), d_order.data(), count, 4 * words,
                             path, stream.get());
        sort::check(cudaStreamSynchronize(stream.get()));
        EXPECT_EQ(download(d_to.data(), should.size()), should)
            << count << " records of " << words << " words, " << sort::name_of(path);
    }
};

TEST_F(GatherOnGpu, moves_records_of_every_size) {
    for (const uint32_t count : {0u, 1u, 255u, 1024u, 1025u, 100003u}) {
        Words order = made("uniform", count, 5);
        for (uint32_t& place : order) place %= count;
        for (const uint32_t words : {1u, 2u, 4u}) {
            for (const ReadPath path : {ReadPath::plain, ReadPath::read_only}) {
                expect_like_cpu(order, count, words, path);
                if (HasFailure()) return;
            }
        }
    }
}

TEST_F(GatherOnGpu, refuses_records_that_are_not_aligned) {
    const DeviceBuffer<uint32_t> words(32);
    EXPECT_THROW(
        sort::gather_records(Backend::cuda, words.data() + 16, words.data() + 1, words.data(), 1, 16),
        std::invalid_argument);
    EXPECT_THROW(sort::gather_records(Backend::cuda, words.data() + 16, words.data(), words.data(), 1, 12),
                 std::invalid_argument);
}

TEST_F(GatherOnGpu, brings_records_behind_an_index_sort) {
    const uint32_t count = 50000;
    const Words keys = made("few:1000", count);
    const Reference right = reference_of(keys);
    const sort::Engine* engine = sort::find_engine("multiscan");
    ASSERT_NE(engine, nullptr);
    const auto sorter = sort::make_sorter(*engine, count);
    Words records;  // key, input place, and two more words
    for (uint32_t i = 0; i < count; ++i) records.insert(records.end(), {keys[i], i, ~keys[i], 7});

    const sort::OwnedStream stream;
    const DeviceBuffer<uint32_t> d_keys(count), d_order(count), d_from(records.size()), d_to(records.size());
    upload(d_keys, keys);
    upload(d_order, index_values(count));
    upload(d_from, records);
    sorter->sort({d_keys.data(), d_order.data(), count}, stream.get());
    sort::gather_records(Backend::cuda, d_to.data(), d_from.data(), d_order.data(), count, 16,
                         ReadPath::read_only, stream.get());
    sort::check(cudaStreamSynchronize(stream.get()));

    const Words sorted = download(d_to.data(), records.size());
    for (uint32_t i = 0; i < count; ++i) {
        ASSERT_EQ(sorted[4 * i], right.keys[i]) << "record " << i;
        ASSERT_EQ(sorted[4 * i + 1], right.order[i]) << "record " << i;
    }
}

}  // namespace
