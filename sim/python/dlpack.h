// The structs of DLPack 1.1, in which libraries hand arrays to each other: https://dmlc.github.io/dlpack
#pragma once
#include <cstdint>

namespace python {

inline constexpr int32_t kDLCPU = 1, kDLCUDA = 2, kDLCUDAHost = 3, kDLCUDAManaged = 13;
inline constexpr uint64_t kDLReadOnly = 1;

struct DLDevice {
    int32_t type, id;
};

struct DLDataType {
    uint8_t code;  // 0 signed, 1 unsigned, 2 floating point
    uint8_t bits;
    uint16_t lanes;
};

struct DLTensor {
    void* data;
    DLDevice device;
    int32_t dimensions;
    DLDataType type;
    int64_t* shape;
    int64_t* strides;  // in elements; null: contiguous
    uint64_t byte_offset;
};

/// What a capsule "dltensor" points to.
struct DLManagedTensor {
    DLTensor tensor;
    void* owner;
    void (*give_back)(DLManagedTensor*);
};

/// What a capsule "dltensor_versioned" points to.
struct DLManagedTensorVersioned {
    struct {
        uint32_t major, minor;
    } version;
    void* owner;
    void (*give_back)(DLManagedTensorVersioned*);
    uint64_t flags;
    DLTensor tensor;
};

}  // namespace python
