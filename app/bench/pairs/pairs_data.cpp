// `sweeplab bench pairs --data DIR`.
#include "app/bench/common/data_bench.h"
#include "app/bench/pairs/estimated_tests.h"
#include "app/bench/pairs/frame_pairs.h"
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

void refuse_other_flags(const PairsBenchOptions& options) {
    const std::pair<bool, const char*> flags[] = {{!options.kinds.empty(), "--kind"},
                                                  {!options.counts.empty(), "-n"},
                                                  {!options.rivals.empty(), "--rival"},
                                                  {options.max_noise.has_value(), "--max-noise"}};
    for (const auto& [given, flag] : flags) {
        if (given)
            throw BadUsage(std::string(flag) +
                           " does not go with --data, whose frames are searched as they are");
    }
}

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

}  // namespace

int run_pairs_of_frames(const PairsBenchOptions& options) {
    refuse_other_flags(options);
    const FrameSet set(options.data.folder);
    if (set.kind() == ItemKind::keys)
        throw BadFile(set.path() + ": frames of keys; boxes, spheres or points expected");
    if (set.kind() == ItemKind::points && set.form().radius == 0)
        throw BadFile(set.path() + ": points without a radius; `radius` in frames.toml expected");
    PairsPlan plan = make_pairs_plan(options);
    const FrameItems first = first_frame(set), largest = largest_of_some(set, first);
    const double sweep = sweep_tests(largest.boxes);
    std::vector<std::string> slow;
    std::vector<DataRow> rows;
    std::vector<PairsContender> contenders;
    for (PairsContender& one : plan.contenders) {
        if (plan.all && estimated_tests(one.name, largest.count(), sweep) > kMostTestsHere) {
            slow.push_back(one.name);
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
        rows.push_back(std::move(row));
    }
    FramePairs pairs(contenders, options.data.carries() && !set.form().in_last_order, options.changes);

    const sim::PairsConfig& config = plan.contenders.front().config;
    const std::string of = set.kind() == ItemKind::boxes ? "" : std::string(" of ") + name_of(set.kind());
    DataBench bench{{"bench pairs",
                     "all pairs of closed boxes" + of + ", sorts by " + config.engine + ", " +
                         std::to_string(set.size()) + " frames of " + set.path() +
                         (options.data.carries() ? ", order carried" : ", as recorded"),
                     plan.backend, config.device, config.threads},
                    "broad_phase",
                    {"pairs"}};
    if (options.changes) bench.facts.insert(bench.facts.end(), {"found", "lost", "changes_ms"});
    for (const std::string& name : slow)
        bench.subject.notes +=
            "left out: " + name + ", too slow on so many boxes; --broad-phase " + name + " measures it\n";
    bench.rows = std::move(rows);
    bench.legend = kPairsLegend;
    bench.begin_round = [&] { pairs.begin_round(); };
    bench.measure = [&](const FrameItems& items, size_t frame, bool first_round, std::vector<DataRow>& to) {
        pairs.measure(items, frame, first_round, to);
    };
    bench.settings = [&](Json& report) {
        report.update({{"engine", config.engine},
                       {"threads", config.threads},
                       {"seed", plan.seed},
                       {"changes", options.changes},
                       {"left_out", slow}});
    };
    return run_data_bench(options, options.data, set, std::move(bench));
}

}  // namespace app
