// The memory behind an array of NumPy, torch, CuPy, JAX, Warp and whoever speaks one of the three protocols.
#pragma once
#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sim/python/device.h"
#include "sort/keys.h"

namespace python {

/// Where an array lies, and of what type and shape it is; keeps the memory while it lives. Made, copied and
/// destroyed while the GIL is held.
struct Array {
    void* data = nullptr;
    int device = kHost;  // number of a CUDA device, or kHost
    char kind = '?';     // as NumPy names it: u unsigned, i signed, f floating point; ? all others
    int bits = 0;        // of an element
    std::vector<int64_t> shape;
    bool contiguous = true, read_only = false;
    std::string type_name;        // for messages: "float16"
    std::shared_ptr<void> owner;  // what is given back to the array's library

    int64_t length() const { return shape.empty() ? 1 : shape[0]; }
};

/// Reads an array by the buffer protocol, DLPack or __cuda_array_interface__, in this order, without a wait for
/// the device. `what` begins messages: "keys". Throws TypeError for what is no array, BufferError for arrays on
/// devices that are neither the host nor CUDA.
Array array_of(nanobind::handle object, const char* what);

/// Throws ValueError for another number of dimensions.
void require_one_dimension(const Array& array, const char* what);

/// Throws ValueError unless the array is contiguous, aligned, of one dimension and, unless `may_be_read_only`, writable.
void require_sortable(const Array& array, const char* what, bool may_be_read_only);

/// Returns the type of keys. Throws TypeError for types that are not sorted.
sort::KeyType key_type_of(const Array& keys);

}  // namespace python
