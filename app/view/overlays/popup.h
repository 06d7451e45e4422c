// A box in the middle of a region, over all else: what is asked, what is being done.
#pragma once
#include "app/view/panels/panels.h"

namespace app {

/// Opens a window as large as what is put into it, for as long as the object lives.
class Popup {
public:
    Popup(const PanelInput& in, const char* name, const Region& over, ImU32 border);
    ~Popup();
    Popup(const Popup&) = delete;
    Popup& operator=(const Popup&) = delete;

    /// The width that a line may have, of at most so many times the font's size.
    static float room(const PanelInput& in, const Region& over, float font_sizes);
};

}  // namespace app
