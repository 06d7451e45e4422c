// Linux tells about itself in text files; every one of them may be missing.
#include "app/base/machine.h"

#include <sched.h>
#include <sys/utsname.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

namespace app {
namespace {

constexpr uint64_t kUnlimited = std::numeric_limits<uint64_t>::max();

// The rest of the first line that starts with `key`, without separators and quotes.
std::string line_value(const char* file, const std::string& key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with(key)) continue;
        const size_t from = line.find_first_not_of(" \t:=\"", key.size());
        const size_t to = line.find_last_not_of(" \t\"");
        return from == line.npos ? "" : line.substr(from, to + 1 - from);
    }
    return "";
}

uint64_t meminfo_bytes(const std::string& key) {
    const std::string text = line_value("/proc/meminfo", key);
    return text.empty() ? 0 : std::strtoull(text.c_str(), nullptr, 10) * 1024;
}

// A container's limit (control groups, version 2); "max" and a missing file mean none.
uint64_t group_bytes(const char* file) {
    std::ifstream in(file);
    uint64_t bytes = 0;
    return in >> bytes ? bytes : kUnlimited;
}

}  // namespace

std::string kernel_driver() {
    // "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.65.06  Sun ..."
    std::ifstream in("/proc/driver/nvidia/version");
    std::string line, word;
    std::getline(in, line);
    for (std::istringstream words(line); words >> word;) {
        const bool number = word.find_first_not_of("0123456789.") == word.npos && word.find('.') != word.npos;
        if (number) return word;
    }
    return "";
}

MachineFacts machine_facts() {
    MachineFacts facts;
    facts.os = line_value("/etc/os-release", "PRETTY_NAME");
    facts.cpu = line_value("/proc/cpuinfo", "model name");
    utsname kernel;
    if (uname(&kernel) == 0) facts.kernel = std::string(kernel.release) + " " + kernel.machine;
    cpu_set_t cores;
    if (sched_getaffinity(0, sizeof cores, &cores) == 0)
        facts.cores = static_cast<unsigned>(CPU_COUNT(&cores));
    facts.memory_bytes = std::min(meminfo_bytes("MemTotal:"), group_bytes("/sys/fs/cgroup/memory.max"));
    return facts;
}

uint64_t available_memory_bytes() {
    const uint64_t limit = group_bytes("/sys/fs/cgroup/memory.max");
    const uint64_t used = group_bytes("/sys/fs/cgroup/memory.current");
    const uint64_t group =
        limit == kUnlimited || used == kUnlimited ? kUnlimited : limit - std::min(limit, used);
    return std::min(meminfo_bytes("MemAvailable:"), group);
}

}  // namespace app
