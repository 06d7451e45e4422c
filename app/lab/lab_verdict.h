// What a program that tried a kernel has reported, in words.
#pragma once
#include <string>

#include "app/lab/lab_build.h"
#include "app/lab/lab_check.h"

namespace app {

/// `report`: the lines "KEY<tab>TEXT" of the program; `ran_out`: it was ended.
LabVerdict lab_verdict(const std::string& report, bool ran_out);

/// Adds a hint to a right kernel that does not use shared memory where the lab asks for it.
void add_hint(LabVerdict& verdict, const LabTask& lab);

/// Of a kernel that was not built.
LabVerdict not_built(const LabBuild& build);

}  // namespace app
