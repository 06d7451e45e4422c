// Colours as eyes tell them apart: CIELAB of linear sRGB (D65), and distances in it (CIE76).
#pragma once
#include <array>
#include <cmath>
#include <cstdint>

namespace cielab {

using Three = std::array<double, 3>;

/// Of a byte of sRGB.
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

/// Of 0xRRGGBB.
inline Three lab_of(uint32_t rgb) {
    return lab({linear_of(rgb >> 16 & 255), linear_of(rgb >> 8 & 255), linear_of(rgb & 255)});
}

inline double distance(const Three& a, const Three& b) {
    return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

}  // namespace cielab
