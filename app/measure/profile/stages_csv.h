// `profile --stages-csv`: one row per stage, its first eight columns named as those of Tracy's csvexport, so that
// scripts for one read the other.
#pragma once
#include <ostream>

#include "app/measure/profile/profiler.h"

namespace app {

/// name,total_ns,total_perc,counts,mean_ns,min_ns,max_ns,std_ns,p50_ns,p90_ns,p99_ns: the step, then its stages.
/// counts: steps that had the stage; of these are the times. total_perc: of the time of all steps.
void write_stages_csv(std::ostream& out, const Profiler& profiler);

}  // namespace app
