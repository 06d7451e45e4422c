// GL buffers that the world's backend writes: instances, pairs, sphere raster and more of the frame. Three
// methods, one interface: CUDA-GL interop (kernels write into the GL buffers), one copy (device, pinned
// memory, GL buffer), and the CPU backend's host memory. Chosen at start and when the backend changes.
#pragma once
#include <glad/gl.h>

#include <memory>
#include <string>
#include <vector>

#include "app/base/memory_list.h"
#include "app/base/timed_copy.h"
#include "app/gl/frame_data/gl_object.h"
#include "app/observe/frame_data.h"

namespace app {

/// A buffer of this part, in a list of memory.
void list_part(MemoryList& to, Part part, uint64_t bytes);

class SharedBuffers {
public:
    virtual ~SharedBuffers() = default;

    /// Fills the buffers from the world's last queued step, on its stream. GL commands given afterwards see
    /// the new contents.
    virtual void fill(sim::World& world, const FrameRequest& request) = 0;

    /// May be another name after fill(); 0 until a frame needed it.
    virtual GLuint buffer(Part part) const = 0;
    virtual double upload_ms() const = 0;  // of the last fill
    /// Returns the pieces of the last fill, in order: maps and unmaps, or copies and uploads.
    const std::vector<TimedCopy>& copies() const { return copies_; }

    /// GL's buffers and, of a device, what it has beside them.
    virtual void list(MemoryList& to) const = 0;

protected:
    std::vector<TimedCopy> copies_;
};

/// Returns the largest array that a shader reads: Mesa's storage blocks end at 128 MiB.
size_t most_block_bytes();

std::unique_ptr<SharedBuffers> make_host_buffers();

// With CUDA, from shared_buffer_cuda.cu; else from shared_buffer_no_cuda.cpp, which refuse.

/// Returns whether the current GL context runs on CUDA device `device` (-1: any) and lets buffers be
/// registered. If not, `reason` says why, and no CUDA error is left behind.
bool interop_possible(int device, const std::string& gl_renderer, std::string* reason);
std::unique_ptr<SharedBuffers> make_interop_buffers(int device);
std::unique_ptr<SharedBuffers> make_copy_buffers(int device);

}  // namespace app
