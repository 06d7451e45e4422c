// <sweeplab/sort.h> and <sweeplab/sort_c.h>: the results and refusals of sort::PairSorter, by exceptions, by Status and
// by codes of C.
#include <gtest/gtest.h>
#include <sweeplab/sort.h>
#include <sweeplab/sort_c.h>

#include <algorithm>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

using sweeplab::Code;
using sweeplab::KeyType;
using sweeplab::Sorter;
using sweeplab::SorterOptions;
using sweeplab::Status;
using Values = std::vector<uint32_t>;

SorterOptions on_cpu(KeyType keys = KeyType::u64) {
    return {.backend = sweeplab::Backend::cpu, .engine = "cpu-radix", .keys = keys};
}

template <class Key>
void check_sorted() {
    Sorter sorter(5, on_cpu());
    const Key low = std::numeric_limits<Key>::lowest();
    std::vector<Key> keys = {5, low, 7, low, 1}, alone = keys;
    Values values = {0, 1, 2, 3, 4};
    sorter.sort_pairs(keys.data(), values.data(), keys.size());
    EXPECT_EQ(keys, (std::vector<Key>{low, low, 1, 5, 7}));
    EXPECT_EQ(values, (Values{1, 3, 4, 0, 2}));
    sorter.sort_keys(alone.data(), alone.size());
    EXPECT_EQ(alone, keys);
    // The same with the type as a value, back to front.
    std::reverse(keys.begin(), keys.end());
    alone = keys;
    const KeyType type = sweeplab::key_type_of<Key>();
    sorter.sort({type, keys.data(), keys.data(), values.data(), values.data()}, keys.size());
    EXPECT_EQ(values, (Values{0, 2, 4, 3, 1}));
    sorter.sort({type, alone.data(), alone.data()}, alone.size());
    EXPECT_EQ(alone, keys);
}

TEST(SortFace, sorts_each_type) {
    check_sorted<uint32_t>();
    check_sorted<int32_t>();
    check_sorted<float>();
    check_sorted<uint64_t>();
    check_sorted<int64_t>();
    check_sorted<double>();
}

TEST(SortFace, sorts_to_other_arrays_and_in_descending_order) {
    Sorter sorter(6, on_cpu());
    const std::vector<int16_t> keys = {5, -3, 7, -3, 1, 5};
    const std::vector<double> values = {0.5, 1.5, 2.5, 3.5, 4.5, 5.5};
    std::vector<int16_t> sorted(6);
    std::vector<double> moved(6);
    sorter.sort_pairs(keys.data(), sorted.data(), values.data(), moved.data(), 6, nullptr,
                      {.descending = true});
    EXPECT_EQ(sorted, (std::vector<int16_t>{7, 5, 5, 1, -3, -3}));
    EXPECT_EQ(moved, (std::vector<double>{2.5, 0.5, 5.5, 4.5, 1.5, 3.5}));
    sorter.sort_keys(keys.data(), sorted.data(), 6);
    EXPECT_EQ(sorted, (std::vector<int16_t>{-3, -3, 1, 5, 5, 7}));
}

TEST(SortFace, gives_the_order_of_segments_and_of_live_keys) {
    Sorter sorter(6, on_cpu());
    const std::vector<float> keys = {5, -3, 7, -3, 1, 5};
    Values order(6);
    sorter.argsort(keys.data(), order.data(), 6);
    EXPECT_EQ(order, (Values{1, 3, 4, 0, 5, 2}));
    const Values offsets = {0, 3, 3, 5};
    sorter.argsort(keys.data(), order.data(), 6, nullptr, {.offsets = offsets.data(), .segments = 3});
    EXPECT_EQ(order, (Values{1, 0, 2, 3, 4, 5}));
    uint32_t live = 3;
    sweeplab::Report report{};
    sorter.argsort(keys.data(), order.data(), 6, nullptr, {.report = &report, .live_count = &live});
    EXPECT_EQ(report.excess, 0u);
    EXPECT_EQ(order, (Values{1, 0, 2, 3, 4, 5}));
    live = 8;
    sorter.argsort(keys.data(), order.data(), 6, nullptr, {.report = &report, .live_count = &live});
    EXPECT_EQ(report.excess, 2u);
    EXPECT_EQ(order, (Values{1, 3, 4, 0, 5, 2}));
}

TEST(SortFace, passes_options_on) {
    Sorter sorter(4, {.engine = "cpu-radix", .threads = 1});
    EXPECT_STREQ(sorter.engine(), "cpu-radix");
    EXPECT_EQ(sorter.capacity(), 4u);
    EXPECT_GT(sorter.bytes(), 0u);
    EXPECT_TRUE(sorter.is_stable());
    Values keys = {0x30, 0x21, 0x12, 0x03};
    sweeplab::Report report{};
    report.passes_run = 99;
    sorter.sort_keys(keys.data(), keys.size(), nullptr, {.begin_bit = 0, .end_bit = 4, .report = &report});
    EXPECT_EQ(keys, (Values{0x30, 0x21, 0x12, 0x03})) << "in order by the lowest four bits";
    sorter.sort_keys(keys.data(), keys.size(), nullptr, {.begin_bit = 4, .end_bit = 8, .report = &report});
    EXPECT_EQ(keys, (Values{0x03, 0x12, 0x21, 0x30}));
    EXPECT_EQ(report.passes_run, 1u);
}

/// The call is refused in both forms, with the same code and words, and the keys stay.
void expect_refused(Code code, const char* words, Sorter& sorter, KeyType type, size_t count,
                    const sweeplab::SortOptions& options = {}) {
    std::vector<uint64_t> keys = {3, 2, 1}, before = keys;
    Values values(3);
    const Status status = sorter.try_sort({type, keys.data(), keys.data(), values.data(), values.data()},
                                          count, nullptr, options);
    EXPECT_EQ(status.code(), code);
    EXPECT_NE(status.message().find(words), std::string::npos) << status.message();
    try {
        status.or_throw();
        ADD_FAILURE() << "nothing was thrown: " << words;
    } catch (const sweeplab::Error& error) {
        EXPECT_EQ(error.code(), code);
        EXPECT_EQ(error.what(), status.message());
    }
    EXPECT_EQ(keys, before);
}

TEST(SortFace, refuses_by_code_and_message) {
    Sorter sorter(3, on_cpu(KeyType::u32)), empty;
    expect_refused(Code::invalid_argument, "4 pairs for a sorter made for 3", sorter, KeyType::u32, 4);
    expect_refused(Code::invalid_argument, "u64 keys for a sorter made for u32", sorter, KeyType::u64, 3);
    expect_refused(Code::invalid_argument, "bits 0 to 33", sorter, KeyType::u32, 3, {.end_bit = 33});
    expect_refused(Code::invalid_argument, "no key type 10", sorter, KeyType{10}, 3);
    expect_refused(Code::invalid_argument, "the sorter is empty", empty, KeyType::u32, 3);
    Sorter moved = std::move(sorter);
    expect_refused(Code::invalid_argument, "the sorter is empty", sorter, KeyType::u32, 3);
    EXPECT_STREQ(sorter.engine(), "");
    EXPECT_EQ(sorter.capacity(), 0u);
    EXPECT_STREQ(moved.engine(), "cpu-radix");
}

TEST(SortFace, a_sorter_that_cannot_be_created_stays_what_it_was) {
    Sorter sorter(3, on_cpu());
    const Status status = sorter.try_create(3, {.engine = "bogo"});
    EXPECT_EQ(status.code(), Code::invalid_argument);
    EXPECT_NE(status.message().find("no engine named bogo; linked are: "), std::string::npos);
    EXPECT_EQ(sorter.try_create(size_t{1} << 32, on_cpu()).code(), Code::over_limit);
    EXPECT_EQ(sorter.try_create(3, {.engine = "cpu-radix", .threads = -1}).code(), Code::invalid_argument);
    EXPECT_EQ(sorter.capacity(), 3u);
    EXPECT_TRUE(sorter.try_create(7, on_cpu()).ok());
    EXPECT_EQ(sorter.capacity(), 7u);
}

TEST(SortFace, says_what_to_do_without_a_device) {
    const Status device = sweeplab::cuda_status();
    if (device.ok()) GTEST_SKIP() << "there is a device";
    EXPECT_EQ(device.code(), Code::unavailable);
    const Status status = Sorter().try_create(10);
    EXPECT_EQ(status.code(), Code::unavailable);
    EXPECT_EQ(
        status.message().find("sort: CUDA cannot be used here; to use the CPU, set backend = cpu or engine = "
                              "\"cpu-adaptive\" ("),
        0u)
        << status.message();
    EXPECT_NE(status.message().find(device.message()), std::string::npos) << status.message();
}

TEST(SortFace, lists_the_engines) {
    const std::vector<std::string> names = sweeplab::engine_names();
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    ASSERT_EQ(sweeplab_engine_count(), names.size());
    for (size_t i = 0; i < names.size(); ++i) EXPECT_EQ(sweeplab_engine_name(i), names[i]);
    EXPECT_EQ(sweeplab_engine_name(names.size()), nullptr);
    EXPECT_STREQ(sweeplab_version(), sweeplab::version());
}

class SortFaceInC : public testing::Test {
protected:
    void SetUp() override {
        sweeplab_sorter_options options = sweeplab_sorter_defaults();
        options.engine = "cpu-radix";
        options.keys = SWEEPLAB_U64;
        ASSERT_EQ(sweeplab_sorter_create(5, &options, &sorter_), SWEEPLAB_OK) << sweeplab_last_message();
    }
    void TearDown() override { sweeplab_sorter_destroy(sorter_); }

    /// The status is that of a wrong call, for this reason.
    static void expect_wrong(sweeplab_status status, const char* words) {
        EXPECT_EQ(status, SWEEPLAB_INVALID_ARGUMENT);
        EXPECT_NE(std::string(sweeplab_last_message()).find(words), std::string::npos)
            << sweeplab_last_message();
    }

    sweeplab_sorter* sorter_ = nullptr;
    float keys_[5] = {5, -2, 7, -2, 0};
    uint32_t values_[5] = {0, 1, 2, 3, 4};
};

TEST_F(SortFaceInC, sorts) {
    EXPECT_STREQ(sweeplab_sorter_engine(sorter_), "cpu-radix");
    EXPECT_EQ(sweeplab_sorter_capacity(sorter_), 5u);
    EXPECT_GT(sweeplab_sorter_bytes(sorter_), 0u);
    EXPECT_EQ(sweeplab_sorter_is_stable(sorter_), 1);
    EXPECT_STREQ(sweeplab_sorter_path_name(sorter_, 99), "");
    sweeplab_report report{};
    sweeplab_sort_options options = sweeplab_sort_defaults();
    options.report = &report;
    ASSERT_EQ(sweeplab_sort_pairs(sorter_, SWEEPLAB_F32, keys_, values_, 5, nullptr, &options), SWEEPLAB_OK);
    EXPECT_EQ(std::vector<float>(keys_, keys_ + 5), (std::vector<float>{-2, -2, 0, 5, 7}));
    EXPECT_EQ(Values(values_, values_ + 5), (Values{1, 3, 4, 0, 2}));
    EXPECT_GT(report.passes_run, 0u);
    uint64_t wide[] = {3, uint64_t{1} << 60, 2};
    ASSERT_EQ(sweeplab_sort_keys(sorter_, SWEEPLAB_U64, wide, 3, nullptr, nullptr), SWEEPLAB_OK);
    EXPECT_EQ(wide[0], 2u);
    EXPECT_EQ(wide[2], uint64_t{1} << 60);
}

TEST_F(SortFaceInC, sorts_arrays_of_every_kind) {
    const uint8_t keys[] = {9, 1, 9, 4, 0};
    const uint32_t live = 4, offsets[] = {1, 5};
    uint32_t order[5];
    sweeplab_sort_arrays arrays = sweeplab_sort_arrays_defaults();
    arrays.type = SWEEPLAB_U8;
    arrays.keys_in = keys;
    arrays.values_out = order;
    sweeplab_sort_options options = sweeplab_sort_defaults();
    options.descending = 1;
    ASSERT_EQ(sweeplab_sort(sorter_, &arrays, 5, nullptr, &options), SWEEPLAB_OK) << sweeplab_last_message();
    EXPECT_EQ(Values(order, order + 5), (Values{0, 2, 3, 1, 4}));
    options.live_count = &live;
    options.offsets = offsets;
    options.segments = 1;
    ASSERT_EQ(sweeplab_sort(sorter_, &arrays, 5, nullptr, &options), SWEEPLAB_OK) << sweeplab_last_message();
    EXPECT_EQ(Values(order, order + 5), (Values{0, 2, 3, 1, 4}));
    expect_wrong(sweeplab_sort(sorter_, nullptr, 5, nullptr, nullptr), "no arrays");
    options.offsets = nullptr;
    expect_wrong(sweeplab_sort(sorter_, &arrays, 5, nullptr, &options), "segments without offsets");
    arrays.size = 0;
    expect_wrong(sweeplab_sort(sorter_, &arrays, 5, nullptr, nullptr), "begin with the defaults");
}

TEST_F(SortFaceInC, refuses_wrong_arguments) {
    expect_wrong(sweeplab_sort_pairs(nullptr, SWEEPLAB_F32, keys_, values_, 5, nullptr, nullptr),
                 "sorter is null");
    expect_wrong(sweeplab_sort_pairs(sorter_, SWEEPLAB_F32, nullptr, values_, 5, nullptr, nullptr),
                 "no keys");
    expect_wrong(sweeplab_sort_pairs(sorter_, SWEEPLAB_F32, keys_, nullptr, 5, nullptr, nullptr),
                 "no values");
    expect_wrong(sweeplab_sort_keys(sorter_, SWEEPLAB_F32, keys_, 6, nullptr, nullptr), "6 pairs");
    expect_wrong(sweeplab_sort_keys(sorter_, sweeplab_key_type(-1), keys_, 5, nullptr, nullptr),
                 "key type -1");
    sweeplab_sort_options bits = sweeplab_sort_defaults();
    bits.begin_bit = 40;
    expect_wrong(sweeplab_sort_keys(sorter_, SWEEPLAB_F32, keys_, 5, nullptr, &bits), "bits 40 to 32");
    EXPECT_EQ(keys_[0], 5);
    EXPECT_EQ(sweeplab_sorter_capacity(nullptr), 0u);
    EXPECT_STREQ(sweeplab_sorter_engine(nullptr), "");
    sweeplab_sorter_destroy(nullptr);
}

TEST_F(SortFaceInC, creates_nothing_of_wrong_options) {
    sweeplab_sorter_options options = sweeplab_sorter_defaults();
    sweeplab_sorter* other = sorter_;
    options.engine = "bogo";
    expect_wrong(sweeplab_sorter_create(5, &options, &other), "no engine named bogo");
    EXPECT_EQ(other, nullptr);
    options = {};
    expect_wrong(sweeplab_sorter_create(5, &options, &other), "begin with the defaults");
    options = sweeplab_sorter_defaults();
    options.backend = sweeplab_backend(7);
    expect_wrong(sweeplab_sorter_create(5, &options, &other), "no backend 7");
    expect_wrong(sweeplab_sorter_create(5, nullptr, nullptr), "nowhere to put");
    options = sweeplab_sorter_defaults();
    options.backend = SWEEPLAB_CPU;
    EXPECT_EQ(sweeplab_sorter_create(size_t{1} << 32, &options, &other), SWEEPLAB_OVER_LIMIT);
    // Of a program that was compiled with fewer members.
    options.size = offsetof(sweeplab_sorter_options, engine);
    options.engine = "bogo";
    ASSERT_EQ(sweeplab_sorter_create(5, &options, &other), SWEEPLAB_OK) << sweeplab_last_message();
    EXPECT_STREQ(sweeplab_sorter_engine(other), "cpu-adaptive");
    sweeplab_sorter_destroy(other);
}

TEST_F(SortFaceInC, keeps_a_message_per_thread) {
    expect_wrong(sweeplab_sort_keys(sorter_, SWEEPLAB_F32, keys_, 6, nullptr, nullptr), "6 pairs");
    std::thread([] { EXPECT_STREQ(sweeplab_last_message(), ""); }).join();
    ASSERT_EQ(sweeplab_sort_keys(sorter_, SWEEPLAB_F32, keys_, 5, nullptr, nullptr), SWEEPLAB_OK);
    EXPECT_NE(std::string(sweeplab_last_message()), "") << "a call that succeeds leaves it";
}

}  // namespace
