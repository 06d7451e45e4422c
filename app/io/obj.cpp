// Two passes over the text: the first counts vertices, so that a face may name one that stands further down.
#include "app/io/obj.h"

#include <bit>
#include <cfloat>
#include <cmath>
#include <span>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/text/read_number.h"
#include "app/io/read/growth.h"
#include "app/io/read/lines.h"
#include "app/io/read/mesh_origin.h"
#include "app/io/read/obj_words.h"

namespace app {
namespace {

constexpr uint64_t kMaxObjBytes = uint64_t{1} << 34;
constexpr double kEndOfFloats = 0x1.ffffffp127;  // rounds to infinity

/// A line, with those behind it that belong to it: a backslash at a line's end joins the next one.
class Statements {
public:
    explicit Statements(std::string_view text) : lines_(text) {}

    bool next() {
        parts_.clear();
        at_ = 0;
        bool joined = true;
        for (std::string_view line; joined && lines_.next(line);) {
            if (parts_.empty()) number_ = lines_.number();
            const size_t end = line.find('#');
            joined = end == line.npos && ends_in_backslash(line);
            parts_.push_back(line.substr(0, end));
        }
        return !parts_.empty();
    }

    /// Returns the next word; "": there is none.
    std::string_view word() {
        for (; at_ < parts_.size(); ++at_) {
            if (const std::string_view word = take_word(parts_[at_]); !word.empty()) return word;
        }
        return {};
    }

    uint64_t number() const { return number_; }
    /// Returns the unread part of the line, without the lines that are joined to it.
    std::string_view rest() const { return at_ == 0 ? parts_[0] : std::string_view(); }
    /// Returns the unread parts of the lines that are joined to this one.
    std::span<const std::string_view> joined() const { return std::span(parts_).subspan(1); }

private:
    /// Takes the backslash off, and blanks behind it.
    static bool ends_in_backslash(std::string_view& line) {
        size_t end = line.size();
        while (end > 0 && is_blank(line[end - 1])) --end;
        if (end == 0 || line[end - 1] != '\\') return false;
        line = line.substr(0, end - 1);
        return true;
    }

    Lines lines_;
    std::vector<std::string_view> parts_;
    size_t at_ = 0;
    uint64_t number_ = 0;
};

/// Lines that are passed over though their word says nothing to the program.
struct UnknownLines {
    uint64_t count = 0, first = 0;
    std::string word;

    void add(uint64_t line, std::string_view what) {
        if (count++) return;
        first = line;
        word = shown_word(what);
    }
    std::string also() const {
        return count > 1 ? (count > 2 ? "; so are " : "; so is ") + counted(count - 1, "other line")
                         : std::string();
    }
};

class ObjReader {
public:
    ObjReader(std::string_view text, const std::string& path) : text_(text), path_(path) {}

    Mesh read(std::vector<std::string>* notes) {
        for (Statements lines(text_); lines.next();) vertex_count_ += lines.word() == "v";
        vertices_.reserve(vertex_count_);
        Statements lines(text_);
        while (lines.next()) {
            const std::string_view word = lines.word();
            line_ = lines.number();
            if (word == "v") {
                read_vertex(lines);
            } else if (word == "f" || word == "fo") {  // the old word for a face
                read_face(lines);
            } else if (!word.empty()) {
                pass_over(word, lines);
            }
        }
        if (faces_ == 0) refuse_without_faces();
        const std::string lost = take_origin_off(vertices_, mesh_);
        if (notes) add_notes(lost, *notes);
        return std::move(mesh_);
    }

private:
    [[noreturn]] void refuse(const std::string& path, uint64_t line, const std::string& why) const {
        throw BadFile(path + ":" + std::to_string(line) + ": " + why);
    }

    [[noreturn]] void refuse_vertex(std::string_view word, const std::string& why) const {
        refuse(
            path_, line_,
            "v: three finite numbers expected" + (word.empty() ? "" : "; " + shown_word(word) + ": " + why));
    }

    void read_vertex(Statements& lines) {
        std::array<double, 3>& at = vertices_.emplace_back();
        for (double& number : at) {
            const std::string_view word = lines.word();
            if (!read_number(word, number)) refuse_vertex(word, number_fault(word).text);
            if (!(std::fabs(number) < kEndOfFloats))
                refuse_vertex(word, "too large; at most 3.4e38 expected");
            keep_as_float(word, number);
        }
        // A weight or a colour, or it is another line that lost its beginning.
        for (std::string_view word = lines.word(); !word.empty(); word = lines.word()) {
            double number;
            if (read_number(word, number) || word.find_first_of("nNiI#") != word.npos) continue;
            refuse(path_, line_,
                   "v: " + shown_word(word) + " behind the coordinates: " + number_fault(word).text);
        }
    }

    /// Rounded to a double and then to a float, a number between two floats may become the other one than at once.
    static void keep_as_float(std::string_view word, double& number) {
        constexpr uint64_t kLost = (uint64_t{1} << 29) - 1;  // bits that a float does not have
        const bool between = (std::bit_cast<uint64_t>(number) & kLost) == (kLost >> 1) + 1;
        const bool subnormal = std::fabs(number) < double(FLT_MIN) && number != 0;
        if (!between && !subnormal) [[likely]]
            return;
        float at_once = 0;
        if (read_number(word, at_once) && float(number) != at_once)
            number = std::nextafter(number, double(at_once));
    }

    /// Reads the vertex of "7", "7/1", "7//3" or "-1": only the first number counts.
    static bool read_index(std::string_view word, int64_t& index) {
        const size_t slash = std::min(word.find('/'), word.size());
        return read_number(word.substr(0, slash), index) &&
               word.find_first_not_of("0123456789+-/", slash) == word.npos;
    }

    void read_face(Statements& lines) {
        std::vector<uint32_t>& corners = corners_;
        const std::string& path = path_;
        const uint64_t line = line_, vertex_count = vertex_count_;
        corners.clear();
        for (std::string_view word = lines.word(); !word.empty(); word = lines.word()) {
            int64_t index = 0;
            if (!read_index(word, index)) {
                const size_t slash = std::min(word.find('/'), word.size() - 1);
                const std::string_view number = word.substr(0, word.find('/'));
                const std::string_view wrong = read_number(number, index) ? word.substr(slash + 1) : number;
                refuse(path, line,
                       "f: " + shown_word(word) + " is not a vertex number" + number_reason(wrong, true));
            }
            const auto before = static_cast<int64_t>(vertices_.size());
            const bool there = index < 0 ? index >= -before : index <= static_cast<int64_t>(vertex_count);
            if (index == 0 || !there) {
                refuse(path, line,
                       "f: vertex " + std::to_string(index) + " is out of range; 1 to " +
                           std::to_string(vertex_count) +
                           (before ? " or -" + std::to_string(before) + " to -1" : "") + " expected");
            }
            corners.push_back(static_cast<uint32_t>(index < 0 ? before + index : index - 1));
        }
        if (corners.size() < 3) refuse(path, line, "f: three vertices or more expected");
        for (size_t i = 2; i < corners.size(); ++i) {
            require_growth(mesh_.triangles, path, sizeof(sim::Box));
            mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        }
        ++faces_;
    }

    void pass_over(std::string_view word, Statements& lines) {
        refuse_lost_line_break(word, lines.rest());
        refuse_swallowed_lines(word, lines);
        if (word == "vn" || word == "vt") return;
        switch (obj_word(word)) {
            case ObjWord::passed_over:
                return;
            case ObjWord::surface:
                surfaces_.add(line_, word);
                return;
            case ObjWord::other_file:
                refuse(path_, line_, std::string(word) + ": other files are not read; one file expected");
            case ObjWord::unknown:
                break;
        }
        words_.assign(1, word);
        for (std::string_view more = lines.word(); !more.empty(); more = lines.word()) words_.push_back(more);
        const std::string reason = may_be_vertex_or_face(words_);
        if (!reason.empty()) refuse(path_, line_, "unknown word " + shown_word(word) + ": " + reason);
        unknown_.add(line_, word);
    }

    /// "vn 0 0 1 f 1 2 3"
    void refuse_lost_line_break(std::string_view word, std::string_view rest) const {
        if (rest.find_first_of("vVfF") == rest.npos) return;
        for (std::string_view next = take_word(rest); !next.empty(); next = take_word(rest)) {
            std::string_view behind = rest;
            const bool begins = next.size() == 1 && std::string_view("vVfF").find(next[0]) != next.npos &&
                                looks_like_number(take_word(behind)) &&
                                looks_like_number(take_word(behind)) && looks_like_number(take_word(behind));
            if (begins)
                refuse(path_, line_,
                       shown_word(next) + " behind " + shown_word(word) + "; a line of its own expected");
        }
    }

    /// Names may end in a backslash: "mtllib C:\models\".
    void refuse_swallowed_lines(std::string_view word, const Statements& lines) const {
        for (size_t k = 0; k < lines.joined().size(); ++k) {
            std::string_view line = lines.joined()[k];
            const std::string_view first = take_word(line), second = take_word(line);
            if ((first != "v" && first != "f") || !looks_like_number(second)) continue;
            refuse(path_, line_ + k + 1,
                   shown_word(first) + " behind a line that ends in a backslash, so it belongs to " +
                       shown_word(word) + "; a line of its own expected");
        }
    }

    [[noreturn]] void refuse_without_faces() const {
        throw BadFile(path_ + ": no faces; lines such as 'f 1 2 3' expected" +
                      (unknown_.count ? "; line " + std::to_string(unknown_.first) +
                                            " begins with the unknown word " + unknown_.word
                                      : ""));
    }

    void add_notes(const std::string& lost, std::vector<std::string>& notes) const {
        const auto place = [&](const UnknownLines& lines) {
            return path_ + ":" + std::to_string(lines.first) + ": ";
        };
        if (unknown_.count) {
            notes.push_back(place(unknown_) + "unknown word " + unknown_.word + ", passed over" +
                            unknown_.also());
        }
        if (surfaces_.count)
            notes.push_back(place(surfaces_) + "surfaces of free form are not read" + surfaces_.also());
        if (!lost.empty()) notes.push_back(path_ + ": " + lost);
    }

    const std::string_view text_;
    const std::string& path_;
    uint64_t vertex_count_ = 0, line_ = 0, faces_ = 0;
    ExactVertices vertices_;
    Mesh mesh_;
    UnknownLines unknown_, surfaces_;
    std::vector<uint32_t> corners_;
    std::vector<std::string_view> words_;
};

}  // namespace

Mesh parse_obj(std::string_view text, const std::string& path, std::vector<std::string>* notes) {
    return ObjReader(text, path).read(notes);
}

Mesh read_obj(InputFile& file, std::vector<std::string>* notes) {
    if (file.size() == 0) throw BadFile(file.path() + ": empty; lines 'v' and 'f' expected");
    return parse_obj(file.text(kMaxObjBytes, FileKind::obj), file.path(), notes);
}

Mesh read_obj(const std::string& path, std::vector<std::string>* notes) {
    InputFile file(path);
    return read_obj(file, notes);
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
