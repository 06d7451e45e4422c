// Splits triangles into pieces until each one is exposed or covered as a whole.
#include "sim/shapes/exposed.h"

#include "sim/math/matrix.h"

namespace sim {
namespace {

constexpr float kLargestPiece = 1;  // cells; how long an undivided side may be
constexpr float kBeside = 1;        // cells; how far from a piece its two sides are judged

using Corners = std::array<Vec3, 3>;
enum class State { exposed, covered, mixed };

class Splitter {
public:
    Splitter(const Grid& grid, const Inside& inside) : grid_(grid), inside_(inside) {}

    /// Returns the state of a triangle. The exposed pieces of a mixed one are appended to pieces().
    State split(const Corners& t) {
        if (longest_side(t) <= kLargestPiece) return covered(t) ? State::covered : State::exposed;
        const Vec3 ab = (t[0] + t[1]) * 0.5f, bc = (t[1] + t[2]) * 0.5f, ca = (t[2] + t[0]) * 0.5f;
        const Corners quarters[4] = {{t[0], ab, ca}, {ab, t[1], bc}, {ca, bc, t[2]}, {ab, bc, ca}};
        State states[4];
        bool all_exposed = true, all_covered = true;
        for (int k = 0; k < 4; ++k) {
            states[k] = split(quarters[k]);
            all_exposed = all_exposed && states[k] == State::exposed;
            all_covered = all_covered && states[k] == State::covered;
        }
        if (all_exposed) return State::exposed;
        if (all_covered) return State::covered;
        for (int k = 0; k < 4; ++k) {
            if (states[k] == State::exposed) pieces_.push_back(quarters[k]);
        }
        return State::mixed;
    }

    std::vector<Corners>& pieces() { return pieces_; }

private:
    static float longest_side(const Corners& t) {
        return larger(larger(length(t[1] - t[0]), length(t[2] - t[1])), length(t[0] - t[2]));
    }

    bool covered(const Corners& t) const {
        const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
        const float size = length(normal);
        if (!(size > 0)) return false;
        const Vec3 centre = (t[0] + t[1] + t[2]) * (1 / 3.0f), beside = normal * (kBeside / size);
        return solid_at(centre + beside) && solid_at(centre - beside);
    }

    /// Returns whether the nearest node is solid. The grid's margin is wider than any distance tested, and
    /// none of it is solid.
    bool solid_at(const Vec3& at) const {
        const int x = int(larger(at.x + 0.5f, 0)), y = int(larger(at.y + 0.5f, 0)),
                  z = int(larger(at.z + 0.5f, 0));
        return grid_.has(x, y, z) && inside_.node[grid_.index(x, y, z)] == 1;
    }

    const Grid& grid_;
    const Inside& inside_;
    std::vector<Corners> pieces_;
};

}  // namespace

GridMesh exposed_surface(CpuExec& exec, const GridMesh& mesh, const Inside& inside) {
    constexpr uint64_t kChunk = 256;
    struct Kept {
        std::vector<uint32_t> whole;
        std::vector<Corners> pieces;
    };
    std::vector<Kept> chunks((mesh.triangles.size() + kChunk - 1) / kChunk);
    exec.parallel(chunks.size(), 1, [&](uint64_t chunk) {
        Splitter splitter(mesh.grid, inside);
        for (uint64_t t = chunk * kChunk; t < (chunk + 1) * kChunk && t < mesh.triangles.size(); ++t) {
            if (splitter.split(mesh.corners(t)) == State::exposed) chunks[chunk].whole.push_back(uint32_t(t));
        }
        chunks[chunk].pieces = std::move(splitter.pieces());
    });

    GridMesh out{mesh.grid, mesh.origin, mesh.cell, mesh.vertices, {}};
    for (const Kept& kept : chunks) {
        for (const uint32_t t : kept.whole) out.triangles.push_back(mesh.triangles[t]);
        for (const Corners& piece : kept.pieces) {
            const auto first = uint32_t(out.vertices.size());
            out.vertices.insert(out.vertices.end(), piece.begin(), piece.end());
            out.triangles.push_back({first, first + 1, first + 2});
        }
    }
    return out.triangles.empty() ? mesh : out;
}

}  // namespace sim
