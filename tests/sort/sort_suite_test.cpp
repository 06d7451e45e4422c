// The checks bite: sorters that are broken in one way each are refused by the suite, and logs that differ in
// one word are told apart.
#include "sort/lab/stage_log.h"
#include "tests/sort/sort_engine_suite_core.h"
#include "tests/sort/sort_engine_suite_host.h"

namespace suite {

std::unique_ptr<Memory> make_memory(uint32_t words) { return std::make_unique<HostMemory>(words); }
std::vector<const sort::Engine*> engines_under_test() { return {}; }
Scale scale() { return {}; }
std::string skip_reason() { return ""; }

/// What is wrong with a sorter. `none` is the right one.
enum class Fault {
    none,
    loses_a_key,
    loses_the_last_pair,
    forgets_the_values,
    tears_pairs_apart,
    copies_keys_to_values,
    turns_ties_round,
    ignores_the_bits,
    compares_signed,
    sorts_long_inputs_only,
    writes_before,
    writes_after,
    leaves_the_report,
    reports_no_pass,
    reports_passes_when_in_order,
};

class Broken : public sort::Sorter {
public:
    explicit Broken(Fault fault) : fault_(fault) {}
    uint32_t capacity() const override { return 100000; }

    void sort(sort::Pairs pairs, sort::Stream, const sort::Options& options) override {
        const bool is = fault_ != Fault::none;
        const sort::KeyBits bits = fault_ == Fault::ignores_the_bits
                                       ? sort::KeyBits{}
                                       : sort::key_bits(options.begin_bit, options.end_bit);
        uint32_t count = pairs.count;
        const Words keys(pairs.keys, pairs.keys + count);
        const Words values = pairs.values ? Words(pairs.values, pairs.values + count) : Words(count);
        Words order = index_values(count);
        const auto less = [&](uint32_t a, uint32_t b) {
            const uint32_t sign = fault_ == Fault::compares_signed ? 0x80000000u : 0u;
            return (bits(keys[a]) ^ sign) < (bits(keys[b]) ^ sign);
        };
        const bool in_order = std::is_sorted(order.begin(), order.end(), less);
        if (fault_ == Fault::turns_ties_round) std::reverse(order.begin(), order.end());
        if (fault_ == Fault::loses_the_last_pair && count > 0) --count;
        if (fault_ != Fault::sorts_long_inputs_only || count > 100)
            std::stable_sort(order.begin(), order.begin() + count, less);
        for (uint32_t i = 0; i < count; ++i) {
            pairs.keys[i] = keys[order[i]];
            if (pairs.values && fault_ != Fault::forgets_the_values) pairs.values[i] = values[order[i]];
            if (pairs.values && fault_ == Fault::copies_keys_to_values) pairs.values[i] = pairs.keys[i];
        }
        if (is && count > 2) {
            if (fault_ == Fault::loses_a_key) pairs.keys[1] = pairs.keys[0];
            if (fault_ == Fault::tears_pairs_apart && pairs.values)
                std::swap(pairs.values[0], pairs.values[count - 1]);
            if (fault_ == Fault::writes_before) pairs.keys[-1] = 0;
            if (fault_ == Fault::writes_after && pairs.values) pairs.values[pairs.count] = 0;
        }
        const bool idle = in_order && fault_ != Fault::reports_passes_when_in_order;
        if (fault_ != Fault::leaves_the_report)
            *options.report = {idle || fault_ == Fault::reports_no_pass ? 0u : 4u, 0, 0, 0, 0};
    }

private:
    Fault fault_;
};

/// What the suite says to a sorter with this fault, after the first case that it minds.
std::string complaint_about(Fault fault, bool stable) {
    const sort::Engine engine{"broken", "", "", sort::Backend::cpu, stable, nullptr, nullptr};
    Broken sorter(fault);
    HostMemory memory(3000);
    for (const uint32_t count : {0u, 1u, 2u, 33u, 2000u}) {
        for (const Case& what : {Case{made("uniform", count), "uniform"}, Case{made("few:3", count), "few:3"},
                                 Case{made("sorted", count), "sorted"},
                                 Case{made("uniform", count), "uniform", {.begin_bit = 4, .end_bit = 9}},
                                 Case{made("uniform", count), "uniform", {}, false},
                                 Case{made("few:9", count), "few:9", {}, true, 1}}) {
            const std::string wrong = complaint(engine, sorter, memory, what);
            if (!wrong.empty()) return wrong;
        }
    }
    return "";
}

TEST(Suite, is_content_with_a_right_sorter) {
    EXPECT_EQ(complaint_about(Fault::none, true), "");
    EXPECT_EQ(complaint_about(Fault::none, false), "");
    EXPECT_EQ(complaint_about(Fault::turns_ties_round, false), "") << "ties of unstable engines are free";
}

TEST(Suite, refuses_broken_sorters_by_the_right_check) {
    const std::pair<Fault, const char*> kStable[] = {
        {Fault::loses_a_key, "keys: word"},
        {Fault::loses_the_last_pair, "keys: word"},
        {Fault::forgets_the_values, "values: word"},
        {Fault::tears_pairs_apart, "values: word"},
        {Fault::copies_keys_to_values, "values: word"},
        {Fault::turns_ties_round, "values: word"},
        {Fault::ignores_the_bits, "keys: word"},
        {Fault::compares_signed, "keys: word"},
        {Fault::sorts_long_inputs_only, "keys: word"},
        {Fault::writes_before, "keys: guard"},
        {Fault::writes_after, "values: guard"},
        {Fault::leaves_the_report, "report: "},
        {Fault::reports_no_pass, "report: "},
        {Fault::reports_passes_when_in_order, "report: "},
    };
    for (const auto& [fault, text] : kStable) {
        const std::string said = complaint_about(fault, true);
        EXPECT_EQ(said.rfind(text, 0), 0u) << "fault " << static_cast<int>(fault) << ": '" << said << "'";
        if (fault == Fault::turns_ties_round) continue;
        EXPECT_NE(complaint_about(fault, false), "") << "unstable, fault " << static_cast<int>(fault);
    }
}

TEST(Suite, tells_logs_apart_that_differ_in_one_word) {
    sort::StageLog log;
    log.keys = {3, 1};
    log.stages.push_back({"count", 0, true, {3, 1}, {0, 1}, {1, 3}, {1, 0}, {{"digits", 2, {3, 1}}}, 16, 2});
    log.sorted_keys = {1, 3};
    log.sorted_values = {1, 0};
    log.report = {1, 0, 0, 0, 0};
    EXPECT_EQ(sort::first_difference(log, log), "");
    const auto differs = [&](auto change, const char* says) {
        sort::StageLog other = log;
        change(other);
        const std::string there = sort::first_difference(log, other),
                          back = sort::first_difference(other, log);
        EXPECT_NE(there.find(says), there.npos) << "'" << there << "'";
        EXPECT_NE(back, "");
    };
    using Log = sort::StageLog;
    differs([](Log& l) { l.stages[0].arrays[0].words[1] = 2; }, "digits[1]: 1 and 2");
    differs([](Log& l) { l.stages[0].arrays[0].words.pop_back(); }, "digits");
    differs([](Log& l) { l.stages[0].arrays[0].columns = 1; }, "digits");
    differs([](Log& l) { l.stages[0].arrays[0].name = "ranks"; }, "ranks");
    differs([](Log& l) { l.stages[0].arrays.clear(); }, "arrays");
    differs([](Log& l) { l.stages[0].keys_before[0] = 4; }, "keys before[0]");
    differs([](Log& l) { l.stages[0].values_before[0] = 4; }, "values before[0]");
    differs([](Log& l) { l.stages[0].keys[1] = 4; }, "keys[1]");
    differs([](Log& l) { l.stages[0].values[0] = 4; }, "values[0]");
    differs([](Log& l) { l.stages[0].bytes = 17; }, "bytes");
    differs([](Log& l) { l.stages[0].items = 3; }, "items");
    differs([](Log& l) { l.stages[0].pass = 1; }, "pass 1");
    differs([](Log& l) { l.stages[0].name = "scan"; }, "scan");
    differs([](Log& l) { l.stages[0].ran = false; }, "ran");
    differs([](Log& l) { l.stages.pop_back(); }, "stages");
    differs([](Log& l) { l.sorted_values[0] = 5; }, "sorted values");
    differs([](Log& l) { l.sorted_keys[0] = 5; }, "sorted keys");
    differs([](Log& l) { l.report.passes_run = 2; }, "report");
}

}  // namespace suite
