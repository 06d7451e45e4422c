// PairSorter on CPU engines, and what it says where there is no device.
#include "tests/sort/pair_sorter_forms_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"cpu-adaptive", "cpu-radix", "tbb-sort"}; }
uint32_t most_pairs() { return 70001; }
int form_count() { return 30; }
sort::Stream stream() { return nullptr; }

TEST_F(PairSorter, takes_the_default_engine_of_the_backend) {
    EXPECT_STREQ(sort::PairSorter(10, {.backend = sort::Backend::cpu}).engine().name, "cpu-adaptive");
}

TEST_F(PairSorter, says_that_there_is_no_device) {
    std::string reason;
    if (sort::cuda_available(&reason)) GTEST_SKIP() << "there is one";
    try {
        sort::PairSorter sorter(10);
        ADD_FAILURE() << "made without a device";
    } catch (const sort::Unavailable& error) {
        EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("set backend = cpu or engine = \"cpu-adaptive\""),
                  std::string::npos)
            << error.what();
    }
    EXPECT_THROW(sort::PairSorter(10, {.engine = "bucketsort"}), sort::Unavailable);
}

TEST_F(PairSorter, says_how_much_memory_it_would_take_and_there_is) {
    for (const sort::KeyType keys : {sort::KeyType::u32, sort::KeyType::f32, sort::KeyType::u64}) {
        for (const sort::Engine* engine : sort::engines_on(sort::Backend::cpu, -1)) {
            const uint32_t pairs = UINT32_MAX - 1;
            const uint64_t least = 16 * uint64_t{pairs};
            if (least <= sort::host_memory_total()) GTEST_SKIP() << "there is as much";
            try {
                sort::PairSorter sorter(pairs, {.engine = engine->name, .keys = keys});
                ADD_FAILURE() << engine->name << " was made";
            } catch (const sort::OverLimit& error) {
                const std::string said = error.what();
                EXPECT_EQ(said.find("4,294,967,294 pairs"), 0u) << said;
                EXPECT_NE(said.find(" need "), std::string::npos) << said;
                EXPECT_NE(said.find(" can be used here, of "), std::string::npos) << said;
            }
            EXPECT_THROW(sort::make_sorter(*engine, pairs), sort::OverLimit) << engine->name;
        }
    }
}

TEST_F(PairSorter, moves) {
    sort::PairSorter first(50, {.engine = "cpu-radix"});
    sort::PairSorter second = std::move(first);
    sort_and_check(second, odd_keys<uint32_t>(50, 1));
}

}  // namespace pair_sorter
