// Each pair of numbers is a point of Sobol's first two dimensions, a (0, 2)-sequence: every 2^n of them are evenly
// spread over the square in every way that it can be cut into 2^n equal boxes. The pairs are scrambled independently
// of each other, digits and order, by hashing (B. Burley, Practical Hash-based Owen Scrambling, JCGT 9(4), 2020).
#include "app/gl/base/sub_picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace app {

static uint32_t reversed(uint32_t bits) {
    bits = (bits >> 16) | (bits << 16);
    bits = ((bits & 0x00ff00ffu) << 8) | ((bits & 0xff00ff00u) >> 8);
    bits = ((bits & 0x0f0f0f0fu) << 4) | ((bits & 0xf0f0f0f0u) >> 4);
    bits = ((bits & 0x33333333u) << 2) | ((bits & 0xccccccccu) >> 2);
    return ((bits & 0x55555555u) << 1) | ((bits & 0xaaaaaaaau) >> 1);
}

/// Scrambles bits: each one is flipped or not by those above it.
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

/// Returns the `index`-th point of a sequence that fills the unit square evenly; both coordinates lie between
/// 0 and 1, and are neither.
static glm::vec2 pair_of(uint32_t index, uint32_t seed) {
    index = scrambled(index, seed);  // another order of the same points
    const auto unit = [](uint32_t bits) { return (float(bits >> 8) + 0.5f) / 16777216.0f; };
    return {unit(scrambled(reversed(index), seed * 0x9e3779b9u + 1)),
            unit(scrambled(second_sobol(index), seed * 0x85ebca6bu + 2))};
}

/// Maps 0..1 to a tent from -1 to 1, the filter of a pixel: a box of one pixel, twice.
static float tent(float part) { return part < 0.5f ? std::sqrt(2 * part) - 1 : 1 - std::sqrt(2 - 2 * part); }

static glm::vec2 on_disc(const glm::vec2& square) {
    const float angle = 6.2831853f * square.x, radius = std::sqrt(square.y);
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// Returns the direction towards the `index`-th of `count` lights, which lie evenly over the upper half of
/// the sphere: a spiral by the golden angle. Successive ones are far apart.
static glm::vec3 light(uint32_t index, uint32_t count) {
    constexpr float kGoldenAngle = 2.39996323f;
    uint32_t step = std::max(uint32_t(0.618034f * float(count)), 1u);
    while (std::gcd(step, count) > 1) ++step;
    const float place = float(index * step % count), height = (place + 0.5f) / float(count);
    const float level = std::sqrt(1 - height * height);
    return {level * std::cos(kGoldenAngle * place), height, level * std::sin(kGoldenAngle * place)};
}

SubPicture sub_picture(uint32_t index, uint32_t count) {
    enum Seed : uint32_t { kPixel = 0x3c6ef35f, kLens = 0x1b873593, kSun = 0x27d4eb2f };
    SubPicture part;
    const glm::vec2 pixel = pair_of(index, kPixel);
    part.pixel = {tent(pixel.x), tent(pixel.y)};
    part.lens = on_disc(pair_of(index, kLens));
    part.sun = on_disc(pair_of(index, kSun));
    part.count = count;

    const uint32_t turn = index / kSkyTurn, place = index % kSkyTurn, below = count / kSkyTurn;
    if (place == kSkyTurn - 1) {
        const glm::vec3 up = light(turn, below);
        part.sky = {-up.x, -up.y, up.z};
        part.sky_weight = float(count) / float(below);
    } else {
        part.sky = light(turn * (kSkyTurn - 1) + place, count - below);
        part.sky_weight = float(count) / float(count - below);
    }
    return part;
}

float light_slope(uint32_t count) {
    const float cosine = 1 - 1 / float(std::max(count - count / kSkyTurn, 2u));
    return std::sqrt(1 - cosine * cosine) / cosine;
}

/// Computes the sum by the first terms of the cosine's half wave: max(c, 0) is about 3/32 + c/2 + 15/32 c^2.
glm::mat4 sum_of_lights(uint32_t count) {
    glm::mat4 sum(0);
    for (uint32_t index = 0; index < count; ++index) {
        const SubPicture part = sub_picture(index, count);
        const float weight = 2 * part.sky_weight / float(count);
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k) sum[i][k] += weight * 15 / 32 * part.sky[i] * part.sky[k];
            sum[i][3] += weight / 4 * part.sky[i];
            sum[3][i] += weight / 4 * part.sky[i];
        }
        sum[3][3] += weight * 3 / 32;
    }
    return sum;
}

}  // namespace app
