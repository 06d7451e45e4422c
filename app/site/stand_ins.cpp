// What lessons and scenes ask of the rest of the program, as it is in a browser: no kernels, no meshes, nobody who
// presses Ctrl+C.
#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/cli/kernel_loading.h"
#include "app/io/mesh_files.h"

namespace app {

void load_kernels(const sort::Engine&, int, bool, bool) {}
void use_cuda_device(int) {}
void throw_if_interrupted() {}

// Any name is taken for a built-in mesh: a scene is read whole, and then refused because of its meshes.
bool is_mesh_path(const std::string&) { return false; }
bool is_built_in_mesh(const std::string&) { return true; }
std::vector<std::string> built_in_mesh_names() { return {}; }

}  // namespace app
