// The second half of the lesson `contacts`: colours, sweeps and the warm start (sim/manifold/colours.h,
// rows.h, sweeps.h).
#include "app/base/text/names.h"
#include "app/teach/bodies/contact_lesson.h"

namespace app {
namespace {

using Words = std::vector<uint32_t>;

constexpr size_t kSweepsListed = 24;

/// Returns a sentence on the sweeps that the impulses of the step before save at a step.
std::string worth_of_kept(uint32_t step, const SweepCount& kept, const SweepCount& zero) {
    const std::string when = "At step " + std::to_string(step);
    if (kept.needed() == 0)
        return when + " none is needed from the impulses of the step before: they carry the weight already.";
    if (kept.needed() < zero.needed()) return when + " the impulses of the step before save sweeps.";
    return when + " the impulses of the step before save no sweep: the heap has not come to rest.";
}

}  // namespace

void ContactLesson::add_colours() {
    const Words order = colour_order(step_.pairs);
    LessonStep one = step(
        "colours",
        "Two pairs that have a body in common cannot be solved at the same time: each would begin with the speed "
        "before the other's push. So pairs get colours, and those of one colour have no moving body in common. In "
        "the order of a hash of its two ids, each pair takes the smallest colour that no pair of its bodies has "
        "yet. Many threads find the same colours in rounds: a pair chooses as soon as it is the first of both its "
        "bodies. The ground does not move: its pairs need no colour, and come last.");
    add_names(one, order, "pair");
    add(one, "colour", "The smallest that is free at both boxes, for one pair after the other.", "pair",
        words_of(order, [&](uint32_t i) { return step_.pairs[i].colour; }));
    one.numbers = {
        {"colours", std::to_string(colours_of(step_.pairs)),
         "for " + counted(order.size(), "pair") +
             " of boxes; a sweep takes that many turns, plus one for the ground; on a GPU a pair waits only for its "
             "own two bodies, with the same result"}};
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_sweeps() {
    LessonStep one = step(
        "sweeps",
        "Each kept point is a row: along its normal the two bodies may not come nearer. A sweep takes all rows, colour "
        "by colour. It changes a row's impulse by mass x (speed of approach), which as a whole never falls below 0; then "
        "friction, which is at most friction x push. First the impulses of the step before are given at once: the warm "
        "start. Two sweeps also part what is deeper than the slop, by a fifth of the rest in a step and at most at 3 m/s. "
        "The bodies move. Two more sweeps relax: they take the speed of parting out again.");
    const Words rows = words_of(step_.rows, [](const ContactRow& row) { return row.pair; });
    add_names(one, rows, "row");
    const auto table = [&](const char* name, const char* sentence, auto part) {
        Words words;
        for (const SweepTrace& sweep : step_.sweeps)
            for (const float value : part(sweep)) words.push_back(whole(value * 1000));
        if (!rows.empty())
            one.arrays.push_back({name, sentence, sort::Drawn::table, "state", "row",
                                  static_cast<uint32_t>(rows.size()), std::move(words)});
    };
    table(
        "push",
        "The impulse along the normal, in mN s. States: gravity alone, warm start, sweeps 1 and 2, relaxing 1 and 2.",
        [](const SweepTrace& sweep) { return sweep.push; });
    table("approach", "The speed that the row still lacks, in mm/s.",
          [](const SweepTrace& sweep) { return sweep.approach; });
    for (const SweepTrace& sweep : step_.sweeps)
        one.numbers.push_back({sweep.name, mm_text(largest_of(sweep.approach)) + " mm/s",
                               "the largest speed of approach left"});
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_warm_start() {
    struct Case {
        uint32_t step;
        SweepCount kept, zero;
    };
    std::vector<Case> cases;
    Words table, later, left_kept, left_zero;
    bool enough = true;
    for (const ContactTrace& step : scene_->later) {
        cases.push_back({step.before.steps, count_sweeps(step, true), count_sweeps(step, false)});
        later.push_back(step.before.steps);
        for (const SweepCount* const count : {&cases.back().kept, &cases.back().zero}) {
            table.push_back(count->needed());
            enough = enough && count->needed() <= kMostContactSweeps;
        }
    }
    const Case& last = cases.back();
    LessonStep one = step(
        "warm start",
        "How many sweeps does it take until no speed of approach is above 1 mm/s? From impulses of 0, weight has to "
        "come down through the heap again in every step, often only one layer per sweep: a pair that was solved earlier in "
        "the sweep learns of it in the next one. " +
            worth_of_kept(last.step, last.kept, last.zero) +
            (enough
                 ? ""
                 : " More than " + std::to_string(kMostContactSweeps) +
                       " are not tried. Where these are not enough, usually two points of one pair push against "
                       "each other, and no sweep satisfies both.") +
            " While bodies hit each other, impulses of the step before are often of little use. The step makes 2 + 2 "
            "sweeps in any case: what is left goes on in the next one, since its impulses are kept.");
    const std::vector<float>&kept = last.kept.left, &zero = last.zero.left;
    for (size_t k = 0; k < std::min<size_t>(std::max(kept.size(), zero.size()), kSweepsListed + 1); ++k) {
        left_kept.push_back(whole(kept[std::min(k, kept.size() - 1)] * 100000));
        left_zero.push_back(whole(zero[std::min(k, zero.size() - 1)] * 100000));
    }
    add(one, "step", "Which steps are compared: the one shown, and later ones.", "case", later);
    const std::string cap =
        std::to_string(kMostContactSweeps + 1) + ": more than " + std::to_string(kMostContactSweeps);
    one.arrays.push_back({"sweeps",
                          "Sweeps that are needed: column 0 from the kept impulses, column 1 from zero" +
                              (enough ? "." : "; " + cap + "."),
                          sort::Drawn::table, "case", "start", 2, table});
    add(one, "left, kept",
        "The largest speed of approach in the last of these steps, after that many sweeps.", "sweep",
        left_kept);
    add(one, "left, zero", "The same from impulses of 0.", "sweep", left_zero);
    for (LessonArray& array : one.arrays)
        if (array.name.starts_with("left, ")) array = measured(std::move(array), "mm/s", 2);
    for (const Case& shown : cases)
        one.numbers.push_back({"step " + std::to_string(shown.step),
                               shown.kept.text() + " and " + shown.zero.text() + " sweeps",
                               "from the impulses of the step before, and from zero"});
    lesson_.steps.push_back(std::move(one));
}

void ContactLesson::add_questions() {
    lesson_.questions = {
        {"candidates", "Why do the boxes grow by what a body can move in the step?",
         "Candidates are listed once, before the bodies move. A pair that first touches during the move must be in "
         "the list already, or it goes in without being noticed."},
        {"keep or search",
         "A heap that lies still is not searched at all. What about two bodies that fall beside each other at 10 m/s?",
         "Nor are they: `need` is made of the speeds of the two against each other. A fall that they have in common "
         "costs nothing."},
        {"points", "Why is the deepest point always the first that is kept?",
         "It is the one that must part. With it the pair has at least one row, however few are kept: no pair that "
         "touches is lost. The others are chosen to carry it far apart, so that it cannot tip."},
        {"colours", "Suppose box 1 touches four boxes and the ground. How many colours are needed at least?",
         "Four: all four pairs have box 1 in common. The pair with the ground needs none."},
        {"sweeps", "Why is the impulse as a whole kept from falling below 0, and not each change of it?",
         "A sweep may have pushed too much, as it did not know the others yet. The next one must be able to take that "
         "back, down to 0, but a contact cannot pull."},
        {"sweeps", "Why do two sweeps without parting follow after the move?",
         "Pushing apart what is too deep gives the bodies a speed. It has done its work in the move. If it stayed, the "
         "heap would gain energy and tremble."},
        {"warm start",
         "What if the points of a pair were found anew in every step, without their old impulses?",
         "Every step would begin from zero, and this stage's numbers say how many sweeps that takes. With 2 + 2 of them "
         "a heap would sink into itself. So points have numbers, and one that is found again takes its impulse along."},
    };
}

void ContactLesson::add_solving_steps() {
    add_colours();
    add_sweeps();
    add_warm_start();
    add_questions();
}

}  // namespace app
