// The lesson `endpoint`: both ends of every box are sorted, on one axis after the other, as sim/broad_phase/endpoint.h
// does it after L. Ha, J. Krueger, C. T. Silva (Computer Graphics Forum 2009, section 6.1).
//
// Example, ends 0-3 1-2 5-6 6-7: sorted a( b( b) a) c( d( c) d): all four meet another and stay.
#include <algorithm>
#include <numeric>

#include "app/teach/lesson_boxes.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr sort::Break kEndpointBreaks[] = {
    {"looks-at-neighbours", "A filter that looks at neighbours",
     "A box leaves the list when its two records are neighbours, as if it met none. But a long box may lie around it: "
     "their pair is missing.",
     kUsualLessonKeys / 2, "uniform"},
};

/// A record is 2 box + bit; bit 0 is the min, 1 the max.
class EndpointLesson {
public:
    EndpointLesson(const LessonInput& input, const sort::Break* broken)
        : broken_(broken),
          boxes_(boxes_of(input.keys)),
          lesson_(box_lesson(input.keys, input.bits)),
          active_(boxes_.size(), 1),
          records_(2 * boxes_.size()) {
        std::iota(records_.begin(), records_.end(), 0u);
    }

    Lesson make() {
        add_boxes_step(lesson_, boxes_);
        add_axis(
            &LessonBox::min, &LessonBox::max, 0,
            "Each box becomes two records on the sort axis: its min and its max, told apart by a bit. From here on a "
            "value is a record: twice the index of the box, plus the bit.");
        add_axis(
            &LessonBox::low, &LessonBox::high, 1,
            "The same on the other axis, with the boxes that stayed. The records of a box that left stand behind the "
            "list, here with the largest key.");
        add_sweep();
        lesson_.questions = {
            {"filter", "Why does the filter count, instead of looking at the neighbours in the list?",
             "A box can meet others although its two records are neighbours: a long box may lie around it. Counting "
             "the mins before its max and the maxs before its min misses none."},
            {"sweep", "What is the bit of min and max good for?",
             "A walk through the records of a box meets both ends of others. Only mins count, so that each pair "
             "appears once."},
            {"", "What does this broad phase cost, compared with `sweep`?",
             "Twice as many records, and a sort for each axis. The filter pays where most boxes meet no other on some "
             "axis."},
        };
        static constexpr sort::Picture kPictures[] = {
            {"boxes", sort::Part::words, "max"},
            {"boxes", sort::Part::intervals, "max"},
            {"records", sort::Part::words, "max bit"},
            {"sort", sort::Part::groups, "max bit", "max bit"},
            {"sort", sort::Part::moves},
            {"filter", sort::Part::words, "max bit"},
            {"filter", sort::Part::record_spans, "leaves"},
            {"filter", sort::Part::words, "meets"},
            {"filter", sort::Part::words, "leaves"},
            {"sweep", sort::Part::words, "max bit"},
            {"sweep", sort::Part::record_spans},
            {"sweep", sort::Part::words, "tests"},
            {"sweep", sort::Part::words, "kept"},
        };
        lesson_.pictures = kPictures;
        return std::move(lesson_);
    }

private:
    Words bits() const {
        Words words;
        for (const uint32_t record : records_) words.push_back(record & 1);
        return words;
    }
    LessonArray bit_array() const { return pair_array("max bit", "0: a min, 1: a max.", bits()); }

    void add_axis(uint32_t LessonBox::*begin, uint32_t LessonBox::*end, int pass, const char* sentence) {
        uint32_t left = 0;  // the largest key, of boxes that left
        for (const LessonBox& box : boxes_)
            left = std::max(left, box.*end < UINT32_MAX ? box.*end + 1 : UINT32_MAX);
        keys_.clear();
        for (const uint32_t record : records_) {
            const LessonBox& box = boxes_[record >> 1];
            keys_.push_back(!active_[record >> 1] ? left : record & 1 ? box.*end : box.*begin);
        }
        LessonStep records = box_step("records", sentence, keys_, records_);
        records.arrays = {bit_array()};
        add(records, pass, true);

        const LessonStep sorted = sort_step("Sorts the records of all boxes on this axis.", keys_, records_);
        add(sorted, pass);
        keys_ = sorted.keys;
        records_ = sorted.values;

        // Counting compares values, so at equal coordinates a min counts as before a max.
        LessonStep filter = box_step(
            "filter",
            "A box meets as many others as there are mins up to its max, less the maxs before its min, and less itself. "
            "Boxes that meet none leave the list.",
            keys_, records_);
        Words meets, leaves;
        for (size_t i = 0; i < records_.size(); ++i) {
            const uint32_t own = records_[i] >> 1;
            uint32_t count = 0;
            for (uint32_t other = 0; other < boxes_.size(); ++other) {
                const bool both = active_[own] && active_[other] && other != own;
                count += both && boxes_[other].*begin <= boxes_[own].*end &&
                                 boxes_[own].*begin <= boxes_[other].*end
                             ? 1
                             : 0;
            }
            meets.push_back(count);
            const bool alone = sort::is_break(broken_, "looks-at-neighbours") ? has_neighbour(i) : count == 0;
            leaves.push_back(active_[own] && alone ? 1 : 0);
        }
        uint32_t gone = 0;
        for (size_t i = 0; i < records_.size(); ++i) {
            if (!leaves[i]) continue;
            gone += active_[records_[i] >> 1];
            active_[records_[i] >> 1] = 0;
        }
        filter.arrays = {bit_array(),
                         pair_array("meets", "How many other boxes it meets on this axis.", meets),
                         pair_array("leaves", "1: its box meets none, and leaves the list.", leaves)};
        const auto stay = std::accumulate(active_.begin(), active_.end(), 0u);
        filter.numbers = {{"boxes that leave", std::to_string(gone), "they meet no other on this axis"},
                          {"boxes that stay", std::to_string(stay), "of " + std::to_string(boxes_.size())}};
        add(filter, pass);
    }

    /// Returns whether the other record of the box is a neighbour of record i.
    bool has_neighbour(size_t i) const {
        const auto is_other = [&](size_t k) {
            return k < records_.size() && records_[k] == (records_[i] ^ 1);
        };
        return is_other(i + 1) || (i > 0 && is_other(i - 1));
    }

    /// Adds the sweep on the last axis: from each min to its own max.
    void add_sweep() {
        LessonStep sweep = box_step(
            "sweep",
            "From the min of each box that stayed a thread walks through the records up to its max. Each min on the way "
            "is that of a box that overlaps it on this axis; it is kept if it overlaps it on the other axis too.",
            keys_, records_);
        for (uint32_t a = 0; a < records_.size(); ++a) {
            const uint32_t own = records_[a] >> 1;
            if (records_[a] & 1 || !active_[own]) continue;
            for (uint32_t b = a + 1; b < records_.size() && keys_[b] <= boxes_[own].high; ++b) {
                const uint32_t other = records_[b] >> 1;
                if (records_[b] & 1 || !active_[other]) continue;
                sweep.tests.push_back({a, b, boxes_[own].overlaps(boxes_[other])});
            }
        }
        sweep.arrays = {bit_array()};
        count_tests(sweep);
        sweep.values_per_key = 2;
        add(sweep, 1);
        Words box_of;
        for (const uint32_t record : records_) box_of.push_back(record >> 1);
        add_pairs_step(lesson_, boxes_, sweep, box_of);
    }

    void add(LessonStep step, int pass, bool first = false) {
        step.values_per_key = 2;
        step.pass = pass;
        step.first_of_pass = first;
        lesson_.steps.push_back(std::move(step));
    }

    const sort::Break* broken_;  // null: all is right
    std::vector<LessonBox> boxes_;
    Lesson lesson_;
    Words active_;  // by box: 1 while it is in the list
    Words records_, keys_;
};

Lesson make_endpoint(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    return EndpointLesson(input, broken).make();
}

}  // namespace

LessonMaker endpoint_lesson() {
    return {"endpoint",
            "Sort both ends of every box, axis by axis",
            "L. Ha, J. Krueger, C. T. Silva: Fast 4-way parallel radix sorting on GPUs. Computer Graphics "
            "Forum, 2009",
            make_endpoint,
            kEndpointBreaks,
            kUsualLessonKeys / 2};  // a record for each end
}

}  // namespace app
