// A folder of frames of a user's own data, or one .npy with a dimension more, frame by frame from the disk. One reader
// for all commands that take a folder of frames.
#pragma once
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/frames/frame_files.h"
#include "app/frames/frame_form.h"

namespace app {

class FrameSet {
public:
    /// Reads one listing of the folder, frames.toml, and the first frame: not the others. `path` may name a .npy file, too.
    /// Throws BadFile when there is no frame or none of the first can be read, sort::OverLimit.
    explicit FrameSet(const std::string& path);

    size_t size() const { return frames_; }
    const FrameForm& form() const { return form_; }
    const std::string& path() const { return path_; }  // as it was given
    /// What the frames hold: that of the first that can be read.
    ItemKind kind() const { return kind_; }
    sort::KeyType type() const { return type_; }  // of what is sorted, see sorted_type()
    /// "frame_000012.npy", or "all.npy[12]".
    std::string name(size_t frame) const;
    uint64_t number(size_t frame) const;  // in the file's name; where that has none, the frame's index
    /// Returns the frame with that number; none: there is no such.
    std::optional<size_t> frame_of(uint64_t number) const;
    /// Sentences on the folder as a whole: missing numbers, files that are left out.
    const std::vector<std::string>& notes() const { return notes_; }

    /// Reads a frame; may be called by several threads. Throws BadFile that begins with "frame NUMBER: " and names the
    /// file, and the index of the first item that is wrong; sort::OverLimit.
    FrameItems read(size_t frame) const;

private:
    std::string file_of(size_t frame) const;
    std::optional<uint64_t> in_stack(size_t frame) const;
    FrameItems read_items(size_t frame) const;
    FrameItems read_splats(size_t frame) const;
    void learn_kind();

    std::string path_, folder_;
    FrameForm form_;
    std::vector<FrameFile> files_;
    bool stack_ = false;  // one file with all frames
    size_t frames_ = 0;
    ItemKind kind_ = ItemKind::keys;
    sort::KeyType type_ = sort::KeyType::u32;
    std::string like_;  // the frame that the others must be like
    std::vector<std::string> notes_;
    mutable std::mutex points_mutex_;
    mutable std::shared_ptr<const std::vector<sim::Vec3>> points_;  // of one file, for all frames of a ride
};

}  // namespace app
