// The three outputs of `render`: the last frame, every frame as a file, every frame through ffmpeg.
#include <sys/stat.h>

#include <optional>
#include <string_view>
#include <utility>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/base/text/ending.h"
#include "app/gl/capture.h"
#include "sort/base/errors.h"

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

/// Returns the program that encodes raw frames from its standard input into its descriptor 3. It opens no
/// file of ours by name, and no network.
Child::Start encoder(int width, int height, const FilmRate& rate, int file) {
    return {
        .called = "ffmpeg, which .mp4 needs,",
        .words = {"ffmpeg", "-nostdin", "-hide_banner", "-loglevel", "error", "-xerror", "-y",
                  "-protocol_whitelist", "pipe", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                  std::to_string(width) + "x" + std::to_string(height), "-r",
                  std::to_string(rate.frames_per_s), "-i", "pipe:0",
                  // The usual player wants even sides and 4:2:0.
                  "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-c:v", "libx264", "-preset", "veryfast", "-crf",
                  "20", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", "file:/dev/fd/3"},
        .file = file,
        .grace_s = rate.grace_s};
}

class Video : public PictureWriter {
public:
    Video(const std::string& path, int width, int height, const FilmRate& rate)
        : path_(path),
          width_(width),
          height_(height),
          output_(path),
          child_(encoder(width, height, rate, file_of(output_, path))) {}

    bool wants_every_frame() const override { return true; }

    void add(const Image& image) override {
        if (image.width != width_ || image.height != height_)
            throw std::invalid_argument("a video's frames have one size");
        if (child_.send(image.rgb.data(), image.rgb.size())) return;
        const std::string failure = child_.finish();
        fail(failure.empty() ? "ended before the last frame" : failure);
    }

    void finish() override {
        const std::string failure = child_.finish();
        if (!failure.empty()) fail(failure);
        struct stat film;
        if (fstat(output_.file(), &film) == 0 && film.st_size == 0) fail("wrote nothing");
        output_.commit();
    }

private:
    static int file_of(const OutputStream& output, const std::string& path) {
        if (output.file() < 0) throw BadFile(path + ": a video can only be written to a file");
        return output.file();
    }
    [[noreturn]] void fail(const std::string& how) const { throw BadFile(path_ + ": ffmpeg " + how); }

    std::string path_;
    int width_, height_;
    OutputStream output_;
    Child child_;
};

/// A video, and its frames as files, so that they are there where ffmpeg ends early.
class KeptVideo : public PictureWriter {
public:
    KeptVideo(const std::string& path, int width, int height, const FilmRate& rate)
        : name_{path.substr(0, path.size() - kMp4.size()) + "_", ".png", 5},
          video_(path, width, height, rate),
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

std::unique_ptr<PictureWriter> open_pictures(const std::string& path, int width, int height,
                                             const FilmRate& rate, bool keep_frames) {
    const auto is_named = [&](const char* end) { return has_ending(path, end) && path != end; };
    if (is_named(".mp4") && keep_frames) return std::make_unique<KeptVideo>(path, width, height, rate);
    if (keep_frames) throw BadUsage("--keep-frames is for a video: -o out.mp4");
    if (is_named(".mp4")) return std::make_unique<Video>(path, width, height, rate);
    if (!is_named(".png")) throw BadUsage("-o " + path + ": expected a name that ends in .png or .mp4");
    const auto number = find_number(path);
    if (!number) return std::make_unique<LastPicture>(path);
    return std::make_unique<PictureSequence>(*number);
}

}  // namespace app
