// Whether an OpenGL driver finds enough memory, and enough addresses where they are limited (`ulimit -v`).
#pragma once
#include <cstdint>

namespace app {

/// Returns the address space in bytes that a software driver maps for pictures of this size: its code, stacks
/// and pools of its threads, targets.
uint64_t gl_address_bytes(int width, int height, unsigned threads);

/// Throws sort::OverLimit with the figures where less is left. Drivers do not check what they are given: Mesa
/// ends the program in the middle of a call.
void require_address_room(int width, int height);

/// Throws sort::OverLimit with the figures where pictures of this size do not fit into memory. `software`: the driver
/// keeps its targets there, too.
void require_picture_memory(int width, int height, bool software);

/// Makes the C library keep up to 256 MiB of freed memory. A software driver frees what it made of a picture's triangles
/// after each picture; given back to the system it would come again page by page, a tenth of the time of 128k boxes.
void keep_freed_memory();

}  // namespace app
