// `adaptive` with a part left out: for tests that prove its check.
#pragma once
#include <memory>

#include "sort/sorter.h"

namespace sort {

/// lose_movers: movers are not put on their list. narrow_windows: windows are read eight times narrower than
/// they are thought to be. Both lose pairs, which the check must see.
enum class AdaptiveFault : uint32_t { none, lose_movers, narrow_windows };

std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity, AdaptiveFault fault);

}  // namespace sort
