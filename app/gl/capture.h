// Pictures out: reads the framebuffer, writes PNG files and pipes frames to ffmpeg. Outputs appear whole or
// not at all (app/io/output_stream.h).
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "app/io/output_stream.h"

namespace app {

struct Image {
    int width = 0, height = 0;
    std::vector<uint8_t> rgb;  // top row first, 3 bytes a pixel
};

Image read_framebuffer(unsigned framebuffer, int width, int height);
void write_png(OutputStream& output, const Image& image);     // commits it; throws BadFile
void write_png(const std::string& path, const Image& image);  // throws BadFile

/// Returns the bytes of a JPEG file.
std::string jpeg_of(const Image& image, int quality = 85);

inline constexpr int kFilmRate = 60;  // frames per second of a video

/// Writer of pictures: out.png (the last frame only), out_%04d.png (every frame) or out.mp4 (every frame,
/// needs ffmpeg).
class PictureWriter {
public:
    virtual ~PictureWriter() = default;
    virtual bool wants_every_frame() const = 0;
    virtual void add(const Image& image) = 0;
    virtual void finish() = 0;  // without it no partial file is left
};

struct FilmRate {
    int frames_per_s = kFilmRate;
    double grace_s = 0;  // in which a video may still be completed once the user has asked to stop
};

/// Checks before the work starts that the path can be written. Throws BadFile, BadUsage (unknown ending),
/// sort::Unavailable (no ffmpeg). `keep_frames`: each frame of out.mp4 is written as out_00000.png, too, and stays
/// whatever becomes of the video. add() and finish() throw Interrupted where ffmpeg is waited for and the user has
/// asked to stop.
std::unique_ptr<PictureWriter> open_pictures(const std::string& path, int width, int height,
                                             const FilmRate& rate = {}, bool keep_frames = false);

}  // namespace app
