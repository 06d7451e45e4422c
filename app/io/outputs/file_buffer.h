// A stream buffer over a descriptor, which it does not close, that keeps errno, so that a message can say why a write
// failed.
#pragma once
#include <cstddef>
#include <streambuf>
#include <vector>

namespace app {

class FileBuffer : public std::streambuf {
public:
    explicit FileBuffer(int file);

    bool flush();
    int error() const { return error_; }  // 0, or why the first write failed; EINTR: the user asked to stop
    int file() const { return file_; }

protected:
    int overflow(int c) override;
    std::streamsize xsputn(const char* data, std::streamsize count) override;
    int sync() override { return flush() ? 0 : -1; }

private:
    void reset() { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
    bool put(const char* data, size_t count);
    bool wait_until_writable() const;

    int file_, error_ = 0;
    bool may_wait_;  // for a reader
    std::vector<char> bytes_;
};

}  // namespace app
