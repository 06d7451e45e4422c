// A window that is not shown: whether one could be opened.
#pragma once
#include <memory>

#include "app/gl/context.h"

namespace app {

/// As open_window(), but nothing appears on the screen.
std::unique_ptr<Context> open_hidden_window(int width, int height);

}  // namespace app
