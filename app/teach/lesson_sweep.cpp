// The lesson `sweep`: sweep and prune on one axis, as sim/broad_phase/sweep.h does it.
//
// Example, [0,2] [1,3] [2,5] [6,7]: the first is tested with the second and third, the second with the third.
#include "app/teach/lesson_boxes.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr sort::Break kSweepBreaks[] = {
    {"stops-early", "A walk that ends at the first box it does not meet",
     "The walk of a box ends at the first one that does not overlap it on the other axis, though others behind it may: "
     "pairs are missing."},
    {"unsorted", "Boxes that were not sorted",
     "The walks go through the boxes in their old order. They end at the first box that begins beyond the max, and "
     "later ones that begin before it are never looked at."},
};

Lesson make_sweep(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    const std::vector<LessonBox> boxes = boxes_of(input.keys);
    Lesson lesson = box_lesson(input.keys, input.bits);
    add_boxes_step(lesson, boxes);
    LessonStep sorted = sort_step(
        "Sorts the boxes by their min on the sort axis. Those that may overlap now lie near each other.",
        input.keys, lesson.steps.front().values);
    if (sort::is_break(broken, "unsorted")) {
        sorted.keys = sorted.keys_before;
        sorted.values = sorted.values_before;
        sorted.from.clear();
    }
    lesson.steps.push_back(sorted);

    LessonStep sweep = box_step(
        "sweep",
        "From each box a thread walks forward, until a box begins beyond its max: no later one can overlap it. The "
        "boxes in between overlap it on the sort axis; those that overlap it on the other axis too are kept.",
        sorted.keys, sorted.values);
    const Words& box_of = sweep.values;
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        for (uint32_t b = a + 1; b < boxes.size() && sweep.keys[b] <= boxes[box_of[a]].max; ++b) {
            sweep.tests.push_back({a, b, boxes[box_of[a]].overlaps(boxes[box_of[b]])});
            if (sort::is_break(broken, "stops-early") && !sweep.tests.back().kept) break;
        }
    }
    sweep.arrays = box_arrays(boxes, box_of, "Where the walk of each box ends.");
    count_tests(sweep);
    lesson.steps.push_back(sweep);
    add_pairs_step(lesson, boxes, sweep, box_of);

    lesson.questions = {
        {"sweep", "What happens when one box is as long as the whole scene?",
         "Its thread tests all boxes that begin behind it, while the other threads of its warp wait. The broad phase "
         "`columns` gives boxes of like size a level of their own."},
        {"sweep", "Why does each pair appear once?",
         "A walk goes forward only: of two boxes the one that begins first finds the other."},
        {"boxes", "Which axis is best to sort on?",
         "The one on which the boxes are spread widest: there the fewest overlap. The simulation measures the spread "
         "of all three axes in each step."},
        {"sort", "Why is this sort cheap in a running simulation?",
         "Bodies take the sorted order as their places in memory. In the next step they have moved little, so their "
         "keys are nearly in order."},
    };
    static constexpr sort::Picture kPictures[] = {
        {"boxes", sort::Part::words, "max"},
        {"boxes", sort::Part::box_plane, "max"},
        {"sort", sort::Part::moves},
        {"sweep", sort::Part::words, "max"},
        {"sweep", sort::Part::box_plane, "max"},
        {"sweep", sort::Part::words, "tests"},
        {"sweep", sort::Part::words, "kept"},
        {"pairs", sort::Part::box_plane},
    };
    lesson.pictures = kPictures;
    lesson.names_boxes = true;
    return lesson;
}

}  // namespace

LessonMaker sweep_lesson() {
    return {
        "sweep", "Sweep and prune: sort the boxes, then walk from each",
        "J. D. Cohen, M. C. Lin, D. Manocha, M. K. Ponamgi: I-COLLIDE. Symposium on Interactive 3D Graphics, "
        "1995",
        make_sweep, kSweepBreaks};
}

}  // namespace app
