// Numbers in the binary parts of PLY and VTK files, of either byte order.
#pragma once
#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <string_view>

#include "app/io/tables/table_text.h"

namespace app {

enum class NumberKind { i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

inline size_t size_of_number(NumberKind kind) {
    constexpr size_t kSizes[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    return kSizes[static_cast<int>(kind)];
}

template <class T>
double number_from(const char* bytes) {
    T value;
    std::memcpy(&value, bytes, sizeof value);
    return static_cast<double>(value);
}

/// Reads a number that lies at `at`; `swapped`: its bytes are big endian.
inline double binary_number(const char* at, NumberKind kind, bool swapped) {
    static_assert(std::endian::native == std::endian::little);
    char bytes[8];
    const size_t size = size_of_number(kind);
    std::memcpy(bytes, at, size);
    if (swapped) std::reverse(bytes, bytes + size);
    switch (kind) {
        case NumberKind::i8:
            return number_from<int8_t>(bytes);
        case NumberKind::u8:
            return number_from<uint8_t>(bytes);
        case NumberKind::i16:
            return number_from<int16_t>(bytes);
        case NumberKind::u16:
            return number_from<uint16_t>(bytes);
        case NumberKind::i32:
            return number_from<int32_t>(bytes);
        case NumberKind::u32:
            return number_from<uint32_t>(bytes);
        case NumberKind::i64:
            return number_from<int64_t>(bytes);
        case NumberKind::u64:
            return number_from<uint64_t>(bytes);
        case NumberKind::f32:
            return number_from<float>(bytes);
        case NumberKind::f64:
            return number_from<double>(bytes);
    }
    return 0;
}

/// A file whose text goes on in bytes, read whole.
class BytesAndLines {
public:
    /// Throws BadFile for more than kMostTableBytes, sort::OverLimit.
    explicit BytesAndLines(InputFile& file) : path_(file.path()) {
        if (file.append(bytes_, kMostTableBytes + 1) > kMostTableBytes)
            throw BadFile(path_ + ": longer than 16 GiB, the limit for such a file");
        left_ = {reinterpret_cast<const char*>(bytes_.data()), bytes_.size()};
    }

    const std::string& path() const { return path_; }
    bool at_end() const { return left_.empty(); }
    uint64_t line() const { return line_; }  // number of the last line, from 1

    /// Takes the next line, without its end. Returns false at the end.
    bool next_line(std::string_view& line) {
        if (left_.empty()) return false;
        const size_t end = left_.find('\n');
        line = left_.substr(0, end);
        left_.remove_prefix(end == left_.npos ? left_.size() : end + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        ++line_;
        return true;
    }
    /// Takes the next `count` bytes; null: there are not so many.
    const char* take(uint64_t count) {
        if (count > left_.size()) return nullptr;
        const char* const at = left_.data();
        left_.remove_prefix(size_t(count));
        return at;
    }
    /// Takes the next word, over the ends of lines too. "": there is none.
    std::string_view next_word() {
        while (!left_.empty() && is_space(left_.front())) {
            line_ += left_.front() == '\n';
            left_.remove_prefix(1);
        }
        size_t end = 0;
        while (end < left_.size() && !is_space(left_[end])) ++end;
        const std::string_view word = left_.substr(0, end);
        left_.remove_prefix(end);
        return word;
    }
    /// The place of the next byte, for go_back().
    const char* peek() const { return left_.data(); }
    void go_back(const char* place, uint64_t line) {
        left_ = {place, left_.size() + size_t(left_.data() - place)};
        line_ = line;
    }
    [[noreturn]] void refuse(const std::string& why) const {
        throw BadFile(path_ + ":" + std::to_string(std::max<uint64_t>(line_, 1)) + ": " + why);
    }

private:
    static bool is_space(char c) { return is_blank(c) || c == '\n'; }

    const std::string& path_;
    std::vector<std::byte> bytes_;
    std::string_view left_;
    uint64_t line_ = 0;
};

}  // namespace app
