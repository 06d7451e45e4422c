// NumPy arrays as items: which shapes and types are keys, boxes, spheres or points.
#pragma once
#include <optional>
#include <string>

#include "app/frames/frame_form.h"
#include "app/io/npy.h"

namespace app {

/// Returns the kind of an array of that type and shape: keys (N,), boxes (N, 6) or (N, 2, 3), spheres (N, 4), points
/// (N, 3), the last three of float32 or float64; none: it has none of these, or is not `expected`.
std::optional<ItemKind> kind_of_npy(const NpyHeader& header, std::optional<ItemKind> expected);

/// Returns whether an array has one dimension more, the frames, than an array of items.
bool is_npy_stack(const NpyHeader& header, std::optional<ItemKind> expected);

/// The file's header, checked to be that of items, or of a stack of them. Throws BadFile.
NpyHeader read_items_header(InputFile& file, const FrameForm& form);

/// Reads the items of a file; of a stack those of one frame. Boxes that float32 does not have are rounded outwards.
/// Throws BadFile with the index of the first wrong item, sort::OverLimit.
FrameItems read_npy_frame(const std::string& path, const FrameForm& form, uint64_t frame_of_stack);

/// Reads ids, (N,) of whole numbers. Throws BadFile, also for another number than `count`.
std::vector<uint64_t> read_ids(const std::string& path, uint32_t count);

}  // namespace app
