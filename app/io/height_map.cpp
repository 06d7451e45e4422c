#include "app/io/height_map.h"

#include <cmath>

#include "app/base/errors.h"
#include "app/io/npy.h"
#include "app/io/png_grey.h"
#include "sim/exec/memory.h"

namespace app {
namespace {

constexpr float kMostMetres = 1e5f;

/// Returns the height in metres of a number of 16 bits. One function for all file formats: the same numbers
/// give the same ground.
float metres_of(uint16_t number, float height_m) { return static_cast<float>(number) / 65535.0f * height_m; }

void require_sides(const std::string& path, uint32_t columns, uint32_t rows) {
    const auto fits = [](uint32_t side) { return side >= sim::kLeastSide && side <= sim::kMostSide; };
    if (!fits(columns) || !fits(rows)) {
        throw BadFile(path + ": " + std::to_string(columns) + " x " + std::to_string(rows) + " heights; " +
                      std::to_string(sim::kLeastSide) + " to " + std::to_string(sim::kMostSide) +
                      " expected on each side");
    }
    sim::require_host_memory("a height map needs", 2 * sizeof(float) * uint64_t{columns} * rows);
}

sim::HeightMap read_png(InputFile& file, float height_m) {
    if (file.start().empty()) throw BadFile(file.path() + ": empty; a 16-bit grey PNG expected");
    const Content is = content_of(file.start());
    if (is.kind != FileKind::png && is.kind != FileKind::unknown)
        throw BadFile(file.path() + ": is " + is.name + "; a 16-bit grey PNG or a NumPy array expected");
    sim::HeightMap map;
    read_grey_png(file, {.begin =
                             [&](uint32_t columns, uint32_t rows) {
                                 require_sides(file.path(), columns, rows);
                                 map.columns = columns;
                                 map.rows = rows;
                             },
                         .row =
                             [&](std::span<const uint16_t> row) {
                                 for (const uint16_t number : row)
                                     map.heights_m.push_back(metres_of(number, height_m));
                             }});
    return map;
}

sim::HeightMap read_numpy(InputFile& file, float height_m) {
    const std::string& path = file.path();
    const NpyArray array = read_npy(file, {.types = {"<u2", "<f4"},
                                           .instead = "a 16-bit grey PNG, NAME.png",
                                           .least_side = sim::kLeastSide,
                                           .most_side = sim::kMostSide});
    sim::HeightMap map{uint32_t(array.shape[1]), uint32_t(array.shape[0]), {}};
    require_sides(path, map.columns, map.rows);
    map.heights_m.reserve(size_t{map.columns} * map.rows);
    if (array.type == "<u2") {
        for (const uint16_t number : array.as<uint16_t>())
            map.heights_m.push_back(metres_of(number, height_m));
        return map;
    }
    for (const float height : array.as<float>()) {
        if (!(std::fabs(height) <= kMostMetres)) {
            const size_t at = map.heights_m.size();
            throw BadFile(path + ": [" + std::to_string(at / map.columns) + ", " +
                          std::to_string(at % map.columns) + "] = " + std::to_string(height) +
                          "; heights from -100000 to 100000 m expected");
        }
        map.heights_m.push_back(height);
    }
    return map;
}

}  // namespace

std::shared_ptr<const sim::HeightMap> read_height_map(const std::string& path, float height_m) {
    InputFile file(path);
    const FileKind holds = content_of(file.start()).kind;
    const bool is_array = holds == FileKind::npy || (holds != FileKind::png && is_npy_name(path));
    return std::make_shared<const sim::HeightMap>(is_array ? read_numpy(file, height_m)
                                                           : read_png(file, height_m));
}

}  // namespace app
