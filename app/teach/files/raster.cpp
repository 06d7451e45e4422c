// The program reads the whole document before it writes, so one after the other is enough.
#include "app/teach/files/raster.h"

#include <png.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <vector>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/io/output_stream.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr const char* kProgram = "rsvg-convert";
constexpr const char* kCalled =
    "rsvg-convert (package librsvg2-bin), which .png, .pdf and .mp4 of lessons need,";

[[noreturn]] void refuse(const std::string& why) { throw sort::Unavailable(kCalled + (" " + why)); }

std::string converted(const std::string& svg, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {kProgram, "--format=png", "--keep-aspect-ratio"});
    Child child({.called = kCalled, .words = std::move(arguments), .answers = true});
    child.send(svg.data(), svg.size());
    std::string png = child.answer();
    const std::string failure = child.finish();
    if (!failure.empty()) refuse(failure);
    if (png.empty()) refuse("wrote no picture");
    return png;
}

}  // namespace

std::string png_of(const std::string& svg, int width) {
    return converted(svg, {"--width=" + std::to_string(width)});
}

std::string pdf_of(const std::vector<std::string>& documents) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    std::string folder = (fs::temp_directory_path(ignored) / "sweeplab-pdf-XXXXXX").string();
    if (!mkdtemp(folder.data())) throw BadFile(folder + ": a temporary folder cannot be made there");
    const std::shared_ptr<void> goes(nullptr, [&](void*) { fs::remove_all(folder, ignored); });
    std::vector<std::string> words{kProgram, "--format=pdf"};
    for (size_t i = 0; i < documents.size(); ++i) {
        words.push_back((fs::path(folder) / ("sheet-" + std::to_string(i) + ".svg")).string());
        OutputStream file(words.back());
        file.stream() << documents[i];
        file.commit();
    }
    Child child({.called = kCalled, .words = std::move(words), .answers = true});
    std::string pdf = child.answer();
    const std::string failure = child.finish();
    if (!failure.empty()) refuse(failure);
    if (!pdf.starts_with("%PDF")) refuse("wrote no PDF");
    return pdf;
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
