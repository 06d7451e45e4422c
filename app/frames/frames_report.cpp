#include "app/frames/frames_report.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/measure/percentile.h"
#include "sort/lab/model.h"

namespace app {
namespace {

constexpr double kMuchDisorder = 0.1;  // share of neighbours out of order from which no repair is worth while
constexpr size_t kHead = 16;           // columns before a text

std::string head(const char* name) {
    return name + std::string(kHead - std::char_traits<char>::length(name), ' ');
}

/// One number of each frame that could be read.
template <class Value>
std::vector<double> values_of(std::span<const FrameFacts> facts, Value value, bool carried_only = false) {
    std::vector<double> all;
    for (const FrameFacts& one : facts) {
        if (one.read() && (one.carried || !carried_only)) all.push_back(double(std::invoke(value, one)));
    }
    return all;
}

double share(uint32_t part, uint32_t of) { return of > 0 ? double(part) / double(of) : 0; }

struct Range {
    double least = 0, middle = 0, most = 0;
};

Range range_of(std::vector<double> values) {
    if (values.empty()) return {};
    std::sort(values.begin(), values.end());
    return {values.front(), nearest_rank(values, 50), values.back()};
}

std::string count_of(double value) { return grouped(uint64_t(value)); }

std::string range_text(const Range& range) {
    return "median " + count_of(range.middle) + ", " + count_of(range.least) + " to " + count_of(range.most);
}

/// The frame whose share of keys is largest.
const FrameFacts* worst_of(std::span<const FrameFacts> facts, uint32_t FrameFacts::*part) {
    const FrameFacts* worst = nullptr;
    for (const FrameFacts& one : facts) {
        if (!one.read() || !one.carried) continue;
        if (!worst || share(one.*part, one.count) > share(worst->*part, worst->count)) worst = &one;
    }
    return worst;
}

std::string percent(double part) { return fixed_text(100 * part, part < 0.01 ? 2 : 1) + " %"; }

std::string disorder_text(std::span<const FrameFacts> facts, uint32_t FrameFacts::*part) {
    const FrameFacts* worst = worst_of(facts, part);
    if (!worst) return "-";
    const Range all = range_of(values_of(
        facts, [part](const FrameFacts& one) { return share(one.*part, one.count); }, true));
    return "median " + percent(all.middle) + " of the keys; worst frame " + std::to_string(worst->number) +
           ", " + count_of(worst->*part) + " of " + count_of(worst->count) + ", " +
           percent(share(worst->*part, worst->count));
}

std::string extent_text(std::span<const FrameFacts> facts, const FrameForm& form) {
    std::optional<sim::Box> all;
    for (const FrameFacts& one : facts) {
        if (one.extent) all = all ? sim::around(*all, *one.extent) : *one.extent;
    }
    if (!all) return "";
    char text[200];
    std::snprintf(text, sizeof text, "x %g to %g, y %g to %g, z %g to %g", all->min.x, all->max.x, all->min.y,
                  all->max.y, all->min.z, all->max.z);
    return text + (form.units.empty() ? "" : " " + form.units);
}

uint64_t varying_of(std::span<const FrameFacts> facts) {
    uint64_t varying = 0;
    for (const FrameFacts& one : facts) varying |= one.varying;
    return varying;
}

/// "3 to 27 of 32": the bits in which keys of a frame differ.
std::string bits_text(uint64_t varying, sort::KeyType type) {
    const std::string of = " of " + std::to_string(8 * sort::size_of(type));
    if (varying == 0) return "none" + of;
    return std::to_string(std::countr_zero(varying)) + " to " +
           std::to_string(63 - std::countl_zero(varying)) + of;
}

std::map<std::string, size_t> paths_of(std::span<const FrameFacts> facts) {
    std::map<std::string, size_t> paths;
    for (const FrameFacts& one : facts) {
        if (one.read() && one.carried) ++paths[one.path];
    }
    return paths;
}

size_t carried_frames(std::span<const FrameFacts> facts) {
    return size_t(std::count_if(facts.begin(), facts.end(),
                                [](const FrameFacts& one) { return one.read() && one.carried; }));
}

}  // namespace

std::vector<std::string> repair_advice(const FrameSet& set, std::span<const FrameFacts> facts) {
    std::vector<std::string> advice;
    const size_t frames = carried_frames(facts);
    if (frames == 0) return {"one frame: nothing is carried from frame to frame"};
    std::vector<std::string> parts;
    size_t full = 0;
    for (const auto& [path, count] : paths_of(facts)) {
        parts.push_back(path + " " + std::to_string(count));
        if (path == "full sort") full = count;
    }
    advice.push_back("cpu-adaptive, run here on each frame after the last, repaired " +
                     std::to_string(frames - full) + " of " + counted(frames, "frame") + " (" + join(parts) +
                     "); it tries windows from 16,384 keys on, few movers with any number");
    const sort::Engine* gpu = sort::find_engine("adaptive");
    if (!gpu) gpu = sort::find_model("adaptive");
    if (gpu && gpu->most_movers) {
        size_t enough = 0;
        for (const FrameFacts& one : facts)
            enough += one.read() && one.carried && one.movers <= gpu->most_movers(one.count);
        advice.push_back("adaptive (cuda) can move the movers one by one in " + std::to_string(enough) +
                         " of " + counted(frames, "frame") +
                         ", by its rule of at most n / 32 and 4,096 of them");
    }
    const auto typical = [&](uint32_t FrameFacts::*part) {
        return range_of(
                   values_of(
                       facts, [part](const FrameFacts& one) { return share(one.*part, one.count); }, true))
            .middle;
    };
    const double carried = typical(&FrameFacts::descents), recorded = typical(&FrameFacts::recorded_descents);
    if (set.form().in_last_order) return advice;
    if (recorded > kMuchDisorder && carried < recorded / 2)
        advice.push_back(
            "as recorded, in an order of its own such as ids, no frame is nearly sorted: keep the items "
            "in the order that the last sort left");
    if (carried > kMuchDisorder && recorded < carried / 2)
        advice.push_back(
            "the frames are nearer to order as recorded: if they are in the order that the last sort "
            "left, say order = \"last\" in frames.toml");
    return advice;
}

std::string frames_text(const FrameSet& set, std::span<const FrameFacts> facts) {
    const size_t read = values_of(facts, &FrameFacts::count).size();
    std::string text = set.path() + ": " + counted(facts.size(), "frame") + " of " + items_text(set) +
                       ", numbers " + std::to_string(set.number(0)) + " to " +
                       std::to_string(set.number(set.size() - 1));
    if (set.form().time_step_s > 0)
        text += ", " + fixed_text(1e3 * double(set.form().time_step_s), 3) + " ms apart";
    text += '\n';
    const auto add = [&](const char* name, const std::string& line) {
        if (!line.empty()) text += list_line(head(name), line);
    };
    if (read > 0) {
        const Range n = range_of(values_of(facts, &FrameFacts::count));
        add("n", range_text(n) + (n.least < n.most ? "; unequal, which a sort allows" : ""));
        add("extent", extent_text(facts, set.form()));
        if (set.kind() == ItemKind::points && set.form().radius == 0)
            add("radius", "0: `radius` in frames.toml says another");
        if (set.kind() != ItemKind::keys)
            add("sorted", std::string("lower ends along ") + "xyz"[set.form().axis] + ", float32");
        add("bits used", bits_text(varying_of(facts), set.type()));
        add("descents", disorder_text(facts, &FrameFacts::descents));
        add("movers", disorder_text(facts, &FrameFacts::movers));
        if (carried_frames(facts) > 0) {
            add("largest shift",
                range_text(range_of(values_of(
                    facts, [](const FrameFacts& one) { return one.disorder.max_shift; }, true))) +
                    " places");
            add("as recorded", disorder_text(facts, &FrameFacts::recorded_descents) + ": descents");
        }
        for (const std::string& line : repair_advice(set, facts)) add("repair", line);
    }
    for (const std::string& note : set.notes()) add("note", note);
    for (const FrameFacts& one : facts) {
        if (!one.read()) add("bad", one.fault);
    }
    return text;
}

nlohmann::ordered_json frames_json(const FrameSet& set, std::span<const FrameFacts> facts) {
    using Json = nlohmann::ordered_json;
    Json frames = Json::array();
    for (const FrameFacts& one : facts) {
        Json row = {{"frame", one.number}, {"file", one.name}};
        if (!one.read()) {
            row["fault"] = one.fault;
            frames.push_back(std::move(row));
            continue;
        }
        row.update({{"n", one.count},
                    {"extent", nullptr},
                    {"varying_bits", one.varying},
                    {"recorded_descents", one.recorded_descents},
                    {"carried", one.carried},
                    {"descents", one.descents},
                    {"movers", one.movers},
                    {"max_shift", one.disorder.max_shift},
                    {"misplaced", one.disorder.misplaced},
                    {"path", one.path}});
        if (one.extent) {
            const sim::Box& box = *one.extent;
            row["extent"] = {{box.min.x, box.min.y, box.min.z}, {box.max.x, box.max.y, box.max.z}};
        }
        frames.push_back(std::move(row));
    }
    const Range n = range_of(values_of(facts, &FrameFacts::count));
    const FrameForm& form = set.form();
    return {{"schema", 1},
            {"data", set.path()},
            {"kind", name_of(set.kind())},
            {"sorted_type", sort::name_of(set.type())},
            {"units", form.units},
            {"time_step_s", form.time_step_s},
            {"axis", std::string(1, "xyz"[form.axis])},
            {"n", {{"min", uint64_t(n.least)}, {"median", uint64_t(n.middle)}, {"max", uint64_t(n.most)}}},
            {"bits_used", bits_text(varying_of(facts), set.type())},
            {"repair", repair_advice(set, facts)},
            {"notes", set.notes()},
            {"frames", frames}};
}

}  // namespace app
