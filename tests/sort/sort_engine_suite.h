// The cases that every sort engine passes, on either backend, and every model. A test program includes this
// once and says which engines it means, what their memory is and how much of the matrix it runs.
#pragma once
#include "tests/sort/sort_engine_suite_cases.h"
#include "tests/sort/sort_engine_suite_choices.h"
#include "tests/sort/sort_engine_suite_core.h"
#include "tests/sort/sort_engine_suite_lengths.h"
#include "tests/sort/sort_engine_suite_live.h"
#include "tests/sort/sort_engine_suite_near_sorted.h"
#include "tests/sort/sort_engine_suite_types.h"
