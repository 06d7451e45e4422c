// The lesson `contacts` in the making: its scene, and what its steps share.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/teach/bodies/contact_scene.h"
#include "app/teach/bodies/plane_lesson.h"

namespace app {

/// Returns a length in tenths of mm.
inline uint32_t tenths_mm(float length_m) { return whole(length_m * 10000); }

class ContactLesson {
public:
    ContactLesson(const LessonInput& input, const ContactFaults& faults);

    /// Boxes, candidates, which pairs are searched, and which points are kept.
    void add_finding_steps();
    /// Colours, sweeps and the warm start, and the questions of all steps.
    void add_solving_steps();
    Lesson result();

private:
    LessonStep step(const char* stage, std::string sentence) const;
    /// A word per `row`; none: no array.
    static void add(LessonStep& one, const std::string& name, const std::string& sentence, const char* row,
                    std::vector<uint32_t> words);
    /// The same for lengths in tenths of mm.
    static void add_mm(LessonStep& one, const std::string& name, const std::string& sentence, const char* row,
                       std::vector<uint32_t> words);
    /// The boxes of these pairs.
    void add_names(LessonStep& one, const std::vector<uint32_t>& pairs, const char* row) const;
    uint32_t count_of(PairFate fate) const;

    /// part(box), part(pair), part(point) of all, as words.
    template <class Things, class Part>
    static std::vector<uint32_t> words_of(const Things& things, Part part) {
        std::vector<uint32_t> words;
        for (const auto& thing : things) words.push_back(part(thing));
        return words;
    }

    void add_boxes();
    void add_candidates();
    void add_kept();
    void add_points();
    void add_choices(LessonStep& one, const ContactPair& pair) const;
    void add_colours();
    void add_sweeps();
    void add_warm_start();
    void add_questions();

    ContactFaults faults_;
    std::shared_ptr<ContactScene> scene_;
    const ContactTrace& step_;
    Lesson lesson_;
    std::vector<uint32_t> ids_;
};

}  // namespace app
