// Trace events, one a line.
#include "app/measure/frames/trace.h"

#include <cstdio>
#include <initializer_list>
#include <ostream>
#include <utility>

#include "app/base/text/utf8.h"
#include "app/measure/profile/profiler_stages.h"

namespace app {
namespace {

std::string json_string(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : as_utf8(text)) {
        char code[8];
        std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned char>(c));
        const bool plain = static_cast<unsigned char>(c) >= 0x20 && c != '"' && c != '\\';
        quoted += plain ? std::string(1, c) : std::string(code);
    }
    return quoted + '"';
}

class Trace {
public:
    Trace(std::ostream& out, double zero_us) : out_(out), zero_us_(zero_us) {
        out_ << "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[";
    }
    ~Trace() { out_ << "\n]}\n"; }

    void name(const char* what, const char* name, int track) {
        event("M", what, track) << ",\"args\":{\"name\":" << json_string(name) << "}}";
    }
    void sort_index(int track) {
        event("M", "thread_sort_index", track) << ",\"args\":{\"sort_index\":" << track << "}}";
    }
    void slice(const std::string& name, int track, const Slice& slice, const std::string& path) {
        const int64_t start = ns(slice.start_us);
        event("X", name, track) << ",\"ts\":" << us(start) << ",\"dur\":" << us(ns(slice.end_us) - start);
        if (slice.bytes == 0 && slice.items == 0 && path.empty() && !slice.skipped) {
            out_ << '}';
            return;
        }
        out_ << ",\"args\":{\"bytes\":" << slice.bytes << ",\"items\":" << slice.items;
        if (!path.empty()) out_ << ",\"path\":" << json_string(path);
        if (slice.skipped) out_ << ",\"skipped\":true";
        out_ << "}}";
    }
    void skip(const std::string& name, int track, const SkipMark& mark) {
        event("i", "skipped: " + name, track) << ",\"s\":\"t\",\"ts\":" << us(ns(mark.at_us))
                                              << ",\"args\":{\"count\":" << mark.count << ",\"saved_us\":";
        if (mark.as_in_step > 0)
            out_ << us(int64_t(double(mark.saved_us) * 1000)) << ",\"as_in_step\":" << mark.as_in_step;
        else
            out_ << "null";
        out_ << "}}";
    }
    /// Numbers at one time. Perfetto calls their tracks by the event's name and the key, "step pairs"; Tracy by the key.
    void counters(const char* name, double at_us,
                  std::initializer_list<std::pair<const char*, uint64_t>> values) {
        event("C", name, 0) << ",\"ts\":" << us(ns(at_us)) << ",\"args\":";
        const char* between = "{";
        for (const auto& [key, value] : values) {
            out_ << between << json_string(key) << ':' << value;
            between = ",";
        }
        out_ << "}}";
    }

private:
    std::ostream& event(const char* kind, std::string_view name, int track) {
        out_ << (first_ ? "\n" : ",\n") << "{\"ph\":\"" << kind << "\",\"pid\":1";
        first_ = false;
        if (track > 0) out_ << ",\"tid\":" << track;
        return out_ << ",\"name\":" << json_string(name);
    }
    /// Whole nanoseconds: what nests and meets does so exactly.
    int64_t ns(double at_us) const {
        const double from = (at_us - zero_us_) * 1000;
        return int64_t(from + (from < 0 ? -0.5 : 0.5));
    }
    static std::string us(int64_t nanoseconds) {
        char text[32];
        std::snprintf(text, sizeof text, "%.3f", static_cast<double>(nanoseconds) / 1000);
        return text;
    }

    std::ostream& out_;
    double zero_us_;
    bool first_ = true;
};

/// The slices of a lane, each before those inside it.
void write_lane(Trace& trace, const FrameTimeline& timeline, Lane lane, int track,
                std::span<const char* const> paths) {
    std::array<size_t, kLaneRows> next{};
    for (;;) {
        size_t depth = kLaneRows;
        for (size_t k = 0; k < kLaneRows; ++k) {
            const SliceRow& row = timeline.row(lane, k);
            if (next[k] == row.size()) continue;
            if (depth == kLaneRows || row[next[k]].start_us < timeline.row(lane, depth)[next[depth]].start_us)
                depth = k;
        }
        if (depth == kLaneRows) return;
        const Slice& slice = timeline.row(lane, depth)[next[depth]++];
        const bool has_path = slice.path != Slice::kNoPath && !paths.empty();
        const std::string path = has_path ? sort_path_name(paths, slice.path) : "";
        trace.slice(timeline.full_name(slice), track, slice, path);
        if (path.empty() || depth + 1 == kLaneRows) continue;
        // A sort without pieces, as one launch is: what it did is known by its path.
        const SliceRow& pieces = timeline.row(lane, depth + 1);
        const size_t piece = next[depth + 1];
        if (piece < pieces.size() && pieces[piece].start_us < slice.end_us) continue;
        Slice whole = slice;
        whole.bytes = whole.items = 0;
        whole.skipped = false;
        trace.slice(path, track, whole, "");
    }
}

double first_us(const FrameTimeline& timeline) {
    double first = 1e300;
    for (size_t lane = 0; lane < kLanes; ++lane) {
        const SliceRow& row = timeline.row(Lane(lane), 0);
        if (row.size() > 0) first = std::min(first, row[0].start_us);
    }
    return first < 1e300 ? first : 0;
}

}  // namespace

void write_trace(std::ostream& out, const FrameTimeline& timeline, std::span<const char* const> paths,
                 const char* compute) {
    Trace trace(out, first_us(timeline));
    trace.name("process_name", "sweeplab", 0);
    const char* const names[kLanes] = {"frame, CPU", compute, "hand-over", "drawing, OpenGL"};
    const auto track = [](Lane lane) { return int(lane) + 1; };
    for (size_t k = 0; k < kLanes; ++k) {
        const Lane lane = Lane(k);
        if (timeline.row(lane, 0).size() == 0) continue;
        trace.name("thread_name", names[k], track(lane));
        trace.sort_index(track(lane));
        write_lane(trace, timeline, lane, track(lane), paths);
    }
    for (const SkipMark& mark : timeline.skips())
        trace.skip(timeline.name(mark.name), track(Lane::compute), mark);
    for (const CountersAt& step : timeline.counters()) {
        trace.counters("step", step.at_us,
                       {{"pairs", step.pairs}, {"contacts", step.contacts}, {"descents", step.descents}});
        if (paths.empty() || !step.measured) continue;
        trace.counters("sort", step.at_us,
                       {{"sort windows", step.windows},
                        {"sort movers", step.movers},
                        {"sort max shift", step.max_shift}});
    }
}

}  // namespace app
