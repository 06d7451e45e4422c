// The table of backends, and the CPU's entry.
#include "sort/lab/arrays.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "sort/base/errors.h"
#include "sort/base/host_memory.h"

namespace sort {
namespace {

ArrayFunctions& array_functions(Backend backend) {
    static ArrayFunctions functions[2] = {};
    return functions[backend == Backend::cuda ? 1 : 0];
}

void* allocate_host(size_t bytes) {
    void* const data = ::operator new(bytes, std::nothrow);
    if (!data) refuse_host_memory(bytes);
    return data;
}
void release_host(void* data) { ::operator delete(data); }
void copy_host(void* to, const void* from, size_t bytes) { std::memcpy(to, from, bytes); }
void queue_copy_host(void* to, const void* from, size_t bytes, Stream) { std::memcpy(to, from, bytes); }

const bool registered =
    add_array_functions(Backend::cpu, {allocate_host, release_host, copy_host, queue_copy_host});

const ArrayFunctions& needed_array_functions(Backend backend) {
    const ArrayFunctions& functions = array_functions(backend);
    if (!functions.allocate)
        throw Unavailable(std::string("this build does not support the backend ") + name_of(backend));
    return functions;
}

}  // namespace

bool add_array_functions(Backend backend, const ArrayFunctions& functions) {
    array_functions(backend) = functions;
    return true;
}

Array::Array(Backend backend, size_t bytes) : backend_(backend), bytes_(bytes), data_(nullptr) {
    const ArrayFunctions& functions = needed_array_functions(backend);
    if (bytes > 0) data_ = functions.allocate(bytes);
}

Array::~Array() {
    if (data_) array_functions(backend_).release(data_);
}

void Array::upload(const void* from) {
    if (bytes_ > 0) array_functions(backend_).copy_now(data_, from, bytes_);
}

void Array::download(void* to) const {
    if (bytes_ > 0) array_functions(backend_).copy_now(to, data_, bytes_);
}

void copy_to_host(Backend backend, void* to, const void* from, size_t bytes) {
    if (bytes > 0) needed_array_functions(backend).copy_now(to, from, bytes);
}

size_t device_cache_bytes(Backend backend) {
    const ArrayFunctions& functions = needed_array_functions(backend);
    return functions.cache_bytes ? functions.cache_bytes() : 0;
}

void Array::queue_copy(const Array& from, Stream stream) {
    const size_t bytes = std::min(bytes_, from.bytes_);
    if (bytes > 0) array_functions(backend_).queue_copy(data_, from.data_, bytes, stream);
}

}  // namespace sort
