// Times come from PairSearch: making lists for the checks is no one's time.
#include "app/bench/race/race_pairs.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "app/bench/common/deadline.h"
#include "app/bench/pairs/estimated_tests.h"
#include "app/bench/pairs/pairs_check.h"
#include "sim/broad_phase/choose_broad_phase.h"
#include "sort/base/numbers.h"

namespace app {
namespace {

constexpr double kTestsPerS[] = {4e8, 4e10};   // at least, of brute force on cpu (2 threads) and on cuda
constexpr uint64_t kMostCompared = 8'000'000;  // pairs: of more only the number

struct SharedBoxes {
    PairRaceInput input;
    std::optional<std::vector<uint32_t>> expected{};  // of who was checked first
    std::string expected_of{};
    uint64_t expected_count = 0;
};

class PairRacer : public Racer {
public:
    PairRacer(const char* name, std::shared_ptr<SharedBoxes> shared)
        : name_(name), shared_(std::move(shared)) {}

    double start() override {
        sim::PairsConfig config = shared_->input.config;
        config.broad_phase = name_;
        config.stop = [this] { deadline_.check(); };
        search_ = sim::PairSearch::create(uint32_t(shared_->input.boxes.size()), config);
        search_->set_boxes(shared_->input.boxes);
        if (shared_->input.config.broad_phase != name_) deadline_.set(shared_->input.longest_s);
        try {
            found_ = search_->find();
        } catch (const TimedOut&) {
            throw std::runtime_error("left out: one search takes longer than " +
                                     std::to_string(int(1000 * shared_->input.longest_s)) + " ms");
        }
        deadline_.lift();
        return found_.ms;
    }

    double sample_ms() override {
        found_ = search_->find();
        return found_.ms;
    }

    std::string check() override {
        SharedBoxes& all = *shared_;
        const bool first = all.expected_of.empty();
        if (first) {
            all.expected_of = name_;
            all.expected_count = found_.pairs;
        }
        if (found_.pairs != all.expected_count)
            return sort::grouped(found_.pairs) + " pairs; " + all.expected_of + " found " +
                   sort::grouped(all.expected_count);
        if (found_.pairs > kMostCompared) return "";
        std::vector<uint32_t> pairs = search_->pairs();
        if (first) all.expected = std::move(pairs);
        return first ? "" : compare_pairs(*all.expected, pairs);
    }

    std::string note() override {
        return sort::grouped(found_.pairs) + " pairs, " + sort::grouped(found_.counters.tests) + " tests";
    }

private:
    const char* name_;
    std::shared_ptr<SharedBoxes> shared_;
    Deadline deadline_;
    std::unique_ptr<sim::PairSearch> search_;
    sim::PairsFound found_;
};

/// "" where it would not take too long.
std::string too_slow(const std::string& name, const PairRaceInput& input, double tests) {
    const double rate = kTestsPerS[input.config.backend == sort::Backend::cuda ? 1 : 0];
    if (name == input.config.broad_phase || tests <= rate * input.longest_s) return "";
    const bool many = tests >= 1e9;
    char number[32];
    std::snprintf(number, sizeof number, "%.0f", tests / (many ? 1e9 : 1e6));
    return std::string("left out: ") + number + (many ? " billion" : " million") + " tests per search";
}

}  // namespace

std::vector<RaceEntry> pair_race(PairRaceInput input) {
    const double sweep = sweep_tests(input.boxes);
    const auto shared = std::make_shared<SharedBoxes>(SharedBoxes{std::move(input)});
    std::vector<RaceEntry> entries;
    // The slow ones last: what they take is not there for the others.
    std::vector<sim::BroadPhaseEntry> order(sim::broad_phases().begin(), sim::broad_phases().end());
    const double boxes = double(shared->input.boxes.size());
    const auto tests = [&](const auto& one) { return estimated_tests(one.name, boxes, sweep); };
    std::stable_sort(order.begin(), order.end(),
                     [&](const auto& a, const auto& b) { return tests(a) < tests(b); });
    for (const sim::BroadPhaseEntry& one : order) {
        entries.push_back({one.name, shared->input.config.broad_phase == one.name,
                           [name = one.name, shared] { return std::make_unique<PairRacer>(name, shared); },
                           too_slow(one.name, shared->input, tests(one))});
    }
    return entries;
}

}  // namespace app
