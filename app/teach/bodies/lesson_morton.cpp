// The lesson `morton`: bodies in a plane, one key from the cells of both axes, and what the sorted keys say
// of space, as sim/gravity/morton.h makes them for the tree of gravity.
//
// Example, cells x 5 = 0101 and y 3 = 0011: the bits taking turns are 00 10 01 11, key 39.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/bodies/plane_lesson.h"
#include "app/teach/maker.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr const char* kQuarter = "Of the square: the upper bit of cell x and of cell y.";

constexpr sort::Break kMortonBreaks[] = {
    {"x-above-y", "All bits of x above those of y",
     "The bits do not take turns: the key is x, and below it y. The order is that of the columns from left to right; "
     "a quarter of the square is in many pieces, and a prefix of the key is no square.",
     kPlaneLessonKeys},
    {"upper-half-first", "The upper half sorted first",
     "The two runs change places. The second one, by the lower half, tears apart what the first has brought together: "
     "the bodies are in order of the lower half only.",
     kPlaneLessonKeys},
};

constexpr sort::Picture kMortonPictures[] = {
    {"bodies", sort::Part::words, "x"},
    {"bodies", sort::Part::words, "y"},
    {"bodies", sort::Part::plane_bodies},
    {"cells", sort::Part::words, "x"},
    {"cells", sort::Part::words, "y"},
    {"cells", sort::Part::words, "cell x"},
    {"cells", sort::Part::words, "cell y"},
    {"cells", sort::Part::plane_cells},
    {"keys", sort::Part::words, "cell x"},
    {"keys", sort::Part::words, "cell y"},
    {"keys", sort::Part::interleave, "Morton key"},
    {"lower half", sort::Part::groups, "quarter", "quarter"},
    {"upper half", sort::Part::groups, "quarter", "quarter"},
    {"curve", sort::Part::groups, "quarter", "quarter"},
    {"curve", sort::Part::words, "quarter"},
    {"curve", sort::Part::words, "common bits"},
    {"curve", sort::Part::z_curve},
    {"squares", sort::Part::groups, "quarter", "quarter"},
    {"squares", sort::Part::squares},
};

class MortonLesson {
public:
    MortonLesson(const LessonInput& input, const sort::Break* broken)
        : broken_(broken), plane_(std::make_shared<LessonPlane>(make_plane(input.keys))) {
        lesson_ = plane_lesson(input);
        lesson_.pictures = kMortonPictures;
        if (!sort::is_break(broken, "x-above-y")) return;
        for (uint32_t id = 0; id < plane_->count(); ++id)
            plane_->key[id] = plane_->cell_x[id] << kPlaneLevels | plane_->cell_y[id];
    }

    Lesson make() {
        ids_.resize(plane_->count());
        std::iota(ids_.begin(), ids_.end(), 0u);
        add_bodies_step(lesson_, *plane_);
        add_cells();
        add_keys();
        add_halves();
        add_curve();
        add_squares();
        add_questions();
        lesson_.plane = plane_;
        return std::move(lesson_);
    }

private:
    void add_cells() {
        LessonStep step = plane_step(
            "cells",
            "A cube around all bodies, here a square: its side is a power of two, of which the bodies take at most seven "
            "eighths, and it begins at a multiple of an eighth, so that it seldom changes from one time step to the "
            "next. Each axis is cut into 16 cells; the program cuts it into 2^21.",
            lesson_.keys, ids_);
        step.arrays = {
            body_array("x", kPlaneX, of(&PlaneBody::x)), body_array("y", kPlaneY, of(&PlaneBody::y)),
            body_array("cell x", "Cell of x, from the left: (x - low) / width, rounded down.",
                       plane_->cell_x),
            body_array("cell y", "Cell of y, from below: (y - low) / width, rounded down.", plane_->cell_y)};
        const sim::Vec3 low = plane_->cube.low;
        step.numbers = {
            {"square", "x from " + metres(low.x) + ", y from " + metres(low.y),
             "its lower left corner, in m"},
            {"side", metres(plane_->side_m()) + " m", "a power of two"},
            {"width of a cell", metres(plane_->side_m() / kPlaneCells) + " m", "a sixteenth of the side"}};
        lesson_.steps.push_back(std::move(step));
    }

    void add_keys() {
        LessonStep step = plane_step(
            "keys",
            "The bits of the two cell numbers take turns in the key (they are interleaved), x before y. The upper bits of both say in which "
            "quarter of the square the body is, the next ones in which quarter of that quarter, and so on. In the "
            "program the bits of x, y and z take turns: 63 bits.",
            lesson_.keys, ids_);
        step.arrays = {body_array("cell x", "Cell of x.", plane_->cell_x),
                       body_array("cell y", "Cell of y.", plane_->cell_y),
                       body_array("Morton key", "The bits of cell x and cell y, taking turns.", plane_->key),
                       body_array("quarter", kQuarter, squares(ids_, 1))};
        step.numbers = {
            {"bits per key", std::to_string(kPlaneKeyBits), "63 in the program: 21 for each axis"},
            {"different keys", std::to_string(different(plane_->key)), "bodies of one cell have one key"}};
        lesson_.steps.push_back(std::move(step));
    }

    /// Two stable runs, in the order in which the program does them.
    void add_halves() {
        constexpr uint32_t kHalf = kPlaneKeyBits / 2;
        const bool swapped = sort::is_break(broken_, "upper-half-first");
        const auto part = [&](bool upper, const Words& ids) {
            Words words;
            for (const uint32_t id : ids)
                words.push_back(upper ? plane_->key[id] >> kHalf : plane_->key[id] & ((1u << kHalf) - 1));
            return words;
        };
        LessonStep lower = sorted_step(
            "lower half",
            "Engines that sort by up to 32 bits sort keys of 63 bits in two runs; here a key has 8 bits, and a run sorts "
            "by 4. The first run sorts by the lower half. Engines that know keys of 64 bits need one run.",
            part(swapped, ids_), ids_, kHalf);
        LessonStep upper = sorted_step(
            "upper half",
            "The second run sorts by the upper half. It is stable: bodies of the same upper half stay in the order of "
            "their lower halves. So all are now in order of the whole key.",
            part(!swapped, lower.values), lower.values, kHalf);
        order_ = upper.values;
        lesson_.steps.push_back(std::move(lower));
        lesson_.steps.push_back(std::move(upper));
    }

    void add_curve() {
        plane_->order = order_;
        Words keys, common;
        for (const uint32_t id : order_) keys.push_back(plane_->key[id]);
        plane_->sorted_key.assign(keys.begin(), keys.end());
        for (uint32_t rank = 0; rank + 1 < keys.size(); ++rank)
            common.push_back(std::min(common_key_bits(*plane_, rank, rank + 1), kPlaneKeyBits));
        common.push_back(0);
        LessonStep step = plane_step(
            "curve",
            "In the order of their keys the bodies follow the Z curve, which is an N here, as x is the upper bit: "
            "quarter by quarter, and so within each quarter. Bodies that follow each other are mostly near each other. "
            "A sort by x alone brings together what is far apart in y.",
            keys, order_);
        step.first_of_pass = true;
        step.arrays = {
            body_array("quarter", kQuarter, squares(order_, 1)),
            body_array("common bits",
                       "Leading bits that the key has in common with the next one; the last: 0.", common)};
        Words by_x = ids_;
        std::stable_sort(by_x.begin(), by_x.end(),
                         [&](uint32_t a, uint32_t b) { return plane_->bodies[a].x < plane_->bodies[b].x; });
        step.numbers = {{"way from body to body", metres(way(order_)) + " m", "in the order of the keys"},
                        {"sorted by x alone", metres(way(by_x)) + " m", "the same way in that order"},
                        {"in the order of the input", metres(way(ids_)) + " m", ""}};
        lesson_.steps.push_back(std::move(step));
    }

    void add_squares() {
        LessonStep step = plane_step(
            "squares",
            "A prefix of the key is a square: bodies whose keys begin with the same 2 bits are those of a quarter, with "
            "the same 4 bits those of a sixteenth, and so on. They stand together in the sorted keys, so a square is a "
            "range of indices. In space it is a cube of an octree, and 3 bits are an eighth of it.",
            lesson_.steps.back().keys, order_);
        step.arrays = {body_array("quarter", kQuarter, squares(order_, 1)),
                       body_array("sixteenth", "The upper two bits of cell x and of cell y, taking turns.",
                                  squares(order_, 2))};
        lesson_.sorted = std::is_sorted(step.keys.begin(), step.keys.end());
        uint32_t all = 0;
        std::string torn;
        for (uint32_t level = 1; level <= kPlaneLevels; ++level) {
            const Words words = squares(order_, level);
            const uint32_t ranges = stretches(words), there = different(words);
            all += there;
            if (ranges > there && torn.empty())
                torn = counted(there, "square") + " of level " + std::to_string(level) + " are in " +
                       std::to_string(ranges) + " pieces";
            step.numbers.push_back({"squares of level " + std::to_string(level), std::to_string(there),
                                    "with bodies, in " + counted(ranges, "range") + " of the keys"});
        }
        lesson_.sorted = lesson_.sorted && torn.empty();
        lesson_.result = !torn.empty() ? torn
                         : lesson_.sorted
                             ? counted(all, "square") + " of 4 sizes, each one range of the sorted keys"
                             : "the keys are not in order";
        lesson_.sorted_keys = step.keys;
        lesson_.sorted_values = order_;
        lesson_.steps.push_back(std::move(step));
    }

    void add_questions() {
        lesson_.questions = {
            {"cells",
             "Why is the side of the cube a power of two, and its corner at a multiple of an eighth of it?",
             "A cube that fits the bodies exactly would change in every time step, and with it nearly all keys. This one "
             "stays for many steps, so that only bodies that enter another cell get another key, and an engine that repairs "
             "finds nearly all keys in order. In two runs it cannot: the lower halves of the keys are in no order."},
            {"keys", "What is the key of the body in cell x 5 and cell y 3?",
             "x is 0101, y is 0011. Taking turns: 00 10 01 11, which is 39."},
            {"keys", "Why 21 bits for each axis, where 10 would fit into one key of 32 bits?",
             "With 30 bits bodies in dense places share their cells: of a million bodies in two galaxies up to 1,554 had "
             "one key. With 63 bits no two had."},
            {"upper half", "What would happen if the second run were not stable?",
             "Bodies with the same upper half would stand in any order: the order of the first run would be lost, and "
             "with it the lower half of the key."},
            {"curve", "Can two bodies that nearly touch have keys that are far apart?",
             "Yes, on two sides of the border between quarters: the curve comes back to it much later. So the tree over "
             "the keys is no list of neighbours. The walk through the tree therefore measures distances, not keys."},
        };
    }

    Words of(uint32_t PlaneBody::*part) const { return body_words(*plane_, ids_, part); }

    /// Returns the numbers of the squares of a level in which these bodies are, computed from their cells,
    /// not from the keys.
    Words squares(const Words& ids, uint32_t level) const {
        Words words;
        for (const uint32_t id : ids) {
            uint32_t square = 0;
            for (uint32_t bit = kPlaneLevels; bit-- > kPlaneLevels - level;)
                square = square << 2 | (plane_->cell_x[id] >> bit & 1) << 1 | (plane_->cell_y[id] >> bit & 1);
            words.push_back(square);
        }
        return words;
    }

    static uint32_t stretches(const Words& words) {
        uint32_t count = words.empty() ? 0 : 1;
        for (size_t i = 1; i < words.size(); ++i) count += words[i] != words[i - 1];
        return count;
    }
    static uint32_t different(Words words) {
        std::sort(words.begin(), words.end());
        return stretches(words);
    }

    float way(const Words& ids) const {
        float sum = 0;
        for (size_t i = 1; i < ids.size(); ++i)
            sum += sim::length(plane_->bodies[ids[i]].place() - plane_->bodies[ids[i - 1]].place());
        return sum;
    }

    const sort::Break* broken_;  // null: all is right
    std::shared_ptr<LessonPlane> plane_;
    Lesson lesson_;
    Words ids_, order_;
};

Lesson make_morton(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    return MortonLesson(input, broken).make();
}

}  // namespace

LessonMaker morton_lesson() {
    return {
        "morton",
        "Morton keys: one number for a place in space, and what sorting by it brings together",
        "G. M. Morton: A computer oriented geodetic data base and a new technique in file sequencing. IBM, 1966",
        make_morton,
        kMortonBreaks,
        kPlaneLessonKeys};
}

}  // namespace app
