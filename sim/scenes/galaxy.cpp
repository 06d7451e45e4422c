// Disc galaxies: a thin disc of stars with a bulge in a halo; one alone, or two on a passing orbit.
//
// Disc: Kuzmin's, with radial speeds by Toomre's Q and a mean turn that is slower by the pressure of these. Halo and
// bulge: Plummer's spheres, whose speeds at each radius balance the pull of all three parts (Jeans' equation). The
// potentials are algebraic, so that + - * / and square roots are enough.
#include <array>

#include "sim/scenes/stars.h"

namespace sim {
namespace {

constexpr SpawnKey kKeys[] = {
    {"galaxies", 2, 1, 2, "1: one at rest; 2: two on a passing orbit"},
    {"disc_share", 0.4f, 0.01f, 0.98f, "share of the bodies that are in the discs"},
    {"bulge_share", 0.1f, 0, 0.9f, "share of the bodies that are in the bulges; the others are in the halos"},
    {"toomre_q", 1.5f, 1, 5, "Toomre's Q: how well random speeds hold a disc together; 1 is the least"},
    {"distance_m", 8, 1, 100, "distance of the two galaxies at the start along x, in metres"},
    {"offset_m", 2.5f, 0, 20, "their distance along z"},
    {"speed_share", 0.8f, 0, 1.5f, "their speed over the parabolic one"},
    {"radius_m", 0.001f, 1e-6f, 1, "radius of every body in metres, at most"},
};

/// The parts of a galaxy: mass and length, in kg and m.
struct Part {
    float mass, scale;
};
constexpr Part kHalo = {5, 3}, kBulge = {0.3f, 0.15f}, kDisc = {1, 0.6f};
constexpr Part kParts[] = {kHalo, kBulge, kDisc};
constexpr float kGalaxyMass = kHalo.mass + kBulge.mass + kDisc.mass;
constexpr float kThickness = 0.06f;                    // of the disc, m
constexpr float kInside = 0.95f, kInsideDisc = 0.85f;  // of the masses: the others would be far outside

constexpr float kPi = 3.14159265f;

/// Square of the angular speed on a circle about the middle, and what it loses over its radius: both of a potential
/// -m / sqrt(r^2 + scale^2), which in its plane Kuzmin's disc has too. For a constant of gravity of 1.
float angular_speed2(float r) {
    float sum = 0;
    for (const Part& part : kParts) {
        const float s2 = r * r + part.scale * part.scale;
        sum += part.mass / (s2 * sqrtf(s2));
    }
    return sum;
}
float epicycle2(float r) {  // square of the epicycle frequency: 4 w^2 + r d(w^2)/dr
    float sum = 0;
    for (const Part& part : kParts) {
        const float s2 = r * r + part.scale * part.scale;
        sum += part.mass * (4 * s2 - 3 * r * r) / (s2 * s2 * sqrtf(s2));
    }
    return sum;
}
float escape_speed(float r) {
    float sum = 0;
    for (const Part& part : kParts) sum += part.mass / sqrtf(r * r + part.scale * part.scale);
    return sqrtf(2 * sum);
}

/// Mean square of a speed along one axis in a Plummer sphere that is pulled by all parts: the integral of density
/// times pull from r outwards over the density, by trapezoids.
class SphereSpeeds {
public:
    explicit SphereSpeeds(float scale) : scale_(scale) {
        float sum = 0;
        for (uint32_t k = kSteps; k-- > 0;) {
            const float r = radius(k), next = radius(k + 1);
            sum += 0.5f * (next - r) * (force(r) + force(next));
            integral_[k] = sum;
        }
    }
    float squared(float r) const {
        const float place = r / (r + scale_) * float(kSteps + 1);
        const uint32_t k = place < float(kSteps - 1) ? uint32_t(place) : kSteps - 1;
        const float share = (r - radius(k)) / (radius(k + 1) - radius(k));
        const float upper = k + 1 < kSteps ? integral_[k + 1] : 0.0f;
        return larger(integral_[k] + (upper - integral_[k]) * share, 0.0f) / density(r);
    }

private:
    static constexpr uint32_t kSteps = 1000;
    float radius(uint32_t k) const { return scale_ * float(k) / float(kSteps + 1 - k); }
    float density(float r) const {
        const float s = 1 + r * r / (scale_ * scale_);
        return 1 / (s * s * sqrtf(s));
    }
    float force(float r) const { return density(r) * angular_speed2(r) * r; }

    float scale_;
    std::array<float, kSteps> integral_;
};

struct Star {
    Vec3 place, velocity;
};

/// Returns a velocity that is bound: a speed above nearly that of escape would leave.
Vec3 bound(const Vec3& velocity, float r) {
    const float most = 0.95f * escape_speed(r), speed = length(velocity);
    return speed > most ? velocity * (most / speed) : velocity;
}

Star sphere_star(const Part& part, const SphereSpeeds& speeds, Random& random) {
    const float r = part.scale * plummer_radius(kInside * random.unit());
    const Vec3 place = direction(random) * r;
    const float speed = sqrtf(speeds.squared(r));
    const float x = normal_deviate(random), y = normal_deviate(random), z = normal_deviate(random);
    return {place, bound(Vec3{x, y, z} * speed, r)};
}

float disc_density(float r) {
    const float s2 = r * r + kDisc.scale * kDisc.scale;
    return kDisc.mass * kDisc.scale / (2 * kPi * s2 * sqrtf(s2));
}
/// Square of the radial speed that Toomre's Q asks for; near the middle not more than a part of the circular one.
float radial_speed2(float r, float toomre_q) {
    const float needed = toomre_q * 3.36f * disc_density(r);
    return smaller(needed * needed / epicycle2(r), 0.25f * angular_speed2(r) * (r * r + 0.01f));
}

/// Returns a star of a disc in the plane y = 0, which turns about y.
Star disc_star(float toomre_q, Random& random) {
    const float rest = 1 / (1 - kInsideDisc * random.unit());
    const float r = larger(kDisc.scale * sqrtf(larger(rest * rest - 1, 0)), 1e-4f);
    Vec3 out = {0, 0, 0};  // outwards in the plane
    for (float squared = 0; !(squared > 1e-4f && squared <= 1); squared = out.x * out.x + out.z * out.z)
        out = {random.signed_unit(), 0, random.signed_unit()};
    out = out * (1 / length(out));

    const float turn2 = angular_speed2(r), epicycle = epicycle2(r), radial2 = radial_speed2(r, toomre_q);
    const float step = 0.01f * r, below = disc_density(r - step) * radial_speed2(r - step, toomre_q),
                above = disc_density(r + step) * radial_speed2(r + step, toomre_q);
    const float slope = (above - below) / (2 * step) * r / (disc_density(r) * radial2);
    const float ratio = epicycle / (4 * turn2);
    const float mean = sqrtf(larger(turn2 * r * r + radial2 * (1 - ratio + slope), 0));
    const float height_speed = kThickness * sqrtf(turn2 + 3.545f * disc_density(r) / kThickness);

    const float along = sqrtf(radial2) * normal_deviate(random);
    const float across = mean + sqrtf(radial2 * ratio) * normal_deviate(random);
    const float height = kThickness * normal_deviate(random), rise = height_speed * normal_deviate(random);
    const Vec3 forward = {out.z, 0, 0 - out.x};
    return {out * r + Vec3{0, height, 0}, bound(out * along + forward * across + Vec3{0, rise, 0}, r)};
}

/// Turned about x by the angle whose cosine is 0.6.
Vec3 tilted(const Vec3& v) { return {v.x, 0.6f * v.y - 0.8f * v.z, 0.8f * v.y + 0.6f * v.z}; }

/// Numbers of a galaxy's bodies in its disc and in its bulge: they come first, in this order.
struct Shares {
    uint32_t discs, bulges;
};
Shares shares_of(const SpawnRequest& request, uint32_t bodies) {
    const float share = smaller(request.value("disc_share"), 1 - request.value("bulge_share"));
    return {uint32_t(share * float(bodies)), uint32_t(request.value("bulge_share") * float(bodies))};
}

/// Returns the bodies of the first galaxy; of two it has the odd one.
uint32_t bodies_of_first(const SpawnRequest& request) {
    return request.value("galaxies") < 2 ? request.bodies : request.bodies - request.bodies / 2;
}

/// Returns the groups of bodies. One galaxy shows its parts in two colours; two galaxies have one each. The
/// effect of a halo is seen in the others.
std::vector<SpawnGroup> groups(const SpawnRequest& request) {
    const uint32_t first = bodies_of_first(request);
    const Shares own = shares_of(request, first);
    if (first == request.bodies)
        return {
            {"disc", own.discs, 0}, {"bulge", own.discs + own.bulges, 1}, {"halo", request.bodies, 0, true}};
    const Shares other = shares_of(request, request.bodies - first);
    return {{"first galaxy: disc", own.discs, 0},
            {"first galaxy: bulge", own.discs + own.bulges, 0},
            {"first galaxy: halo", first, 0, true},
            {"second galaxy: disc", first + other.discs, 1},
            {"second galaxy: bulge", first + other.discs + other.bulges, 1},
            {"second galaxy: halo", request.bodies, 1, true}};
}

std::vector<Body> galaxy(const SpawnRequest& request, uint32_t bodies, Random& random) {
    const auto [discs, bulges] = shares_of(request, bodies);
    const SphereSpeeds halo(kHalo.scale), bulge(kBulge.scale);
    const float speed_scale = sqrtf(request.physics.gravity.constant_n_m2_kg2);
    std::vector<Body> out;
    out.reserve(bodies);
    for (uint32_t k = 0; k < bodies; ++k) {
        const bool in_disc = k < discs, in_bulge = !in_disc && k < discs + bulges;
        const Part& part = in_disc ? kDisc : in_bulge ? kBulge : kHalo;
        const uint32_t many = in_disc ? discs : in_bulge ? bulges : bodies - discs - bulges;
        const float mass = part.mass / float(many);
        const Star star = in_disc ? disc_star(request.value("toomre_q"), random)
                                  : sphere_star(part, in_bulge ? bulge : halo, random);
        out.push_back({star.place, star_radius(request.value("radius_m"), mass), star.velocity * speed_scale,
                       mass, request.physics.gravity_m_s2, 0});
    }
    rest_at_origin(out);
    return out;
}

Spawned spawn(const SpawnRequest& request) {
    Random random(request.seed);
    Spawned out;
    out.container = cube_of_side(160);
    if (request.value("galaxies") < 2) {
        out.bodies = galaxy(request, request.bodies, random);
        return out;
    }

    // The second one is tilted. They come from the two sides and would pass each other.
    const float x = request.value("distance_m"), z = request.value("offset_m"), apart = sqrtf(x * x + z * z);
    const float constant = request.physics.gravity.constant_n_m2_kg2;
    const float speed = request.value("speed_share") * sqrtf(2 * constant * 2 * kGalaxyMass / apart);
    const Vec3 place = {0.5f * x, 0, 0.5f * z}, velocity = {-0.5f * speed, 0, 0};
    const uint32_t first = bodies_of_first(request);
    for (Body body : galaxy(request, first, random)) {
        body.position_m = body.position_m - place;
        body.velocity_m_s = body.velocity_m_s - velocity;
        out.bodies.push_back(body);
    }
    for (Body body : galaxy(request, request.bodies - first, random)) {
        body.position_m = tilted(body.position_m) + place;
        body.velocity_m_s = tilted(body.velocity_m_s) + velocity;
        out.bodies.push_back(body);
    }
    rest_at_origin(out.bodies);
    return out;
}

}  // namespace

bool register_galaxy() {
    return add_spawner({.name = "galaxy",
                        .sentence = "disc galaxies with bulge and halo, one or two that meet",
                        .keys = kKeys,
                        .spawn = spawn,
                        .groups = groups});
}

}  // namespace sim
