// The lesson `contacts`: how the step of bodies with shapes finds contacts and solves them (sim/constraint_narrow.h,
// sim/constraint_solve.h), on a few boxes in a plane. Sequential impulses: E. Catto, "Iterative dynamics with temporal
// coherence", Game Developers Conference 2005; relaxing: E. Catto, "Soft Step", 2023.
#include "app/base/text/names.h"
#include "app/teach/bodies/contact_lesson.h"
#include "app/teach/maker.h"

namespace app {
namespace {

constexpr uint32_t kContactKeys = 6;

constexpr sort::Break kContactBreaks[] = {
    {"boxes-not-grown", "Boxes that are not grown",
     "The boxes around the bodies are as large as these: pairs that are near, but whose boxes do not overlap yet, are no "
     "candidates, and what they touch in this step is not found.",
     kContactKeys},
    {"never-searched-again", "Pairs that are never searched again",
     "A known pair is never searched again, however far it has moved: points may touch, and go in, unnoticed.",
     kContactKeys},
    {"colours-by-one-box", "Colours chosen by the first box alone",
     "A pair takes the smallest colour that is free at its first box, and does not ask the second: pairs that are "
     "solved at the same time change one box. Each begins with the speed before the others, and what one of them "
     "writes is lost: a race condition.",
     kContactKeys},
    {"pushes-pull", "Impulses that may be negative",
     "An impulse is not kept from falling below 0: where bodies part, the contact pulls them together.",
     kContactKeys},
};

ContactFaults faults_of(const sort::Break* broken) {
    return {sort::is_break(broken, "boxes-not-grown"), sort::is_break(broken, "never-searched-again"),
            sort::is_break(broken, "colours-by-one-box"), sort::is_break(broken, "pushes-pull")};
}

Lesson make_contacts(const LessonInput& input, const sort::Break* broken, const SizeChoice&) {
    ContactLesson lesson(input, faults_of(broken));
    lesson.add_finding_steps();
    lesson.add_solving_steps();
    return lesson.result();
}

}  // namespace

Lesson ContactLesson::result() {
    const uint32_t missed = missed_pairs(step_), stale = stale_pairs(step_), clashing = clashing_pairs(step_),
                   pulling = pulling_rows(step_), ground = ground_pairs(step_);
    lesson_.sorted = missed + stale + clashing + pulling == 0;
    lesson_.result =
        missed ? counted(missed, "pair") + " nearer than the margin " + (missed == 1 ? "is" : "are") +
                     " no candidate"
        : stale ? counted(stale, "pair is", "pairs are") + " not searched though points may touch"
        : clashing
            ? counted(clashing, "pair has", "pairs have") + " a box in common with another of the same colour"
        : pulling ? counted(pulling, "impulse") + " below 0: contacts pull"
                  : counted(step_.pairs.size() - ground, "candidate") + ", " + counted(ground, "pair") +
                        " with the ground, " + counted(step_.rows.size(), "point") + " in " +
                        counted(colours_of(step_.pairs), "colour") +
                        "; no impulse below 0, no box twice in a colour";
    lesson_.sorted_keys = lesson_.keys;
    lesson_.sorted_values = ids_;
    lesson_.contacts = scene_;
    return std::move(lesson_);
}

LessonMaker contacts_lesson() {
    return {
        "contacts",
        "Contacts: which pairs may touch, at which points, and what keeps bodies apart",
        "E. Catto: Iterative dynamics with temporal coherence. Game Developers Conference, 2005; M. T. Jones, P. E. "
        "Plassmann: A parallel graph coloring heuristic. SIAM Journal on Scientific Computing, 1993",
        make_contacts,
        kContactBreaks,
        kContactKeys};
}

}  // namespace app
