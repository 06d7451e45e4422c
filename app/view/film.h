// Pictures of a session without a display: what `render` draws, and `replay`.
#pragma once
#include <functional>

#include "app/cli/flags.h"
#include "app/view/session/view_options.h"

namespace app {

struct Session;

struct FilmOptions : ViewOptions {
    bool ui = false;
    bool keep_frames = false;
};

/// --ui, --keep-frames
void film_flags(Flags& flags, FilmOptions& options);

/// Numbers of pictures and steps, and the work between pictures.
struct FilmPlan {
    uint64_t frames = 0;
    uint64_t steps = 0;  // of all, for what is said at the end
    std::function<void(Session&)> begin = [](Session&) {};
    std::function<void(Session&)> step;                   // before each picture; throws
    std::function<void(Session&)> aim = [](Session&) {};  // once the camera has followed
    std::function<void(Session&)> end = [](Session&) {};  // all pictures are written
};

/// Into options.output. Throws as commands do; what can be missing is looked for before the work starts.
void make_film(const FilmOptions& options, const sim::WorldConfig& config, const FilmPlan& plan);

}  // namespace app
