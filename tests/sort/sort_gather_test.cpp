// Records gathered by an index array on the CPU, and what is refused. The kernels have tests/gpu/gather_test.
#include "sort/lab/gather.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "sort/lab/inputs.h"

namespace {

using Words = std::vector<uint32_t>;
constexpr uint32_t kGuard = 0xdeadbeefu;

/// The words of gathered records, one by one.
Words expected(const Words& from, const Words& order, uint32_t words) {
    Words all;
    for (const uint32_t place : order) {
        for (uint32_t w = 0; w < words; ++w) all.push_back(from[size_t{place} * words + w]);
    }
    return all;
}

TEST(Gather, moves_records_of_every_size) {
    for (const uint32_t words : {1u, 2u, 4u}) {
        for (const uint32_t count : {0u, 1u, 5u, 4096u, 100003u}) {
            Words from(size_t{count} * words), order(count);
            for (size_t i = 0; i < from.size(); ++i)
                from[i] = static_cast<uint32_t>(sort::random_number(1, i));
            std::iota(order.begin(), order.end(), 0u);
            for (uint32_t i = count; i > 1; --i)
                std::swap(order[i - 1], order[sort::random_number(2, i) % i]);

            Words to(from.size() + 4, kGuard);
            sort::gather_records(sort::Backend::cpu, to.data(), from.data(), order.data(), count, 4 * words);
            Words should = expected(from, order, words);
            should.resize(should.size() + 4, kGuard);
            EXPECT_EQ(to, should) << count << " records of " << words << " words";
        }
    }
}

TEST(Gather, takes_a_record_more_than_once) {
    const Words from = {10, 11, 20, 21, 30, 31}, order = {2, 2, 0, 2};
    Words to(8);
    sort::gather_records(sort::Backend::cpu, to.data(), from.data(), order.data(), 4, 8);
    EXPECT_EQ(to, (Words{30, 31, 30, 31, 10, 11, 30, 31}));
}

TEST(Gather, refuses_other_sizes_and_crooked_addresses) {
    alignas(16) uint32_t from[8] = {}, to[8];
    const uint32_t order[2] = {};
    for (const uint32_t bytes : {0u, 1u, 2u, 12u, 32u}) {
        EXPECT_THROW(sort::gather_records(sort::Backend::cpu, to, from, order, 1, bytes),
                     std::invalid_argument);
    }
    EXPECT_THROW(sort::gather_records(sort::Backend::cpu, to, from + 1, order, 1, 8), std::invalid_argument);
    EXPECT_THROW(sort::gather_records(sort::Backend::cpu, to + 2, from, order, 1, 16), std::invalid_argument);
    EXPECT_NO_THROW(sort::gather_records(sort::Backend::cpu, to + 1, from + 1, order, 1, 4));
}

}  // namespace
