// Groups of flags that several commands share: the same flag means the same everywhere.
#pragma once
#include <string>

#include "app/base/numbers.h"
#include "app/cli/flags.h"
#include "app/cli/options.h"

namespace app {

// Groups come last in a command's flags: they change the heading in the help.

/// --backend, --threads, --device, -q
void machine_flags(Flags& flags, Options& options);
/// --sort, --digit-bits, and those of the machine; `with_auto`: the command takes --sort auto, too
void engine_flags(Flags& flags, Options& options, bool with_auto = false);
/// --preset, --scene, --heightmap, --mesh, --gravity, --bodies, --seed, --broad-phase, and those of the engine
void simulation_flags(Flags& flags, Options& options);
/// --broad-phase, with the list of them at the end of the help
void broad_phase_flag(Flags& flags, Options& options);

// One flag each.
void heightmap_flag(Flags& flags, Options& options);
void digit_bits_flag(Flags& flags, Options& options);
/// --tile of a command that runs one engine.
void tile_flag(Flags& flags, Options& options);
void bits_flag(Flags& flags, std::optional<BitRange>& bits);
void threads_flag(Flags& flags, Options& options, const std::string& meaning);
void device_flag(Flags& flags, Options& options);
/// --json of a command that prints a list.
void json_flag(Flags& flags, Options& options);
void quiet_flag(Flags& flags, Options& options);
void bodies_flag(Flags& flags, Options& options, const std::string& usual);
void seed_flag(Flags& flags, Options& options, const std::string& of_what);

/// Why a flag of scenes does nothing beside --data.
inline constexpr const char* kOfScenes = "belongs to a scene; --data plays frames of files";

/// Adds to the end of the help one sentence for each broad phase.
void describe_broad_phases(Flags& flags, bool with_auto);
/// Sentence about `auto` in the list of broad phases.
extern const char* const kAutoSentence;

/// Returns "uniform, few:K, ...": what --input takes.
std::string input_names();

/// Returns "splat:M, contacts:M": what it takes with keys of 64 bits only.
std::string wide_input_names();

/// Returns "[16 on cpu, 32 on cuda]", or one of them where both are the same.
std::string both_defaults(const std::string& cpu, const std::string& cuda);

}  // namespace app
