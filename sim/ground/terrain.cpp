#include "sim/ground/terrain.h"

#include <algorithm>

#include "sim/ground/rivers.h"
#include "sim/math/mix_bits.h"
#include "sim/math/vec3.h"

namespace sim {
namespace {

/// Perlin's weight: value, slope and bend fit at both ends.
float quintic(float t) { return t * t * t * (t * (t * 6 - 15) + 10); }

/// One octave of gradient noise (Perlin 1985, 2002): every lattice point has a slope of its own, and between
/// them the planes of the four corners are blended. Coordinates start at 0, in lattice steps.
class Octave {
public:
    Octave(uint64_t seed, uint32_t number) : seed_(mix_bits(seed + kGoldenStep * (number + 1))) {}

    float at(float u, float v) const {
        const uint32_t i = whole(u), j = whole(v);
        const float s = u - float(i), t = v - float(j);
        const float near = blend(plane(i, j, s, t), plane(i + 1, j, s - 1, t), s);
        const float far = blend(plane(i, j + 1, s, t - 1), plane(i + 1, j + 1, s - 1, t - 1), s);
        return blend(near, far, t);
    }

private:
    static uint32_t whole(float x) { return x > 0 ? uint32_t(smaller(x, 1e9f)) : 0; }
    static float blend(float a, float b, float t) { return a + (b - a) * quintic(t); }

    float plane(uint32_t i, uint32_t j, float s, float t) const {
        const uint64_t bits = mix_bits(seed_ + kGoldenStep * (uint64_t{j} << 32 | i));
        return signed_unit(uint32_t(bits)) * s + signed_unit(uint32_t(bits >> 32)) * t;
    }

    uint64_t seed_;
};

/// Shortest waves of an octave, in cells: shorter ones are nothing but noise of the samples.
constexpr float kLeastWaveCells = 2;

// Of the time that hills take: all octaves, the stretch; rivers take the rest.
constexpr double kNoiseShare = 0.16, kStretchShare = 0.04;

/// Stretched so that all but a fiftieth of the samples on either side lie from 0 to `height_m`. Not all: then
/// the outermost of a large map would leave little to the others.
void stretch(HeightMap& map, float height_m) {
    std::vector<float> sorted = map.heights_m;
    const auto rank = [&](size_t k) {
        std::nth_element(sorted.begin(), sorted.begin() + ptrdiff_t(k), sorted.end());
        return sorted[k];
    };
    const float low = rank(sorted.size() / 50), range = rank(sorted.size() - 1 - sorted.size() / 50) - low;
    for (float& h : map.heights_m) h = range > 0 ? (h - low) / range * height_m : 0;
}

}  // namespace

HeightMap make_hills(const Terrain& terrain, uint32_t columns, uint32_t rows, float spacing_m, uint64_t seed,
                     const ProgressCallback& reach) {
    const auto percent = [&](double share) {
        if (reach) reach(uint32_t(100 * share));
    };
    HeightMap map{columns, rows, std::vector<float>(size_t(columns) * rows)};
    const float width = float(columns) * spacing_m;
    float wavelength = smaller(terrain.wavelength_m, larger(width, float(rows) * spacing_m));
    float amplitude = 1;
    for (uint32_t number = 0; number < terrain.octaves; ++number) {
        if (number > 0 && wavelength < kLeastWaveCells * spacing_m) break;
        const Octave octave(seed, number);
        for (uint32_t row = 0; row < rows; ++row) {
            percent(kNoiseShare * (number + double(row) / rows) / terrain.octaves);
            for (uint32_t column = 0; column < columns; ++column) {
                const float x = (float(column) + 0.5f) * spacing_m, z = (float(row) + 0.5f) * spacing_m;
                // Every other octave is rotated by 37 degrees, so that the lattices do not add up.
                const float u = number % 2 ? 0.8f * x + 0.6f * z : x;
                const float v = number % 2 ? 0.8f * z - 0.6f * x + 0.6f * width : z;
                map.at(column, row) += amplitude * octave.at(u / wavelength, v / wavelength);
            }
        }
        amplitude = 0.5f * amplitude;
        wavelength = 0.5f * wavelength;
    }
    stretch(map, terrain.height_m);
    const double before = kNoiseShare + kStretchShare;
    dig_rivers(map, terrain, spacing_m, [&](uint32_t part) { percent(before + (1 - before) * part / 100); });
    percent(1);
    return map;
}

}  // namespace sim
