#include "app/frames/frame_set.h"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "app/base/errors.h"
#include "app/base/numbered_name.h"
#include "app/base/text/names.h"
#include "app/frames/camera_keys.h"
#include "app/frames/npy_items.h"
#include "app/frames/table_items.h"
#include "app/io/tables/table_ids.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr size_t kFirstTries = 8;  // frames that may be broken before one that tells the kind

FrameItems read_file(const std::string& path, const FrameForm& form, std::optional<uint64_t> frame_of_stack) {
    if (is_npy_name(path)) return read_npy_frame(path, form, frame_of_stack);
    return items_of_table(read_table(path), form, path);
}

}  // namespace

FrameSet::FrameSet(const std::string& path) : path_(path) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
        folder_ = path;
        form_ = read_frame_form(folder_);
        std::vector<std::string> left_out;
        files_ = list_frames(folder_, form_.ids, &left_out);
        notes_ = faults_of_numbers(files_);
        if (!left_out.empty())
            notes_.push_back(
                left_out[0] +
                (left_out.size() > 1 ? " and " + counted(left_out.size() - 1, "more file") : "") +
                ": left out; files such as " + files_[0].name + " expected, as most here are");
    } else if (is_npy_name(path)) {
        folder_ = fs::path(path).parent_path().string();
        files_ = {{fs::path(path).filename().string(), {}}};
    } else {
        InputFile file(path);  // says why it cannot be read
        throw BadFile(path + ": a folder of frames, or a .npy file of them, expected");
    }
    frames_ = files_.size();
    if (frames_ == 1 && form_.camera) frames_ = form_.camera->frames;
    if (files_.size() == 1 && is_npy_name(files_[0].name)) {
        InputFile file(file_of(0));
        FrameForm form = form_;
        if (form_.camera) form.kind = ItemKind::points;
        const NpyHeader header = read_items_header(file, form);
        stack_ = is_npy_stack(header, form.kind);
        if (stack_) {
            frames_ = frames_of_stack(file, header);
            if (frames_ < header.shape[0])
                notes_.push_back(files_[0].name + " claims " + counted(header.shape[0], "frame") +
                                 ", more than its bytes can hold");
        }
        if (frames_ == 0) throw BadFile(file_of(0) + ": no frame in it");
    }
    learn_kind();
}

void FrameSet::learn_kind() {
    std::string first_fault;
    for (size_t frame = 0; frame < std::min(frames_, kFirstTries); ++frame) {
        try {
            const FrameItems items = read(frame);
            kind_ = items.kind;
            type_ = sorted_type(items);
            like_ = name(frame);
            return;
        } catch (const BadFile& error) {
            if (first_fault.empty()) first_fault = error.what();
        }
    }
    throw BadFile(path_ + ": none of the first " + counted(std::min(frames_, kFirstTries), "frame") +
                  " can be read: " + first_fault);
}

std::string FrameSet::file_of(size_t frame) const {
    return (fs::path(folder_) / files_[files_.size() > 1 ? frame : 0].name).string();
}

std::optional<uint64_t> FrameSet::in_stack(size_t frame) const {
    return stack_ ? std::optional<uint64_t>(frame) : std::nullopt;
}

std::string FrameSet::name(size_t frame) const {
    if (files_.size() > 1) return files_[frame].name;
    return frames_ > 1 ? files_[0].name + "[" + std::to_string(frame) + "]" : files_[0].name;
}

uint64_t FrameSet::number(size_t frame) const {
    return files_.size() > 1 ? files_[frame].number.value_or(frame) : frame;
}

std::optional<size_t> FrameSet::frame_of(uint64_t wanted) const {
    for (size_t frame = 0; frame < frames_; ++frame)
        if (number(frame) == wanted) return frame;
    return std::nullopt;
}

FrameItems FrameSet::read_splats(size_t frame) const {
    const double along = frames_ > 1 ? double(frame) / double(frames_ - 1) : 0;
    const auto points_of = [&] {
        FrameForm form = form_;
        form.kind = ItemKind::points;
        form.radius = 0;
        auto points = std::make_shared<std::vector<sim::Vec3>>();
        for (const sim::Box& box : read_file(file_of(frame), form, in_stack(frame)).boxes)
            points->push_back(box.min);
        return points;
    };
    if (files_.size() > 1 || stack_) return camera_keys(*points_of(), *form_.camera, along);
    {
        const std::lock_guard lock(points_mutex_);
        if (!points_) points_ = points_of();
    }
    return camera_keys(*points_, *form_.camera, along);
}

FrameItems FrameSet::read_items(size_t frame) const {
    if (form_.camera) return read_splats(frame);
    FrameItems items = read_file(file_of(frame), form_, in_stack(frame));
    if (!form_.ids.empty()) {
        const auto numbered = find_number(form_.ids);
        const std::string ids = numbered ? numbered->name(number(frame)) : form_.ids;
        items.ids = read_ids((fs::path(folder_) / ids).string(), items.count());
    }
    if (!items.ids.empty()) require_own_ids(items.ids, file_of(frame), "item");
    return items;
}

FrameItems FrameSet::read(size_t frame) const {
    const std::string start = "frame " + std::to_string(number(frame)) + ": ";
    try {
        FrameItems items = read_items(frame);
        const auto what = [](ItemKind kind, sort::KeyType type) {
            return kind == ItemKind::keys ? std::string(sort::name_of(type)) + " keys" : name_of(kind);
        };
        if (!like_.empty() && (items.kind != kind_ || sorted_type(items) != type_))
            throw BadFile(file_of(frame) + ": " + what(items.kind, sorted_type(items)) + "; " +
                          what(kind_, type_) + " expected, as in " + like_);
        return items;
    } catch (const BadFile& error) {
        throw BadFile(start + error.what());
    }
}

}  // namespace app
