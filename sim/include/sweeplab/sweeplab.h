// All of the library for C (C99): sorts, and overlapping pairs of boxes. Link sweeplab::pairs, or sweeplab::sort alone
// for <sweeplab/sort_c.h>.
#pragma once
#include "sweeplab/pairs_c.h"
#include "sweeplab/sort_c.h"
