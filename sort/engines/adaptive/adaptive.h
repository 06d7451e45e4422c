// `adaptive` with a part left out: for tests that prove its check.
#pragma once
#include <memory>

#include "sort/sorter.h"

namespace sort {

/// Creates an engine whose windows are eight times narrower than it takes them to be, which loses pairs: its
/// check must detect that.
std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity);

}  // namespace sort
