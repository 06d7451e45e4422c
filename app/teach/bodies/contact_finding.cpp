// The first half of the lesson `contacts`: from boxes to the points that pairs keep (sim/constraint_narrow.h,
// sim/manifold/candidates.h).
#include <cmath>
#include <numeric>

#include "app/base/text/names.h"
#include "app/teach/bodies/contact_lesson.h"
#include "app/teach/input.h"
#include "sim/manifold/manifold.h"

namespace app {
namespace {

constexpr float kLeftOfMiddle_m = 2;  // where x is counted from

std::vector<uint32_t> all_pairs(const ContactTrace& step) {
    std::vector<uint32_t> all(step.pairs.size());
    std::iota(all.begin(), all.end(), 0u);
    return all;
}

}  // namespace

ContactLesson::ContactLesson(const LessonInput& input, const ContactFaults& faults)
    : faults_(faults),
      scene_(std::make_shared<ContactScene>(contact_scene(input.keys, faults))),
      step_(scene_->shown),
      lesson_(plane_lesson(input)),
      ids_(input.keys.size()) {
    std::iota(ids_.begin(), ids_.end(), 0u);
}

LessonStep ContactLesson::step(const char* stage, std::string sentence) const {
    LessonStep one = plane_step(stage, "", lesson_.keys, ids_);
    one.sentence = std::move(sentence);
    one.looks_at_pairs = false;
    return one;
}

void ContactLesson::add(LessonStep& one, const std::string& name, const std::string& sentence,
                        const char* row, std::vector<uint32_t> words) {
    if (!words.empty())
        one.arrays.push_back(word_list(name.c_str(), sentence.c_str(), row, std::move(words)));
}

void ContactLesson::add_mm(LessonStep& one, const std::string& name, const std::string& sentence,
                           const char* row, std::vector<uint32_t> words) {
    const size_t before = one.arrays.size();
    add(one, name, sentence, row, std::move(words));
    if (one.arrays.size() > before) one.arrays.back() = measured(std::move(one.arrays.back()), "mm", 1);
}

void ContactLesson::add_names(LessonStep& one, const std::vector<uint32_t>& pairs, const char* row) const {
    const auto ground = static_cast<uint32_t>(step_.before.boxes.size());
    const std::string whose = std::string(" of each ") + row;
    add(one, "first", "The first box" + whose + ".", row,
        words_of(pairs, [&](uint32_t i) { return step_.pairs[i].a; }));
    add(one, "second", "The second box" + whose + "; " + std::to_string(ground) + " is the ground.", row,
        words_of(pairs, [&](uint32_t i) { return step_.pairs[i].ground() ? ground : step_.pairs[i].b; }));
}

uint32_t ContactLesson::count_of(PairFate fate) const {
    return static_cast<uint32_t>(
        std::count_if(step_.pairs.begin(), step_.pairs.end(),
                      [fate](const ContactPair& pair) { return pair.fate == fate; }));
}

void ContactLesson::add_boxes() {
    const size_t boxes = step_.before.boxes.size();
    LessonStep one = step(
        "boxes",
        (lesson_.keys.size() > boxes ? "Each of the first " + std::to_string(boxes) + " keys makes a box"
                                     : std::string("Each key makes a box")) +
            ": the larger the key, the further it is turned against the clock at first. The boxes have fallen for " +
            counted(step_.before.steps, "step") +
            " of 1/240 s. The lesson shows the next step, the one of a second in which most is to be seen. Bodies "
            "of the program have any shape and three axes. Left out here: sleep, squeezed pairs, bounces, and pairs "
            "for which no colour is free.");
    one.first_of_pass = one.looks_at_pairs = true;
    add(one, "x", "Of its centre, in mm, from 2 m left of the middle.", "box",
        words_of(step_.before.boxes,
                 [](const ContactBox& box) { return whole((box.place.x + kLeftOfMiddle_m) * 1000); }));
    add(one, "y", "Of its centre above the ground, in mm.", "box",
        words_of(step_.before.boxes, [](const ContactBox& box) { return whole(box.place.y * 1000); }));
    add(one, "speed", "Of its centre, in mm/s.", "box",
        words_of(step_.before.boxes,
                 [](const ContactBox& box) { return whole(length(box.velocity) * 1000); }));
    const float fall = kContactGravity_m_s2 * kContactStep_s;
    one.numbers = {{"boxes", std::to_string(boxes), "on a ground, with friction 0.5"},
                   {"a step adds", mm_text(fall) + " mm/s", "of speed downwards: gravity for 1/240 s"}};
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_candidates() {
    LessonStep one = step(
        "candidates",
        "Around each box lies one along the axes. It is grown on every side by half of the margin and by as far as "
        "the body can move in the step: (speed + gravity x dt + spin x radius) x dt. Two that do not overlap cannot "
        "touch in this step. The broad phase finds the pairs that do, the candidates; the lessons `sweep` and "
        "`columns` show how. A box that reaches the ground makes a pair with it.");
    add_mm(one, "grows by", "On every side.", "box", words_of(step_.before.boxes, [&](const ContactBox& box) {
               return faults_.boxes_not_grown ? 0 : tenths_mm(reach_of(box));
           }));
    add_names(one, all_pairs(step_), "pair");
    const size_t boxes = step_.before.boxes.size(), all = boxes * (boxes - 1) / 2,
                 ground = ground_pairs(step_);
    one.numbers = {
        {"candidates", std::to_string(step_.pairs.size() - ground),
         "of " + counted(all, "pair") + " of boxes"},
        {"with the ground", std::to_string(ground), "of " + counted(boxes, "box", "boxes")},
        {"margin", mm_text(contact_law().margin_m) + " mm",
         "in the program 48 % of the thinnest part, about 12 mm for a chair; larger here, to be seen"}};
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_kept() {
    LessonStep one = step(
        "keep or search",
        "A pair remembers where the two stood against each other when points were last looked for, and its margin: "
        "no other point was nearer. `moved`: how far a point can have come since. `need`: how far it can come in "
        "this step, by the speeds of the two against each other. While moved + need <= margin no new point can "
        "touch, and the pair keeps its points. Otherwise the gap between the boxes is measured: if it is larger than the "
        "margin of the search, the pair is apart, and the gap is its new margin. Only the rest is searched.");
    add_names(one, all_pairs(step_), "pair");
    add_mm(one, "moved", "Since its last search, at most; 0 for a pair that is new.", "pair",
           words_of(step_.pairs, [](const ContactPair& pair) { return tenths_mm(pair.moved); }));
    add_mm(one, "need", "The most that it can come nearer in this step.", "pair",
           words_of(step_.pairs, [](const ContactPair& pair) { return tenths_mm(pair.need); }));
    add_mm(one, "margin", "Of its last search; 0 for a pair that is new.", "pair",
           words_of(step_.pairs, [](const ContactPair& pair) { return tenths_mm(pair.margin); }));
    add(one, "fate", "0: keeps its points. 1: apart. 2: searched.", "pair",
        words_of(step_.pairs, [](const ContactPair& pair) { return static_cast<uint32_t>(pair.fate); }));
    one.numbers = {{"kept", std::to_string(count_of(PairFate::kept)), "nothing is looked for"},
                   {"apart", std::to_string(count_of(PairFate::apart)), "by a gap that is the new margin"},
                   {"searched", std::to_string(count_of(PairFate::searched)), "their points are found anew"}};
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_points() {
    const sim::ConstraintLaw law = contact_law();
    LessonStep one = step(
        "points",
        "A search tests the points of each body against the other one's surface; those nearer than the margin, or than `need` where that is more, are found. "
        "At most " +
            std::to_string(kContactPoints) + " are kept here, " + std::to_string(sim::kMostPoints) +
            " in the program: first the deepest, then again and again the one with the largest D w^2. D: the square of "
            "the distance to the nearest that is kept, in place and direction. w: margin - distance, at least a quarter "
            "of the margin, and half more if the point pushed in the step before. A point nearer than " +
            mm_text(law.spread_m) +
            " mm to one that is kept adds nothing. A pair that touches is never dropped.");
    const ContactPair* const pair = searched_example(step_);
    if (pair) {
        add_choices(one, *pair);
        one.numbers.push_back(
            {"the pair", pair_name(step_, *pair),
             "of the pairs that are searched, of boxes if there are any, the one with most points in reach"});
    } else {
        one.sentence += " In this step no pair is searched that has points.";
    }
    uint32_t found = 0, kept = 0;
    for (const ContactPair& other : step_.pairs) {
        found += static_cast<uint32_t>(other.found.size());
        kept += other.found.empty() ? 0 : static_cast<uint32_t>(other.after.points.size());
    }
    one.numbers.push_back({"found, kept", std::to_string(found) + ", " + std::to_string(kept),
                           "points of all pairs that are searched"});
    lesson_.steps.push_back(std::move(one));
}

/// Adds the values by which points were chosen, one word per point.
void ContactLesson::add_choices(LessonStep& one, const ContactPair& pair) const {
    const sim::ConstraintLaw law = contact_law();
    const auto of_found = [&](auto part) { return words_of(pair.found, part); };
    add(one, "of box", "Whose point it is.", "point",
        of_found([&](const FoundPoint& point) { return point.point.feature & kOfSecond ? pair.b : pair.a; }));
    add_mm(one, "w", "The nearer or deeper, the larger.", "point",
           of_found([&](const FoundPoint& point) { return tenths_mm(point_weight(point, law)); }));
    for (size_t turn = 0; turn + 1 < kContactPoints; ++turn) {
        const bool any = pair.found[0].square.size() > turn;
        if (!any) break;
        const std::string number = std::to_string(turn + 2);
        add(one, "D, choice " + number,
            "Its square root, in mm: the distance to the nearest that is kept by then.", "point",
            of_found([&](const FoundPoint& point) { return whole(std::sqrt(point.square[turn]) * 1000); }));
        add(one, "D w^2, choice " + number, "Its square root, in mm^2; the largest is kept next.", "point",
            of_found([&](const FoundPoint& point) {
                return point.square[turn] < law.spread_m * law.spread_m
                           ? 0
                           : whole(std::sqrt(point_score(point, point.square[turn], law)) * 1e6f);
            }));
    }
    add(one, "kept", "As the first, the second, ...; 0: dropped.", "point",
        of_found([](const FoundPoint& point) { return point.kept; }));
}

void ContactLesson::add_finding_steps() {
    add_boxes();
    add_candidates();
    add_kept();
    add_points();
}

}  // namespace app
