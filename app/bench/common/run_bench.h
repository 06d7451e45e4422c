// The one driver of the benches: measures part by part, prints each row once it is checked, then writes the files.
// What is wrong with outputs and baseline is found before the first measurement.
#pragma once
#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/progress.h"
#include "app/bench/common/bench_report.h"
#include "app/bench/common/outputs.h"
#include "app/bench/common/timeout.h"

namespace app {

/// Called between samples with the share of the part that is done, 0 where that is not known.
using Tick = std::function<void(double share)>;

template <class Row>
struct Bench {
    using Rows = std::vector<Row>;

    Bench(BenchReport<Row> its_report, size_t number_of_parts)
        : report(std::move(its_report)), parts(number_of_parts) {}

    BenchReport<Row> report;
    size_t parts;               // to be measured one after the other
    const char* part = "case";  // name of a part
    /// Makes the JSON report before anything is measured, for the baseline.
    std::function<Json()> planned;
    /// Measures the rows of a part. Once interrupted(), those that have samples.
    std::function<Rows(size_t part, const Tick& tick)> measure;
    /// Prints what stands below the table.
    std::function<void(std::ostream& out, const Rows& rows)> notes;
    /// Throws where the rows are not worth a file.
    std::function<void(const Rows& rows)> require = [](auto&) {};
    /// Throws where the rows, which have been written, show a failure.
    std::function<void()> judge = [] {};
    /// A file beside --json and --csv.
    struct {
        const char* flag = "";
        std::string path{};  // "": none
        std::function<void(std::ostream& out, const Rows& rows)> write{};
    } extra;
    std::string steps;  // of the progress; "": the parts
    uint64_t steps_per_part = 1;
};

/// Measures and reports; returns all rows. Throws Interrupted, BadFile, CheckFailed and what the functions of the bench
/// throw.
template <class Row>
std::vector<Row> run_bench(const BenchOptions& options, const Bench<Row>& bench) {
    const BenchSubject& subject = bench.report.subject;
    Baseline baseline(options.baseline, subject.name);
    if (baseline) baseline.require_comparable(bench.planned());
    BenchOutputs outputs(options, {bench.extra.flag, bench.extra.path});
    std::ostream& out = outputs.table();
    if (!outputs.silent()) out << subject.heading() << std::flush;
    // Asking for facts may have changed the device.
    if (subject.backend == sort::Backend::cuda) use_cuda_device(subject.device);

    Table table(out, columns_of(bench.report.fields), outputs.form());
    Progress progress(bench.steps.empty() ? bench.part + std::string("s") : bench.steps,
                      bench.steps_per_part * bench.parts, options.quiet);
    std::vector<Row> all;
    size_t done = 0;
    const Tick tick = [&](double share) {
        progress.update(uint64_t(double(bench.steps_per_part) * (double(done) + share)));
    };
    std::optional<InterruptMessage> interrupt_message(std::in_place, outputs.stdout_is_free());
    while (done < bench.parts) {
        interrupt_message->set(interrupted_text(bench.part, done, bench.parts));
        std::vector<Row> rows = bench.measure(done, tick);
        progress.wipe();
        for (Row& row : rows) {
            if (!outputs.silent()) table.row(cells_of(bench.report.fields, row));
            all.push_back(std::move(row));
        }
        if (interrupted()) break;
        ++done;
        tick(0);
    }
    interrupt_message.reset();
    progress.wipe();
    if (!outputs.silent()) bench.notes(out, all);
    outputs.end_if_interrupted(bench.part, done, bench.parts);

    bench.require(all);
    outputs.finish_report(baseline, [&] { return bench.report.json(options, all); });
    if (outputs.csv()) bench.report.write_csv(*outputs.csv(), all);
    if (outputs.extra()) bench.extra.write(*outputs.extra(), all);
    outputs.commit();
    bench.judge();
    if (std::none_of(all.begin(), all.end(), is_measured<Row>)) {
        throw CheckFailed(std::string(subject.name) + ": nothing was measured within " +
                          timeout_text(options.timeout_s));
    }
    baseline.check();
    return all;
}

}  // namespace app
