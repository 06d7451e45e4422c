// Every model through the engines' suite: what the lessons show must be a right sort to begin with.
#include <bit>
#include <map>
#include <string>

#include "sort/lab/model.h"
#include "sort/lab/stage_log.h"
#include "tests/sort/sort_engine_suite.h"
#include "tests/sort/sort_engine_suite_host.h"

namespace suite {

std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<HostMemory>(words); }

std::vector<const sort::Engine*> engines_under_test() {
    std::vector<const sort::Engine*> all;
    for (const sort::Model& model : sort::models()) all.push_back(&model);
    return all;
}

Scale scale() {
    Scale scale;
    scale.length_step = 13;
    scale.short_step = 3;
    scale.medium = 20001;
    scale.largest = 1 << 16;
    scale.repeats = 5;
    scale.thorough = false;
    return scale;
}

std::string skip_reason() { return ""; }

TEST(Models, fourway_shows_figure_2_of_its_paper) {
    const sort::Model* model = sort::find_model("fourway");
    ASSERT_NE(model, nullptr);
    const uint32_t count = 1500;  // one tile
    const Words before = made("uniform", count);
    const auto sorter = sort::make_sorter(*model, count);
    const sort::StageLog log = sort::log_sort(*model, *sorter, before, {});

    Words digits(count), ranks(count), histogram(4, 0), shuffled = before;
    for (uint32_t i = 0; i < count; ++i) {
        digits[i] = before[i] & 3;
        ranks[i] = histogram[digits[i]]++;
    }
    Words offsets(4, 0);
    std::partial_sum(histogram.begin(), histogram.end() - 1, offsets.begin() + 1);
    std::stable_sort(shuffled.begin(), shuffled.end(),
                     [](uint32_t a, uint32_t b) { return (a & 3) < (b & 3); });
    const auto array = [&](const char* stage, const char* name) {
        for (const sort::LoggedStage& logged : log.stages) {
            for (const sort::LoggedArray& found : logged.arrays) {
                if (logged.pass == 0 && logged.name == stage && found.name == name) return found.words;
            }
        }
        return Words{};
    };
    EXPECT_EQ(array("order check", "out of order"), Words{1});
    EXPECT_EQ(array("count", "digits"), digits);
    EXPECT_EQ(array("count", "ranks"), ranks);
    EXPECT_EQ(array("count", "histograms"), histogram);
    EXPECT_EQ(array("scan", "offsets"), offsets);
    ASSERT_GE(log.stages.size(), 2u);
    EXPECT_EQ(log.stages[1].keys, shuffled);
}

/// A sort of these keys with the tile of lessons.
sort::StageLog lesson_log(const char* engine, const Words& keys) {
    const sort::Model* model = sort::find_model(engine);
    if (!model) throw std::runtime_error("no model");
    const auto sorter =
        sort::make_lesson_sorter(*model, static_cast<uint32_t>(keys.size()), {.tile = {32, 1}});
    return sort::log_sort(*model, *sorter, keys, index_values(static_cast<uint32_t>(keys.size())));
}

Words array_of(const sort::StageLog& log, const std::string& stage, const std::string& name) {
    for (const sort::LoggedStage& logged : log.stages) {
        for (const sort::LoggedArray& found : logged.arrays) {
            if (logged.name == stage && found.name == name) return found.words;
        }
    }
    return {};
}

TEST(Models, bucketsort_gives_close_keys_buckets_of_their_own) {
    const sort::StageLog log = lesson_log("bucketsort", {5, 2, 7, 2, 0, 1, 6, 3});
    EXPECT_EQ(array_of(log, "split", "buckets"), (Words{5, 2, 7, 2, 0, 1, 6, 3}));
    Words starts(32, 8), place_order = {0, 1, 2, 2, 3, 5, 6, 7};
    for (uint32_t b = 0; b < 9; ++b) starts[b] = (Words{0, 1, 2, 4, 5, 5, 6, 7, 8})[b];
    EXPECT_EQ(array_of(log, "offsets", "bucket starts"), starts);
    EXPECT_EQ(array_of(log, "order buckets", "buckets"), place_order);
    EXPECT_EQ(array_of(log, "order buckets", "ranks"), (Words{0, 0, 0, 1, 0, 0, 0, 0}));
    EXPECT_EQ(log.sorted_values, (Words{4, 5, 1, 3, 7, 0, 6, 2}));
    EXPECT_EQ(log.report.path, 2u);
}

TEST(Models, bucketsort_exchanges_the_keys_of_a_tile_by_their_buckets) {
    const Words keys = made("uniform", 150);
    const sort::StageLog log = lesson_log("bucketsort", keys);
    const Words buckets = array_of(log, "split", "buckets");
    ASSERT_EQ(buckets.size(), keys.size());
    Words exchanged;
    for (uint32_t begin = 0; begin < 150; begin += 32) {
        Words order(std::min(32u, 150 - begin));
        std::iota(order.begin(), order.end(), begin);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return buckets[a] < buckets[b]; });
        for (const uint32_t i : order) exchanged.push_back(keys[i]);
    }
    EXPECT_NE(exchanged, keys);
    EXPECT_EQ(array_of(log, "split", "exchanged keys"), exchanged);
}

TEST(Models, bucketsort_stretches_a_bucket_over_bins) {
    Words keys = {0, 3000000000u};  // the line through the sample leaves room for 46875000 on both sides
    for (uint32_t i = 0; i < 8; ++i) keys.push_back(1000000000u + (i * 5 % 8) * 1000);
    const sort::StageLog log = lesson_log("bucketsort", keys);
    // Eight neighbours share a bucket; of its 64 bins they take every ninth.
    EXPECT_EQ(array_of(log, "order buckets", "ranks"), (Words{0, 0, 5, 2, 7, 4, 1, 6, 3, 0}));
    EXPECT_EQ(array_of(log, "order buckets", "bins"), (Words{0, 0, 45, 18, 63, 36, 9, 54, 27, 0}));
    EXPECT_EQ(array_of(log, "order buckets", "bin starts"), (Words{0, 0, 5, 2, 7, 4, 1, 6, 3, 0}));
}

TEST(Models, bucketsort_spreads_floats_by_value_where_that_is_more_even) {
    Words keys;  // images of 0, 1/64, 2/64 ... in no order: their bits crowd towards 1
    for (uint32_t i = 0; i < 64; ++i) {
        keys.push_back(std::bit_cast<uint32_t>(static_cast<float>(i * 29 % 64) / 64) | 0x80000000u);
    }
    const sort::StageLog log = lesson_log("bucketsort", keys);
    EXPECT_EQ(array_of(log, "split", "by value"), Words{1});
    EXPECT_EQ(array_of(log, "offsets", "fullest bucket"), Words{2});  // 32 buckets
}

TEST(Models, bucketsort_goes_by_digits_where_a_bucket_does_not_fit) {
    Words keys(200, 7);
    keys[0] = 9;
    const sort::StageLog log = lesson_log("bucketsort", keys);
    EXPECT_EQ(array_of(log, "offsets", "fits"), Words{0});
    EXPECT_EQ(log.report.path, 3u);
    EXPECT_EQ(log.report.passes_run, 1u);  // of seven: only the lowest five bits differ
    EXPECT_EQ(log.report.passes_skipped, 6u);
}

TEST(Models, onesweep_tiles_look_back_until_they_meet_a_total) {
    constexpr uint32_t kTiles = 7, kTilePairs = 32;
    const Words keys = made("uniform", kTiles * kTilePairs - 5, 3);  // of which the sort looks at 8 bits
    const sort::Model* model = sort::find_model("onesweep");
    ASSERT_NE(model, nullptr);
    const auto count = static_cast<uint32_t>(keys.size());
    const auto sorter = sort::make_sorter(*model, count, {.tile = sort::TileShape{32, 1}});
    const sort::StageLog log = sort::log_sort(*model, *sorter, keys, index_values(count), {.end_bit = 8});

    // Rounds of three tiles: 1 for the counts of a tile of the same round, 2 for a total, with which it ends.
    EXPECT_EQ(array_of(log, "pass", "look-back"), (Words{0, 0, 0, 2, 0, 0, 1, 2, 0,  //
                                                         2, 0, 0, 1, 2, 0, 1, 1, 2,  //
                                                         2, 0, 0}));
    Words before, starts, ranks;
    for (uint32_t i = 0; i < count; ++i) {
        const auto same_digits = [&](uint32_t begin, uint32_t end) {
            return std::count_if(keys.begin() + begin, keys.begin() + end,
                                 [&](uint32_t key) { return (key & 255) == (keys[i] & 255); });
        };
        const uint32_t tile = i / kTilePairs * kTilePairs;
        before.push_back(static_cast<uint32_t>(same_digits(0, tile)));
        ranks.push_back(static_cast<uint32_t>(same_digits(tile, i)));
        starts.push_back(static_cast<uint32_t>(std::count_if(
            keys.begin(), keys.end(), [&](uint32_t key) { return (key & 255) < (keys[i] & 255); })));
    }
    EXPECT_EQ(array_of(log, "pass", "earlier tiles"), before);
    EXPECT_EQ(array_of(log, "pass", "ranks"), ranks);
    EXPECT_EQ(array_of(log, "pass", "bin starts"), starts);
    EXPECT_EQ(log.report.passes_run, 1u);
}

TEST(Models, onesweep_skips_passes_whose_keys_share_the_digit) {
    const sort::StageLog log = lesson_log("onesweep", {0x50007, 0x50002, 0x10003, 0x70002});
    EXPECT_EQ(log.report.passes_run, 2u);  // of the lowest and the third byte
    EXPECT_EQ(log.report.passes_skipped, 2u);
    std::vector<bool> ran;
    for (const sort::LoggedStage& stage : log.stages) ran.push_back(stage.ran);
    EXPECT_EQ(ran, (std::vector<bool>{true, true, true, false, true, false, false}));
    EXPECT_EQ(log.sorted_keys, (Words{0x10003, 0x50002, 0x50007, 0x70002}));
}

/// Lengths of the arrays that a sort of so many pairs shows, by stage and name.
std::map<std::string, size_t> lengths_of_arrays(const sort::Model& model, uint32_t count) {
    const auto sorter = sort::make_sorter(model, count);
    std::map<std::string, size_t> lengths;
    for (const auto& stage :
         sort::log_sort(model, *sorter, made("uniform", count), index_values(count)).stages) {
        for (const auto& array : stage.arrays) {
            size_t& longest = lengths[stage.name + ": " + array.name];
            longest = std::max(longest, array.words.size());
        }
    }
    return lengths;
}

TEST(Models, show_no_array_of_words_of_pairs_beyond_the_limit_of_traces) {
    for (const sort::Model& model : sort::models()) {
        const auto most = lengths_of_arrays(model, sort::kTraceLimit);
        const auto beyond = lengths_of_arrays(model, sort::kTraceLimit + 1);
        uint32_t found = 0;
        for (const auto& [name, length] : most) {
            if (length < sort::kTraceLimit) continue;
            ++found;
            const auto same = beyond.find(name);
            EXPECT_TRUE(same == beyond.end() || same->second == 0) << model.name << ", " << name;
        }
        EXPECT_GT(found, 0u) << model.name;
    }
}

Words two_tiles() {
    return each(64, [](uint32_t i) { return 3 * i; });
}

TEST(Models, adaptive_repairs_what_its_windows_hold) {
    Words keys = two_tiles();
    std::swap(keys[28], keys[36]);  // over the border, as far as the first halo reaches
    const sort::StageLog log = lesson_log("adaptive", keys);
    EXPECT_EQ(array_of(log, "windows", "halo"), Words{8});
    EXPECT_EQ(array_of(log, "windows", "window begins"), (Words{0, 24}));
    EXPECT_EQ(array_of(log, "windows", "window ends"), (Words{40, 64}));
    EXPECT_EQ(array_of(log, "windows", "kept keys"), two_tiles());
    EXPECT_EQ(array_of(log, "check", "last places"), (Words{31, 63}));
    EXPECT_EQ(array_of(log, "check", "proved"), Words{1});
    EXPECT_EQ(log.report.path, 1u);
    EXPECT_EQ(log.report.windows, 2u);
    EXPECT_EQ(log.report.max_shift, 8u);
}

TEST(Models, adaptive_sorts_what_windows_cannot_repair) {
    Words keys = two_tiles();
    std::swap(keys[2], keys[60]);
    for (const Words& moved : {keys, made("reversed", 96)}) {
        const sort::StageLog log = lesson_log("adaptive", moved);
        EXPECT_EQ(array_of(log, "check", "proved"), Words{0});
        EXPECT_EQ(log.report.path, 3u);
        EXPECT_TRUE(log.stages.back().ran);
    }
    EXPECT_EQ(lesson_log("adaptive", made("sorted", 96)).report.path, 0u);
}

TEST(Models, the_check_of_adaptive_tells_right_from_wrong) {
    uint32_t proved = 0, failed = 0;
    for (uint64_t seed = 0; seed < 2000; ++seed) {
        Words keys = each(100, [](uint32_t i) { return i / 3; });  // ties over the borders, too
        for (uint32_t swaps = 0; swaps < 1 + seed % 4; ++swaps) {
            const uint32_t at = random_below(100, seed, swaps), to = at + random_below(14, seed, swaps + 9);
            std::swap(keys[at], keys[std::min(to, 99u)]);
        }
        if (std::is_sorted(keys.begin(), keys.end())) continue;
        Words order = index_values(100);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
        const sort::StageLog log = lesson_log("adaptive", keys);
        const bool right = array_of(log, "windows", "kept places") == order;
        ASSERT_EQ(array_of(log, "check", "proved"), Words{right}) << "seed " << seed;
        ++(right ? proved : failed);
        ASSERT_EQ(log.sorted_values, order) << "seed " << seed;
    }
    EXPECT_GT(proved, 200u);
    EXPECT_GT(failed, 50u);
}

}  // namespace suite
