// Amounts are texts, so that a point's name is what `bench sort --input` takes.
#include "app/bench/sort/disorder_plan.h"

#include <algorithm>

#include "app/base/errors.h"
#include "app/base/text/names.h"

namespace app {
namespace {

constexpr const char* kShares[] = {"0", "0.001", "0.003", "0.01", "0.03", "0.1", "0.3", "1", "3", "10"};
constexpr const char* kMoves[] = {"0.0001", "0.0003", "0.001", "0.003", "0.01",
                                  "0.02",   "0.05",   "0.1",   "0.2",   "0.5"};
// Of the gas whose bodies teleport. Less in columns, where who leaves a column has moved far.
constexpr const char *kUsualMove = "0.01", *kUsualMoveInColumns = "0.001";

SortCase point(const char* series, const std::string& input, uint32_t count, const std::string& amount,
               const std::string& unit) {
    return {parse_bench_input(input), count, series, std::stod(amount), amount + " " + unit};
}

}  // namespace

std::vector<SortCase> series_points(const std::string& series, uint32_t count, const std::string& gas) {
    std::vector<SortCase> points;
    if (series == kDisplacement) {
        points.push_back(point(kDisplacement, "sorted", count, "0", "places"));
        for (uint64_t most = 1; most <= count / 16; most *= 2) {
            const std::string amount = std::to_string(most);
            const char* unit = most == 1 ? "place" : "places";
            points.push_back(point(kDisplacement, "displaced:" + amount, count, amount, unit));
        }
    } else if (series == kTeleports) {
        for (const std::string share : kShares) {
            const std::string move = std::string(":") + (gas == "columns" ? kUsualMoveInColumns : kUsualMove);
            const std::string input =
                share == "0" ? gas + move : gas + "-teleport" + move + ":" + share + "%";
            points.push_back(point(kTeleports, input, count, share, "%"));
        }
    } else if (series == kSpeed) {
        for (const std::string move : kMoves) {
            points.push_back(point(kSpeed, gas + ":" + move, count, move, "diameters"));
        }
    }
    return points;
}

SortPlan make_disorder_plan(const DisorderOptions& options) {
    const std::vector<std::string> known = {kDisplacement, kTeleports, kSpeed};
    std::vector<std::string> series = options.series;
    for (const std::string& name : series) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            throw BadUsage(unknown_name("series", name, known));
        }
    }
    if (series.empty() && options.inputs.empty()) series = known;
    std::vector<BenchInput> inputs;
    for (const std::string& text : options.inputs) inputs.push_back(parse_bench_input(text));

    SortBenchOptions usual = options;
    if (!options.min_time_s) usual.min_time_s = 0.1;  // many points
    SortPlan plan = start_plan(
        usual, inputs, {{"adaptive", "bucketsort", "cub-radix"}, {"cpu-adaptive", "cpu-radix", "tbb-sort"}});
    if (sort::size_of(plan.type) == 8 && !series.empty()) {
        throw BadUsage("--series with 64-bit keys from --input: the series have keys of 32 bits");
    }
    // The first is compared with the others; tables have room for one of them.
    if (plan.rival.empty() && plan.engines.size() > 1) plan.rival = plan.engines[1].name;

    std::vector<uint32_t> counts(options.counts.begin(), options.counts.end());
    if (counts.empty()) counts = {1u << 16, 1u << 20};
    const std::string gas = options.keys == "fixed24" ? "gas24" : options.keys == "float" ? "gas" : "columns";
    for (const std::string& name : series) {
        for (const uint32_t count : counts) {
            for (const SortCase& one : series_points(name, count, gas)) plan.cases.push_back(one);
        }
    }
    for (const BenchInput& input : inputs) {
        if (!input.made) plan.cases.push_back({input, input.count, kInput, 0, input.name});
        for (const uint32_t count : counts) {
            if (input.made) plan.cases.push_back({input, count, kInput, 0, input.name});
        }
    }
    check_memory(plan, "bench disorder");
    return plan;
}

}  // namespace app
