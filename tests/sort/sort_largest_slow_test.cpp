// What cpu-adaptive looks for, in as many keys as 32 bits count: nearly all are 0 and share one page, so that the
// 16 GiB are hardly in memory, nor are those for the places of descents.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <memory>
#include <new>

#include "sort/engines/cpu/descents.h"
#include "sort/engines/cpu/predict.h"
#include "sort/key_bits.h"

namespace {

constexpr uint32_t kMost = UINT32_MAX;

/// Keys that are 0 until they are written.
class ZeroKeys {
public:
    explicit ZeroKeys(uint32_t count) : bytes_(size_t{4} * count) {
        void* memory =
            mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED) return;
        keys_ = static_cast<uint32_t*>(memory);
        madvise(keys_, bytes_, MADV_HUGEPAGE);  // a page of zeros for 2 MiB
    }
    ~ZeroKeys() {
        if (keys_) munmap(keys_, bytes_);
    }
    ZeroKeys(const ZeroKeys&) = delete;
    ZeroKeys& operator=(const ZeroKeys&) = delete;

    uint32_t* data() { return keys_; }

private:
    size_t bytes_;
    uint32_t* keys_ = nullptr;
};

class SortLargest : public testing::Test {
protected:
    void SetUp() override {
        if (!keys.data()) GTEST_SKIP() << "skipped: no address space of 16 GiB";
    }
    /// One key is too large for its place.
    void put_descent(uint32_t place) { keys.data()[place] = 9; }

    ZeroKeys keys{kMost};
    const sort::KeyBits bits = sort::key_bits(0, 32);
};

TEST_F(SortLargest, descents_are_found_from_the_first_place_to_the_last) {
    const uint32_t places[] = {0, (1u << 31) + 5, kMost - 40000, kMost - 20};
    for (const uint32_t place : places) put_descent(place);
    std::unique_ptr<sort::cpu::Descents> descents;
    try {
        descents = std::make_unique<sort::cpu::Descents>(kMost);
    } catch (const std::bad_alloc&) {
        GTEST_SKIP() << "skipped: the system refuses 16 GiB that are hardly used";
    }
    for (const uint32_t count : {kMost, kMost - 31, (1u << 31) + 77}) {
        for (const bool parallel : {false, true}) {
            SCOPED_TRACE(std::to_string(count) + (parallel ? ", threads" : ", one thread"));
            uint32_t inside = 0;
            for (const uint32_t place : places) inside += place + 1 < count ? 1 : 0;
            ASSERT_EQ(descents->find(keys.data(), count, bits, 100, parallel), 2 * inside);
            ASSERT_EQ(descents->taken_out().size(), inside);
            for (uint32_t k = 0; k < inside; ++k) EXPECT_EQ(descents->taken_out()[k].begin, places[k]);
        }
    }
}

TEST_F(SortLargest, movers_are_counted_in_every_window) {
    put_descent(3);
    put_descent(kMost - 5000);  // the last steps have no guide behind them
    sort::cpu::Prediction<uint32_t> prediction(kMost);
    const auto each = [](uint32_t count, auto work) {
        for (uint32_t i = 0; i < count; ++i) work(i);
    };
    EXPECT_EQ(prediction.look(keys.data(), kMost, bits, sort::cpu::kLeastWindow, each), 2u);
    EXPECT_EQ(prediction.windows(), 1u << 19);
    EXPECT_EQ(prediction.movers_before(1), 1u);
    EXPECT_EQ(prediction.movers_before((1u << 19) - 1), 1u);
}

}  // namespace
