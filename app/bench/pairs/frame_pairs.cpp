#include "app/bench/pairs/frame_pairs.h"

#include <algorithm>
#include <chrono>
#include <iterator>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/bench/pairs/pairs_check.h"
#include "sim/scene.h"
#include "sort/lab/arrays.h"
#include "sort/lab/timed_work.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kMostForBruteCheck = 20000;  // boxes, as without --data
constexpr size_t kFramesByBrute = 16;           // brute force takes a fraction of a second each

/// Pairs of places in an arrangement as pairs of items, in order.
std::vector<uint32_t> of_items(std::vector<uint32_t> pairs, const std::vector<uint32_t>& arranged) {
    for (uint32_t& place : pairs) place = arranged[place];
    return in_order(std::move(pairs));
}

IdPairs by_id(const FrameItems& items, const std::vector<uint32_t>& pairs) {
    IdPairs ids;
    ids.reserve(pairs.size() / 2);
    for (size_t i = 0; i < pairs.size(); i += 2) {
        const uint64_t a = items.id(pairs[i]), b = items.id(pairs[i + 1]);
        ids.emplace_back(std::min(a, b), std::max(a, b));
    }
    if (!items.ids.empty()) std::sort(ids.begin(), ids.end());
    return ids;
}

}  // namespace

PairChanges changes_of(const IdPairs& before, const IdPairs& now) {
    PairChanges changes;
    std::set_difference(now.begin(), now.end(), before.begin(), before.end(),
                        std::back_inserter(changes.found));
    std::set_difference(before.begin(), before.end(), now.begin(), now.end(),
                        std::back_inserter(changes.lost));
    return changes;
}

FramePairs::FramePairs(const std::vector<PairsContender>& contenders, bool carries, bool changes,
                       const std::shared_ptr<ColdSamples>& cold, const TurnRules& rules)
    : carries_(carries), changes_(changes), rules_(rules), cold_(cold) {
    for (const PairsContender& one : contenders) {
        const sim::PairsConfig& config = one.config;
        turns_.push_back({{config.backend, config.broad_phase, config.engine, 0, config.threads}});
    }
}

void FramePairs::begin_round() {
    for (Turn& turn : turns_) turn.carried.forget();
    before_.clear();
    has_before_ = false;
}

FramePairs::Found FramePairs::searched(Turn& turn, const FrameItems& items, bool wants_pairs) {
    const uint32_t count = items.count();
    const bool is_new = !turn.finder;
    if (is_new || turn.finder->box_capacity() < count) {
        turn.finder.reset();
        turn.finder = std::make_unique<sim::PairFinder>(
            std::min<uint64_t>(uint64_t{count} + count / 4 + 1, sim::kMaxBodies), turn.config);
    }
    sim::PairFinder& finder = *turn.finder;
    const sort::Backend backend = turn.config.backend;
    const std::vector<uint32_t> arranged =
        carries_ ? turn.carried.arranged(items) : CarriedOrder().arranged(items);
    std::vector<sim::Box> boxes(count);
    for (uint32_t place = 0; place < count; ++place) boxes[place] = items.boxes[arranged[place]];
    sort::Array there(backend, count * sizeof(sim::Box));
    there.upload(boxes.data());

    const auto search = sort::make_timed_work(
        backend,
        [empty_caches = cold_->before(backend)](sort::Stream stream) {
            if (empty_caches) empty_caches(stream);
        },
        [&](sort::Stream stream) { finder.find(there.as<sim::Box>(), count, stream); });
    if (is_new) search->run_ms();
    Found found{search->run_ms(), finder.read_count()};
    if (found.count > finder.pair_capacity()) {
        finder.reserve_pairs(found.count + found.count / 4);
        found.ms = search->run_ms();
    }
    if (wants_pairs) {
        found.pairs.resize(2 * found.count);
        if (found.count > 0)
            sort::copy_to_host(backend, found.pairs.data(), finder.pairs(),
                               found.pairs.size() * sizeof(uint32_t));
        found.pairs = of_items(std::move(found.pairs), arranged);
    }
    std::vector<uint32_t> left = arranged;
    if (count > 1 && finder.order()) {
        sort::copy_to_host(backend, left.data(), finder.order(), count * sizeof(uint32_t));
        for (uint32_t& place : left) place = arranged[place];
    }
    turn.carried.keep(items, left);
    return found;
}

void FramePairs::write_changes_to(std::ostream& lists) {
    lists_ = &lists;
    lists << "frame,change,a,b\n";
}

nlohmann::ordered_json FramePairs::changes(const FrameItems& items, const std::vector<uint32_t>& pairs,
                                           uint64_t number) {
    const Clock::time_point start = Clock::now();
    IdPairs now = by_id(items, pairs);
    const PairChanges changes = changes_of(before_, now);
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - start).count();
    const bool first = !has_before_;
    before_ = std::move(now);
    has_before_ = true;
    if (lists_) {
        for (const auto& [change, pairs_of_it] :
             {std::pair("found", &changes.found), {"lost", &changes.lost}}) {
            for (const auto& [a, b] : *pairs_of_it)
                *lists_ << number << ',' << change << ',' << a << ',' << b << '\n';
        }
    }
    if (first) return nlohmann::ordered_json::object();
    return {{"found", changes.found.size()}, {"lost", changes.lost.size()}, {"changes_ms", ms}};
}

void FramePairs::measure(const FrameItems& items, size_t frame, bool first_round,
                         std::vector<DataRow>& rows) {
    std::vector<uint32_t> expected;
    std::string by;
    if (first_round && items.count() <= kMostForBruteCheck && by_brute_++ < kFramesByBrute) {
        expected = brute_force_pairs(items.boxes);
        by = "brute";
    }
    nlohmann::ordered_json changed;
    const size_t first = turn_++;
    for (size_t k = 0; k < turns_.size(); ++k) {
        const size_t place = (first + k) % turns_.size();
        throw_if_interrupted();
        DataRow& row = rows[place];
        take_turn(row, rules_, [&] {
            const Found found = searched(turns_[place], items, first_round);
            DataFrame& to = row.frames[frame];
            to.samples_ms.push_back(found.ms);
            row.bytes = turns_[place].finder->bytes();
            if (!first_round) return;
            if (by.empty()) {
                expected = found.pairs;
                by = row.name;
            }
            const std::string difference = compare_pairs(expected, found.pairs);
            if (!difference.empty())
                throw CheckFailed("check failed: " + row.name + " in frame " + std::to_string(to.number) +
                                  ": " + difference);
            row.check = by != row.name    ? "ok: " + by
                        : rows.size() > 1 ? "ok: " + rows[place ? 0 : 1].name
                                          : "alone";
            to.facts["pairs"] = found.count;
            if (changes_ && changed.is_null()) changed = changes(items, found.pairs, to.number);
            if (changes_) to.facts.update(changed);
        });
    }
}

}  // namespace app
