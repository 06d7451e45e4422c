// 16-bit grey PNG pictures, row by row: no memory is taken for rows that the file does not have.
#pragma once
#include <cstdint>
#include <functional>
#include <span>

#include "app/io/input_file.h"

namespace app {

struct GreyPicture {
    std::function<void(uint32_t columns, uint32_t rows)> begin;  // may throw
    std::function<void(std::span<const uint16_t> row)> row;      // from the top down
};

/// Throws BadFile with the file's name and what was expected, and what `to` throws.
void read_grey_png(InputFile& file, const GreyPicture& to);

}  // namespace app
