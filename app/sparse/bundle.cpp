#include "app/sparse/bundle.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sort/lab/inputs.h"

namespace app {
namespace {

using Vec = std::array<double, 3>;
using Rows = std::array<Vec, 3>;
constexpr uint32_t kCamera = 6, kPoint = 3;  // unknowns of each
constexpr double kDamping = 0.01, kRadius = 4;

Vec cross(const Vec& a, const Vec& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vec& a, const Vec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Derivatives of the two coordinates of an image point.
struct Observation {
    std::array<std::array<double, kCamera>, 2> by_camera;  // rotation, translation
    std::array<std::array<double, kPoint>, 2> by_point;
};

/// Sees `point` by camera `c` of `count` on the circle, which looks at its middle.
Observation observe(const Vec& point, uint32_t c, uint32_t count) {
    const double angle = 2 * std::numbers::pi * c / count;
    const Vec from = {kRadius * std::cos(angle), kRadius * std::sin(angle), 0};
    const Vec right = {-std::sin(angle), std::cos(angle), 0};
    const Vec ahead = {-std::cos(angle), -std::sin(angle), 0};
    const Rows turn = {right, cross(ahead, right), ahead};
    const Vec away = {point[0] - from[0], point[1] - from[1], point[2] - from[2]};
    const Vec seen = {dot(turn[0], away), dot(turn[1], away), dot(turn[2], away)};
    Observation made{};
    for (int i = 0; i < 2; ++i) {  // coordinate i is seen[i] / seen[2]
        Vec by_seen = {0, 0, -seen[i] / (seen[2] * seen[2])};
        by_seen[i] = 1 / seen[2];
        const Vec by_rotation = cross(seen, by_seen);
        for (int k = 0; k < 3; ++k) {
            made.by_camera[i][k] = by_rotation[k];
            made.by_camera[i][3 + k] = by_seen[k];
            made.by_point[i][k] = by_seen[0] * turn[0][k] + by_seen[1] * turn[1][k] + by_seen[2] * turn[2][k];
        }
    }
    return made;
}

void put(SparseEntries& to, uint32_t row, uint32_t column, double value) {
    to.entries.push_back({row, column});
    to.values.push_back(value);
}

/// Adds the block left^T right at block (row, column).
template <size_t kRows, size_t kColumns>
void add_block(SparseEntries& to, uint32_t row, uint32_t column,
               const std::array<std::array<double, kRows>, 2>& left,
               const std::array<std::array<double, kColumns>, 2>& right) {
    for (uint32_t i = 0; i < kRows; ++i) {
        for (uint32_t j = 0; j < kColumns; ++j) {
            put(to, row * uint32_t(kRows) + i, column * uint32_t(kColumns) + j,
                left[0][i] * right[0][j] + left[1][i] * right[1][j]);
        }
    }
}

SparseEntries damped(uint32_t rows) {
    SparseEntries entries{rows, rows, {}};
    for (uint32_t i = 0; i < rows; ++i) put(entries, i, i, kDamping);
    return entries;
}

/// Returns the inverse of the 3 x 3 block that begins at `row`.
Rows inverse_of_block(const SparseMatrix& points, uint32_t row) {
    Rows block{};
    for (uint32_t i = 0; i < kPoint; ++i) {
        for (uint64_t at = points.begin[row + i]; at < points.begin[row + i + 1]; ++at)
            block[i][points.column[at] - row] = points.values[at];
    }
    const Rows by_columns = {cross(block[1], block[2]), cross(block[2], block[0]), cross(block[0], block[1])};
    const double determinant = dot(block[0], by_columns[0]);
    Rows inverse;
    for (uint32_t i = 0; i < kPoint; ++i) {
        for (uint32_t j = 0; j < kPoint; ++j) inverse[i][j] = by_columns[j][i] / determinant;
    }
    return inverse;
}

}  // namespace

uint32_t cameras_for(uint32_t points, uint32_t seen_by) { return std::max(2 * seen_by, points / 32); }

BundleProblem make_bundle(const BundleSize& size, uint64_t seed) {
    SparseEntries cameras = damped(kCamera * size.cameras), points = damped(kPoint * size.points);
    SparseEntries mixed{kCamera * size.cameras, kPoint * size.points, {}};
    for (uint32_t p = 0; p < size.points; ++p) {
        const auto random = [&](uint64_t k) { return sort::random_number(seed, uint64_t{p} * 4 + k); };
        const auto place = [&](uint64_t k) { return double(random(k) >> 11) * 0x1p-52 - 1; };
        const Vec point = {place(0), place(1), place(2)};
        for (uint32_t i = 0; i < size.seen_by; ++i) {
            const auto camera = uint32_t((random(3) + i) % size.cameras);
            const Observation seen = observe(point, camera, size.cameras);
            add_block(cameras, camera, camera, seen.by_camera, seen.by_camera);
            add_block(points, p, p, seen.by_point, seen.by_point);
            add_block(mixed, camera, p, seen.by_camera, seen.by_point);
        }
    }
    const std::string name = "the made bundle adjustment";
    return {size, compressed(name, cameras), compressed(name, points), compressed(name, mixed)};
}

SparseMatrix times_inverse(const SparseMatrix& mixed, const SparseMatrix& points) {
    std::vector<Rows> inverse;
    for (uint32_t row = 0; row < points.rows; row += kPoint) inverse.push_back(inverse_of_block(points, row));
    SparseMatrix result = mixed;
    for (uint64_t at = 0; at < mixed.entries(); at += kPoint) {  // each row has whole blocks
        const Rows& block = inverse[mixed.column[at] / kPoint];
        const Vec row = {mixed.values[at], mixed.values[at + 1], mixed.values[at + 2]};
        for (uint32_t j = 0; j < kPoint; ++j)
            result.values[at + j] = row[0] * block[0][j] + row[1] * block[1][j] + row[2] * block[2][j];
    }
    return result;
}

}  // namespace app
