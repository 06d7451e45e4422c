#include "app/teach/code/lit_lines.h"

#include <algorithm>

namespace app {
namespace {

constexpr LitLine kRules[] = {
    // ha, onesweep, bucketsort: digits
    {"order check", "are greater than the next", "seen = seen ||"},
    {"count", "The digit is", "digit(keys[i])"},
    {"count", "Digits:", "digit(keys[i])"},
    {"count", "counts its keys", "digit(keys[i])"},
    {"count", "Scan of the packed words", "block_sums"},
    {"count", "exclusive", "block_sums"},
    {"count", "All tiles:", "atomicAdd"},
    {"scan", "The counts are added", "warp_sums(own)"},
    {"scan", "begins at index", "groups[g].w ="},
    {"map", "go to ind", "out.keys[to] ="},
    {"map", "goes to ind", "out.keys[to] ="},
    {"map", "sectors", "out.keys[to] ="},
    {"pass", "read published counts", "before."},
    {"pass", "read in vain", "__nanosleep"},
    {"split", "buckets =", "__umulhi"},
    {"split", "By value", "by_value"},
    {"offsets", "The counts are added", "all["},
    {"offsets", "begins at index", "before["},
    {"place", "go to ind", "to.keys[place] ="},
    {"place", "goes to ind", "to.keys[place] ="},
    {"order buckets", "Bins:", "fine(bits(keys[k]))"},
    {"order buckets", "Bin starts:", "const uint32_t bin ="},
    {"order buckets", "Ranks:", "entries[("},
    {"order buckets", "By digits", "kMostInBin"},
    // adaptive
    {"windows", "The window of tile", "Order::template rank"},
    {"windows", "Descends", "record.flags ="},
    {"windows", "Crowded", "kTooMuch"},
    {"windows", "keys are kept", "keep(args"},
    {"check", "Behind the last tile", "tile + 1 < shared_.tiles"},
    {"check", "First places", "next.first_place"},
    {"check", "Last places", "own.last_place"},
    {"check", "lies outside", "if (!ascends)"},
    {"write", "go to ind", "args_.pairs.keys[i] ="},
    // warpsort
    {"bitonic sort", "is compared with", "exchange_"},
    {"bitonic sort", "lane i reads", "exchange_between_lanes"},
    // scan
    {"recursive doubling", "adds the", "next[i] +="},
    {"up-sweep", "adds the sum", "next[b] ="},
    {"down-sweep", "adds the sum", "next["},
    {"warp shuffle", "adds the", "__shfl_up_sync"},
    {"warp sums", "adds the", "warp_sums(one)"},
    {"add", "adds sum", "return __shfl_sync"},
    // sweep, columns
    {"sweep", "is tested with", "overlap"},
    {"sweep", "begins no test", "for ("},
    {"keys", "Column:", "column_of("},
    {"keys", "Sort key:", "column_of("},
    {"sort", "go to ind", "exec.sort("},
    {"first", "Index of the first box", "leave_or_fill({k == 0"},
};

}  // namespace

std::span<const LitLine> lit_line_rules() { return kRules; }

std::vector<size_t> lit_lines(const CodeExcerpt& excerpt, std::string_view stage,
                              const std::string& operation) {
    std::vector<size_t> lit;
    const std::vector<std::string> lines = lines_of(excerpt);
    for (const LitLine& rule : kRules) {
        if (rule.stage != stage || operation.find(rule.operation) == std::string::npos) continue;
        for (size_t i = 0; i < lines.size(); ++i) {
            if (lines[i].find(rule.line) != std::string::npos) lit.push_back(i);
        }
    }
    std::sort(lit.begin(), lit.end());
    lit.erase(std::unique(lit.begin(), lit.end()), lit.end());
    return lit;
}

}  // namespace app
