// What the profiler kept, as rows for spreadsheets.
#include <cstdio>
#include <ostream>

#include "app/base/text/csv.h"
#include "app/measure/profile/profiler.h"

namespace app {
namespace {

void csv_row(std::ostream& out, uint64_t frame, std::string_view stage, const char* lane, double start_us,
             double dur_us, uint64_t bytes, uint64_t items) {
    char numbers[128];
    std::snprintf(numbers, sizeof numbers, ",%s,%.3f,%.3f,%llu,%llu\n", lane, start_us, dur_us,
                  static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(items));
    out << frame << ',' << csv_field(stage) << numbers;
}

}  // namespace

void write_csv_heading(std::ostream& out) { out << "frame,stage,lane,start_us,dur_us,bytes,items\n"; }

void write_csv(std::ostream& out, const Profiler& profiler) {
    write_csv_heading(out);
    write_csv_rows(out, profiler);
}

void write_csv_rows(std::ostream& out, const Profiler& profiler) {
    for (const sim::StepReport& step : profiler.history()) {
        uint64_t bytes = 0;
        for (const sim::StageTime& piece : step.stages) bytes += piece.bytes;
        csv_row(out, step.step, "step", "step", step.start_us, step.duration_us, bytes, 0);
        for (const sim::StageTime& piece : step.stages) {
            csv_row(out, step.step, piece.name, "stage", piece.start_us, piece.duration_us, piece.bytes,
                    piece.items);
        }
        csv_row(out, step.step, "profiler", "host", step.start_us + step.duration_us, step.profiler_us, 0, 0);
    }
}

}  // namespace app
