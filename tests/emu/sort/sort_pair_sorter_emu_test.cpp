// PairSorter on a CUDA engine, its kernels emulated.
#include "tests/emu/emu_cases.h"
#include "tests/sort/pair_sorter_cuda_suite.h"

namespace pair_sorter {

std::vector<const char*> engine_names() { return {"adaptive", "onesweep"}; }
uint32_t most_pairs() { return 5003; }
int form_count() { return 5; }

/// Number of launches of a sort of these keys by the engine multiscan.
template <class Key>
size_t launches_of(const std::string& variant, bool descending = false) {
    const std::vector<Key> keys = odd_keys<Key>(5000, 1);
    sort::PairSorter sorter(
        5000, {.engine = "multiscan", .keys = sort::KeyType::f32, .engine_config = {.variant = variant}});
    const Arrays<Key> arrays(sorter.engine(), keys);
    const emu::LaunchLog log;
    sorter.sort_pairs(arrays.keys.template as<Key>(), arrays.values.template as<uint32_t>(), keys.size(),
                      stream(), {.descending = descending});
    return log.launches().size();
}

TEST_F(PairSorter, launches_no_conversions_of_keys_that_the_engine_sorts_as_they_are) {
    const size_t engine_alone = launches_of<uint32_t>("");
    EXPECT_GT(engine_alone, 20u);
    EXPECT_EQ(launches_of<int32_t>("twiddle"), engine_alone);
    EXPECT_EQ(launches_of<float>("twiddle"), engine_alone);
    EXPECT_EQ(launches_of<int32_t>("twiddle", true), engine_alone + 2);
    EXPECT_EQ(launches_of<int32_t>(""), engine_alone + 2);
    EXPECT_GT(launches_of<float>(""), engine_alone + 2);
}

/// Number of launches of a sort in place, of all pairs or of as many as a word says.
size_t launches_with_count(const char* engine, sort::KeyType type, bool counted) {
    sort::PairSorter sorter(5000, {.engine = engine, .keys = type});
    sort::Array arrays(sort::Backend::cuda, 5000 * 12 + sizeof(uint32_t));
    auto* const keys = arrays.as<uint64_t>();
    auto* const values = reinterpret_cast<uint32_t*>(keys + 5000);
    const emu::LaunchLog log;
    sorter.sort({.type = type, .keys_in = keys, .keys_out = keys, .values_in = values, .values_out = values},
                5000, stream(), {.live_count = counted ? values + 5000 : nullptr});
    return log.launches().size();
}

TEST_F(PairSorter, launches_nothing_for_a_count_that_the_engine_reads) {
    for (const sort::KeyType type : {sort::KeyType::u32, sort::KeyType::f64}) {
        EXPECT_EQ(launches_with_count("onesweep", type, true), launches_with_count("onesweep", type, false));
        EXPECT_EQ(launches_with_count("adaptive", type, true),
                  launches_with_count("adaptive", type, false) + 1);
    }
}

}  // namespace pair_sorter
