#include "app/frames/frame_files.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/base/text/ending.h"
#include "app/base/text/names.h"
#include "app/base/text/read_number.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEndings[] = {".npy", ".csv", ".ply", ".vtk", ".xyz"};
constexpr size_t kMostSentences = 8;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// The last digits of a name, whose ending has none: where they begin, and how many.
std::pair<size_t, size_t> last_digits(std::string_view name) {
    size_t end = name.size();
    while (end > 0 && !is_digit(name[end - 1])) --end;
    size_t begin = end;
    while (begin > 0 && is_digit(name[begin - 1])) --begin;
    return {begin, end - begin};
}

std::optional<uint64_t> number_of(std::string_view name) {
    const auto [begin, length] = last_digits(name);
    uint64_t number = 0;
    if (length == 0 || !read_number(name.substr(begin, length), number)) return {};
    return number;
}

std::string_view without_zeros(std::string_view digits) {
    while (digits.size() > 1 && digits.front() == '0') digits.remove_prefix(1);
    return digits;
}

std::string_view take_digits(std::string_view& text) {
    size_t length = 0;
    while (length < text.size() && is_digit(text[length])) ++length;
    const std::string_view digits = text.substr(0, length);
    text.remove_prefix(length);
    return without_zeros(digits);
}

bool is_ids_name(std::string_view name, const std::string& ids) {
    if (ids.empty()) return false;
    const auto numbered = find_number(ids);
    if (!numbered) return name == ids;
    return name.starts_with(numbered->before) && name.ends_with(numbered->after) &&
           name.size() > numbered->before.size() + numbered->after.size();
}

}  // namespace

bool comes_before(std::string_view a, std::string_view b) {
    std::string_view left = a, right = b;
    while (!left.empty() && !right.empty()) {
        if (is_digit(left[0]) && is_digit(right[0])) {
            const std::string_view x = take_digits(left), y = take_digits(right);
            if (x.size() != y.size()) return x.size() < y.size();
            if (x != y) return x < y;
            continue;
        }
        if (left[0] != right[0]) return left[0] < right[0];
        left.remove_prefix(1);
        right.remove_prefix(1);
    }
    return left.empty() != right.empty() ? left.empty() : a < b;
}

namespace {

using NamesByEnding = std::array<std::vector<std::string>, std::size(kEndings)>;

/// Names of the files of a folder that may be frames, by their endings, in any order.
NamesByEnding names_in(const fs::path& folder, const std::string& ids, std::error_code& error) {
    NamesByEnding by_ending;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::string name = at->path().filename().string();
        if (name.starts_with('.') || is_ids_name(name, ids)) continue;
        for (size_t i = 0; i < std::size(kEndings); ++i) {
            if (!has_ending(name, kEndings[i])) continue;
            by_ending[i].push_back(std::move(name));
            break;
        }
    }
    return by_ending;
}

/// Returns the first folder within one, by name, that has frames; empty: none has.
std::string folder_of_frames_in(const std::string& folder) {
    std::string first;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        std::error_code no_folder;
        const NamesByEnding names = names_in(at->path(), "", no_folder);
        const bool has_some =
            std::any_of(names.begin(), names.end(), [](const auto& of) { return !of.empty(); });
        const std::string name = at->path().filename().string();
        if (has_some && (first.empty() || comes_before(name, first))) first = name;
    }
    return first;
}

}  // namespace

std::vector<FrameFile> list_frames(const std::string& folder, const std::string& ids,
                                   std::vector<std::string>* left_out) {
    std::error_code error;
    NamesByEnding by_ending = names_in(folder, ids, error);
    if (error) throw BadFile(folder + ": cannot be read: " + error.message());
    auto& names = *std::max_element(by_ending.begin(), by_ending.end(),
                                    [](const auto& a, const auto& b) { return a.size() < b.size(); });
    if (names.empty()) {
        const std::string within = folder_of_frames_in(folder);
        throw BadFile(folder + ": no .npy file in it, nor .csv, .ply, .vtk or .xyz; " +
                      (within.empty() ? "`sweeplab bench record` writes some"
                                      : (fs::path(folder) / within).string() + " has some"));
    }
    if (left_out) {
        for (const auto& others : by_ending) {
            if (&others != &names) left_out->insert(left_out->end(), others.begin(), others.end());
        }
        std::sort(left_out->begin(), left_out->end(), comes_before);
    }
    std::sort(names.begin(), names.end(), comes_before);
    std::vector<FrameFile> files;
    for (std::string& name : names) {
        const auto number = number_of(name);
        files.push_back({std::move(name), number});
    }
    return files;
}

std::vector<std::string> faults_of_numbers(const std::vector<FrameFile>& files) {
    std::vector<std::string> faults;
    if (files.size() < 2) return faults;
    const auto stem = [](const FrameFile& file) {
        return std::string_view(file.name).substr(0, last_digits(file.name).first);
    };
    for (const FrameFile& file : files) {
        if (!file.number || stem(file) != stem(files[0])) return faults;
    }
    size_t more = 0;
    const auto add = [&](const std::string& fault) {
        if (faults.size() < kMostSentences) {
            faults.push_back(fault);
        } else {
            ++more;
        }
    };
    uint64_t step = UINT64_MAX;  // snapshots may be numbered by tens
    for (size_t i = 1; i < files.size(); ++i) {
        if (*files[i].number != *files[i - 1].number)
            step = std::min(step, *files[i].number - *files[i - 1].number);
    }
    for (size_t i = 1; i < files.size(); ++i) {
        const uint64_t before = *files[i - 1].number, now = *files[i].number;
        if (now == before)
            add(files[i].name + ": its number is that of " + files[i - 1].name +
                ", too; it is a frame of its own");
        if (now == before || now - before <= step) continue;
        const std::string first = std::to_string(before + step), last = std::to_string(now - step);
        add(first == last || now - before < 2 * step ? "frame " + first + " is missing"
                                                     : "frames " + first + " to " + last + " are missing");
    }
    if (more > 0) faults.push_back(counted(more, "more gap") + " in the numbers of the frames");
    return faults;
}

}  // namespace app
