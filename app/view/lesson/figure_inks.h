// The colours of a figure's tones and digits in the theme in use.
#pragma once
#include "app/teach/figure/figure.h"
#include "app/view/panels/theme.h"

namespace app {

ImU32 faded(ImU32 ink, float share);
ImU32 tone_ink(Tone tone);                                 // of text and outlines
ImU32 line_ink(Tone tone, int digit);                      // of lines on the ground
ImU32 cell_ink(Tone tone, int digit);                      // what a cell is filled with
ImU32 cell_text_ink(Tone tone, int digit, bool over_bar);  // what is read on that

}  // namespace app
