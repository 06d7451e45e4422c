// A table's words by bin and by tile, whichever of them its rows are.
#pragma once
#include <string>

#include "app/teach/lesson.h"

namespace app {

struct TableGrid {
    explicit TableGrid(const LessonArray& array)
        : words(array.words),
          columns(array.columns ? array.columns : static_cast<uint32_t>(array.words.size())),
          rows(columns ? static_cast<uint32_t>(array.words.size()) / columns : 0),
          rows_are_bins(is_bin(array.row) || !is_bin(array.column)),
          bin_name(rows_are_bins ? array.row : array.column),
          other_name(rows_are_bins ? array.column : array.row) {}

    static bool is_bin(const std::string& name) {
        return name == "bin" || name == "digit" || name == "bucket";
    }

    uint32_t bins() const { return rows_are_bins ? rows : columns; }
    uint32_t others() const { return rows_are_bins ? columns : rows; }
    uint32_t index(uint32_t bin, uint32_t other) const {
        return rows_are_bins ? bin * columns + other : other * columns + bin;
    }
    uint32_t at(uint32_t bin, uint32_t other) const { return words[index(bin, other)]; }

    const std::vector<uint32_t>& words;
    uint32_t columns, rows;
    bool rows_are_bins;
    std::string bin_name, other_name;
};

}  // namespace app
