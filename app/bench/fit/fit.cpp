// `sweeplab fit DIR`: the benches on own frames, for the engines and broad phases of a backend, and what follows of it.
#include <algorithm>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/run_bench.h"
#include "app/bench/fit/fit_advice.h"
#include "app/bench/fit/fit_options.h"
#include "app/bench/pairs/pairs_data.h"
#include "app/bench/sort/sort_data.h"

namespace app {
namespace {

constexpr const char* kLegend =
    "worst and p50 are of the frames' medians; frames come in the order that the last one's sort left, where "
    "frames.toml does not say otherwise, and the first, which comes as recorded, is not among them. memory: scratch "
    "and lists, in the backend's memory. repaired: the path that the engine took, and in how many frames. Every "
    "result is checked. On cuda, times are device times.";

/// How long to measure.
struct Extent {
    size_t frames, rounds;
    double least_s, most_s;
};
constexpr Extent kWhole{SIZE_MAX, 10, 0.2, 30}, kQuick{20, 3, 0.02, 3};

class Fit {
public:
    explicit Fit(const FitOptions& options)
        : options_(options), extent_(options.quick ? kQuick : kWhole), set_(options.data) {
        options_.timeout_s = options.most_s.value_or(extent_.most_s);
        options_.min_time_s = extent_.least_s;
        BenchSortOptions sorts;
        static_cast<BenchOptions&>(sorts) = options_;
        sorts_.emplace(sorts, set_, rules());
    }

    int run() {
        const Fields<FitRow> fields = fields_of();
        const auto add = [&](Json& report, std::span<const FitRow> rows) {
            report.update({{"data", set_.path()},
                           {"kind_of_items", name_of(set_.kind())},
                           {"quick", options_.quick},
                           {"notes", set_.notes()},
                           {"cases", rows_json(fields, rows)},
                           {"choice", {{"sort", choice_json(sort_)}, {"pairs", choice_json(pairs_)}}},
                           {"advice", advice_text(all_, sort_, pairs_)}});
            if (const auto advised = advised_of())
                report["snippet"] = {{"cpp", cpp_snippet(*advised)}, {"python", python_snippet(*advised)}};
        };
        Bench<FitRow> bench({subject(), fields, {"task,name"}, add}, has_boxes() ? 2 : 1);
        bench.part = "table";
        bench.measure = [&](size_t part, const Tick& tick) {
            std::vector<FitRow> rows = part == 0 ? sort_rows(tick) : pair_rows(tick);
            all_.insert(all_.end(), rows.begin(), rows.end());
            (part == 0 ? sort_ : pairs_) = choose(rows);
            return rows;
        };
        bench.steps = "per mille";
        bench.steps_per_part = 1000;
        bench.notes = [&](std::ostream& out, const std::vector<FitRow>&) { print_notes(out); };
        run_bench(options_, bench);
        const bool wrong =
            std::any_of(all_.begin(), all_.end(), [](const FitRow& one) { return one.row.is_wrong; });
        return wrong ? 1 : 0;
    }

private:
    TurnRules rules() const { return {options_.timeout_s, true}; }
    bool has_boxes() const { return set_.kind() != ItemKind::keys; }
    bool carries() const { return !set_.form().in_last_order; }

    BenchSubject subject() {
        const SortPlan& plan = sorts_->plan();
        const std::string items =
            has_boxes() ? name_of(set_.kind()) : sort::name_of(plan.type) + std::string(" keys");
        return {
            "fit",
            counted(std::min(set_.size(), extent_.frames), "frame") + " of " + items + " of " + set_.path(),
            backend(), options_.device, options_.threads};
    }

    Fields<FitRow> fields_of() const {
        using Row = FitRow;
        const auto of = [](auto member) {
            return [member](const Row& one) { return json_of(std::invoke(member, one.row)); };
        };
        const auto known = [](auto value) {
            return [=](const Row& one) { return value_or_null(std::invoke(value, one)); };
        };
        const auto worst_frame = [](const Row& one) {
            return one.row.worst() ? Json(one.row.worst()->number) : Json();
        };
        size_t name = 0;
        for (const BenchEngine& one : sorts_->plan().engines) name = std::max(name, one.name.size());
        return {{{"task", 5, true}, "task", [](const Row& one) { return one.task; }},
                {{"name", name, true}, "name", of(&DataRow::name)},
                {"backend", of(&DataRow::backend)},
                {{"frames", 6}, "frames_measured", of(&DataRow::measured_frames)},
                {{"samples", 7}, "samples", of(&DataRow::samples)},
                {{"p50 ms", 8}, "p50_ms", of(&DataRow::p50_ms), kMs},
                {{"worst ms", 8}, "worst_ms", of(&DataRow::worst_ms), kMs},
                {{"frame", 6}, "worst_frame", worst_frame},
                {{"noise %", 7}, "noise", of(&DataRow::noise), kPercent},
                {{"speed-up", 8}, "speed_up", known(&Row::speed_up), {1, 2}},
                {{"memory", 8},
                 "bytes",
                 known([](const Row& one) { return double(one.row.bytes); }),
                 {.text = human_bytes}},
                {{"check", 12, true}, "check", of(&DataRow::check)},
                {{"repaired", 24, true, 3}, "paths", of(&DataRow::paths_text)},
                {{"not compared", 24, true, 4}, "fault", of(&DataRow::fault)},
                {"first_ms", known(&Row::first_ms)},
                {"samples_ms", [](const Row& one) { return one.row.samples_ms(); }}};
    }
    /// {"name": "adaptive", "equal": ["bucketsort"]}, or null.
    Json choice_json(const std::optional<Choice>& choice) const {
        if (!choice) return {};
        Json equal = Json::array();
        for (const size_t row : choice->as_good) equal.push_back(all_[row].row.name);
        return {{"name", all_[choice->best].row.name}, {"equal", equal}};
    }

    static Json value_or_null(double value) { return value > 0 ? Json(value) : Json(); }

    std::vector<FitRow> measured(const char* task, DataBench bench, const Tick& tick) {
        bench.most_frames = extent_.frames;
        bench.least_rounds = extent_.rounds;
        std::vector<FitRow> rows;
        for (DataRow& row : measure_frames(options_, set_, bench, tick)) {
            FitRow one{task, std::move(row)};
            if (carries()) set_first_frame_aside(one);
            rows.push_back(std::move(one));
        }
        return rows;
    }

    static FitRow unmeasured(const char* task, const std::string& name, sort::Backend backend,
                             const std::string& fault) {
        FitRow one{task, {name, backend}};
        one.row.fault = fault;
        return one;
    }

    std::vector<FitRow> sort_rows(const Tick& tick) {
        std::vector<FitRow> rows = measured("sort", sorts_->bench(), tick);
        for (FitRow& one : rows) {
            const sort::Engine* engine = sort::find_engine(one.row.name);
            one.eligible = engine && engine->stable;
        }
        for (const SkippedEngine& one : sorts_->plan().skipped) {
            if (is_here(one)) rows.push_back(unmeasured("sort", one.name, backend(), one.reason));
        }
        return rows;
    }

    std::vector<FitRow> pair_rows(const Tick& tick) {
        PairsBenchOptions options;
        static_cast<BenchOptions&>(options) = options_;
        if (sort_) options.sort = all_[sort_->best].row.name;
        std::optional<PairsOfFrames> pairs;
        try {
            pairs.emplace(options, set_, rules());
        } catch (const BadFile& error) {
            return {unmeasured("pairs", "all", backend(), error.what())};
        }
        std::vector<FitRow> rows = measured("pairs", pairs->bench(), tick);
        for (const std::string& name : pairs->slow())
            rows.push_back(
                unmeasured("pairs", name, backend(),
                           "too slow on so many boxes; bench pairs --broad-phase " + name + " measures it"));
        return rows;
    }

    /// Chooses among the rows, which are the last of all, and writes the speed-ups.
    std::optional<Choice> choose(std::vector<FitRow>& rows) {
        if (rows.empty()) return {};
        const bool cuda = rows[0].row.backend == sort::Backend::cuda;
        const std::string task = rows[0].task;
        const auto choice = choose_row(all_, task, task != "sort" ? "" : cuda ? "cub-radix" : "std-sort");
        if (!choice || !choice->against) return choice;
        const double against = all_[*choice->against].row.worst_ms();
        for (std::vector<FitRow>* list : {&rows, &all_}) {
            for (FitRow& one : *list) {
                if (one.task == task && one.measured()) one.speed_up = against / one.row.worst_ms();
            }
        }
        return choice;
    }

    std::optional<Advised> advised_of() const {
        if (has_boxes() ? !pairs_ : !sort_) return {};
        const SortPlan& plan = sorts_->plan();
        Advised advised{all_[pairs_ ? pairs_->best : sort_->best].row.backend};
        if (sort_) advised.engine = all_[sort_->best].row.name;
        if (pairs_) advised.broad_phase = all_[pairs_->best].row.name;
        advised.type = plan.type;
        advised.bits = plan.bits;
        for (const DataFrame& frame : all_[pairs_ ? pairs_->best : sort_->best].row.frames) {
            advised.items = std::max<uint64_t>(advised.items, frame.count);
            if (frame.facts.contains("pairs"))
                advised.pairs = std::max(advised.pairs, frame.facts.at("pairs").get<uint64_t>());
        }
        return advised;
    }

    void print_notes(std::ostream& out) const {
        out << '\n' << note_line(kLegend);
        for (const std::optional<Choice>* one : {&sort_, &pairs_}) {
            if (*one && (*one)->against)
                out << note_line("speed-up of " + all_[(*one)->best].task + ": over the worst frame of " +
                                 all_[*(*one)->against].row.name);
        }
        for (const FitRow& one : all_) {
            for (const std::string& warning : one.row.warnings)
                out << note_line("warning: " + one.task + " " + one.row.name + ": " + warning);
        }
        print_frame_notes(out, set_, all_.empty() ? std::vector<DataFrame>() : all_[0].row.frames);
        for (const std::string& line : skipped_lines(elsewhere())) out << note_line("not here: " + line);
        out << '\n' << note_line("advice: " + advice_text(all_, sort_, pairs_));
        if (const auto advised = advised_of())
            out << '\n' << (options_.language == "python" ? python_snippet(*advised) : cpp_snippet(*advised));
    }

    sort::Backend backend() const { return sorts_->plan().backend(); }
    /// Is it an engine of the backend that is measured? Others lack a device, or are not in this build.
    bool is_here(const SkippedEngine& one) const {
        const sort::Engine* engine = sort::find_engine(one.name);
        return engine && engine->backend == backend();
    }
    std::vector<SkippedEngine> elsewhere() const {
        std::vector<SkippedEngine> missing = sorts_->plan().skipped;
        std::erase_if(missing, [&](const SkippedEngine& one) { return is_here(one); });
        return missing;
    }

    FitOptions options_;
    Extent extent_;
    FrameSet set_;
    std::optional<SortOfFrames> sorts_;
    std::vector<FitRow> all_;
    std::optional<Choice> sort_, pairs_;
};

}  // namespace

int run_fit(const FitOptions& options) {
    if (options.data.empty()) throw BadUsage("fit: a folder of frames is expected: `sweeplab fit DIR`");
    return Fit(options).run();
}

}  // namespace app
