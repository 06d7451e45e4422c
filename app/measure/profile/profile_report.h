// What `profile` says: the table and the lines around it, and the report for programs.
#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/measure/profile/profiler.h"
#include "sim/world.h"

namespace app {

inline constexpr size_t kTracedSteps = 100'000;  // of a longer run a trace has the last ones

struct ProfilePlan {
    uint64_t frames, warmup;         // an interrupt makes frames those that were done
    std::vector<std::string> words;  // of the command line
    bool passes;                     // every pass of the sort is timed
};

/// Reports of the steps, as far as they are kept.
struct ProfileResult {
    Profiler measured;
    sim::Counters last{};
    uint64_t seen = 0;
    bool traced = false;          // there is a trace, too
    uint64_t engine_since = 0;    // steps before the last engine; the statistics leave them out
    std::string engine_reason{};  // of --sort auto: why the last engine was chosen
};

nlohmann::ordered_json profile_json(const ProfileResult& result, const ProfilePlan& plan,
                                    const sim::World& world, const std::string& state);

void print_profile(std::ostream& out, const ProfileResult& result, const ProfilePlan& plan,
                   const sim::World& world);

/// The report of a run that did not come to its end; `why`: "interrupted".
void print_ended_early(std::ostream& out, const std::string& why, const ProfileResult& result,
                       ProfilePlan plan, const sim::World& world);

}  // namespace app
