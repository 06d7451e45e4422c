// What needs neither GPU nor OpenGL.
#include <sys/statvfs.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "app/base/child.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/system_fonts.h"
#include "app/base/text/names.h"
#include "app/cli/settings.h"
#include "app/doctor/check.h"
#include "sim/math/fma_cpu.h"
#include "sort/base/errors.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kLeastMemory = 512'000'000, kLeastDisk = 100'000'000;  // bytes
constexpr char32_t kChinese = U'\u4e2d', kLatin = U'a';

std::string variable(const char* name) {
    const char* const text = std::getenv(name);
    return text ? text : "";
}

bool has_avx2() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/// A folder in which the program writes.
struct Place {
    std::string name;
    fs::path path;
    bool writable = false;
    uint64_t free_bytes = 0;

    /// Of a folder that is not there yet, what counts is the one that it would be made in.
    Place(std::string called, const fs::path& folder) : name(std::move(called)) {
        std::error_code ignored;
        path = fs::absolute(folder, ignored);
        while (!fs::exists(path, ignored) && path.has_relative_path()) path = path.parent_path();
        writable = access(path.c_str(), W_OK) == 0;
        struct statvfs disk;
        if (statvfs(path.c_str(), &disk) == 0) free_bytes = uint64_t(disk.f_bavail) * disk.f_frsize;
    }
    bool has_room() const { return free_bytes >= kLeastDisk; }
    std::string text() const {
        return name + " " + path.string() + ": " +
               (writable ? human_bytes(double(free_bytes)) + " free" : "not writable");
    }
};

/// Returns the folder where NVIDIA's driver keeps the kernels that it compiles; "": none.
fs::path kernel_cache() {
    if (kernel_driver().empty()) return "";
    if (const std::string path = variable("CUDA_CACHE_PATH"); !path.empty()) return path;
    const std::string home = variable("HOME");
    return home.empty() ? fs::path() : fs::path(home) / ".nv" / "ComputeCache";
}

}  // namespace

Finding check_cpu(int) {
    const MachineFacts machine = machine_facts();
    std::string found = (machine.cpu.empty() ? "unknown" : machine.cpu) + ", " +
                        counted(uint64_t(machine.cores), "core") + ", as many threads";
    if (has_avx2()) found += ", AVX2";
    if (!sim::fma_is_instruction()) found += ", no AVX2 with fused multiply-add";
    return {PartState::ok, found + "; " + machine.os + ", Linux " + machine.kernel};
}

Finding check_memory(int) {
    const sort::HostMemory memory = machine_facts().memory;
    Finding finding{PartState::ok, human_bytes(double(memory.available)) + " available of " +
                                       human_bytes(double(memory.total)) +
                                       (memory.limit.empty() ? "" : " (" + memory.limit + ")")};
    if (memory.available >= kLeastMemory) return finding;
    finding.state = PartState::missing;
    finding.remedy =
        "end other programs, or raise the limit of the container; a world takes about 350 "
        "bytes per body, and less with --bodies";
    return finding;
}

Finding check_disk(int) {
    std::error_code ignored;
    std::vector<Place> places = {{"this folder", fs::current_path(ignored)}};
    if (const fs::path settings = settings_path(); !settings.empty())
        places.emplace_back("settings", settings.parent_path());
    if (const fs::path cache = kernel_cache(); !cache.empty()) places.emplace_back("compiled kernels", cache);
    Finding finding;
    std::vector<std::string> texts, remedies;
    for (const Place& place : places) {
        texts.push_back(place.text());
        if (place.writable && place.has_room()) continue;
        if (finding.state != PartState::broken)
            finding.state = place.writable ? PartState::broken : PartState::missing;
        remedies.push_back(place.writable ? "free space in " + place.path.string()
                                          : "make " + place.path.string() + " writable, or name another one");
    }
    if (places.size() == 1 || settings_path().empty()) texts.push_back("settings: none, without HOME");
    finding.found = join(texts, "; ");
    finding.remedy = join(remedies, "; ");
    return finding;
}

Finding check_fonts(int) {
    const std::vector<FontFile> other = find_fonts({kChinese});
    if (!other.empty()) return {PartState::ok, "own font, and for other scripts " + other.front().path};
    const bool any = !find_fonts({kLatin}).empty();
    return {PartState::missing,
            any ? "own font; this machine's fonts lack some scripts"
                : "own font; no fonts of this machine, or no libfontconfig.so.1",
            "for file names in other scripts, install fonts (Debian, Ubuntu: fontconfig fonts-noto-cjk)"};
}

Finding check_ffmpeg(int) {
    const std::string remedy =
        "for videos install ffmpeg with libx264 (Debian, Ubuntu: ffmpeg); pictures and "
        "numbered frames (-o out_%04d.png) need none";
    std::string text;
    try {
        Child child({.called = "ffmpeg",
                     .words = {"ffmpeg", "-nostdin", "-h", "encoder=libx264"},
                     .answers = true,
                     .with_errors = true,
                     .limit_s = 5,
                     .most_bytes = 1 << 16});
        text = child.answer();
    } catch (const sort::Unavailable&) {
        return {PartState::missing, "no ffmpeg in PATH and /usr/bin", remedy};
    }
    std::string program, version, number;
    std::istringstream(text) >> program >> version >> number;  // "ffmpeg version 5.1.9-0+deb12u1 Copyright"
    if (program != "ffmpeg" || version != "version")
        return {PartState::broken, "ffmpeg does not start: " + text.substr(0, text.find('\n')), remedy};
    if (text.find("Encoder libx264 ") == text.npos)
        return {PartState::missing, "ffmpeg " + number + ", without libx264", remedy};
    return {PartState::ok, "ffmpeg " + number + ", libx264"};
}

Finding check_display(int) {
    std::vector<std::string> found;
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY"})
        if (const std::string value = variable(name); !value.empty())
            found.push_back(std::string(name) + "=" + value);
    if (!found.empty()) return {PartState::ok, join(found)};
    return {
        PartState::none,
        variable("SSH_CONNECTION").empty() ? "neither DISPLAY nor WAYLAND_DISPLAY is set" : "none, over SSH",
        "for the window start it in a desktop session; `render`, `profile`, `bench` and `teach -o` need no "
        "display"};
}

}  // namespace app
