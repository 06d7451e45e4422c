// Stands for shared_buffer_cuda.cu in a build without CUDA, where no world is on a CUDA device.
#include "app/gl/frame_data/shared_buffer.h"
#include "sort/base/errors.h"

namespace app {

bool interop_possible(int, const std::string&, std::string* reason) {
    *reason = "built without CUDA";
    return false;
}

std::unique_ptr<SharedBuffers> make_interop_buffers(int) { throw sort::Unavailable("built without CUDA"); }

std::unique_ptr<SharedBuffers> make_copy_buffers(int) { throw sort::Unavailable("built without CUDA"); }

}  // namespace app
