// Which engine `--sort auto` takes: the fastest of a table of times that were measured on this device, for about so
// many keys in about such an order. All engines give the same result, so that the choice changes times alone.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

inline constexpr const char* kAutoSort = "auto";

/// Kinds of order, by descents per key: none, up to 5 %, up to 47 %, more. Random keys have 50 %.
inline constexpr double kMostDescents[] = {0, 0.05, 0.47};
inline constexpr size_t kOrders = 4;

/// What is sorted: keys per sort, and descents per key.
struct KeyFacts {
    uint64_t keys = 0;
    double disorder = 0;
};

/// Order of a world's keys before a step has measured it: bodies move little per step.
inline constexpr double kUsualDisorder = 0.01;

/// A place of the table: index of the size, and of the order.
struct SortCell {
    size_t size = 0, order = 0;

    bool operator==(const SortCell&) const = default;
};

/// Least times in ms of a few sorts, engine by engine; of each all sizes of the first order, then of the next.
struct SortTimes {
    struct Row {
        std::string engine;
        std::vector<double> ms;
    };
    std::vector<uint32_t> sizes;  // ascending
    std::vector<Row> rows;

    /// Returns the cell of an input: of the size that is nearest by ratio.
    SortCell cell_of(const KeyFacts& input) const;
    double ms(const Row& row, const SortCell& cell) const {
        return row.ms[cell.order * sizes.size() + cell.size];
    }
};

/// A table as one line, and back; none for a text that is no such table.
std::string text_of(const SortTimes& times);
std::optional<SortTimes> sort_times_of(const std::string& text);

struct SortChoice {
    std::string engine;
    std::string
        reason;  // "about 16,384 keys, nearly in order, take cpu-adaptive 0.05 ms here, cpu-radix 0.2"
};

/// Returns the fastest engine of a table with at least one row; of equal ones the first.
SortChoice choose_sort(const SortTimes& times, const KeyFacts& input);

/// Says when an input has left the cell for which an engine was chosen. Begins without a cell.
class SortReview {
public:
    explicit SortReview(SortTimes times) : times_(std::move(times)) {}

    /// Adds the input of a step. Returns it when so many steps in a row were in one other cell: choose again.
    std::optional<KeyFacts> add(const KeyFacts& input);
    const SortTimes& times() const { return times_; }

private:
    static constexpr int kSteps = 30;

    SortTimes times_;
    std::optional<SortCell> chosen_, seen_;
    int in_a_row_ = 0;
};

}  // namespace app
