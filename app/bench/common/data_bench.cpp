#include "app/bench/common/data_bench.h"

#include <algorithm>
#include <chrono>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/common/plot_svg.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostRounds = 100;
constexpr double kUsualTime_s = 0.2;  // of measuring, per row
constexpr double kMostClock = 5;  // times as long by the clock: most of a short frame's time is not measured

Json frames_of(const DataRow& row) {
    Json frames = Json::array();
    for (const DataFrame& frame : row.frames) {
        Json one = {{"frame", frame.number}, {"file", frame.name}};
        if (!frame.fault.empty()) {
            one["fault"] = frame.fault;
        } else if (frame.measured()) {
            one.update({{"n", frame.count},
                        {"ms", frame.median_ms()},
                        {"min_ms", *std::min_element(frame.samples_ms.begin(), frame.samples_ms.end())},
                        {"samples", frame.samples_ms.size()}});
            one.update(frame.facts);
            one["samples_ms"] = frame.samples_ms;
        }
        frames.push_back(std::move(one));
    }
    return frames;
}

Json measured_frames_of(const DataRow& row) {
    Json frames = Json::array();
    for (Json& one : frames_of(row)) {
        if (one.contains("ms")) frames.push_back(std::move(one));
    }
    return frames;
}

Fields<DataRow> data_fields(const DataBench& bench, const FrameSet& set) {
    using Row = DataRow;
    const auto worst_frame = [](const Row& row) { return row.worst() ? Json(row.worst()->number) : Json(); };
    const std::string title = bench.contender == std::string("engine") ? "engine" : "broad phase";
    const size_t name = widest(bench.rows, &Row::name);
    return {{{title, name, true}, bench.contender, &Row::name},
            {"backend", &Row::backend},
            {"input", [&set](const Row&) { return set.path(); }},
            {{"frames", 6}, "frames_measured", &Row::measured_frames},
            {{"rounds", 6, false, 2}, "rounds", &Row::rounds},
            {{"samples", 7, false, 2}, "samples", &Row::samples},
            {{"p50 ms", 8}, "p50_ms", &Row::p50_ms, kMs},
            {{"p95 ms", 8}, "p95_ms", &Row::p95_ms, kMs},
            {{"worst ms", 8}, "worst_ms", &Row::worst_ms, kMs},
            {{"frame", 6}, "worst_frame", worst_frame},
            {{"noise %", 7}, "noise", &Row::noise, kPercent},
            {{"M/s", 8, false, 1}, "items_per_s", &Row::items_per_s, {1e-6, 1}},
            {{"check", 10, true}, "check", &Row::check},
            {{"timed", 10, true, 3}, "timed", &Row::timed},
            {{"why the worst", 24, true, 4}, "worst_reason", worst_reason},
            {"reason", &Row::reason},
            {"warnings", &Row::warnings},
            {"samples_ms", &Row::samples_ms},
            {"frames", frames_of},
            Field<Row>::of_csv("measured", measured_frames_of)};
}

/// The rounds of one bench.
class Rounds {
public:
    Rounds(const BenchOptions& options, const FrameSet& set, DataBench& bench)
        : bench_(bench),
          set_(set),
          frames_(std::min(set.size(), bench.most_frames)),
          least_ms_(1e3 * options.min_time_s.value_or(kUsualTime_s)) {
        limit_s_ = options.timeout_s * double(std::max<size_t>(bench.rows.size(), 1));
        timeout_ = timeout_text(options.timeout_s);
        for (DataRow& row : bench.rows) {
            row.frames.resize(frames_);
            for (size_t i = 0; i < frames_; ++i) row.frames[i] = {set.number(i), set.name(i)};
        }
    }

    std::vector<DataRow> measure(const Tick& tick) {
        std::vector<DataRow>& rows = bench_.rows;
        size_t round = 0;
        try {
            for (; round < kMostRounds && !over() && !(round >= bench_.least_rounds && (enough() || late()));
                 ++round)
                measure_round(round, tick);
        } catch (const Interrupted&) {  // while a frame was read or searched: the samples before it count
        }
        if (interrupted()) {
            std::erase_if(rows, [](const DataRow& row) { return !row.measured(); });
            for (DataRow& row : rows) row.check = kNotChecked;
        } else if (over()) {
            for (DataRow& row : rows)
                row.warnings.push_back("ended by " + timeout_ + " per row, in round " +
                                       std::to_string(round));
        }
        return std::move(rows);
    }

private:
    void measure_round(size_t round, const Tick& tick) {
        bench_.begin_round();
        // Read between measurements: a thread that reads ahead would take a core from them.
        for (size_t frame = 0; frame < frames_ && !over(); ++frame) {
            const ReadFrame read = read_frame(set_, frame);
            if (round == 0) note(read);
            if (read.fault.empty()) bench_.measure(read.items, frame, round == 0, bench_.rows);
            tick((double(std::min(round, bench_.least_rounds)) + double(frame) / double(frames_)) /
                 double(bench_.least_rounds + 1));
        }
    }
    void note(const ReadFrame& frame) {
        for (DataRow& row : bench_.rows) {
            row.frames[frame.frame].fault = frame.fault;
            row.frames[frame.frame].count = frame.items.count();
        }
    }
    bool over() const { return interrupted() || elapsed_s() > limit_s_; }
    double elapsed_s() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
    bool late() const { return elapsed_s() > kMostClock * 1e-3 * least_ms_ * double(bench_.rows.size()); }
    bool enough() const {
        return std::all_of(bench_.rows.begin(), bench_.rows.end(), [&](const DataRow& row) {
            if (!row.fault.empty()) return true;
            double ms = 0;
            for (const DataFrame& frame : row.frames) {
                for (const double sample : frame.samples_ms) ms += sample;
            }
            return ms >= least_ms_;
        });
    }

    DataBench& bench_;
    const FrameSet& set_;
    size_t frames_;
    double least_ms_, limit_s_ = 0;
    std::string timeout_;
    Clock::time_point start_ = Clock::now();
};

void print_data_notes(std::ostream& out, const DataBench& bench, const FrameSet& set,
                      const std::vector<DataRow>& rows) {
    out << '\n' << note_line(bench.legend);
    for (const DataRow& row : rows) {
        if (!row.reason.empty()) out << note_line(row.name + ": chosen, " + row.reason);
        for (const std::string& warning : row.warnings)
            out << note_line("warning: " + row.name + ": " + warning);
    }
    print_frame_notes(out, set, rows.empty() ? std::vector<DataFrame>() : rows[0].frames);
}

}  // namespace

void print_frame_notes(std::ostream& out, const FrameSet& set, const std::vector<DataFrame>& frames) {
    for (const std::string& note : set.notes()) out << note_line("note: " + note);
    for (const DataFrame& frame : frames) {
        if (!frame.fault.empty()) out << note_line("left out: " + frame.fault);
    }
}

std::vector<DataRow> measure_frames(const BenchOptions& options, const FrameSet& set, DataBench& bench,
                                    const Tick& tick) {
    return Rounds(options, set, bench).measure(tick);
}

int run_data_bench(const BenchOptions& options, const DataOptions& data, const FrameSet& set,
                   DataBench bench) {
    const Fields<DataRow> fields = data_fields(bench, set);
    std::string columns = std::string(bench.contender) + ",backend,frame,n,ms,min_ms,samples";
    for (const char* fact : bench.facts) columns += std::string(",") + fact;
    const auto add = [&](Json& report, std::span<const DataRow> rows) {
        report.update({{"data", set.path()},
                       {"kind_of_items", name_of(set.kind())},
                       {"carry_order", data.carries()},
                       {"min_time_s", options.min_time_s.value_or(kUsualTime_s)}});
        bench.settings(report);
        report.update({{"notes", set.notes()}, {"cases", rows_json(fields, rows)}});
    };
    Bench<DataRow> driver({bench.subject, fields, {columns.c_str(), "measured"}, add}, 1);
    driver.part = "run";
    driver.planned = [&] { return driver.report.json(options, bench.rows); };
    driver.measure = [&](size_t, const Tick& tick) { return measure_frames(options, set, bench, tick); };
    driver.steps = "per mille";
    driver.steps_per_part = 1000;
    driver.notes = [&](std::ostream& out, const std::vector<DataRow>& rows) {
        print_data_notes(out, bench, set, rows);
    };
    driver.judge = bench.commit;
    driver.extra = {"--plot", data.plot, [&](std::ostream& out, const std::vector<DataRow>& rows) {
                        const bool cuda = bench.subject.backend == sort::Backend::cuda;
                        const std::string title = std::string(bench.subject.name) + " --data " + set.path();
                        out << plot_svg(
                            data_chart(rows, title),
                            machine_text(cuda, options.device, options.threads) + ", " + utc_text());
                    }};
    run_bench(options, driver);
    return 0;
}

}  // namespace app
