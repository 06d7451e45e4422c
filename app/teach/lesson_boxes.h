// What the lessons of broad phases share: flat boxes made of the keys, steps of a lesson, the pairs as they
// should be.
#pragma once
#include <span>

#include "app/teach/lesson.h"

namespace app {

/// Closed, as those of bodies. `min` is a key of the input; the lesson's boxes have two axes, those of bodies three.
struct LessonBox {
    uint32_t min, max;   // on the sort axis
    uint32_t low, high;  // on the other one, below kLessonHeight
    bool overlaps(const LessonBox& other) const {
        return min <= other.max && other.min <= max && low <= other.high && other.low <= high;
    }
};
constexpr uint32_t kLessonHeight = 100;
constexpr uint32_t kTallestBox = 16;  // high - low
/// Columns of the other axis: no box reaches further than into the next one.
constexpr uint32_t kLessonColumnWidth = kTallestBox + 1;
constexpr uint32_t kLessonColumns = kLessonHeight / kLessonColumnWidth + 1;

/// Returns one box per key; of a length that lets a box meet a few others.
std::vector<LessonBox> boxes_of(const std::vector<uint32_t>& keys);

/// Returns a member of the boxes in the order of `order`: one word per box.
std::vector<uint32_t> words_of(const std::vector<LessonBox>& boxes, const std::vector<uint32_t>& order,
                               uint32_t LessonBox::*part);

/// Returns the lesson with its keys and without steps, in the order of the input.
Lesson box_lesson(const std::vector<uint32_t>& keys, int bits);

/// Returns a step on these pairs, which moves none; values = indices of the boxes.
LessonStep box_step(const char* stage, std::string sentence, const std::vector<uint32_t>& keys,
                    const std::vector<uint32_t>& values);
LessonArray pair_array(const char* name, std::string sentence, std::vector<uint32_t> words);
/// Returns a step that brings the pairs in order of their keys, equal keys in their old order.
LessonStep sort_step(const char* sentence, const std::vector<uint32_t>& keys,
                     const std::vector<uint32_t>& values);

/// The boxes as they come, with the lengths on both axes.
void add_boxes_step(Lesson& lesson, const std::vector<LessonBox>& boxes);

/// Returns arrays of the boxes in the order of `order`: where they end on the sort axis, and where they begin
/// and end on the other one.
std::vector<LessonArray> box_arrays(const std::vector<LessonBox>& boxes, const std::vector<uint32_t>& order,
                                    const char* max_sentence);

/// Adds to `sweep` how often each box was tested and how many pairs it found, and the numbers.
void count_tests(LessonStep& sweep);

/// The step that lists what `sweep`'s tests kept; lesson.sorted says whether testing each box with each gives the
/// same.
void add_pairs_step(Lesson& lesson, const std::vector<LessonBox>& boxes, const LessonStep& sweep,
                    const std::vector<uint32_t>& box_of);

}  // namespace app
