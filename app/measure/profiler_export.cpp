// What the profiler kept, as files: rows for spreadsheets, Chrome trace events for Perfetto.
#include <algorithm>
#include <cstdio>
#include <ostream>

#include "app/measure/profiler.h"
#include "app/measure/profiler_stages.h"

namespace app {
namespace {

// Whole nanoseconds, so that slices nest exactly.
int64_t ns(double us) { return static_cast<int64_t>(us * 1000 + (us < 0 ? -0.5 : 0.5)); }

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n") == text.npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string json_text(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(c));
        const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
        quoted += plain ? std::string(1, c) : std::string(code);
    }
    return quoted + '"';
}

void csv_row(std::ostream& out, uint64_t frame, std::string_view stage, const char* lane, double start_us,
             double dur_us, uint64_t bytes, uint64_t items) {
    char numbers[128];
    std::snprintf(numbers, sizeof numbers, ",%s,%.3f,%.3f,%llu,%llu\n", lane, start_us, dur_us,
                  static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(items));
    out << frame << ',' << csv_field(stage) << numbers;
}

enum Track { kSteps = 1, kFrames };

// Writes trace events one a line, with the commas between them.
class Trace {
public:
    explicit Trace(std::ostream& out) : out_(out) { out_ << "{\"displayTimeUnit\":\"ms\",\"traceEvents\":["; }
    ~Trace() { out_ << "\n]}\n"; }

    void name(const char* what, const char* name, Track track = kSteps) {
        begin() << "{\"ph\":\"M\",\"pid\":1,\"tid\":" << track << ",\"name\":\"" << what
                << "\",\"args\":{\"name\":\"" << name << "\"}}";
    }
    /// `path`: that a sort took, "" for other slices.
    void slice(std::string_view name, int64_t start, int64_t end, uint64_t bytes, uint64_t items,
               const std::string& path = "") {
        begin_slice(kSteps, name, start, end) << ",\"args\":{\"bytes\":" << bytes << ",\"items\":" << items;
        if (!path.empty()) out_ << ",\"path\":" << json_text(path);
        out_ << "}}";
    }
    void pass(std::string_view name, int64_t start, int64_t end) {
        begin_slice(kFrames, name, start, end) << "}";
    }
    void counter(const char* name, int64_t at, uint64_t value) {
        begin() << "{\"ph\":\"C\",\"pid\":1,\"name\":\"" << name << "\",\"ts\":" << us(at) << ",\"args\":{\""
                << name << "\":" << value << "}}";
    }

private:
    std::ostream& begin_slice(Track track, std::string_view name, int64_t start, int64_t end) {
        return begin() << "{\"ph\":\"X\",\"pid\":1,\"tid\":" << track << ",\"name\":" << json_text(name)
                       << ",\"ts\":" << us(start) << ",\"dur\":" << us(end - start);
    }
    std::ostream& begin() {
        out_ << (first_ ? "\n" : ",\n");
        first_ = false;
        return out_;
    }
    static std::string us(int64_t nanoseconds) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3f", static_cast<double>(nanoseconds) / 1000);
        return text;
    }

    std::ostream& out_;
    bool first_ = true;
};

struct Span {
    int64_t start, end;
};

Span within(const Span& outer, double start_us, double duration_us) {
    const int64_t start = std::clamp(ns(start_us), outer.start, outer.end);
    return {start, std::clamp(ns(start_us + duration_us), start, outer.end)};
}

// The step, its stages inside it, their pieces inside them.
void trace_step(Trace& trace, const sim::StepReport& step, std::span<const char* const> path_names) {
    uint64_t step_bytes = 0;
    uint32_t sorts = 0;
    for (const sim::StageTime& piece : step.stages) step_bytes += piece.bytes;
    const Span whole{ns(step.start_us), std::max(ns(step.start_us), ns(step.start_us + step.duration_us))};
    trace.slice("step " + std::to_string(step.step), whole.start, whole.end, step_bytes, 0);

    for (size_t first = 0; first < step.stages.size();) {
        const std::string_view stage = stage_name(step.stages[first]);
        size_t last = first;
        uint64_t bytes = 0, items = 0;
        for (; last < step.stages.size() && stage_name(step.stages[last]) == stage; ++last) {
            bytes += step.stages[last].bytes;
            items = std::max(items, step.stages[last].items);
        }
        const sim::StageTime &a = step.stages[first], &z = step.stages[last - 1];
        const Span outer = within(whole, a.start_us, z.start_us + z.duration_us - a.start_us);
        std::string path;
        if (stage == "sort" && sorts < step.counters.sorts && !path_names.empty())
            path = sort_path_name(path_names, step.counters.sort_path[sorts++]);
        trace.slice(stage, outer.start, outer.end, bytes, items, path);
        int64_t behind = outer.start;  // pieces that overlap by rounding would not nest
        for (; first < last; ++first) {
            const sim::StageTime& piece = step.stages[first];
            if (piece.name == stage) continue;
            const Span inner = within({behind, outer.end}, piece.start_us, piece.duration_us);
            trace.slice(std::string_view(piece.name).substr(stage.size() + 1), inner.start, inner.end,
                        piece.bytes, piece.items);
            behind = inner.end;
        }
    }
}

// A frame's drawing, its passes inside it.
void trace_frame(Trace& trace, const sim::StepReport& frame) {
    const Span whole{ns(frame.start_us), ns(frame.start_us + frame.duration_us)};
    trace.pass("frame " + std::to_string(frame.step), whole.start, whole.end);
    for (const sim::StageTime& pass : frame.stages) {
        const Span inner = within(whole, pass.start_us, pass.duration_us);
        trace.pass(pass.name, inner.start, inner.end);
    }
}

}  // namespace

void write_csv(std::ostream& out, const Profiler& profiler) {
    out << "frame,stage,lane,start_us,dur_us,bytes,items\n";
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

void write_trace(std::ostream& out, const Profiler& profiler, const Profiler* drawing) {
    Trace trace(out);
    trace.name("process_name", "sweeplab");
    trace.name("thread_name", "steps");
    for (const sim::StepReport& step : profiler.history()) {
        trace_step(trace, step, profiler.sort_path_names());
        const int64_t at = ns(step.start_us);
        trace.counter("pairs", at, step.counters.pairs);
        trace.counter("contacts", at, step.counters.contacts);
        trace.counter("descents", at, step.counters.descents);
        if (profiler.sort_path_names().empty() || !measures_shift(step.counters)) continue;
        trace.counter("sort windows", at, step.counters.sort_windows);
        trace.counter("sort movers", at, step.counters.sort_movers);
        trace.counter("sort max shift", at, step.counters.sort_max_shift);
    }
    if (!drawing || drawing->history().empty()) return;
    trace.name("thread_name", "drawing (a clock of its own)", kFrames);
    for (const sim::StepReport& frame : drawing->history()) trace_frame(trace, frame);
}

}  // namespace app
