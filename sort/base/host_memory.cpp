// Reads what Linux says in text files; every one of them may be missing.
#include "sort/base/host_memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sort {
namespace {

using Limits = HostMemory;

/// Returns the number that a file begins with; none: "max", or no such file.
std::optional<uint64_t> number_in(const std::string& file) {
    std::ifstream in(file);
    uint64_t number = 0;
    return in >> number ? std::optional(number) : std::nullopt;
}

/// Returns the number behind a word at the start of a line, as "MemTotal: 12 kB" and "inactive_file 12" have it.
std::optional<uint64_t> number_behind(const std::string& file, std::string_view word) {
    std::ifstream in(file);
    for (std::string line, first; std::getline(in, line);) {
        std::istringstream words(line);
        uint64_t number = 0;
        if (words >> first && first == word && words >> number) return number;
    }
    return std::nullopt;
}

uint64_t kib_behind(const std::string& file, std::string_view word) {
    return number_behind(file, word).value_or(0) * 1024;
}

uint64_t above(uint64_t limit, uint64_t used) { return limit - std::min(limit, used); }

Limits of_machine(const std::string& root) {
    const std::string file = root + "/proc/meminfo";
    Limits all;
    all.total = kib_behind(file, "MemTotal:");
    uint64_t available = kib_behind(file, "MemAvailable:");
    for (const char* word : {"MemFree:", "Buffers:", "Cached:"})  // what older kernels say instead
        if (!number_behind(file, "MemAvailable:")) available += kib_behind(file, word);
    all.available = std::min(all.total, available + kib_behind(file, "SwapFree:"));
    if (all.total > 0) return all;
    const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
    all.total = page * uint64_t(sysconf(_SC_PHYS_PAGES));
    all.available = page * uint64_t(sysconf(_SC_AVPHYS_PAGES));
    return all;
}

void take_lower(Limits& all, const std::string& name, uint64_t limit, uint64_t used) {
    all.total = std::min(all.total, limit);
    if (above(limit, used) >= all.available) return;
    all.available = above(limit, used);
    all.limit = name + ": " + human_bytes(double(limit));
}

/// Names of files that differ between the versions of control groups. Constant: a sorter may be a global object.
struct GroupFiles {
    std::array<const char*, 2> limits;
    const char* used;
    std::array<const char*, 2> cached;  // in memory.stat: pages of files, which give way
};
constexpr GroupFiles kVersion1 = {{"/memory.limit_in_bytes", "/memory.limit_in_bytes"},
                                  "/memory.usage_in_bytes",
                                  {"total_inactive_file", "total_active_file"}};
constexpr GroupFiles kVersion2 = {
    {"/memory.max", "/memory.high"}, "/memory.current", {"inactive_file", "active_file"}};

/// A file system of control groups that has memory in it.
struct GroupMount {
    std::string root, folder;  // what of the groups is seen, and where
    const GroupFiles* files;
};

/// Returns the mounts that are control groups with memory files, from lines of mountinfo such as "36 35 98:0
/// /root /folder rw - cgroup cgroup rw,memory".
std::vector<GroupMount> group_mounts(const std::string& root) {
    std::vector<GroupMount> mounts;
    std::ifstream in(root + "/proc/self/mountinfo");
    for (std::string line; std::getline(in, line);) {
        const size_t split = line.find(" - ");
        if (split == line.npos) continue;
        std::istringstream before(line.substr(0, split)), behind(line.substr(split + 3));
        std::string skipped, seen, folder, type, options;
        before >> skipped >> skipped >> skipped >> seen >> folder;
        behind >> type >> skipped >> options;
        if (type == "cgroup2") mounts.push_back({seen, folder, &kVersion2});
        if (type == "cgroup" && ("," + options + ",").find(",memory,") != std::string::npos)
            mounts.push_back({seen, folder, &kVersion1});
    }
    if (mounts.empty())
        mounts = {{"/", "/sys/fs/cgroup", &kVersion2}, {"/", "/sys/fs/cgroup/memory", &kVersion1}};
    return mounts;
}

/// Returns the process's own group, of lines "0::/a/b" and "4:cpu,memory:/a/b"; "/" where none is named.
std::string own_group(const std::string& root, const GroupFiles& files) {
    std::ifstream in(root + "/proc/self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const size_t first = line.find(':'), second = line.find(':', first + 1);
        if (second == line.npos) continue;
        std::string controllers = line.substr(first, second - first + 1);
        controllers.front() = controllers.back() = ',';
        const bool is =
            &files == &kVersion2 ? line.starts_with("0::") : controllers.find(",memory,") != controllers.npos;
        if (is) return line.substr(second + 1);
    }
    return "/";
}

/// Is the process's own group among those that are seen there?
bool holds_own_group(const std::string& root, const GroupMount& mount) {
    const std::string group = own_group(root, *mount.files);
    return mount.root == "/" || group == mount.root || group.starts_with(mount.root + "/");
}

/// Applies the limits of all groups from the process's own up to the one whose folder is mounted.
void take_groups(Limits& all, const std::string& root, const GroupMount& mount) {
    std::string group = own_group(root, *mount.files);
    if (!holds_own_group(root, mount) || group.starts_with("/..")) {
        group = "";  // beside what is seen
    } else if (mount.root != "/") {
        group.erase(0, mount.root.size());
    }
    while (true) {
        while (group.ends_with('/')) group.pop_back();
        const std::string folder = root + mount.folder + group, stat = folder + "/memory.stat";
        for (const char* file : mount.files->limits) {
            const std::optional<uint64_t> limit = number_in(folder + file);
            if (!limit) continue;
            uint64_t cached = 0;
            for (const char* word : mount.files->cached) cached += number_behind(stat, word).value_or(0);
            const uint64_t used = number_in(folder + mount.files->used).value_or(0);
            take_lower(all, "control group " + (group.empty() ? "/" : group), *limit, above(used, cached));
        }
        if (group.empty()) break;
        group.erase(std::min(group.rfind('/'), group.size()));
        if (group.find('/') == group.npos) group.clear();
    }
    // What groups above those that are seen allow.
    if (mount.files != &kVersion1) return;
    const std::string folder = root + mount.folder;
    if (const auto limit = number_behind(folder + "/memory.stat", "hierarchical_memory_limit"))
        take_lower(all, "control group /", *limit, 0);
}

}  // namespace

MemorySource MemorySource::of_this_process() {
    MemorySource source;
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        source.address_bytes = limit.rlim_cur;
    if (getrlimit(RLIMIT_DATA, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        source.data_bytes = limit.rlim_cur;
    return source;
}

HostMemory host_memory(const MemorySource& source) {
    HostMemory all = of_machine(source.root);
    const std::vector<GroupMount> mounts = group_mounts(source.root);
    for (const GroupMount& mount : mounts) {
        const bool seen_elsewhere = std::any_of(mounts.begin(), mounts.end(), [&](const GroupMount& other) {
            return other.files == mount.files && holds_own_group(source.root, other);
        });
        if (!seen_elsewhere || holds_own_group(source.root, mount)) take_groups(all, source.root, mount);
    }
    // In pages: mapped, resident, shared, text, library, data and stack.
    std::ifstream in(source.root + "/proc/self/statm");
    uint64_t mapped = 0, data = 0, skipped = 0;
    in >> mapped >> skipped >> skipped >> skipped >> skipped >> data;
    const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
    all.addresses = above(source.address_bytes, mapped * page);
    if (source.address_bytes != MemorySource::kNoLimit)
        take_lower(all, "ulimit -v", source.address_bytes, mapped * page);
    if (source.data_bytes != MemorySource::kNoLimit)
        take_lower(all, "ulimit -d", source.data_bytes, data * page);
    return all;
}

uint64_t host_memory_total() {
    static const uint64_t total = host_memory().total;
    return total;
}

uint64_t HostMemory::usable(uint64_t own) const {
    const uint64_t most = total / 10 * 9;
    return own < most ? std::min(available / 10 * 9 + own, most) : most;
}

std::string usable_text(const HostMemory& memory, uint64_t own) {
    return human_bytes(double(memory.usable(own))) + " can be used here, of " +
           human_bytes(double(memory.available)) + " available" +
           (memory.limit.empty() ? "" : " (" + memory.limit + ")");
}

void require_host_memory(const std::string& what, uint64_t bytes, uint64_t own) {
    constexpr uint64_t kNeverTooMuch = 1 << 20;
    if (bytes <= kNeverTooMuch) return;
    const HostMemory memory = host_memory();
    if (bytes <= memory.usable(own)) return;
    throw OverLimit(what + " " + human_bytes(double(bytes)) + " of memory; at most " +
                    usable_text(memory, own));
}

void refuse_host_memory(uint64_t bytes) {
    throw OverLimit("out of memory: " + human_bytes(double(bytes)) + " requested; at most " +
                    usable_text(host_memory()));
}

}  // namespace sort
