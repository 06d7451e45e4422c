#include "app/bench/fit/fit_advice.h"

#include <algorithm>
#include <iterator>

#include "app/base/text/names.h"
#include "app/bench/common/table.h"
#include "app/measure/percentile.h"

namespace app {
namespace {

double middle(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return nearest_rank(values, 50);
}

/// A fact of each measured frame.
std::vector<double> facts_of(const DataRow& row, const char* key) {
    std::vector<double> all;
    for (const DataFrame& frame : row.frames) {
        if (frame.measured() && frame.facts.contains(key)) all.push_back(frame.facts.at(key).get<double>());
    }
    return all;
}

double middle_count(const DataRow& row) {
    std::vector<double> all;
    for (const DataFrame& frame : row.frames) {
        if (frame.measured()) all.push_back(frame.count);
    }
    return middle(all);
}

/// " of 3 of the 8 frames", where time was over before the others; "" for all.
std::string of_some_frames(const FitRow& one) {
    const auto fits = [](const DataFrame& frame) { return frame.fault.empty(); };
    const auto& frames = one.row.frames;
    const size_t all = size_t(std::count_if(frames.begin(), frames.end(), fits)) - (one.first_ms > 0);
    const size_t measured = one.row.measured_frames();
    return measured == all ? "" : " of " + std::to_string(measured) + " of the " + counted(all, "frame");
}

/// "0.0310 ms worst frame, 4.1 times as fast as std-sort (equal within the noise: cpu-radix)"
std::string figures(const std::vector<FitRow>& rows, const Choice& choice) {
    const DataRow& best = rows[choice.best].row;
    std::string text = ms_text(best.worst_ms()) + " ms worst frame" + of_some_frames(rows[choice.best]);
    if (choice.against) {
        const DataRow& other = rows[*choice.against].row;
        const double ratio = other.worst_ms() / best.worst_ms();
        if (!equal_within_noise(best, other))
            text += ratio >= 1 ? ", " + fixed_text(ratio, 1) + " times as fast as " + other.name
                               : ", " + fixed_text(1 / ratio, 1) + " times the time of " + other.name;
    }
    std::vector<std::string> names;
    for (const size_t i : choice.as_good) names.push_back(rows[i].row.name);
    if (!names.empty()) text += " (equal within the noise: " + join(names) + ")";
    return text;
}

/// Why an engine fits the keys.
std::string sort_reason(const DataRow& row) {
    const std::vector<double> movers = facts_of(row, "movers");
    if (movers.empty()) return "";
    size_t repaired = 0, told = 0;
    for (const DataFrame& frame : row.frames) {
        if (!frame.measured()) continue;
        const std::string path = frame.facts.value("path", "");
        told += !path.empty();
        repaired += !path.empty() && path != "full sort";
    }
    const auto moved = uint64_t(middle(movers));
    const std::string keys = grouped(uint64_t(middle_count(row))) + " keys";
    const std::string repairs =
        "it repaired " + std::to_string(repaired) + " of " + counted(row.measured_frames(), "frame");
    const std::string then = told > 0 ? ", and " + repairs : ", and it sorts each in full";
    if (moved == 0) return "most frames are in order" + then;
    if (2 * repaired > row.measured_frames())
        return "most frames move fewer than " + grouped(moved + 1) + " of " + keys + then;
    return "half of the frames move " + grouped(moved) + " of " + keys + " or more" + then;
}

std::string pairs_reason(const DataRow& row) {
    const double n = middle_count(row);
    const std::vector<double> pairs = facts_of(row, "pairs");
    if (pairs.empty() || n == 0) return "";
    return "a frame has " + fixed_text(middle(pairs) / n, 1) + " pairs per box";
}

std::string with_reason(const std::string& reason) { return reason.empty() ? "" : "; " + reason; }

/// Room for larger frames to come.
std::string room(uint64_t count) {
    std::string text = grouped(count + count / 4 + 1);
    std::replace(text.begin(), text.end(), ',', '\'');
    return text;
}

const char* const kHeld[] = {"std::uint32_t", "std::int32_t", "float",
                             "std::uint64_t", "std::int64_t", "double"};
const char* const kNumPy[] = {"uint32", "int32", "float32", "uint64", "int64", "float64"};

/// Engines that the Python module holds (sim/python/CMakeLists.txt).
const char* const kInModule[] = {"cpu-radix", "cpu-adaptive", "adaptive", "bucketsort", "onesweep"};

bool some_bits(const Advised& advised) {
    return sort::size_of(advised.type) == 4 && (advised.bits.begin > 0 || advised.bits.end < 32);
}

std::string cpp_sort(const Advised& advised) {
    const std::string type = kHeld[static_cast<int>(advised.type)];
    const std::string where = advised.backend == sort::Backend::cuda ? "on the device" : "in host memory";
    std::string text =
        "#include <cstdint>\n#include <sweeplab/sort.h>\n\n/// Sorts a frame in place, arrays " + where +
        ".\n/// Keys and values come in the order that the last frame's sort left, with new keys.\n";
    text += "void sort_frame(" + type + "* keys, std::uint32_t* values, std::size_t count) {\n" +
            "    static sweeplab::Sorter sorter = [] {\n        sweeplab::SorterOptions options;\n" +
            "        options.engine = \"" + advised.engine + "\";\n" +
            "        options.keys = sweeplab::KeyType::" + sort::name_of(advised.type) + ";\n" +
            "        return sweeplab::Sorter(" + room(advised.items) + ", options);\n    }();\n";
    if (!some_bits(advised)) return text + "    sorter.sort_pairs(keys, values, count);\n}\n";
    return text +
           "    sweeplab::SortOptions how;\n    how.begin_bit = " + std::to_string(advised.bits.begin) +
           ", how.end_bit = " + std::to_string(advised.bits.end) +
           ";\n    sorter.sort_pairs(keys, values, count, nullptr, how);\n}\n";
}

std::string cpp_pairs(const Advised& advised) {
    const std::string where = advised.backend == sort::Backend::cuda ? "device" : "host";
    std::string text =
        "#include <cstdint>\n#include <sweeplab/pairs.h>\n\n"
        "/// Finds the pairs of a frame: indices of boxes, two per pair, in " +
        where +
        " memory until the next call.\n"
        "/// Boxes that are kept in the order of finder.order() are found faster.\n";
    return text +
           "const sweeplab::PairFinder& find_pairs(const sweeplab::Box* boxes, std::size_t count) {\n" +
           "    static sweeplab::PairFinder finder = [] {\n        sweeplab::PairFinderOptions options;\n" +
           "        options.backend = sweeplab::Backend::" + sort::name_of(advised.backend) + ";\n" +
           "        options.broad_phase = \"" + advised.broad_phase + "\";\n" +
           "        options.engine = \"" + advised.engine + "\";\n" +
           "        options.pair_capacity = " + room(advised.pairs) + ";\n" +
           "        return sweeplab::PairFinder(" + room(advised.items) + ", options);\n    }();\n" +
           "    finder.find(boxes, count);\n"
           "    const std::uint64_t pairs = finder.read_count();\n"
           "    if (pairs > finder.pair_capacity()) {\n"
           "        finder.reserve_pairs(pairs + pairs / 4);\n"
           "        finder.find(boxes, count);\n"
           "    }\n"
           "    return finder;\n}\n";
}

}  // namespace

std::string advice_text(const std::vector<FitRow>& rows, const std::optional<Choice>& sort,
                        const std::optional<Choice>& pairs) {
    if (!sort && !pairs) return "none: nothing was measured on all frames";
    const auto name = [&](const Choice& choice) { return "`" + rows[choice.best].row.name + "`"; };
    if (!pairs)
        return "use " + name(*sort) + ": " + figures(rows, *sort) +
               with_reason(sort_reason(rows[sort->best].row));
    std::string text = "use " + name(*pairs) + (sort ? " with " + name(*sort) : "") + ": " +
                       figures(rows, *pairs) + with_reason(pairs_reason(rows[pairs->best].row));
    if (sort)
        text += "; the sort of a sweep, " + name(*sort) + ": " + figures(rows, *sort) +
                with_reason(sort_reason(rows[sort->best].row));
    return text;
}

std::string cpp_snippet(const Advised& advised) {
    return advised.broad_phase.empty() ? cpp_sort(advised) : cpp_pairs(advised);
}

std::string python_snippet(const Advised& advised) {
    const bool has_engine =
        std::find(std::begin(kInModule), std::end(kInModule), advised.engine) != std::end(kInModule);
    const std::string engine = has_engine ? ", engine=\"" + advised.engine + "\"" : "";
    std::string text = "import sweeplab\n\n";
    if (!has_engine)
        text += "# The module has no " + advised.engine +
                ": its default sorts. sweeplab.engines() lists others.\n";
    if (!advised.broad_phase.empty())
        return text + "# boxes: float32 (n, 6)\npairs = sweeplab.overlapping_pairs(boxes, broad_phase=\"" +
               advised.broad_phase + "\"" + engine + ")\n";
    text += "repair = sweeplab.Repair(" + std::to_string(advised.items + advised.items / 4 + 1) + ", \"" +
            kNumPy[static_cast<int>(advised.type)] + "\"" + engine + ")\n\n";
    if (some_bits(advised)) text += "# All bits are sorted: Repair has no choice of bits.\n";
    return text +
           "# In each frame: keys and values in the order that the last sort left. Keys that stand by id:\n"
           "# order = repair.argsort(keys)\n"
           "repair.sort(keys, values)\n";
}

}  // namespace app
