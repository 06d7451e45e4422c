// A file to be read: says clearly why it cannot be, and never takes memory for bytes that are not there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

class InputFile {
public:
    /// "-" is stdin. Throws BadFile (missing, a directory, no permission).
    explicit InputFile(const std::string& path);
    ~InputFile();
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;

    const std::string& path() const { return path_; }       // as messages name it
    std::optional<uint64_t> size() const { return size_; }  // bytes in all; none for pipes

    /// Up to `count` bytes, fewer only at the end of the file. Throws BadFile on a read error.
    size_t read(void* to, size_t count);

    /// Up to `count` more bytes behind `to`, which grows only as bytes arrive. Returns how many came.
    uint64_t append(std::vector<std::byte>& to, uint64_t count);

    /// The whole text; BadFile when longer than `limit_bytes`.
    std::string text(uint64_t limit_bytes);

private:
    std::string path_;
    int file_;
    std::optional<uint64_t> size_;
};

}  // namespace app
