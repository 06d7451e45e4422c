// Colours as eyes tell them apart: CIELAB of linear sRGB (D65), distances in it (CIE76), and simulated vision by
// Machado, Oliveira and Fernandes 2009 at full severity.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace cielab {

using Three = std::array<double, 3>;

/// Returns the linear intensity, 0 to 1, of a byte of sRGB.
inline double linear_of(uint32_t byte) {
    const double c = double(byte) / 255;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

inline Three lab(const Three& linear) {
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * linear[0] + 0.3575761 * linear[1] + 0.1804375 * linear[2]) / 0.95047);
    const double y = f(0.2126729 * linear[0] + 0.7151522 * linear[1] + 0.0721750 * linear[2]);
    const double z = f((0.0193339 * linear[0] + 0.1191920 * linear[1] + 0.9503041 * linear[2]) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

/// Returns L*, a* and b* of the colour 0xRRGGBB.
inline Three lab_of(uint32_t rgb) {
    return lab({linear_of(rgb >> 16 & 255), linear_of(rgb >> 8 & 255), linear_of(rgb & 255)});
}

inline double distance(const Three& a, const Three& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

struct Vision {
    const char* name;
    double of_linear[3][3];
};
inline constexpr Vision kVisions[] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protan",
     {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {"deutan",
     {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {"tritan",
     {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};

/// A linear colour as these eyes see it.
inline Three seen_by(const Vision& vision, const Three& linear) {
    Three out{};
    for (size_t row = 0; row < 3; ++row) {
        for (size_t k = 0; k < 3; ++k) out[row] += vision.of_linear[row][k] * linear[k];
        out[row] = std::clamp(out[row], 0.0, 1.0);
    }
    return out;
}

}  // namespace cielab
