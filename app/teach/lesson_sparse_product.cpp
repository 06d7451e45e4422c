// The lesson `sparse-product`: two small sparse matrices multiplied by expand, sort, compress, as app/sparse does it.
//
// Example, A = (1 2; 0 3), B = (4 0; 5 6): products 4 10 12 15 18 for the places 0 0 1 2 3, sums 14 12; 15 18.
#include <algorithm>
#include <array>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/lesson_boxes.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr uint32_t kProductSide = 4, kProductSideBits = 2;  // rows and columns of C

/// What a key says, 2 bits each: column k of A has one entry, and row k of B.
struct ProductEntries {
    Words row, a, column, b;
};

ProductEntries product_entries(const Words& keys) {
    ProductEntries entries;
    for (const uint32_t key : keys) {
        entries.row.push_back(key >> 6 & 3);
        entries.column.push_back(key >> 4 & 3);
        entries.a.push_back(1 + (key >> 2 & 3));
        entries.b.push_back(1 + (key & 3));
    }
    return entries;
}

/// C by rows and columns; 0 where no product is.
using ProductMatrix = std::array<std::array<uint32_t, kProductSide>, kProductSide>;

ProductMatrix product_by_rows(const ProductEntries& entries) {
    ProductMatrix c{};
    for (uint32_t i = 0; i < kProductSide; ++i) {
        for (uint32_t j = 0; j < kProductSide; ++j) {
            for (size_t k = 0; k < entries.row.size(); ++k) {
                if (entries.row[k] == i && entries.column[k] == j) c[i][j] += entries.a[k] * entries.b[k];
            }
        }
    }
    return c;
}

constexpr sort::Picture kProductPictures[] = {
    {"entries", sort::Part::words, "row"},
    {"entries", sort::Part::words, "a"},
    {"entries", sort::Part::words, "column"},
    {"entries", sort::Part::words, "b"},
    {"expand", sort::Part::words, "product"},
    {"expand", sort::Part::words, "place"},
    {"sort", sort::Part::moves},
    {"find sums", sort::Part::words, "begins"},
    {"find sums", sort::Part::words, "sum"},
    {"compress", sort::Part::words, "product"},
    {"compress", sort::Part::table, "C"},
};

constexpr sort::Break kProductBreaks[] = {
    {"unsorted", "Products that were not sorted",
     "The products stay in the order of expand. Those of one place are apart, so several sums begin for it, and the last "
     "one overwrites the others.",
     16},
    {"overwrites", "Products that are written, not added",
     "Each thread writes its product to the place in C. Those of one place overwrite each other; the last one is left.",
     16},
};

LessonStep entries_step(const Words& keys, const ProductEntries& entries, const Words& numbers) {
    LessonStep step =
        box_step("entries",
                 "Two sparse matrices as lists of their entries. Column k of A has one entry, a, in the row "
                 "`row`; row k of B has one, b, in the column `column`. Key k of the input holds these four "
                 "numbers, 2 bits each.",
                 keys, numbers);
    step.first_of_pass = true;
    step.arrays = {pair_array("row", "The row of the entry of A, and of the product.", entries.row),
                   pair_array("a", "The value of the entry of A.", entries.a),
                   pair_array("column", "The column of the entry of B, and of the product.", entries.column),
                   pair_array("b", "The value of the entry of B.", entries.b)};
    return step;
}

LessonStep expand_step(const Words& keys, const ProductEntries& entries, const Words& numbers) {
    LessonStep step =
        box_step("expand",
                 "Each entry of column k of A meets each entry of row k of B; here both have one, else there "
                 "are as many products as one number times the other. A product belongs to the place (row, "
                 "column) of C: 4 row + column is its key.",
                 keys, numbers);
    Words products, places;
    for (size_t k = 0; k < keys.size(); ++k) {
        products.push_back(entries.a[k] * entries.b[k]);
        places.push_back(entries.row[k] << kProductSideBits | entries.column[k]);
    }
    step.arrays = {pair_array("product", "a times b.", std::move(products)),
                   pair_array("place", "4 row + column: the key of the sort.", std::move(places))};
    step.numbers = {
        {"products", std::to_string(keys.size()),
         "known before any is made: the lengths of the columns of A times those of the rows of B"}};
    return step;
}

LessonStep find_step(const LessonStep& sorted) {
    LessonStep step =
        box_step("find sums",
                 "A sum begins where a key differs from the one before it. A scan over these flags numbers "
                 "the sums, so each thread knows to which its product belongs.",
                 sorted.keys, sorted.values);
    Words begins, sum;
    for (size_t i = 0; i < sorted.keys.size(); ++i) {
        begins.push_back(i == 0 || sorted.keys[i] != sorted.keys[i - 1] ? 1 : 0);
        sum.push_back((i == 0 ? 0 : sum.back()) + begins.back());
    }
    step.numbers = {{"sums", std::to_string(sum.back()), "entries of C"}};
    step.arrays = {
        pair_array("begins", "1 where a sum begins.", std::move(begins)),
        pair_array("sum", "The number of the sum, from 1: the scan of the flags.", std::move(sum))};
    return step;
}

ProductMatrix compressed_product(const LessonStep& found, const Words& products, bool overwrites) {
    ProductMatrix c{};
    for (size_t i = 0; i < products.size(); ++i) {
        uint32_t& place = c[found.keys[i] >> kProductSideBits][found.keys[i] % kProductSide];
        place = (found.arrays[0].words[i] || overwrites ? 0 : place) + products[i];
    }
    return c;
}

/// Returns "row 0, column 1 of C is 4, 7 expected".
std::string wrong_place(const ProductMatrix& c, const ProductMatrix& expected) {
    const auto row = std::mismatch(c.begin(), c.end(), expected.begin());
    const auto place = std::mismatch(row.first->begin(), row.first->end(), row.second->begin());
    return "row " + std::to_string(row.first - c.begin()) + ", column " +
           std::to_string(place.first - row.first->begin()) + " of C is " + std::to_string(*place.first) +
           ", " + std::to_string(*place.second) + " expected";
}

std::vector<LessonQuestion> product_questions() {
    return {
        {"expand", "Why are the products not added to C at once?",
         "Many threads would add to one place at the same time, and where the next product goes is not known before it is "
         "made. A list of places and values can be written without any of them waiting."},
        {"sort", "Why may the sort take a large part of the time?",
         "Expand and compress read and write each product once or twice. A sort by digits reads and writes it in each "
         "pass."},
        {"sort", "The values of A change, its places do not. What is the second product's sort?",
         "Where each product went is known: expand writes it there at once. The keys are then in order, and the sort ends "
         "with its check."},
        {"compress", "Why does the sort have to be stable?",
         "Sums of floating-point numbers depend on their order. With a stable sort it is that of expand, on every device."},
    };
}

Lesson make_product_lesson(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    const ProductEntries entries = product_entries(input.keys);
    Words numbers(input.keys.size());
    std::iota(numbers.begin(), numbers.end(), 0u);
    Lesson lesson = box_lesson(input.keys, input.bits);
    lesson.pictures = kProductPictures;
    const LessonStep expanded = expand_step(input.keys, entries, numbers);
    const Words& places = expanded.arrays[1].words;
    LessonStep sorted = sort_step(
        "Sorts the products by place: row in the upper bits of the key, column in the lower ones. Stable, so products of "
        "one place keep the order in which they were made, and each sum is the same on every machine.",
        places, numbers);
    sorted.numbers.back().meaning = "keys greater than the next one";
    sorted.numbers.push_back({"key bits", std::to_string(2 * kProductSideBits),
                              "as few as row and column need: 2 and 2; fewer bits, fewer passes"});
    if (sort::is_break(broken, "unsorted")) {
        sorted.keys = places;
        sorted.values = numbers;
        sorted.from.clear();
    }
    const LessonStep found = find_step(sorted);

    Words products;  // in the sorted order
    for (const uint32_t k : sorted.values) products.push_back(entries.a[k] * entries.b[k]);
    const ProductMatrix c = compressed_product(found, products, sort::is_break(broken, "overwrites"));
    Words table;
    for (const auto& row : c) table.insert(table.end(), row.begin(), row.end());
    LessonStep compress =
        box_step("compress",
                 "The products of each sum, which now lie side by side, are added in their order: an "
                 "entry of C. No two threads write to one place, so no atomic addition is needed.",
                 sorted.keys, sorted.values);
    compress.arrays = {
        pair_array("product", "The products, in the sorted order.", products),
        {"C", "The product of A and B.", sort::Drawn::table, "row", "column", kProductSide, table}};

    const ProductMatrix expected = product_by_rows(entries);
    const auto count = uint64_t(table.size()) - uint64_t(std::count(table.begin(), table.end(), 0u));
    lesson.sorted = c == expected;
    lesson.result = lesson.sorted
                        ? counted(count, "entry", "entries") + " of C, the same as by rows times columns"
                        : wrong_place(c, expected);
    lesson.steps = {entries_step(input.keys, entries, numbers), expanded, sorted, found, compress};
    lesson.sorted_keys = sorted.keys;
    lesson.sorted_values = sorted.values;
    lesson.questions = product_questions();
    return lesson;
}

}  // namespace

LessonMaker sparse_product_lesson() {
    return {"sparse-product",
            "A sparse product: expand, sort, compress",
            "L. Polok, V. Ila, P. Smrz: Fast radix sort for sparse linear algebra on GPU. HPC, 2014",
            make_product_lesson,
            kProductBreaks,
            16};
}

}  // namespace app
