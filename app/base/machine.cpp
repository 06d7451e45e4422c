// Linux tells about itself in text files; every one of them may be missing.
#include "app/base/machine.h"

#include <sched.h>
#include <sys/utsname.h>

#include <fstream>
#include <sstream>

namespace app {
namespace {

// Returns the remainder of the first line that starts with `key`, without separators and quotes.
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
    facts.memory = sort::host_memory();
    return facts;
}

}  // namespace app
