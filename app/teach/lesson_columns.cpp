// The lesson `columns`: sweep and prune within columns of the other axis, as sim/broad_phase/columns does it for
// boxes of one size level.
//
// Example, columns 0 and 1 with boxes at 3 and 8 in the one and 5 in the other: sorted (0,3) (0,8) (1,5).
#include <algorithm>

#include "app/teach/lesson_boxes.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

/// Returns the column, above the bits of the min; mins that need more than 24 bits lose their lowest ones.
uint32_t sort_key(const LessonBox& box, int bits) {
    const int kept = std::min(bits, 24);
    return (box.low / kLessonColumnWidth) << kept | box.min >> (bits - kept);
}

constexpr sort::Break kColumnsBreaks[] = {
    {"own-column-only", "Walks in the own column alone",
     "A box may reach into the next column, and boxes of the column before into its own. Without walks there, the "
     "pairs across the border of two columns are missing."},
};

Lesson make_columns(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    const std::vector<LessonBox> boxes = boxes_of(input.keys);
    Lesson lesson = box_lesson(input.keys, input.bits);
    add_boxes_step(lesson, boxes);
    const Words all = lesson.steps.front().values;

    Words column, keys;
    for (const LessonBox& box : boxes) {
        column.push_back(box.low / kLessonColumnWidth);
        keys.push_back(sort_key(box, input.bits));
    }
    LessonStep make_keys = box_step(
        "keys",
        "Cuts the other axis into columns that no box is wider than. Both ends belong to a box: boxes that touch overlap. The home column of a box is where it begins. "
        "The sort key is the column, and below it the min on the sort axis.",
        input.keys, all);
    make_keys.arrays = {
        pair_array("low", "Where the box begins on the other axis.", words_of(boxes, all, &LessonBox::low)),
        pair_array("column",
                   "Its home column: low / " + std::to_string(kLessonColumnWidth) + ", rounded down.",
                   column),
        pair_array("sort key", "The column in the upper bits, the min in the lower ones.", keys)};
    make_keys.numbers = {
        {"column width", std::to_string(kLessonColumnWidth), "no box is taller, both ends counted"}};
    lesson.steps.push_back(make_keys);
    const LessonStep sorted = sort_step(
        "One sort brings the boxes in order of their columns, and within each in order of their min.", keys,
        all);
    lesson.steps.push_back(sorted);
    const Words& box_of = sorted.values;

    Words first(kLessonColumns + 1, 0);
    for (const uint32_t home : column) ++first[home + 1];
    for (uint32_t k = 0; k < kLessonColumns; ++k) first[k + 1] += first[k];
    LessonStep find = box_step("first", "Where the column changes from one box to the next, a column begins.",
                               sorted.keys, box_of);
    find.arrays = {{"first", "Index of the first box of each column; the last word is the number of boxes.",
                    sort::Drawn::table, "column", "", 1, first}};
    lesson.steps.push_back(find);

    LessonStep sweep = box_step(
        "sweep",
        "Each box walks in the column before its own, whose boxes may reach over into it, in its own, and in the next "
        "one if it reaches into that. A walk goes forward from the first box of the column that does not begin before "
        "it, until a box begins beyond its max.",
        sorted.keys, box_of);
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        const LessonBox& own = boxes[box_of[a]];
        const uint32_t home = own.low / kLessonColumnWidth, last = own.high / kLessonColumnWidth;
        for (uint32_t k = home > 0 ? home - 1 : 0; k <= last; ++k) {
            if (k != home && sort::is_break(broken, "own-column-only")) continue;
            for (uint32_t b = first[k]; b < first[k + 1]; ++b) {
                const LessonBox& other = boxes[box_of[b]];
                const bool behind = own.min < other.min || (own.min == other.min && a < b);
                if (behind && other.min <= own.max) sweep.tests.push_back({a, b, own.overlaps(other)});
            }
        }
    }
    sweep.arrays = box_arrays(boxes, box_of, "Where the walks of each box end.");
    sweep.arrays.insert(sweep.arrays.begin(), pair_array("min", "Where the box begins on the sort axis.",
                                                         words_of(boxes, box_of, &LessonBox::min)));
    count_tests(sweep);
    lesson.steps.push_back(sweep);
    add_pairs_step(lesson, boxes, sweep, box_of);

    lesson.questions = {
        {"sweep", "Why are there fewer tests than with `sweep` on the same boxes?",
         "A walk meets only boxes of its own column, of the one before it, and of the next one if it reaches into it; "
         "not those that overlap on the sort axis far away on the other one."},
        {"sweep", "Why is the column before always walked, and the next one not?",
         "The home column of a box is where it begins, so boxes of the column before may reach over, whatever the box "
         "itself does. Boxes of the next column begin there: they meet only a box that reaches into it."},
        {"keys", "What would happen with columns narrower than the largest box?",
         "The box would reach beyond the next column, and its walk would have to look there too."},
        {"sort", "The keys hold two coordinates. Why is one sort enough?",
         "The column lies in the upper bits of the key: to the sort it is one number. Only the order along the axis is "
         "needed exactly; which column comes first does not matter."},
    };
    static constexpr sort::Picture kPictures[] = {
        {"boxes", sort::Part::words, "max"},
        {"boxes", sort::Part::box_plane, "max"},
        {"keys", sort::Part::box_plane},
        {"sort", sort::Part::groups, "column", "column"},
        {"sort", sort::Part::moves},
        {"first", sort::Part::groups, "column", "column"},
        {"sweep", sort::Part::groups, "column", "column"},
        {"sweep", sort::Part::words, "min"},
        {"sweep", sort::Part::words, "max"},
        {"sweep", sort::Part::box_plane, "max", "min"},
        {"sweep", sort::Part::words, "tests"},
        {"sweep", sort::Part::words, "kept"},
        {"pairs", sort::Part::groups, "column", "column"},
        {"pairs", sort::Part::box_plane},
    };
    lesson.pictures = kPictures;
    lesson.names_boxes = true;
    return lesson;
}

}  // namespace

LessonMaker columns_lesson() {
    return {"columns", "Sweep and prune in columns: one sort, short walks", "", make_columns, kColumnsBreaks};
}

}  // namespace app
