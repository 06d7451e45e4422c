// Each pair of numbers is a point of Sobol's first two dimensions, a (0, 2)-sequence: every 2^n of them are evenly
// spread over the square in every way that it can be cut into 2^n equal boxes. The pairs are scrambled independently
// of each other, digits and order, by hashing (B. Burley, Practical Hash-based Owen Scrambling, JCGT 9(4), 2020).
#include "app/gl/base/sub_picture.h"

#include <cmath>

namespace app {

static uint32_t reversed(uint32_t bits) {
    bits = (bits >> 16) | (bits << 16);
    bits = ((bits & 0x00ff00ffu) << 8) | ((bits & 0xff00ff00u) >> 8);
    bits = ((bits & 0x0f0f0f0fu) << 4) | ((bits & 0xf0f0f0f0u) >> 4);
    bits = ((bits & 0x33333333u) << 2) | ((bits & 0xccccccccu) >> 2);
    return ((bits & 0x55555555u) << 1) | ((bits & 0xaaaaaaaau) >> 1);
}

/// Each bit is flipped or not by those above it.
static uint32_t scrambled(uint32_t bits, uint32_t seed) {
    bits = reversed(bits) + seed;
    bits ^= bits * 0x6c50b47cu;
    bits ^= bits * 0xb82f1e52u;
    bits ^= bits * 0xc7afe638u;
    bits ^= bits * 0x8d22f6e6u;
    return reversed(bits);
}

static uint32_t second_sobol(uint32_t index) {
    uint32_t bits = 0;
    for (uint32_t direction = 1u << 31; index != 0; index >>= 1, direction ^= direction >> 1)
        if (index & 1) bits ^= direction;
    return bits;
}

/// Both in 0..1, never one of them.
static glm::vec2 pair_of(uint32_t index, uint32_t seed) {
    index = reversed(scrambled(reversed(index), seed));  // another order of the same points
    const auto unit = [](uint32_t bits) { return (float(bits >> 8) + 0.5f) / 16777216.0f; };
    return {unit(scrambled(reversed(index), seed * 0x9e3779b9u + 1)),
            unit(scrambled(second_sobol(index), seed * 0x85ebca6bu + 2))};
}

/// To a tent from -1 to 1, the filter of a pixel: a box of one pixel, twice.
static float tent(float part) { return part < 0.5f ? std::sqrt(2 * part) - 1 : 1 - std::sqrt(2 - 2 * part); }

static glm::vec2 on_disc(const glm::vec2& square) {
    const float angle = 6.2831853f * square.x, radius = std::sqrt(square.y);
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

SubPicture sub_picture(uint32_t index) {
    enum Seed : uint32_t {
        kPixel = 0x3c6ef35f,
        kLens = 0x1b873593,
        kSun = 0x27d4eb2f,
        kAbove = 0x165667b1,
        kBelow
    };
    SubPicture part;
    const glm::vec2 pixel = pair_of(index, kPixel);
    part.pixel = {tent(pixel.x), tent(pixel.y)};
    part.lens = on_disc(pair_of(index, kLens));
    part.sun = on_disc(pair_of(index, kSun));

    // Evenly over the half of the sphere that it belongs to.
    const bool below = index % kSkyTurn == kSkyTurn - 1;
    const uint32_t turn = index / kSkyTurn, place = index % kSkyTurn;
    const glm::vec2 sky = below ? pair_of(turn, kBelow) : pair_of(turn * (kSkyTurn - 1) + place, kAbove);
    const float angle = 6.2831853f * sky.x, level = std::sqrt(1 - sky.y * sky.y);
    part.sky = {level * std::cos(angle), below ? -sky.y : sky.y, level * std::sin(angle)};
    part.sky_weight = below ? float(kSkyTurn) : float(kSkyTurn) / float(kSkyTurn - 1);
    return part;
}

}  // namespace app
