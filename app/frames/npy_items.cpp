#include "app/frames/npy_items.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/frames/box_items.h"
#include "app/frames/table_items.h"
#include "app/io/npy_keys.h"
#include "app/io/read/npy_type.h"
#include "sim/scene.h"
#include "sort/base/host_memory.h"

namespace app {
namespace {

using Shape = std::vector<uint64_t>;

constexpr uint64_t kMostEmptyFrames = 1000;

constexpr const char* kForms =
    "keys (N,), boxes (N, 6) or (N, 2, 3), spheres (N, 4) or points (N, 3) expected, keys of 32 or 64 bits, the "
    "others float32 or float64";

std::optional<ItemKind> kind_of_shape(const std::string& type, const Shape& shape) {
    if (!key_type_of_npy(type)) return {};
    if (shape.size() == 1) return ItemKind::keys;
    if (type[1] != 'f') return {};
    if (shape.size() == 3 && shape[1] == 2 && shape[2] == 3) return ItemKind::boxes;
    if (shape.size() != 2) return {};
    switch (shape[1]) {
        case 6:
            return ItemKind::boxes;
        case 4:
            return ItemKind::spheres;
        case 3:
            return ItemKind::points;
        default:
            return {};
    }
}

NpyHeader without_frames(NpyHeader header) {
    if (!header.shape.empty()) header.shape.erase(header.shape.begin());
    return header;
}

template <class T>
void add_boxes(const std::vector<std::byte>& bytes, float radius_of_points, const std::string& path,
               FrameItems& items) {
    const size_t parts = items.kind == ItemKind::boxes ? 6 : items.kind == ItemKind::spheres ? 4 : 3;
    const size_t count = bytes.size() / (parts * sizeof(T));
    sort::require_host_memory(path + " needs", bytes.size() + count * sizeof(sim::Box));
    items.boxes.reserve(count);
    BoxItems to(items, path);
    for (size_t i = 0; i < count; ++i) {
        T row[6];
        std::memcpy(row, &bytes[i * parts * sizeof(T)], parts * sizeof(T));
        if (parts == 6) {
            to.add_box({row[0], row[1], row[2]}, {row[3], row[4], row[5]});
        } else {
            to.add_sphere({row[0], row[1], row[2]}, parts == 4 ? row[3] : T(radius_of_points));
        }
    }
}

}  // namespace

std::optional<ItemKind> kind_of_npy(const NpyHeader& header, std::optional<ItemKind> expected) {
    const auto kind = kind_of_shape(header.type, header.shape);
    return expected && kind != expected ? std::nullopt : kind;
}

bool is_npy_stack(const NpyHeader& header, std::optional<ItemKind> expected) {
    return !kind_of_npy(header, expected) && header.shape.size() > 1 &&
           kind_of_npy(without_frames(header), expected);
}

NpyHeader read_items_header(InputFile& file, const FrameForm& form) {
    if (file.start().empty()) throw BadFile(file.path() + ": empty; a NumPy array expected");
    NpyHeader header = read_npy_header(file);
    if (!header.fields.empty()) return header;
    if (!kind_of_npy(header, form.kind) && !is_npy_stack(header, form.kind))
        throw BadFile(
            file.path() + ": " + npy_type_name(header.type) + " " + shape_text(header.shape) + "; " +
            (form.kind ? std::string(name_of(*form.kind)) + " expected, as frames.toml says: " : "") +
            kForms);
    if (header.shape.size() > 1) refuse_fortran_order(file.path(), header);
    return header;
}

uint64_t frames_of_stack(const InputFile& file, const NpyHeader& header) {
    const uint64_t claimed = header.shape[0];
    uint64_t items = 1;
    for (size_t i = 1; i < header.shape.size(); ++i) items *= std::min<uint64_t>(header.shape[i], UINT32_MAX);
    if (items == 0 || !file.size()) return std::min<uint64_t>(claimed, kMostEmptyFrames);
    const uint64_t bytes = items * (header.type[2] == '8' ? 8 : 4);
    return std::min(claimed, *file.size() / bytes + 1);
}

FrameItems read_npy_frame(const std::string& path, const FrameForm& form,
                          std::optional<uint64_t> frame_of_stack) {
    InputFile file(path);
    const NpyHeader header = read_items_header(file, form);
    if (!header.fields.empty()) return items_of_table(read_table(path), form, path);
    const bool stack = is_npy_stack(header, form.kind);
    if (stack && !frame_of_stack)
        throw BadFile(path + ": " + shape_text(header.shape) +
                      " is several frames; one frame per file expected (a.ravel() makes keys of one column)");
    const NpyHeader own = stack ? without_frames(header) : header;
    FrameItems items;
    items.kind = *kind_of_npy(own, form.kind);
    items.type = *key_type_of_npy(header.type);
    const uint64_t most = items.kind == ItemKind::keys ? UINT32_MAX : sim::kMaxBodies;
    std::vector<std::byte> bytes =
        stack ? read_npy_part(file, header, *frame_of_stack, most) : read_npy_items(file, header, most);
    if (items.kind == ItemKind::keys) {
        items.keys = std::move(bytes);
    } else if (header.type == "<f4") {
        add_boxes<float>(bytes, form.radius, path, items);
    } else {
        add_boxes<double>(bytes, form.radius, path, items);
    }
    return items;
}

std::vector<uint64_t> read_ids(const std::string& path, uint32_t count) {
    const NpyArray array = read_npy(path, {{"<u4", "<i4", "<u8", "<i8"}, 0});
    if (array.rows() != count)
        throw BadFile(path + ": " + counted(array.rows(), "id") + "; " + std::to_string(count) +
                      " expected, one per item of the frame");
    std::vector<uint64_t> ids(count);
    for (uint32_t i = 0; i < count; ++i) {
        ids[i] = array.type == "<u4"   ? array.as<uint32_t>()[i]
                 : array.type == "<i4" ? uint64_t(int64_t(array.as<int32_t>()[i]))
                                       : array.as<uint64_t>()[i];
    }
    return ids;
}

}  // namespace app
