// What memory there is, read from folders that look like /proc and /sys of machines and containers.
#include "sort/base/host_memory.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "sort/base/errors.h"

namespace {

namespace fs = std::filesystem;
using Files = std::vector<std::pair<std::string, std::string>>;
using testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;

class FakeRoot {
public:
    explicit FakeRoot(const Files& files) {
        std::string name = (fs::temp_directory_path() / "host_memory_XXXXXX").string();
        root_ = mkdtemp(name.data());
        for (const auto& [file, text] : files) {
            const fs::path path = root_.string() + file;
            fs::create_directories(path.parent_path());
            std::ofstream(path) << text;
        }
    }
    ~FakeRoot() { fs::remove_all(root_); }

    sort::HostMemory memory(uint64_t address_bytes = sort::MemorySource::kNoLimit,
                            uint64_t data_bytes = sort::MemorySource::kNoLimit) const {
        return sort::host_memory({root_.string(), address_bytes, data_bytes});
    }

private:
    fs::path root_;
};

/// 8 GiB, of which 6 are there, and half a GiB of swap.
const Files kMachine = {{"/proc/meminfo",
                         "MemTotal:        8388608 kB\nMemFree:  1000 kB\nMemAvailable:    6291456 kB\n"
                         "SwapTotal: 1048576 kB\nSwapFree:         524288 kB\n"}};
const char* const kMount1 = "30 20 0:26 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n";
const char* const kMount2 = "30 20 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";

struct Case {
    const char* name;
    Files files;
    uint64_t total_mib, available_mib;
    const char* limit;
};

const Case kCases[] = {
    {"no group", {}, 8192, 6656, ""},
    {"version 2, no limit",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/user\n"},
      {"/sys/fs/cgroup/user/memory.max", "max\n"},
      {"/sys/fs/cgroup/user/memory.high", "max\n"}},
     8192,
     6656,
     ""},
    {"beside the groups that are seen",
     {{"/proc/self/mountinfo", "30 20 0:26 /docker/77 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"},
      {"/proc/self/cgroup", "0::/docker/778\n"},
      {"/sys/fs/cgroup/memory.max", "max\n"}},
     8192,
     6656,
     ""},
    {"another's group, seen elsewhere",
     {{"/proc/self/mountinfo", std::string(kMount2) + "31 20 0:26 /up /mnt rw - cgroup2 cgroup2 rw\n"},
      {"/proc/self/cgroup", "0::/other\n"},
      {"/mnt/memory.max", "1048576\n"}},
     8192,
     6656,
     ""},
    {"version 2, in its own group",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/a/b\n"},
      {"/sys/fs/cgroup/a/b/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/a/b/memory.current", "104857600\n"}},
     1024,
     924,
     "control group /a/b: "},
    {"version 2, in a group above",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/a/b/c\n"},
      {"/sys/fs/cgroup/a/b/c/memory.max", "max\n"},
      {"/sys/fs/cgroup/a/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/a/memory.current", "943718400\n"}},
     1024,
     124,
     "control group /a: "},
    {"version 2, throttled",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/a\n"},
      {"/sys/fs/cgroup/a/memory.max", "2147483648\n"},
      {"/sys/fs/cgroup/a/memory.high", "1073741824\n"},
      {"/sys/fs/cgroup/a/memory.current", "0\n"}},
     1024,
     1024,
     "control group /a: "},
    {"version 2, cached files give way",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/a\n"},
      {"/sys/fs/cgroup/a/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/a/memory.current", "1073741824\n"},
      {"/sys/fs/cgroup/a/memory.stat", "anon 1\nfile 1\ninactive_file 524288000\nactive_file 104857600\n"}},
     1024,
     600,
     "control group /a: "},
    {"version 2, in a container",
     {{"/proc/self/mountinfo", kMount2},
      {"/proc/self/cgroup", "0::/\n"},
      {"/sys/fs/cgroup/memory.max", "1073741824\n"},
      {"/sys/fs/cgroup/memory.current", "1048576\n"}},
     1024,
     1023,
     "control group /: "},
    {"version 2, mounted elsewhere",
     {{"/proc/self/mountinfo", "30 20 0:26 /../up /mnt/groups rw shared:4 - cgroup2 none rw\n"},
      {"/proc/self/cgroup", "0::/../other\n"},
      {"/mnt/groups/memory.max", "1073741824\n"}},
     1024,
     1024,
     "control group /: "},
    {"version 1, with other controllers",
     {{"/proc/self/mountinfo", kMount1},
      {"/proc/self/cgroup", "5:cpu:/x\n4:hugetlb,memory:/a/b\n0::/\n"},
      {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1073741824\n"},
      {"/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "524288000\n"},
      {"/sys/fs/cgroup/memory/a/memory.stat",
       "cache 5\ntotal_inactive_file 104857600\ntotal_active_file 0\n"},
      {"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"}},
     1024,
     624,
     "control group /a: "},
    {"version 1, in a container",
     {{"/proc/self/mountinfo", "9 8 0:2 /docker/77 /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n"},
      {"/proc/self/cgroup", "4:memory:/docker/77\n"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n"},
      {"/sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n"}},
     1024,
     1024,
     "control group /: "},
    {"version 1, only above what is seen",
     {{"/proc/self/mountinfo", kMount1},
      {"/proc/self/cgroup", "4:memory:/\n"},
      {"/sys/fs/cgroup/memory/memory.stat", "hierarchical_memory_limit 1073741824\n"}},
     1024,
     1024,
     "control group /: "},
    {"nothing but the usual folder",
     {{"/sys/fs/cgroup/memory.max", "1073741824\n"}},
     1024,
     1024,
     "control group /: "},
};

TEST(HostMemory, is_the_least_of_the_machine_and_of_every_group_up_to_the_root) {
    for (const Case& one : kCases) {
        Files files = kMachine;
        files.insert(files.end(), one.files.begin(), one.files.end());
        const sort::HostMemory memory = FakeRoot(files).memory();
        EXPECT_EQ(memory.total, one.total_mib * kMiB) << one.name;
        EXPECT_EQ(memory.available, one.available_mib * kMiB) << one.name;
        EXPECT_THAT(memory.limit, HasSubstr(one.limit)) << one.name;
        EXPECT_EQ(memory.limit.empty(), *one.limit == 0) << one.name << ": " << memory.limit;
    }
}

TEST(HostMemory, is_what_the_limits_of_the_process_leave) {
    Files files = kMachine;
    files.push_back({"/proc/self/statm", "25600 1 1 1 0 12800 0\n"});  // pages: 100 and 50 MiB of 4 KiB
    const FakeRoot root(files);
    const uint64_t page = uint64_t(sysconf(_SC_PAGESIZE)), mapped = 25600 * page, data = 12800 * page;
    EXPECT_EQ(root.memory(1024 * kMiB).available, 1024 * kMiB - mapped);
    EXPECT_THAT(root.memory(1024 * kMiB).limit, HasSubstr("ulimit -v: 1.1 GB"));
    EXPECT_EQ(root.memory(sort::MemorySource::kNoLimit, 512 * kMiB).available, 512 * kMiB - data);
    EXPECT_EQ(root.memory(kMiB).available, 0u);
}

TEST(HostMemory, is_known_where_the_system_says_nothing) {
    const sort::HostMemory memory = FakeRoot({}).memory();
    EXPECT_GT(memory.total, memory.available);
    EXPECT_GT(memory.available, 0u);
}

TEST(HostMemory, keeps_a_tenth_back_and_counts_what_is_the_callers) {
    sort::HostMemory memory;
    memory.total = 1000;
    memory.available = 400;
    EXPECT_EQ(memory.usable(), 360u);
    EXPECT_EQ(memory.usable(300), 660u);
    EXPECT_EQ(memory.usable(800), 900u) << "never more than nine tenths of all";
    EXPECT_EQ(memory.usable(UINT64_MAX), 900u);
}

TEST(HostMemory, kernels_that_do_not_say_what_is_available_say_what_is_free) {
    const Files files = {
        {"/proc/meminfo", "MemTotal: 8192 kB\nMemFree: 1024 kB\nBuffers: 512 kB\nCached: 512 kB\n"}};
    const FakeRoot root(files);
    EXPECT_EQ(root.memory().available, 2 * kMiB);
}

TEST(HostMemory, what_does_not_fit_is_refused_with_both_figures) {
    try {
        sort::require_host_memory("9 worlds need", uint64_t{1} << 60);
        FAIL() << "2^60 bytes were found room for";
    } catch (const sort::OverLimit& error) {
        EXPECT_THAT(error.what(), HasSubstr("9 worlds need 1.2 EB of memory; at most "));
        EXPECT_THAT(error.what(), HasSubstr(" can be used here"));
    }
    sort::require_host_memory("a little needs", 1 << 20);
}

}  // namespace
