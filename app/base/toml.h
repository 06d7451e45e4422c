// The TOML library as this program uses it: no shared library at run time, and broken files are refused with an
// exception in every build. In builds with assertions its own would end the program on some of them (`[)x]`).
#pragma once
#define TOML_HEADER_ONLY 1
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>
