// Two looks at the text: the first counts vertices, so that a face may name one that stands further down.
#include "app/io/obj.h"

#include <charconv>
#include <cmath>

#include "app/base/errors.h"
#include "app/io/input_file.h"

namespace app {
namespace {

constexpr uint64_t kMaxObjBytes = uint64_t{1} << 34;

// Splits a text into lines and each line into words; a backslash at a line's end joins the next one.
class Lines {
public:
    explicit Lines(std::string_view text) : rest_(text) {}

    bool next(std::vector<std::string_view>& words) {
        words.clear();
        if (rest_.empty()) return false;
        bool joined = true;
        number_ = next_number_;
        while (joined && !rest_.empty()) {
            const size_t end = rest_.find('\n');
            std::string_view line = rest_.substr(0, end);
            rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
            ++next_number_;
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            joined = !line.empty() && line.back() == '\\';
            if (joined) line.remove_suffix(1);
            split(line.substr(0, line.find('#')), words);
        }
        return true;
    }
    uint64_t number() const { return number_; }

private:
    static void split(std::string_view line, std::vector<std::string_view>& words) {
        for (size_t at = 0; (at = line.find_first_not_of(" \t", at)) != line.npos;) {
            const size_t end = std::min(line.find_first_of(" \t", at), line.size());
            words.push_back(line.substr(at, end - at));
            at = end;
        }
    }

    std::string_view rest_;
    uint64_t number_ = 0, next_number_ = 1;
};

[[noreturn]] void refuse(const std::string& path, uint64_t line, const std::string& why) {
    throw BadFile(path + ":" + std::to_string(line) + ": " + why);
}

template <typename T>
bool read_number(std::string_view word, T& value) {
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    return error == std::errc() && end == word.data() + word.size();
}

}  // namespace

Mesh parse_obj(std::string_view text, const std::string& path) {
    std::vector<std::string_view> words;
    uint64_t vertex_count = 0, faces = 0;
    for (Lines lines(text); lines.next(words);) vertex_count += !words.empty() && words[0] == "v";

    Mesh mesh;
    mesh.vertices.reserve(vertex_count);
    std::vector<uint32_t> corners;
    for (Lines lines(text); lines.next(words);) {
        const uint64_t line = lines.number();
        if (words.empty()) continue;
        if (words[0] == "v") {
            float at[3];
            for (size_t i = 0; i < 3; ++i) {
                const bool read = words.size() >= 4 && read_number(words[i + 1], at[i]);
                if (!read || !std::isfinite(at[i])) refuse(path, line, "v: three finite numbers expected");
            }
            mesh.vertices.push_back({at[0], at[1], at[2]});
        } else if (words[0] == "f") {
            corners.clear();
            for (size_t i = 1; i < words.size(); ++i) {
                // "7", "7/1", "7//3", "-1": only the vertex counts.
                int64_t index = 0;
                const std::string word(words[i].substr(0, words[i].find('/')));
                if (!read_number(std::string_view(word), index)) {
                    refuse(path, line, "f: '" + std::string(words[i]) + "' is not a vertex number");
                }
                const auto before = static_cast<int64_t>(mesh.vertices.size());
                const bool there = index < 0 ? index >= -before : index <= static_cast<int64_t>(vertex_count);
                if (index == 0 || !there) {
                    refuse(path, line,
                           "f: vertex " + word + " is out of range; 1 to " + std::to_string(vertex_count) +
                               (before ? " or -" + std::to_string(before) + " to -1" : "") + " expected");
                }
                corners.push_back(static_cast<uint32_t>(index < 0 ? before + index : index - 1));
            }
            if (corners.size() < 3) refuse(path, line, "f: three vertices or more expected");
            for (size_t i = 2; i < corners.size(); ++i) {
                mesh.triangles.push_back({corners[0], corners[i - 1], corners[i]});
            }
            ++faces;
        }
    }
    if (faces == 0) throw BadFile(path + ": no faces; lines such as 'f 1 2 3' expected");
    return mesh;
}

Mesh read_obj(const std::string& path) {
    InputFile file(path);
    if (file.size() == 0) throw BadFile(file.path() + ": empty; lines 'v' and 'f' expected");
    return parse_obj(file.text(kMaxObjBytes), file.path());
}

std::vector<sim::Box> triangle_boxes(const Mesh& mesh) {
    std::vector<sim::Box> boxes;
    boxes.reserve(mesh.triangles.size());
    for (const auto& triangle : mesh.triangles) {
        sim::Box box{mesh.vertices[triangle[0]], mesh.vertices[triangle[0]]};
        for (const uint32_t corner : triangle) {
            for (int axis = 0; axis < 3; ++axis) {
                const float x = mesh.vertices[corner][axis];
                box.min[axis] = sim::smaller(box.min[axis], x);
                box.max[axis] = sim::larger(box.max[axis], x);
            }
        }
        boxes.push_back(box);
    }
    return boxes;
}

}  // namespace app
