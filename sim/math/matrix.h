// 3 x 3 matrices: rotations and inertia.
#pragma once
#include "sim/math/vec3.h"

namespace sim {

HOST_DEVICE inline Vec3 cross(const Vec3& a, const Vec3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Columns: the images of the axes.
struct Matrix3 {
    Vec3 x, y, z;
};

HOST_DEVICE inline Vec3 operator*(const Matrix3& m, const Vec3& v) {
    return m.x * v.x + m.y * v.y + m.z * v.z;
}

/// Returns the transposed matrix times v: of a rotation, its inverse.
HOST_DEVICE inline Vec3 transposed_times(const Matrix3& m, const Vec3& v) {
    return {dot(m.x, v), dot(m.y, v), dot(m.z, v)};
}

/// Returns the transposed matrix of a times b.
HOST_DEVICE inline Matrix3 transposed_times(const Matrix3& a, const Matrix3& b) {
    return {transposed_times(a, b.x), transposed_times(a, b.y), transposed_times(a, b.z)};
}

struct SymmetricMatrix {
    float xx, yy, zz, xy, xz, yz;
};

HOST_DEVICE inline Vec3 operator*(const SymmetricMatrix& m, const Vec3& v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}

HOST_DEVICE inline SymmetricMatrix operator*(const SymmetricMatrix& m, float s) {
    return {m.xx * s, m.yy * s, m.zz * s, m.xy * s, m.xz * s, m.yz * s};
}

/// Returns the inverse, by cofactors. The entries should be near 1: the determinant is their third power.
HOST_DEVICE inline SymmetricMatrix inverse(const SymmetricMatrix& m) {
    const float xx = m.yy * m.zz - m.yz * m.yz;
    const float xy = m.xz * m.yz - m.xy * m.zz;
    const float xz = m.xy * m.yz - m.xz * m.yy;
    const float yy = m.xx * m.zz - m.xz * m.xz;
    const float yz = m.xy * m.xz - m.xx * m.yz;
    const float zz = m.xx * m.yy - m.xy * m.xy;
    const float determinant = m.xx * xx + m.xy * xy + m.xz * xz;
    return SymmetricMatrix{xx, yy, zz, xy, xz, yz} * (1 / determinant);
}

}  // namespace sim
