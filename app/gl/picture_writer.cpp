// The three outputs of `render`: the last frame, every frame as a file, every frame through ffmpeg.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <regex>

#include "app/errors.h"
#include "app/gl/capture.h"
#include "app/gl/output_file.h"
#include "sort/errors.h"

extern char** environ;

namespace app {

class LastPicture : public PictureWriter {
public:
    explicit LastPicture(std::string path) : path_(std::move(path)) {}
    bool wants_every_frame() const override { return false; }
    void add(const Image& image) override { last_ = image; }
    void finish() override {
        if (last_) write_png(path_, *last_);
    }

private:
    std::string path_;
    std::optional<Image> last_;
};

/// out_%04d.png: each file appears whole; those written before an interrupt stay.
class PictureSequence : public PictureWriter {
public:
    PictureSequence(std::string before, int digits, std::string after)
        : before_(std::move(before)), after_(std::move(after)), digits_(digits) {}
    bool wants_every_frame() const override { return true; }
    void add(const Image& image) override { write_png(name(count_++), image); }
    void finish() override {}

    std::string name(unsigned number) const {
        std::string digits = std::to_string(number);
        if (digits.size() < size_t(digits_)) digits.insert(0, size_t(digits_) - digits.size(), '0');
        return before_ + digits + after_;
    }

private:
    std::string before_, after_;
    int digits_;
    unsigned count_ = 0;
};

/// Raw frames into ffmpeg's standard input: a socket, not a pipe, so that its early end is an error here and
/// no signal.
class Video : public PictureWriter {
public:
    Video(const std::string& path, int width, int height)
        : path_(path), width_(width), height_(height), output_(path) {
        start();
    }
    ~Video() override {
        if (child_ <= 0) return;
        kill(child_, SIGKILL);
        close(stream_);
        wait_for_child();
    }

    bool wants_every_frame() const override { return true; }

    void add(const Image& image) override {
        if (image.width != width_ || image.height != height_)
            throw std::invalid_argument("a video's frames have one size");
        const uint8_t* data = image.rgb.data();
        for (size_t left = image.rgb.size(); left > 0;) {
            const ssize_t sent = send(stream_, data, left, MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent <= 0) throw BadFile(path_ + ": ffmpeg stopped: " + std::strerror(errno));
            data += sent;
            left -= size_t(sent);
        }
    }

    void finish() override {
        close(stream_);
        const int status = wait_for_child();
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
            throw BadFile(path_ + ": ffmpeg failed with status " + std::to_string(WEXITSTATUS(status)));
        output_.keep();
    }

private:
    void start() {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw sort::Unavailable(std::string("ffmpeg: ") + std::strerror(errno));
        stream_ = ends[0];

        const std::string size = std::to_string(width_) + "x" + std::to_string(height_);
        const std::string& target = output_.temporary();
        // The usual player wants even sides and 4:2:0.
        const char* arguments[] = {"ffmpeg",       "-nostdin", "-hide_banner",
                                   "-loglevel",    "error",    "-y",
                                   "-f",           "rawvideo", "-pix_fmt",
                                   "rgb24",        "-s",       size.c_str(),
                                   "-r",           "60",       "-i",
                                   "pipe:0",       "-vf",      "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                   "-c:v",         "libx264",  "-preset",
                                   "veryfast",     "-crf",     "20",
                                   "-pix_fmt",     "yuv420p",  "-movflags",
                                   "+faststart",   "-f",       "mp4",
                                   target.c_str(), nullptr};
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        // Its own group: an interrupt reaches this program alone, which then clears up.
        posix_spawnattr_t attributes;
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        posix_spawnattr_setpgroup(&attributes, 0);
        int failed = ENOENT;
        for (const char* program : {"ffmpeg", "/usr/bin/ffmpeg"})
            if (failed)
                failed = posix_spawnp(&child_, program, &actions, &attributes,
                                      const_cast<char* const*>(arguments), environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (!failed) return;
        close(stream_);
        child_ = -1;
        throw sort::Unavailable(std::string("ffmpeg, which .mp4 needs, cannot be started: ") +
                                std::strerror(failed));
    }

    int wait_for_child() {
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
        }
        child_ = -1;
        return status;
    }

    std::string path_;
    int width_, height_;
    OutputFile output_;
    pid_t child_ = -1;
    int stream_ = -1;
};

static bool ends_with(const std::string& text, const std::string& end) {
    return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

std::unique_ptr<PictureWriter> open_pictures(const std::string& path, int width, int height) {
    if (ends_with(path, ".mp4")) {
        check_writable(path);
        return std::make_unique<Video>(path, width, height);
    }
    if (!ends_with(path, ".png"))
        throw BadUsage("-o " + path + ": expected a name that ends in .png or .mp4");
    std::smatch match;
    if (std::regex_match(path, match, std::regex("([^%]*)%(0?)([0-9]?)d([^%]*)"))) {
        const int digits = match[3].length() ? std::stoi(match[3]) : 1;
        auto sequence = std::make_unique<PictureSequence>(match[1], digits, match[4]);
        check_writable(sequence->name(0));
        return sequence;
    }
    if (path.find('%') != std::string::npos)
        throw BadUsage("-o " + path + ": expected one number like %04d in the name");
    check_writable(path);
    return std::make_unique<LastPicture>(path);
}

}  // namespace app
