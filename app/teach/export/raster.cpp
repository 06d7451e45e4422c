// The program reads the whole document before it writes, so one after the other is enough.
#include "app/teach/export/raster.h"

#include <png.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "sort/base/errors.h"

extern char** environ;

namespace app {
namespace {

constexpr const char* kProgram = "rsvg-convert";

[[noreturn]] void refuse(const std::string& why) {
    throw sort::Unavailable(std::string(kProgram) +
                            " (package librsvg2-bin), which .png and .mp4 of lessons need, " + why);
}

/// A program with a socket as its input and output.
class Child {
public:
    explicit Child(const std::vector<std::string>& arguments) {
        int ends[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) refuse(std::strerror(errno));
        socket_ = ends[0];
        std::vector<char*> words;
        for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
        words.push_back(nullptr);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
        const int failed = posix_spawnp(&pid_, kProgram, &actions, nullptr, words.data(), environ);
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
        if (!failed) return;
        close(socket_);
        refuse(std::string("cannot be started: ") + std::strerror(failed));
    }
    ~Child() {
        close(socket_);
        if (pid_ > 0) wait();
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    void send_all(const std::string& text) {
        for (size_t sent = 0; sent < text.size();) {
            const ssize_t count = send(socket_, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
            if (count < 0 && errno == EINTR && !interrupted()) continue;
            if (count <= 0) return;  // it has ended: its status says how
            sent += static_cast<size_t>(count);
        }
        shutdown(socket_, SHUT_WR);
    }

    std::string receive_all() {
        std::string text;
        char part[1 << 16];
        for (;;) {
            const ssize_t count = read(socket_, part, sizeof part);
            if (count < 0 && errno == EINTR && !interrupted()) continue;
            if (count <= 0) return text;
            text.append(part, static_cast<size_t>(count));
        }
    }

    int wait() {
        int status = 0;
        while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
        }
        pid_ = -1;
        return status;
    }

private:
    pid_t pid_ = -1;
    int socket_ = -1;
};

std::string converted(const std::string& svg, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {kProgram, "--format=png", "--keep-aspect-ratio"});
    Child child(arguments);
    child.send_all(svg);
    const std::string png = child.receive_all();
    const int status = child.wait();
    throw_if_interrupted();
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || png.empty()) refuse("could not draw the picture");
    return png;
}

}  // namespace

std::string png_of(const std::string& svg, int width) {
    return converted(svg, {"--width=" + std::to_string(width)});
}

Image image_of(const std::string& svg, int width, int height, uint32_t background) {
    const std::string png =
        converted(svg, {"--width=" + std::to_string(width), "--height=" + std::to_string(height)});
    png_image read{};
    read.version = PNG_IMAGE_VERSION;
    if (!png_image_begin_read_from_memory(&read, png.data(), png.size())) refuse("wrote no picture");
    read.format = PNG_FORMAT_RGB;
    const png_color behind{uint8_t(background >> 16), uint8_t(background >> 8), uint8_t(background)};
    std::vector<uint8_t> pixels(PNG_IMAGE_SIZE(read));
    if (!png_image_finish_read(&read, &behind, pixels.data(), 0, nullptr)) refuse("wrote no picture");

    Image image{width, height, std::vector<uint8_t>(size_t(width) * size_t(height) * 3)};
    for (size_t i = 0; i < image.rgb.size(); ++i) {
        const uint8_t rgb[] = {behind.red, behind.green, behind.blue};
        image.rgb[i] = rgb[i % 3];
    }
    const size_t wide = std::min<size_t>(read.width, size_t(width)),
                 tall = std::min<size_t>(read.height, size_t(height));
    const size_t left = (size_t(width) - wide) / 2, top = (size_t(height) - tall) / 2;
    for (size_t y = 0; y < tall; ++y) {
        std::copy_n(pixels.begin() + ptrdiff_t(y * read.width * 3), wide * 3,
                    image.rgb.begin() + ptrdiff_t(((top + y) * size_t(width) + left) * 3));
    }
    return image;
}

}  // namespace app
