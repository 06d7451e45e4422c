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
#include <string_view>
#include <utility>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbered_name.h"
#include "app/gl/capture.h"
#include "sort/base/errors.h"

extern char** environ;

namespace app {

class LastPicture : public PictureWriter {
public:
    explicit LastPicture(const std::string& path) : output_(path) {}
    bool wants_every_frame() const override { return false; }
    void add(const Image& image) override { last_ = image; }
    void finish() override {
        if (last_) write_png(output_, *last_);
    }

private:
    OutputStream output_;
    std::optional<Image> last_;
};

/// out_%04d.png: each file appears whole; those written before an interrupt stay.
class PictureSequence : public PictureWriter {
public:
    explicit PictureSequence(NumberedName name) : name_(std::move(name)) {
        OutputStream can_be_written(name_.name(0));
    }
    bool wants_every_frame() const override { return true; }
    void add(const Image& image) override { write_png(name_.name(count_++), image); }
    void finish() override {}

private:
    NumberedName name_;
    unsigned count_ = 0;
};

/// Raw frames into ffmpeg's standard input: a socket, not a pipe, so that its early end is an error here and
/// no signal.
class Video : public PictureWriter {
public:
    Video(const std::string& path, int width, int height, int frames_per_s)
        : path_(path), width_(width), height_(height), rate_(frames_per_s), output_(path) {
        if (output_.part().empty()) throw BadFile(path + ": a video can only be written to a file");
        start();
    }
    ~Video() override {
        close_stream();
        if (child_ <= 0) return;
        kill(child_, SIGKILL);
        while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
        }
        end_if_killed(0);
    }

    bool wants_every_frame() const override { return true; }

    void add(const Image& image) override {
        if (image.width != width_ || image.height != height_)
            throw std::invalid_argument("a video's frames have one size");
        const uint8_t* data = image.rgb.data();
        for (size_t left = image.rgb.size(); left > 0;) {
            const ssize_t sent = send(stream_, data, left, MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) {
                throw_if_interrupted();
                continue;
            }
            if (sent <= 0) fail(wait_for_child());
            data += sent;
            left -= size_t(sent);
        }
    }

    void finish() override {
        const int status = wait_for_child();
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail(status);
        output_.commit();
    }

private:
    void start() {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
            throw sort::Unavailable(std::string("ffmpeg: ") + std::strerror(errno));
        stream_ = ends[0];

        const std::string size = std::to_string(width_) + "x" + std::to_string(height_);
        const std::string rate = std::to_string(rate_);
        const std::string& target = output_.part();
        // The usual player wants even sides and 4:2:0.
        const char* arguments[] = {"ffmpeg",       "-nostdin",   "-hide_banner",
                                   "-loglevel",    "error",      "-y",
                                   "-f",           "rawvideo",   "-pix_fmt",
                                   "rgb24",        "-s",         size.c_str(),
                                   "-r",           rate.c_str(), "-i",
                                   "pipe:0",       "-vf",        "pad=ceil(iw/2)*2:ceil(ih/2)*2",
                                   "-c:v",         "libx264",    "-preset",
                                   "veryfast",     "-crf",       "20",
                                   "-pix_fmt",     "yuv420p",    "-movflags",
                                   "+faststart",   "-f",         "mp4",
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
        if (!failed) return end_if_killed(child_);
        close_stream();
        child_ = -1;
        throw sort::Unavailable(std::string("ffmpeg, which .mp4 needs, cannot be started: ") +
                                std::strerror(failed));
    }

    void close_stream() {
        if (stream_ >= 0) close(stream_);
        stream_ = -1;
    }

    /// Lets ffmpeg come to its end; its status.
    int wait_for_child() {
        close_stream();
        int status = 0;
        while (waitpid(child_, &status, 0) < 0 && errno == EINTR) throw_if_interrupted();
        child_ = -1;
        end_if_killed(0);
        return status;
    }

    [[noreturn]] void fail(int status) const {
        const std::string how = WIFSIGNALED(status)
                                    ? "was ended by signal " + std::to_string(WTERMSIG(status))
                                    : "stopped with status " + std::to_string(WEXITSTATUS(status));
        throw BadFile(path_ + ": ffmpeg " + how);
    }

    std::string path_;
    int width_, height_, rate_;
    OutputStream output_;
    pid_t child_ = -1;
    int stream_ = -1;
};

/// A video, and its frames as files, so that they are there where ffmpeg ends early.
class KeptVideo : public PictureWriter {
public:
    KeptVideo(const std::string& path, int width, int height, int frames_per_s)
        : name_{path.substr(0, path.size() - kMp4.size()) + "_", ".png", 5},
          video_(path, width, height, frames_per_s),
          frames_(name_) {}
    bool wants_every_frame() const override { return true; }
    void add(const Image& image) override {
        frames_.add(image);
        ++count_;
        attempt([&] { video_.add(image); });
    }
    void finish() override {
        attempt([&] { video_.finish(); });
    }

private:
    template <class Work>
    void attempt(Work work) {
        try {
            work();
        } catch (const BadFile& error) {
            throw BadFile(std::string(error.what()) + "; " + std::to_string(count_) + " frames are kept, " +
                          name_.name(0) + " and on");
        }
    }

    static constexpr std::string_view kMp4 = ".mp4";
    const NumberedName name_;
    Video video_;
    PictureSequence frames_;
    unsigned count_ = 0;
};

std::unique_ptr<PictureWriter> open_pictures(const std::string& path, int width, int height, int frames_per_s,
                                             bool keep_frames) {
    const auto is_named = [&](const char* end) { return path.ends_with(end) && path != end; };
    if (is_named(".mp4") && keep_frames)
        return std::make_unique<KeptVideo>(path, width, height, frames_per_s);
    if (keep_frames) throw BadUsage("--keep-frames is for a video: -o out.mp4");
    if (is_named(".mp4")) return std::make_unique<Video>(path, width, height, frames_per_s);
    if (!is_named(".png")) throw BadUsage("-o " + path + ": expected a name that ends in .png or .mp4");
    const auto number = find_number(path);
    if (!number) return std::make_unique<LastPicture>(path);
    return std::make_unique<PictureSequence>(*number);
}

}  // namespace app
