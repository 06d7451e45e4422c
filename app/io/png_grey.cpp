#include "app/io/png_grey.h"

#include <png.h>

#include <exception>
#include <vector>

#include "app/base/errors.h"

namespace app {
namespace {

/// State shared by the callbacks of libpng. No exception may pass through libpng's frames: it is kept here.
struct Reading {
    InputFile& file;
    const GreyPicture& to;
    std::string error;
    std::exception_ptr thrown;
    std::vector<png_byte> bytes;
    std::vector<uint16_t> row;
};

[[noreturn]] void failed(png_structp png, png_const_charp text) {
    static_cast<Reading*>(png_get_error_ptr(png))->error = text;
    png_longjmp(png, 1);
}

void warned(png_structp, png_const_charp) {}

/// Runs `work`; what it throws ends the reading.
template <class Work>
void guarded(png_structp png, Reading& reading, Work work) {
    try {
        work();
    } catch (...) {
        reading.thrown = std::current_exception();
    }
    if (reading.thrown) png_error(png, "stopped");
}

void read_bytes(png_structp png, png_bytep data, size_t count) {
    auto& reading = *static_cast<Reading*>(png_get_io_ptr(png));
    size_t got = 0;
    guarded(png, reading, [&] { got = reading.file.read(data, count); });
    if (got < count) png_error(png, "the file ends too early");
}

std::string form_of(int depth, int colour, bool interlaced) {
    const char* kind = colour == PNG_COLOR_TYPE_GRAY         ? "grey"
                       : colour == PNG_COLOR_TYPE_GRAY_ALPHA ? "grey with alpha"
                       : colour == PNG_COLOR_TYPE_PALETTE    ? "palette"
                       : colour == PNG_COLOR_TYPE_RGB        ? "RGB"
                                                             : "RGBA";
    return std::to_string(depth) + "-bit " + kind + (interlaced ? ", interlaced" : "");
}

/// Reads the rows, between the creation and the end of libpng's structures, so that a jump out of libpng
/// skips no destructor.
bool read_rows(png_structp png, png_infop info, Reading& reading) {
    if (setjmp(png_jmpbuf(png))) return false;
    png_set_read_fn(png, &reading, read_bytes);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);  // the caller's own are said in words
    // What else is in the file is passed over: libpng would take as much memory as its length claims.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_read_info(png, info);
    const int depth = png_get_bit_depth(png, info), colour = png_get_color_type(png, info);
    const bool interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
    const png_uint_32 columns = png_get_image_width(png, info), rows = png_get_image_height(png, info);
    guarded(png, reading, [&] {
        if (depth != 16 || colour != PNG_COLOR_TYPE_GRAY || interlaced) {
            throw BadFile(reading.file.path() + ": a PNG of " + form_of(depth, colour, interlaced) +
                          "; 16-bit grey expected, not interlaced");
        }
        reading.to.begin(columns, rows);
        reading.bytes.resize(2 * size_t{columns});
        reading.row.resize(columns);
    });
    for (png_uint_32 row = 0; row < rows; ++row) {
        png_read_row(png, reading.bytes.data(), nullptr);
        guarded(png, reading, [&] {
            for (size_t k = 0; k < columns; ++k) {
                reading.row[k] = static_cast<uint16_t>(reading.bytes[2 * k] << 8 | reading.bytes[2 * k + 1]);
            }
            reading.to.row(reading.row);
        });
    }
    png_read_end(png, nullptr);
    return true;
}

}  // namespace

void read_grey_png(InputFile& file, const GreyPicture& to) {
    Reading reading{file, to, {}, {}, {}, {}};
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &reading, failed, warned);
    png_infop info = png ? png_create_info_struct(png) : nullptr;
    if (!info) {
        png_destroy_read_struct(&png, nullptr, nullptr);
        throw std::bad_alloc();
    }
    const bool done = read_rows(png, info, reading);
    png_destroy_read_struct(&png, &info, nullptr);
    if (reading.thrown) std::rethrow_exception(reading.thrown);
    if (!done) throw BadFile(file.path() + ": not a whole PNG: " + reading.error);
}

}  // namespace app
