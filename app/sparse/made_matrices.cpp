#include "app/sparse/made_matrices.h"

#include <algorithm>
#include <cmath>

#include "app/sparse/bundle.h"
#include "sort/lab/inputs.h"

namespace app {
namespace {

SparseMatrix with_values(const SparseEntries& places, uint64_t seed) {
    SparseMatrix matrix = compressed("the made matrix", places);
    draw_values(matrix, seed);
    return matrix;
}

std::string per_row_text(uint32_t count, uint32_t per_row) {
    return std::to_string(count) + ", " + std::to_string(per_row) + " per row";
}

Factors make_poisson(uint32_t count, uint32_t, uint64_t seed) {
    const auto side = static_cast<uint32_t>(std::sqrt(double(count)));
    const SparseMatrix a = with_values(poisson_places(side), seed);
    return {"poisson " + std::to_string(side) + "x" + std::to_string(side), a, a};
}

Factors make_banded(uint32_t count, uint32_t per_row, uint64_t seed) {
    const uint32_t half_band = 32 * per_row;
    const SparseMatrix a = with_values(banded_places(count, half_band, per_row, seed), seed);
    return {"banded " + per_row_text(count, per_row), a, a};
}

Factors make_random(uint32_t count, uint32_t per_row, uint64_t seed) {
    const SparseMatrix a = with_values(random_places(count, per_row, seed), seed);
    return {"random " + per_row_text(count, per_row), a, a};
}

Factors make_schur(uint32_t count, uint32_t per_row, uint64_t seed) {
    BundleProblem problem = make_bundle({count, cameras_for(count, per_row), per_row}, seed);
    const std::string name = "schur " + std::to_string(count) + ", " + std::to_string(per_row) + " per point";
    return {name, times_inverse(problem.mixed, problem.points), transposed(name, problem.mixed)};
}

uint64_t poisson_entries(uint64_t count, uint64_t) { return 5 * count; }
uint64_t row_entries(uint64_t count, uint64_t per_row) { return count * per_row; }
uint64_t schur_entries(uint64_t count, uint64_t per_row) { return 63 * count * per_row; }

constexpr MadeFactors kMade[] = {
    {"poisson", "places as in the five-point Laplacian of a grid of N points, squared", 40000, 0,
     make_poisson, poisson_entries},
    {"banded", "N rows with K entries each near the diagonal, squared", 16384, 8, make_banded, row_entries},
    {"random", "N rows with K entries each in random columns, squared", 16384, 8, make_random, row_entries},
    {"schur", "W V^-1 times W^T of a bundle adjustment of N points, each seen by K cameras", 256, 6,
     make_schur, schur_entries},
};

}  // namespace

SparseEntries poisson_places(uint32_t side) {
    const uint32_t rows = side * side;
    SparseEntries places{rows, rows, {}};
    for (uint32_t y = 0; y < side; ++y) {
        for (uint32_t x = 0; x < side; ++x) {
            const uint32_t here = y * side + x;
            places.entries.push_back({here, here});
            if (x > 0) places.entries.push_back({here, here - 1});
            if (x + 1 < side) places.entries.push_back({here, here + 1});
            if (y > 0) places.entries.push_back({here, here - side});
            if (y + 1 < side) places.entries.push_back({here, here + side});
        }
    }
    return places;
}

SparseEntries banded_places(uint32_t rows, uint32_t half_band, uint32_t per_row, uint64_t seed) {
    SparseEntries places{rows, rows, {}};
    for (uint32_t r = 0; r < rows; ++r) {
        places.entries.push_back({r, r});
        for (uint32_t i = 1; i < per_row; ++i) {
            const uint64_t random = sort::random_number(seed, uint64_t{r} * per_row + i);
            const int64_t away = static_cast<int64_t>(random % (2 * uint64_t{half_band} + 1)) - half_band;
            const int64_t column = std::clamp<int64_t>(int64_t{r} + away, 0, int64_t{rows} - 1);
            places.entries.push_back({r, static_cast<uint32_t>(column)});
        }
    }
    return places;
}

SparseEntries random_places(uint32_t rows, uint32_t per_row, uint64_t seed) {
    SparseEntries places{rows, rows, {}};
    for (uint32_t r = 0; r < rows; ++r) {
        for (uint32_t i = 0; i < per_row; ++i) {
            const uint64_t random = sort::random_number(seed, uint64_t{r} * per_row + i);
            places.entries.push_back({r, static_cast<uint32_t>(random % rows)});
        }
    }
    return places;
}

SparseEntries arrow_places(uint32_t blocks, uint32_t block, uint32_t border, uint32_t stride) {
    const uint32_t inner = blocks * block, rows = inner + border;
    SparseEntries places{rows, rows, {}};
    for (uint32_t b = 0; b < blocks; ++b) {
        for (uint32_t i = 0; i < block; ++i) {
            for (uint32_t j = 0; j < block; ++j) places.entries.push_back({b * block + i, b * block + j});
            if (b % stride != 0) continue;
            const uint32_t edge = inner + (b / stride) % border;  // the landmark that this pose sees
            places.entries.push_back({b * block + i, edge});
            places.entries.push_back({edge, b * block + i});
        }
    }
    for (uint32_t i = inner; i < rows; ++i) {
        for (uint32_t j = inner; j < rows; ++j) places.entries.push_back({i, j});
    }
    return places;
}

std::span<const MadeFactors> made_factors() { return kMade; }

const MadeFactors* find_made_factors(const std::string& name) {
    const auto made = std::find_if(std::begin(kMade), std::end(kMade),
                                   [&](const MadeFactors& one) { return name == one.name; });
    return made == std::end(kMade) ? nullptr : made;
}

}  // namespace app
