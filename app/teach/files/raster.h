// SVG to pixels, by librsvg's program: the same picture as in a browser, without a renderer of our own.
#pragma once
#include <string>
#include <vector>

#include "app/gl/capture.h"

namespace app {

/// Returns the bytes of a PNG file, `width` pixels wide. Throws sort::Unavailable where rsvg-convert is not
/// there or fails. May be called by several threads at once.
std::string png_of(const std::string& svg, int width);

/// Returns a PDF file with a page for each document. Throws as png_of; BadFile: no temporary folder.
std::string pdf_of(const std::vector<std::string>& documents);

/// Returns the picture as large as it can be within width x height, in the middle of `background` (0xRRGGBB).
/// Throws as png_of.
Image image_of(const std::string& svg, int width, int height, uint32_t background);

}  // namespace app
