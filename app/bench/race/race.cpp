// Turns, budget and ratios of a race.
#include "app/bench/race/race.h"

#include <algorithm>
#include <exception>
#include <new>
#include <utility>

#include "app/base/errors.h"
#include "app/base/numbers.h"

namespace app {
namespace {

std::string seconds_text(double s) {
    std::string text = std::to_string(s);
    text.resize(text.find('.') + 2);
    return text + " s";
}

}  // namespace

std::string RaceRow::check_text() const {
    if (!raced()) return "";
    if (!checked) return "not checked";
    return fault.empty() ? "ok" : "WRONG: " + fault;
}

Race::Race(std::vector<RaceEntry> entries, const RaceLimits& limits, Clock clock)
    : limits_(limits), clock_(std::move(clock)) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const RaceEntry& a, const RaceEntry& b) { return a.in_use > b.in_use; });
    for (RaceEntry& entry : entries) {
        rows_.push_back({entry.name, entry.in_use, entry.refusal});
        const bool out = !entry.refusal.empty();
        lanes_.push_back({std::move(entry)});
        lanes_.back().out = out;
    }
    lane_ = lanes_.size();
    for (size_t i = lanes_.size(); i-- > 0;)
        if (!lanes_[i].out) lane_ = i;
    if (lane_ == lanes_.size()) phase_ = Phase::done;
}

bool Race::advance(double slice_s) {
    const double start = clock_();
    while (!done()) {
        turn();
        if (clock_() - start >= slice_s) break;
    }
    return !done();
}

void Race::turn() {
    const double start = clock_();
    Lane& lane = lanes_[lane_];
    RaceRow& row = rows_[lane_];
    try {
        if (phase_ == Phase::start)
            this->start(lane, row);
        else if (phase_ == Phase::sample)
            sample(lane, row);
        else
            check(lane, row);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::bad_alloc&) {
        row.refusal = "out of memory";
    } catch (const std::exception& error) {
        row.refusal = error.what();
    }
    if (!row.refusal.empty()) {
        row.samples_ms.clear();
        lane.out = true;
        lane.racer.reset();  // its memory is for the others
    }
    const double took_s = clock_() - start;
    if (phase_ == Phase::sample && !lane.out) lane.cost_s = took_s;
    spent_s_ += took_s;
    if (!next_lane()) next_phase();
}

void Race::start(Lane& lane, RaceRow& row) {
    if (spent_s_ >= limits_.budget_s) {
        row.refusal = "left out: the " + seconds_text(limits_.budget_s) + " of this race were over";
        return;
    }
    lane.racer = lane.entry.make();
    lane.first_ms = lane.racer->start();
    lane.cost_s = lane.first_ms / 1000;
}

/// A turn that would not fit into the budget is not taken.
void Race::sample(Lane& lane, RaceRow& row) {
    const int have = int(row.samples_ms.size());
    lane.out = have >= limits_.most_samples;
    if (lane.out) return;
    if (spent_s_ + lane.cost_s > limits_.budget_s) {
        lane.out = true;
        if (have == 0) row.samples_ms.push_back(lane.first_ms);
        row.limit = have == 0   ? "the first run only, without a warm-up: no time for a second one"
                    : have == 1 ? "1 sample only: no time for more"
                                : std::to_string(have) + " samples only: no time for more";
        return;
    }
    row.samples_ms.push_back(lane.racer->sample_ms());
}

void Race::check(Lane& lane, RaceRow& row) {
    lane.out = true;
    row.note = lane.racer->note();
    // One more run of a slow one would be as long as the race.
    if (lane.cost_s <= limits_.budget_s) {
        row.fault = lane.racer->check();
        row.checked = true;
    }
    lane.racer.reset();
}

/// The next one that is still in; false where there is none in this phase.
bool Race::next_lane() {
    const auto in = [](const Lane& lane) { return !lane.out; };
    if (phase_ == Phase::sample) {
        if (std::none_of(lanes_.begin(), lanes_.end(), in)) return false;
        do {
            lane_ = (lane_ + 1) % lanes_.size();
        } while (lanes_[lane_].out);
        return true;
    }
    while (++lane_ < lanes_.size()) {
        if (in(lanes_[lane_])) return true;
    }
    return false;
}

void Race::next_phase() {
    if (phase_ == Phase::sample) {  // all have had their samples
        for (Lane& lane : lanes_) lane.out = !lane.racer;
    }
    phase_ = Phase(int(phase_) + 1);
    lane_ = 0;
    while (lane_ < lanes_.size() && lanes_[lane_].out) ++lane_;
    if (lane_ == lanes_.size()) phase_ = Phase::done;
    if (done()) lanes_.clear();  // and what they hold
}

void Race::cancel() {
    if (done()) return;
    phase_ = Phase::done;
    cancelled_ = true;
    lanes_.clear();
    for (RaceRow& row : rows_)
        if (!row.raced() && row.refusal.empty()) row.refusal = "cancelled before its turn";
}

double Race::progress() const {
    if (done() || lanes_.empty()) return 1;
    size_t turns = 0;
    for (size_t i = 0; i < lanes_.size(); ++i) {
        const bool refused = !rows_[i].refusal.empty();
        turns += refused ? size_t(limits_.most_samples) : rows_[i].samples_ms.size();
    }
    const double all = double(lanes_.size()) * limits_.most_samples;
    return std::min(std::max(double(turns) / all, spent_s_ / limits_.budget_s), 0.99);
}

double Race::ratio(const RaceRow& row) const {
    for (const RaceRow& other : rows_) {
        if (other.in_use && other.median_ms() > 0) return row.median_ms() / other.median_ms();
    }
    return 0;
}

}  // namespace app
