// The words of a row have one layout, all beside each other or all with digits under each other: what the
// widest text of each row needs, whoever draws.
#pragma once
#include <map>
#include <tuple>

#include "app/teach/figure/figure.h"

namespace app {

struct TextNeed {
    std::string longest{};              // text of the row, of all its words, shown or not
    float width = 1e9f, height = 1e9f;  // columns, lines: the least room for text that a cell of the row has
};

class TextNeeds {
public:
    /// Measures the texts of a complete figure. The result is valid for all that figure_at() leaves of it.
    explicit TextNeeds(const Figure& figure);
    /// Returns the needs of a cell of that figure, or of one that moves in it. Labels of one line and size are a row.
    TextNeed of(const FigureCell& cell) const;

private:
    using Place = std::tuple<int, int, int, int>;  // row; of labels y, height and width
    static Place place_of(const FigureCell& cell);

    std::map<Place, TextNeed> needs_;
};

}  // namespace app
