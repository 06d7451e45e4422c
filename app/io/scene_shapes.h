// The meshes of a scene, read and prepared. Within a process each is prepared once: scenes and worlds that
// use the same one share it.
#pragma once
#include <string>

#include "sim/scene.h"

namespace app {

/// Fills `shapes` from `meshes`. What no collision may see, as parts thinner than the field can tell, is
/// warned of on stderr, once per mesh; `quiet`: no progress bar. Throws BadFile (with the file and what was
/// expected), BadUsage, Interrupted.
void load_shapes(sim::Scene& scene, int threads, bool quiet);

/// Puts `file`, a path or a built-in name, in the place of all meshes that bodies have; it becomes as long,
/// as dense and as finely resolved as the first of them. Driven meshes stay. Throws BadUsage.
void replace_movable_meshes(sim::Scene& scene, const std::string& file);

/// Returns "chair: 872 triangles, 96 x 51 x 52 cells of 9.7 mm, 1,023 points, 12 mm apart at edges, thinnest
/// part 19 mm, 8.3 kg"
std::string shape_text(const sim::SceneShape& shape);

/// Returns a warning about a shape, as a sentence; "": there is none.
std::string shape_warning(const sim::SceneShape& shape);

}  // namespace app
