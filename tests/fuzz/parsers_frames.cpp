// Frames of a user's own data: tables as items, NumPy arrays of one frame or many, and frames.toml.
#include <cmath>

#include "app/frames/npy_items.h"
#include "app/frames/table_items.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

void require_items(const app::FrameItems& items) {
    for (const sim::Box& box : items.boxes) {
        for (int axis = 0; axis < 3; ++axis)
            require(std::isfinite(box.min[axis]) && std::isfinite(box.max[axis]) &&
                        box.min[axis] <= box.max[axis],
                    "boxes are finite, min <= max");
    }
    require(items.ids.empty() || items.ids.size() == items.count(), "as many ids as items");
    require(items.kind == app::ItemKind::keys ? items.boxes.empty() : items.keys.empty(), "keys or boxes");
}

bool read_table(const std::string& path) {
    return read_or_refused(path, [&] {
        const app::NumberTable table = app::read_table(path);
        require(table.names.size() == table.columns.size(), "a name per column");
        for (const auto& column : table.columns)
            require(column.size() == table.rows(), "columns of one length");
        require_items(app::items_of_table(table, {}, path));
    });
}

bool read_form(const std::string& path) {
    return read_or_refused(path, [&] {
        app::InputFile file(path);
        const app::FrameForm form = app::parse_frame_form(file.text(1 << 20, app::FileKind::toml), path);
        require(form.axis >= 0 && form.axis <= 2 && form.radius >= 0, "numbers in range");
        require(!form.bits ||
                    (0 <= form.bits->begin && form.bits->begin < form.bits->end && form.bits->end <= 32),
                "bits in range");
    });
}

bool read_frames(const std::string& path) {
    return read_or_refused(path, [&] { require_items(app::read_npy_frame(path, {}, 1)); });
}

}  // namespace

std::vector<Parser> parsers_of_frames() {
    return {
        {"csv",
         ".csv",
         {"x,y,z\n", "id", "radius", "key", ";", ",", "\n", "1e308", "-1", "nan", "\"", "#", "0,5", "min_x",
          "9007199254740993"},
         read_table},
        {"ply",
         ".ply",
         {"ply\n", "format ascii 1.0\n", "format binary_big_endian 1.0\n", "element vertex 4294967295\n",
          "element face 2\n", "property list uchar int vertex_indices\n", "property float radius\n",
          "property double x\n", "end_header\n", "comment", "\r\n", "scale_0", "-1", "1e39",
          std::string("\0\0\xc0\x7f", 4)},
         read_table},
        {"vtk",
         ".vtk",
         {"# vtk DataFile Version 5.1\n", "ASCII\n", "BINARY\n", "DATASET POLYDATA\n",
          "DATASET STRUCTURED_GRID\n", "POINTS 4294967295 float\n", "POINT_DATA 2\n", "SCALARS id int 1\n",
          "LOOKUP_TABLE default\n", "FIELD FieldData 4294967295\n", "CELLS 1 3\n", "OFFSETS vtktypeint64\n",
          "CONNECTIVITY vtktypeint64\n", "METADATA\n", "CELL_DATA 1\n", "radius", "vtktypeint64", "double",
          "nan"},
         read_table},
        {"xyz",
         ".xyz",
         {"4294967295\n", "Properties=", "species:S:1:pos:R:3", ":radius:R:1", ":id:I:1", "pos:R:4294967295",
          "\"", "\n", "2", "-1", "1e400", "H "},
         read_table},
        {"stack",
         ".npy",
         {"(2, 3, 6)", "(3, 6)", "(2, 3)", "(2, 18446744073709551615, 6)", "'<f8'", "'<u4'", "'<f4'", "True",
          "(0, 4)", "(9, 0)", "(3, 2, 3)", "('x', '<f4')", "('', '|V4')", "'|u1'"},
         read_frames},
        {"frames",
         ".toml",
         {"[frames]\n", "[camera]\n", "kind = \"boxes\"\n", "kind = \"keys\"\n", "ids = \"ids_%06d.npy\"\n",
          "axis = \"z\"\n", "bits = \"0-24\"\n", "radius = 0.5\n", "order = \"last\"\n", "frames = 12\n",
          "from = [1, 2, 3]\n", "%", "..", "inf", "1e400", "-1", "\""},
         read_form}};
}

}  // namespace fuzz
