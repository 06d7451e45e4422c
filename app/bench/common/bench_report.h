// How a bench reports its rows: heading, table, JSON report and CSV file.
#pragma once
#include <functional>
#include <span>
#include <string>

#include "app/bench/common/field.h"
#include "app/cli/options.h"
#include "sort/registry.h"

namespace app {

/// The heading of a report: what was measured, and on which backend and device.
struct BenchSubject {
    const char* name;   // "bench sort"
    std::string title;  // "u32 keys with u32 values, stream, seed 1"
    sort::Backend backend = sort::Backend::cpu;
    int device = 0, threads = 0;  // threads 0: the heading has the number of cores
    std::string notes{};          // lines below the heading

    std::string heading() const;
    /// Begins the JSON report: machine, build and arguments.
    Json report(const Options& options) const;
};

template <class Row>
struct BenchReport {
    BenchSubject subject;
    Fields<Row> fields;
    CsvForm csv;
    /// Adds settings and rows to the JSON report.
    std::function<void(Json& report, std::span<const Row> rows)> add;

    Json json(const Options& options, std::span<const Row> rows) const {
        Json report = subject.report(options);
        add(report, rows);
        return report;
    }
    void write_csv(std::ostream& out, std::span<const Row> rows) const {
        app::write_csv(out, csv, fields, rows);
    }
};

}  // namespace app
