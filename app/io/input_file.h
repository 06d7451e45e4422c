// A file to be read: says clearly why it cannot be, and never takes memory for bytes that are not there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/io/read/file_kind.h"

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

    /// Returns the first bytes, up to kBytesOfKind, before anything is read. Later reads return them again.
    std::string_view start();

    /// Reads up to `count` bytes, fewer only at the end of the file. Throws BadFile on a read error.
    size_t read(void* to, size_t count);

    /// Passes over `count` bytes, or what there is. Throws as read().
    void skip(uint64_t count);

    /// Appends up to `count` more bytes to `to`, which grows only as bytes arrive. Returns how many came.
    /// This and text() throw sort::OverLimit if memory does not suffice.
    uint64_t append(std::vector<std::byte>& to, uint64_t count);

    /// Reads the whole text, as plain_text makes it. Throws BadFile when longer than `limit_bytes`, and as
    /// plain_text does.
    std::string text(uint64_t limit_bytes, FileKind expected);

private:
    template <class Bytes>
    uint64_t append_to(Bytes& to, uint64_t count);

    std::string path_, start_;  // start_: read before it was asked for
    int file_;
    std::optional<uint64_t> size_;
};

}  // namespace app
