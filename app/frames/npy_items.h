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

/// The file's header, checked to be that of items, or of a stack of them; that of records is not checked. Throws BadFile.
NpyHeader read_items_header(InputFile& file, const FrameForm& form);

/// Returns how many frames a stack has by the size of its file, the one that is cut short, too: its header may claim more.
uint64_t frames_of_stack(const InputFile& file, const NpyHeader& header);

/// Reads the items of a file, or, with `frame_of_stack`, those of one frame of a stack. Boxes that float32 does not have
/// are rounded outwards. Throws BadFile with the index of the first wrong item, also for a stack where a frame is
/// expected, sort::OverLimit.
FrameItems read_npy_frame(const std::string& path, const FrameForm& form,
                          std::optional<uint64_t> frame_of_stack);

/// Reads ids, (N,) of whole numbers. Throws BadFile, also for another number than `count`.
std::vector<uint64_t> read_ids(const std::string& path, uint32_t count);

}  // namespace app
