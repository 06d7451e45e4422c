// Vectors of the simulation: plain floats, + - * / and sqrt only, so that both backends give the same bits.
#pragma once
#include <cmath>
#include <cstdint>

#include "sort/base/host_device.h"

namespace sim {

struct Vec3 {
    float x, y, z;

    HOST_DEVICE float& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
    HOST_DEVICE float operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
};

/// 16 bytes, aligned: one load on the device.
struct alignas(16) Vec4 {
    float x, y, z, w;
};

HOST_DEVICE inline Vec3 xyz(const Vec4& v) { return {v.x, v.y, v.z}; }
HOST_DEVICE inline Vec4 with_w(const Vec3& v, float w) { return {v.x, v.y, v.z, w}; }

HOST_DEVICE inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
HOST_DEVICE inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
HOST_DEVICE inline Vec3 operator*(const Vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
HOST_DEVICE inline Vec3 operator*(float s, const Vec3& a) { return a * s; }
HOST_DEVICE inline float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
HOST_DEVICE inline float length(const Vec3& a) { return sqrtf(dot(a, a)); }

HOST_DEVICE inline float smaller(float a, float b) { return b < a ? b : a; }
HOST_DEVICE inline float larger(float a, float b) { return a < b ? b : a; }

/// An axis-aligned bounding box, closed: touching boxes overlap. Same layout as a row of a boxes .npy file.
/// Aligned so that a device reads it as three words of 8 bytes.
struct alignas(8) Box {
    Vec3 min, max;
};

HOST_DEVICE inline Box around(const Box& box, const Vec3& point) {
    return {{smaller(box.min.x, point.x), smaller(box.min.y, point.y), smaller(box.min.z, point.z)},
            {larger(box.max.x, point.x), larger(box.max.y, point.y), larger(box.max.z, point.z)}};
}

/// Returns the box around both. A box around nothing has min above max, and adds nothing.
HOST_DEVICE inline Box around(const Box& a, const Box& b) {
    return {{smaller(a.min.x, b.min.x), smaller(a.min.y, b.min.y), smaller(a.min.z, b.min.z)},
            {larger(a.max.x, b.max.x), larger(a.max.y, b.max.y), larger(a.max.z, b.max.z)}};
}

HOST_DEVICE inline bool overlaps(const Box& a, const Box& b) {
    return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y &&
           a.min.z <= b.max.z && b.min.z <= a.max.z;
}

/// Returns the box of a sphere: its centre and, in w, its radius.
HOST_DEVICE inline Box box_of(const Vec4& sphere) {
    const Vec3 centre = xyz(sphere), r = {sphere.w, sphere.w, sphere.w};
    return {centre - r, centre + r};
}

HOST_DEVICE inline bool touching(const Vec4& a, const Vec4& b) {
    const Vec3 d = xyz(a) - xyz(b);
    const float reach = a.w + b.w;
    return dot(d, d) < reach * reach;
}

}  // namespace sim
