// `sweeplab bench pairs --data DIR`.
#include "app/bench/pairs/pairs_data.h"

#include "app/bench/pairs/estimated_tests.h"
#include "app/bench/pairs/pairs_check.h"
#include "app/frames/read_ahead.h"
#include "sim/broad_phase/choose_broad_phase.h"

namespace app {
namespace {

constexpr double kMostTestsHere = 1e8;  // of a broad phase that was not named, in the first frame

constexpr const char* kPairsLegend =
    "Each frame is searched once per round by each broad phase, by PairFinder, in turns; its boxes come in the "
    "order that the last search's sort left (--carry-order on) or as recorded. p50, p95 and worst are of the "
    "frames' medians. check: every list of the first round equals that of another broad phase, and of brute force "
    "in the first 16 frames of up to 20,000 boxes; named is what the last frame was compared with.";

/// The boxes of the first frame that can be read.
FrameItems first_frame(const FrameSet& set) {
    for (size_t frame = 0;; ++frame) {
        try {
            return set.read(frame);
        } catch (const BadFile&) {
            if (frame + 1 == set.size()) throw;
        }
    }
}

/// The largest of some frames from the first to the last, as frames may differ.
FrameItems largest_of_some(const FrameSet& set, FrameItems first) {
    constexpr size_t kTried = 16;
    FrameItems largest = std::move(first);
    for (size_t k = 1; k < kTried && set.size() > 1; ++k) {
        ReadFrame frame = read_frame(set, k * (set.size() - 1) / (kTried - 1));
        if (frame.fault.empty() && frame.items.count() > largest.count()) largest = std::move(frame.items);
    }
    return largest;
}

std::unique_ptr<OutputStream> open_lists(const std::string& path) {
    if (path == "-") throw BadUsage("--changes-csv -: the name of a file is expected");
    return open_output(path);
}

PairsPlan plan_of(const PairsBenchOptions& options, const FrameSet& set) {
    if (set.kind() == ItemKind::keys)
        throw BadFile(set.path() + ": frames of keys; boxes, spheres or points expected");
    if (set.kind() == ItemKind::points && set.form().radius == 0)
        throw BadFile(set.path() + ": points without a radius; `radius` in frames.toml expected");
    return make_pairs_plan(options);
}

}  // namespace

PairsOfFrames::PairsOfFrames(const PairsBenchOptions& options, const FrameSet& set, const TurnRules& rules)
    : set_(set),
      carries_(options.data.carries()),
      changes_(options.makes_changes()),
      lists_(open_lists(options.changes_csv)),
      plan_(plan_of(options, set)),
      pairs_({}, false, false, plan_.cold) {
    const FrameItems first = first_frame(set);
    pairs_ = FramePairs(chosen(first, largest_of_some(set, first)), carries_ && !set.form().in_last_order,
                        changes_, plan_.cold, rules);
    if (lists_) pairs_.write_changes_to(lists_->stream());
}

/// The contenders that are measured, each with its row; those that are slow are noted.
std::vector<PairsContender> PairsOfFrames::chosen(const FrameItems& first, const FrameItems& largest) {
    const double sweep = sweep_tests(largest.boxes);
    std::vector<PairsContender> contenders;
    for (PairsContender& one : plan_.contenders) {
        if (plan_.all && estimated_tests(one.name, largest.count(), sweep) > kMostTestsHere) {
            slow_.push_back(one.name);
            continue;
        }
        DataRow row{one.name, one.config.backend};
        if (one.config.broad_phase == sim::kAutoBroadPhase) {
            const sim::BroadPhaseChoice choice = sim::choose_broad_phase(first.boxes, one.config.backend);
            one.config.broad_phase = choice.name;
            row.name += ": " + choice.name;
            row.reason = "for the first frame: " + choice.reason;
        }
        contenders.push_back(one);
        rows_.push_back(std::move(row));
    }
    return contenders;
}

DataBench PairsOfFrames::bench() {
    const std::string of = set_.kind() == ItemKind::boxes ? "" : std::string(" of ") + name_of(set_.kind());
    DataBench bench{{"bench pairs",
                     "all pairs of closed boxes" + of + ", sorts by " + config().engine + ", " +
                         std::to_string(set_.size()) + " frames of " + set_.path() +
                         (carries_ ? ", order carried" : ", as recorded") + plan_.cold->text(plan_.backend),
                     plan_.backend, config().device, config().threads},
                    "broad_phase",
                    {"pairs"}};
    if (changes_) bench.facts.insert(bench.facts.end(), {"found", "lost", "changes_ms"});
    for (const std::string& name : slow_)
        bench.subject.notes +=
            "left out: " + name + ", too slow on so many boxes; --broad-phase " + name + " measures it\n";
    bench.rows = rows_;
    if (lists_) bench.commit = [this] { lists_->commit(); };
    bench.legend = kPairsLegend;
    bench.begin_round = [this] { pairs_.begin_round(); };
    bench.measure = [this](const FrameItems& items, size_t frame, bool first_round,
                           std::vector<DataRow>& to) { pairs_.measure(items, frame, first_round, to); };
    bench.settings = [this](Json& report) {
        report.update({{"engine", config().engine},
                       {"threads", config().threads},
                       {"seed", plan_.seed},
                       {"changes", changes_},
                       {"left_out", slow_}});
        plan_.cold->report(plan_.backend, report);
    };
    return bench;
}

int run_pairs_of_frames(const PairsBenchOptions& options) {
    const FrameSet set(options.data.folder);
    PairsOfFrames pairs(options, set);
    return run_data_bench(options, options.data, set, pairs.bench());
}

}  // namespace app
