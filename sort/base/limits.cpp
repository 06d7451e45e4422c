// Reads SWEEPLAB_LIMITS.
#include "sort/base/limits.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "sort/base/numbers.h"

namespace sort {
namespace {

constexpr const char* kVariable = "SWEEPLAB_LIMITS";
constexpr const char* kExample = "shared=48K,processors=20,threads=1024,cooperative=off,if-nodes=off";

[[noreturn]] void refuse(const std::string& what) {
    throw std::invalid_argument(std::string(kVariable) + ": " + what);
}

/// `shown`: as it was typed.
uint64_t number(const std::string& shown, std::string_view value, uint64_t least, uint64_t unit = 1) {
    const WholeNumber read = parse_whole_number(value);
    if (read.fault == NumberFault::too_big || read.value > UINT64_MAX / unit) return UINT64_MAX;  // no limit
    if (read.fault != NumberFault::none) refuse(shown + ": a whole number is expected");
    if (read.value * unit >= least) return read.value * unit;
    refuse(shown + ": at least " + grouped(least) +
           (least > 1 ? " is expected, which every CUDA device has" : " is expected"));
}

/// Parses a size of shared memory in bytes: 48K, 48Ki, 48KB, 48KiB and 49152 are equal.
uint64_t shared_bytes(const std::string& shown, std::string_view value) {
    for (const std::string_view unit : {"KiB", "KB", "Ki", "K", "k"}) {
        if (!value.ends_with(unit)) continue;
        value.remove_suffix(unit.size());
        return number(shown, value, kLeastSharedBytes, 1024);
    }
    return number(shown, value, kLeastSharedBytes);
}

bool on(const std::string& shown, std::string_view value) {
    if (value != "on" && value != "off") refuse(shown + ": on or off is expected");
    return value == "on";
}

uint32_t narrow(uint64_t value) { return static_cast<uint32_t>(std::min<uint64_t>(value, UINT32_MAX)); }

std::string variable() {
    const char* const text = std::getenv(kVariable);
    return text ? text : "";
}

}  // namespace

DeviceLimits lower_of(const DeviceLimits& a, const DeviceLimits& b) {
    return {std::min(a.processors, b.processors), std::min(a.threads, b.threads),
            std::min(a.shared_bytes, b.shared_bytes), a.cooperative && b.cooperative,
            a.if_nodes && b.if_nodes};
}

DeviceLimits parse_limits(std::string_view text) {
    DeviceLimits limits;
    std::set<std::string> keys;
    for (bool more = !text.empty(); more;) {
        const size_t end = text.find(',');
        const std::string item(text.substr(0, end));
        more = end != text.npos;
        text.remove_prefix(more ? end + 1 : text.size());
        const size_t sign = item.find('=');
        const std::string key = item.substr(0, sign);
        if (sign == item.npos || key.empty()) {
            refuse("'" + item + "': KEY=VALUE is expected, such as " + kExample);
        }
        if (!keys.insert(key).second) refuse("'" + key + "' is named twice");
        const std::string_view value = std::string_view(item).substr(sign + 1);
        if (key == "processors") {
            limits.processors = narrow(number(item, value, 1));
        } else if (key == "threads") {
            limits.threads = narrow(number(item, value, kLeastThreads));
        } else if (key == "shared") {
            limits.shared_bytes = shared_bytes(item, value);
        } else if (key == "cooperative") {
            limits.cooperative = on(item, value);
        } else if (key == "if-nodes") {
            limits.if_nodes = on(item, value);
        } else {
            refuse("no limit is named '" + key +
                   "'; there are: shared, processors, threads, cooperative, if-nodes");
        }
    }
    return limits;
}

const DeviceLimits& requested_limits() {
    static const DeviceLimits the_limits = parse_limits(variable());
    return the_limits;
}

std::string requested_limits_text() { return requested_limits() == DeviceLimits{} ? "" : variable(); }

}  // namespace sort
