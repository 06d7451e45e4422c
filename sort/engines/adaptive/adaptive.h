// `adaptive` with a part left out: for tests that prove its check.
#pragma once
#include <memory>

#include "sort/sorter.h"

namespace sort {

/// Its windows are eight times narrower than they are taken to be, which loses pairs: the check must see it.
std::unique_ptr<Sorter> make_faulty_adaptive(uint32_t capacity);

}  // namespace sort
