// Reads a trace as Perfetto does: slices of a track nest, none overlap in part, times never go back, tracks have names.
#pragma once
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace trace_rules {

struct Slice {
    int track;
    std::string name, below;  // "a > b": the slices that it lies in
    int64_t start_ns, end_ns;
    bool innermost = true;
    nlohmann::json event;
};

struct Trace {
    std::vector<Slice> slices;
    std::vector<nlohmann::json> instants, counters;
    std::map<int, std::string> tracks;
    std::vector<std::string> faults;  // rules that it breaks

    const Slice& find(const std::string& name) const {
        for (const Slice& slice : slices)
            if (slice.name == name) return slice;
        throw std::out_of_range("no slice " + name);
    }
    /// The times of the innermost slices of a track, summed by the slice at `depth` that they lie in.
    std::map<std::string, double> sums_us(int track, size_t depth) const {
        std::map<std::string, double> sums;
        for (const Slice& slice : slices) {
            if (slice.track != track || !slice.innermost) continue;
            std::vector<std::string> names;
            std::string path = slice.below.empty() ? slice.name : slice.below + " > " + slice.name;
            for (size_t at; (at = path.find(" > ")) != path.npos; path.erase(0, at + 3))
                names.push_back(path.substr(0, at));
            names.push_back(path);
            if (depth < names.size()) sums[names[depth]] += double(slice.end_ns - slice.start_ns) * 1e-3;
        }
        return sums;
    }
};

inline int64_t ns_of(const nlohmann::json& us) { return std::llround(us.get<double>() * 1000); }

inline Trace read(const std::string& text) {
    Trace trace;
    std::map<int, std::vector<size_t>> open;  // of each track
    std::map<int, int64_t> last;
    const auto document = nlohmann::json::parse(text);
    for (const auto& event : document["traceEvents"]) {
        const std::string kind = event["ph"];
        const int track = event.value("tid", 0);
        if (kind == "M") {
            if (event["name"] == "thread_name") trace.tracks[track] = event["args"]["name"];
            continue;
        }
        const int64_t start = ns_of(event["ts"]);
        const std::string name = event["name"];
        if (kind == "C") trace.counters.push_back(event);
        if (kind == "i") trace.instants.push_back(event);
        if (kind != "X") continue;
        const int64_t end = start + ns_of(event["dur"]);
        if (start < 0 || end < start)
            trace.faults.push_back(name + " ends before it begins, or begins before 0");
        if (last.count(track) && start < last[track]) trace.faults.push_back(name + " goes back in time");
        last[track] = start;
        auto& outer = open[track];
        while (!outer.empty() && trace.slices[outer.back()].end_ns <= start) outer.pop_back();
        std::string below;
        if (!outer.empty()) {
            Slice& in = trace.slices[outer.back()];
            if (end > in.end_ns) trace.faults.push_back(name + " overlaps the end of " + in.name);
            in.innermost = false;
            below = (in.below.empty() ? "" : in.below + " > ") + in.name;
        }
        outer.push_back(trace.slices.size());
        trace.slices.push_back({track, name, below, start, end, true, event});
    }
    for (const Slice& slice : trace.slices)
        if (!trace.tracks.count(slice.track))
            trace.faults.push_back(slice.name + " is on a track without a name");
    for (const auto& event : trace.instants)
        if (!trace.tracks.count(event["tid"]))
            trace.faults.push_back("an instant is on a track without a name");
    return trace;
}

}  // namespace trace_rules
