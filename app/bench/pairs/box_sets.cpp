// Counts of pairs were checked against what the definitions promise: for equal spheres of width w at random
// places in a cube of side L, n(n-1)/2 (2w/L - (w/L)^2)^3.
#include "app/bench/pairs/box_sets.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sim/scenes/random.h"

namespace app {
namespace {

using sim::Box;
using sim::Random;
using sim::Vec3;

constexpr float kRadius = 0.5f;
constexpr double kSphereVolume = 4.0 / 3.0 * 3.14159265358979;  // of radius 1

Box box_of(const Vec3& centre, float radius) {
    const Vec3 r = {radius, radius, radius};
    return {centre - r, centre + r};
}

Vec3 place_in(Random& random, const Vec3& size) {
    const float x = random.unit(), y = random.unit(), z = random.unit();
    return {x * size.x, y * size.y, z * size.z};
}

/// Mean 0, variance 1: twelve uniform numbers, each of variance 1/12.
float bell(Random& random) {
    float sum = -6;
    for (int k = 0; k < 12; ++k) sum += random.unit();
    return sum;
}

Vec3 bell_vector(Random& random, float deviation) {
    const float x = bell(random), y = bell(random), z = bell(random);
    return {x * deviation, y * deviation, z * deviation};
}

/// Cube root by Newton's steps, from above until they end: std::cbrt differs between C libraries.
double cube_root(double x) {
    double root = 1;
    while (root * root * root < x) root *= 2;
    for (;;) {
        const double next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) return root;
        root = next;
    }
}

/// Side of the cube in which spheres of this volume in all are the given fraction.
float cube_for(double volume, double fraction) { return float(cube_root(volume / fraction)); }

double sphere_volume(double radius) { return kSphereVolume * radius * radius * radius; }

std::vector<Box> uniform(uint32_t count, uint64_t seed) {
    Random random(seed);
    const float side = cube_for(count * sphere_volume(kRadius), 0.2);
    std::vector<Box> boxes(count);
    for (Box& box : boxes) box = box_of(place_in(random, {side, side, side}), kRadius);
    return boxes;
}

/// A place of the lattice and the size of the smallest cone that holds it.
struct ConePlace {
    Vec3 at;
    float size;
};

/// The fcc lattice in and a little around the cone of this base radius, whose height is half of it.
std::vector<ConePlace> cone_places(float radius) {
    const float half = 0.99f * 2 * kRadius / std::sqrt(2.0f);  // of the cubic cell's edge
    const int reach = int(radius / half) + 1, layers = int(0.5f * radius / half) + 1;
    std::vector<ConePlace> places;
    for (int y = 0; y <= layers; ++y) {
        for (int z = -reach; z <= reach; ++z) {
            for (int x = -reach; x <= reach; ++x) {
                if ((x + y + z) % 2 != 0) continue;
                const Vec3 at = {float(x) * half, float(y) * half, float(z) * half};
                const float size = std::sqrt(at.x * at.x + at.z * at.z) + 2 * at.y;
                if (size <= radius) places.push_back({at, size});
            }
        }
    }
    return places;
}

std::vector<Box> pile(uint32_t count, uint64_t seed) {
    const uint32_t falling = count / 50, lying = count - falling;
    // A sphere has the volume of a quarter of a cell; a cone of height radius / 2 has pi / 6 radius^3.
    const double edge = 0.99 * 2 * kRadius * std::sqrt(2.0), cell = edge * edge * edge;
    float radius = float(cube_root(lying * cell / 4 * 6 / 3.14159265358979)) + 1;
    std::vector<ConePlace> places = cone_places(radius);
    while (places.size() < lying) places = cone_places(radius += 1);
    const auto inner = [](const ConePlace& a, const ConePlace& b) { return a.size < b.size; };
    std::stable_sort(places.begin(), places.end(), inner);
    places.resize(lying);

    Random random(seed);
    std::vector<Box> boxes;
    boxes.reserve(count);
    for (const ConePlace& place : places) {
        boxes.push_back(box_of(place.at + bell_vector(random, 0.03f * kRadius), kRadius));
    }
    // The rest falls: anywhere over the base, above the cone's surface, as high again as the cone.
    while (boxes.size() < count) {
        const Vec3 at = place_in(random, {2 * radius, radius, 2 * radius}) - Vec3{radius, 0, radius};
        const float away = std::sqrt(at.x * at.x + at.z * at.z);
        if (away <= radius && away + 2 * at.y > radius + 4 * kRadius) boxes.push_back(box_of(at, kRadius));
    }
    return boxes;
}

/// 100^u for u in [0, 1), a multiple of 2^-24: a root of 100 for each bit, as std::pow differs between C
/// libraries.
class PowerOf100 {
public:
    PowerOf100() {
        double root = 100;
        for (double& one : roots_) one = root = std::sqrt(root);
    }
    double operator()(float u) const {
        const auto bits = uint32_t(u * float(1u << kBits));
        double power = 1;
        for (int k = 0; k < kBits; ++k) {
            if (bits >> (kBits - 1 - k) & 1u) power *= roots_[k];
        }
        return power;
    }

private:
    static constexpr int kBits = 24;
    double roots_[kBits];  // 2nd, 4th, 8th, ...
};

std::vector<Box> mixed100(uint32_t count, uint64_t seed) {
    const PowerOf100 power;
    Random random(seed);
    std::vector<float> radii(count);
    double volume = 0;  // of these, not the mean: few large ones are half of it
    for (float& radius : radii) {
        radius = float(kRadius * power(random.unit()));
        volume += sphere_volume(radius);
    }
    const float side = cube_for(volume, 0.2);
    std::vector<Box> boxes(count);
    for (uint32_t i = 0; i < count; ++i) boxes[i] = box_of(place_in(random, {side, side, side}), radii[i]);
    return boxes;
}

/// 64 bells; their width grows with the number of spheres, so that a sphere has about 5 pairs at any count.
std::vector<Box> cluster(uint32_t count, uint64_t seed) {
    constexpr uint32_t kBells = 64;
    Random random(seed);
    const float deviation = 0.262f * 2 * kRadius * float(cube_root(double(count) / kBells));
    const float side = 40 * deviation;
    Vec3 middles[kBells];
    for (Vec3& middle : middles) middle = place_in(random, {side, side, side});
    std::vector<Box> boxes(count);
    for (uint32_t i = 0; i < count; ++i) {
        boxes[i] = box_of(middles[i % kBells] + bell_vector(random, deviation), kRadius);
    }
    return boxes;
}

/// A square sheet, three diameters thick, across the x axis: seen along y or z it is a line.
std::vector<Box> sheet(uint32_t count, uint64_t seed) {
    Random random(seed);
    const float thick = 6 * kRadius;
    const float side = float(std::sqrt(count * sphere_volume(kRadius) / 0.4 / thick));
    std::vector<Box> boxes(count);
    for (Box& box : boxes) box = box_of(place_in(random, {thick, side, side}), kRadius);
    return boxes;
}

const BoxKind kKinds[] = {
    {"uniform", "equal spheres at random places in a cube, volume fraction 0.2", 1.512, uniform},
    {"pile",
     "fcc lattice at 0.99 of touching, jitter 0.03 radius, cut to a cone of slope 0.5; 2 % fall above it",
     5.71, pile},
    {"mixed100", "radii log-uniform over 1:100, random places in a cube, volume fraction 0.2", 0.741,
     mixed100},
    {"cluster", "64 bells of equal spheres, far apart and crowded in the middle", 5.0, cluster},
    {"sheet", "equal spheres in a sheet three diameters thick across x, volume fraction 0.4", 2.543, sheet},
};

}  // namespace

std::span<const BoxKind> box_kinds() { return kKinds; }

std::string box_kind_names() {
    std::string names;
    for (const BoxKind& kind : box_kinds()) names += std::string(names.empty() ? "" : ", ") + kind.name;
    return names;
}

const BoxKind* find_box_kind(const std::string& name) {
    for (const BoxKind& kind : kKinds) {
        if (name == kind.name) return &kind;
    }
    return nullptr;
}

std::vector<sim::Box> make_boxes(const BoxKind& kind, uint32_t count, uint64_t seed) {
    if (count == 0) return {};
    std::vector<Box> boxes = kind.make(count, seed);
    Random random(seed ^ 0x5eed0f5eed0f5eedull);  // not the numbers that placed them
    for (size_t left = boxes.size(); left > 1; --left)
        std::swap(boxes[left - 1], boxes[random.bits() % left]);
    return boxes;
}

std::string count_warning(const BoxKind& kind, uint32_t count, uint64_t pairs) {
    const double expected = 1e6 * kind.pairs_at_1m;
    if (count != 1000000 || std::abs(double(pairs) - expected) <= 0.01 * expected) return "";
    char text[160];
    std::snprintf(text, sizeof text,
                  "%llu pairs are more than 1 %% off the %.3f million of this kind; compare no times",
                  static_cast<unsigned long long>(pairs), kind.pairs_at_1m);
    return text;
}

}  // namespace app
