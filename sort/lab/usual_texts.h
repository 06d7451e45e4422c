// What the lessons of several engines say in the same words: of sorts that ask once, or before each pass, whether the
// keys are in order, and whose passes move the pairs to the scratch arrays and back.
#pragma once
#include "sort/lab/model.h"

namespace sort {

inline constexpr const char* kInOrder = "the keys are in order";

inline constexpr StageText kOrderCheckText = {
    "order check",
    "Compares each key with the next. If none is greater, the keys are in order, and the remaining stages do "
    "nothing.",
    kInOrder};

inline constexpr ArrayText kOutOfOrderText = {
    "order check", "out of order", Drawn::a_word,
    "1 when some key is greater than the next; when 0, all passes are skipped."};

inline constexpr StageText kCopyBackText = {
    "copy back", "After an odd number of passes the pairs are in the scratch arrays: copies them back.",
    "the result is in place already"};

/// All launches are stages but the last, which writes the report.
inline constexpr StageLaunches kLaunchOfReport[] = {{"", 1}};

}  // namespace sort
