// Lessons that are no sorts: each is made by a function of its own. app/teach/make.cpp finds them beside those of
// the sorts; a new one is a file, a line here and one in the list there.
#pragma once
#include "app/teach/make.h"
#include "app/teach/sizes.h"

namespace app {

struct LessonMaker {
    const char* name;   // "scan"
    const char* title;  // one line, as of a model
    const char* paper;  // "" for none
    /// `sorted` says whether the result is right, `result` what it is; name, title and source are filled in.
    /// `broken`: one of `breaks`, which is then done; null: all is right.
    /// `sizes` are filled in, as far as the lesson has them.
    Lesson (*make)(const LessonInput& input, const sort::Break* broken, const SizeChoice& sizes);
    std::span<const sort::Break> breaks = {};
    uint32_t keys = kUsualLessonKeys;  // that it shows best with
    uint32_t tile = 0, warp = 0;       // usual sizes of its tiles and warps; 0: it has none
};

/// Returns the maker of that name; null: there is none.
const LessonMaker* find_maker(const std::string& name);

LessonMaker scan_lesson();
LessonMaker order_check_lesson();
LessonMaker sweep_lesson();
LessonMaker columns_lesson();
LessonMaker endpoint_lesson();
LessonMaker sparse_product_lesson();
LessonMaker morton_lesson();  // app/teach/bodies
LessonMaker tree_lesson();
LessonMaker contacts_lesson();

}  // namespace app
