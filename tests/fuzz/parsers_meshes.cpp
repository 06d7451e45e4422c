// Meshes, up to the shape that a world makes of them, and sparse matrices.
#include <cmath>

#include "app/io/matrix_market.h"
#include "app/io/obj.h"
#include "sim/shapes/prepare.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

/// One that cannot be a body is refused in words.
void prepare(const app::Mesh& mesh) {
    try {
        const sim::Shape shape = sim::prepare_shape(mesh, {.cells = 8, .threads = 1});
        require(shape.numbers.mass_kg > 0 && std::isfinite(shape.numbers.mass_kg), "a mass above 0");
        require(shape.numbers.point_count > 0, "a shape has points");
        const sim::SymmetricMatrix& m = shape.numbers.inverse_inertia;
        for (const float number : {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz, shape.numbers.bounding_radius_m})
            require(std::isfinite(number), "a shape's numbers are finite");
        for (const sim::FieldCell& cell : shape.cells) {
            for (const float corner : cell.corner) require(std::isfinite(corner), "a finite field");
        }
    } catch (const sim::BadMesh& error) {
        require(error.what()[0] != '\0', "a mesh is refused in words");
    }
}

bool read_mesh(const std::string& path) {
    return read_or_refused(path, [&] {
        const app::Mesh mesh = app::read_obj(path);
        for (const auto& triangle : mesh.triangles) {
            for (const uint32_t corner : triangle)
                require(corner < mesh.vertices.size(), "corners are vertices");
        }
        // As large ones as seeds are; a field takes its time.
        if (mesh.triangles.size() <= 40) prepare(mesh);
    });
}

bool read_matrix(const std::string& path) {
    return read_or_refused(path, [&] {
        const app::SparseEntries matrix = app::read_matrix_market(path);
        for (const auto& [row, column] : matrix.entries)
            require(row < matrix.rows && column < matrix.columns, "entries stand in the matrix");
        require(matrix.values.empty(), "values are left out where nobody wants them");
        read_or_refused(path, [&] {
            const app::SparseEntries kept = app::read_matrix_market(path, app::MatrixValues::kept);
            require(kept.entries == matrix.entries && kept.values.size() == kept.entries.size(),
                    "each entry has a value");
            for (const double value : kept.values) require(std::isfinite(value), "values are finite");
        });
    });
}

}  // namespace

std::vector<Parser> parsers_of_meshes() {
    return {{"obj",
             ".obj",
             {"0",
              "-1",
              "1e38",
              "-1e38",
              "1e-45",
              "nan",
              "inf",
              "99999999999999999999",
              "f",
              "v",
              "v 2",
              "f 1",
              "\\\n",
              "\n",
              "f 1 1 1\n",
              "1/1/1",
              "0.3",
              "7e9",
              "-8",
              "9",
              "1e-9",
              "\r\n",
              "#",
              "v 1e30 0 0\n",
              "1//1 2/",
              "/",
              "+1",
              ".5",
              "1.",
              "\t",
              "\xef\xbb\xbf",
              "\r",
              "\\ \n",
              "V",
              "1d5",
              "0,5",
              "vn",
              "500000.123",
              "\xc2\xa0"},
             read_mesh},
            {"mtx",
             ".mtx",
             {"%%MatrixMarket",
              "matrix",
              "coordinate",
              "array",
              "real",
              "integer",
              "pattern",
              "complex",
              "general",
              "symmetric",
              "skew-symmetric",
              "hermitian",
              "0",
              "1",
              "2",
              "3",
              "-1",
              "4294967295",
              "4294967296",
              "18446744073709551616",
              "1e400",
              "+5",
              "1.5e",
              "nan",
              "1D-05",
              "0,5",
              "\xef\xbb\xbf",
              "%",
              "\n",
              "\r\n",
              "\t",
              "++1"},
             read_matrix}};
}

}  // namespace fuzz
