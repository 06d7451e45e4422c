#include "sim/python/array.h"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <bit>

#include "sim/python/dlpack.h"

namespace nb = nanobind;

namespace python {
namespace {

std::string class_name_of(nb::handle object) { return nb::cast<std::string>(object.type().attr("__name__")); }

std::string type_name_of(nb::handle object) {
    if (!nb::hasattr(object, "dtype")) return class_name_of(object);
    const nb::object type = object.attr("dtype");
    return nb::cast<std::string>(nb::steal<nb::object>(PyObject_Str(type.ptr())));
}

[[noreturn]] void refuse_type(const std::string& why) { throw nb::type_error(why.c_str()); }
[[noreturn]] void refuse_value(const std::string& why) { throw nb::value_error(why.c_str()); }

/// Is a step of `strides`, in elements or bytes, from each element to the next in memory?
bool is_contiguous(const std::vector<int64_t>& shape, const int64_t* strides, int64_t step) {
    if (!strides) return true;
    for (size_t i = shape.size(); i-- > 0;) {
        if (shape[i] == 0) return true;
    }
    for (size_t i = shape.size(); i-- > 0; step *= shape[i]) {
        if (shape[i] != 1 && strides[i] != step) return false;
    }
    return true;
}

/// The kind of a format of the struct module, '?' for structs, other byte orders and what is no number.
char kind_of_format(const char* format) {
    if (!format) return 'u';  // bytes
    std::string text = format;
    const char* const native = std::endian::native == std::endian::little ? "@=<" : "@=>!";
    if (text.size() == 2 && std::string(native).find(text[0]) != std::string::npos) text.erase(0, 1);
    if (text.size() != 1) return '?';
    if (std::string("bhilqn").find(text) != std::string::npos) return 'i';
    if (std::string("BHILQN").find(text) != std::string::npos) return 'u';
    return std::string("efd").find(text) != std::string::npos ? 'f' : '?';
}

bool read_buffer(nb::handle object, Array& array) {
    if (!PyObject_CheckBuffer(object.ptr())) return false;
    auto buffer = std::make_unique<Py_buffer>();
    if (PyObject_GetBuffer(object.ptr(), buffer.get(), PyBUF_RECORDS_RO) != 0) {
        PyErr_Clear();
        if (nb::hasattr(object, "__cuda_array_interface__"))
            return false;  // of CuPy and JAX: it lies on a device
        // A type without a format, such as dates.
        refuse_type("an array of " + type_name_of(object) + " gives no access to its memory");
    }
    array.owner = std::shared_ptr<Py_buffer>(buffer.release(), [](Py_buffer* held) {
        PyBuffer_Release(held);
        delete held;
    });
    const auto& view = *static_cast<const Py_buffer*>(array.owner.get());
    array.data = view.buf;
    array.kind = kind_of_format(view.format);
    array.bits = static_cast<int>(8 * view.itemsize);
    array.shape.assign(view.shape, view.shape + view.ndim);
    const std::vector<int64_t> strides(view.strides, view.strides + view.ndim);
    array.contiguous = is_contiguous(array.shape, strides.data(), view.itemsize);
    array.read_only = view.readonly != 0;
    return true;
}

void set_device(const DLDevice& at, Array& array, const char* what) {
    if (at.type == kDLCUDA || at.type == kDLCUDAManaged) {
        array.device = at.id;
    } else if (at.type != kDLCPU && at.type != kDLCUDAHost) {
        throw nb::buffer_error((std::string(what) +
                                " are on a device that is neither the CPU nor CUDA (type " +
                                std::to_string(at.type) + " of DLPack)")
                                   .c_str());
    }
}

/// JAX takes any stream for an address, also the -1 of those who wait for nothing.
bool is_of_jax(nb::handle object) {
    return nb::cast<std::string>(object.type().attr("__module__")).starts_with("jax");
}

/// Asks for a capsule without a wait: sorts are queued on the stream that the caller works on.
nb::object capsule_of(nb::handle object, bool on_cuda) {
    nb::dict options;
    if (on_cuda && !is_of_jax(object)) options["stream"] = -1;
    nb::dict versioned;
    versioned.update(options);
    versioned["max_version"] = nb::make_tuple(1, 1);
    try {
        return object.attr("__dlpack__")(**versioned);
    } catch (nb::python_error& error) {
        if (!error.matches(PyExc_TypeError)) throw;
    }
    return object.attr("__dlpack__")(**options);  // before version 1 of DLPack
}

bool read_dlpack(nb::handle object, Array& array, const char* what) {
    if (!nb::hasattr(object, "__dlpack__") || !nb::hasattr(object, "__dlpack_device__")) return false;
    const auto device = nb::cast<nb::tuple>(object.attr("__dlpack_device__")());
    set_device({nb::cast<int>(device[0]), nb::cast<int>(device[1])}, array, what);
    const nb::object capsule = capsule_of(object, array.device != kHost);
    const DLTensor* tensor = nullptr;
    if (PyCapsule_IsValid(capsule.ptr(), "dltensor_versioned")) {
        const auto* managed = static_cast<const DLManagedTensorVersioned*>(
            PyCapsule_GetPointer(capsule.ptr(), "dltensor_versioned"));
        if (managed->version.major != 1) refuse_type(std::string(what) + " come by an unknown DLPack");
        tensor = &managed->tensor;
        array.read_only = (managed->flags & kDLReadOnly) != 0;
    } else if (PyCapsule_IsValid(capsule.ptr(), "dltensor")) {
        tensor =
            &static_cast<const DLManagedTensor*>(PyCapsule_GetPointer(capsule.ptr(), "dltensor"))->tensor;
    } else {
        refuse_type(std::string(what) + ": __dlpack__ gave no capsule of a tensor");
    }
    constexpr const char kKinds[] = {'i', 'u', 'f'};
    array.data = static_cast<char*>(tensor->data) + tensor->byte_offset;
    array.kind = tensor->type.lanes == 1 && tensor->type.code < 3 ? kKinds[tensor->type.code] : '?';
    array.bits = tensor->type.bits;
    array.shape.assign(tensor->shape, tensor->shape + tensor->dimensions);
    array.contiguous = is_contiguous(array.shape, tensor->strides, 1);
    // Not taken over, so the capsule gives the tensor back when it ends.
    array.owner = std::shared_ptr<PyObject>(nb::object(capsule).release().ptr(),
                                            [](PyObject* held) { Py_DecRef(held); });
    return true;
}

bool read_cuda_interface(nb::handle object, Array& array) {
    if (!nb::hasattr(object, "__cuda_array_interface__")) return false;
    const auto its = nb::cast<nb::dict>(object.attr("__cuda_array_interface__"));
    const auto type = nb::cast<std::string>(its["typestr"]);
    const auto data = nb::cast<nb::tuple>(its["data"]);
    array.data = reinterpret_cast<void*>(nb::cast<uintptr_t>(data[0]));
    array.read_only = nb::cast<bool>(data[1]);
    const bool known = type.size() == 3 && (type[0] == '<' || type[0] == '|');
    array.kind = known && std::string("uif").find(type[1]) != std::string::npos ? type[1] : '?';
    array.bits = known ? 8 * (type[2] - '0') : 0;
    array.shape = nb::cast<std::vector<int64_t>>(its["shape"]);
    if (its.contains("strides") && !its["strides"].is_none()) {
        const auto strides = nb::cast<std::vector<int64_t>>(its["strides"]);
        array.contiguous = is_contiguous(array.shape, strides.data(), array.bits / 8);
    }
    array.device = array.data ? device_of(array.data) : 0;
    return true;
}

}  // namespace

Array array_of(nb::handle object, const char* what) {
    Array array;
    if (!read_buffer(object, array) && !read_dlpack(object, array, what) &&
        !read_cuda_interface(object, array)) {
        refuse_type(std::string(what) +
                    " must be an array of NumPy, torch, CuPy, JAX, Warp or another with " + "DLPack, not " +
                    class_name_of(object));
    }
    array.type_name = type_name_of(object);
    return array;
}

void require_one_dimension(const Array& array, const char* what) {
    if (array.shape.size() == 1) return;
    refuse_value(std::string(what) + " must have one dimension, not " + std::to_string(array.shape.size()));
}

void require_sortable(const Array& array, const char* what, bool may_be_read_only) {
    const std::string name = what;
    require_one_dimension(array, what);
    if (!array.contiguous) refuse_value(name + " must be contiguous");
    if (array.read_only && !may_be_read_only) refuse_value(name + " are read-only");
    const auto bytes = static_cast<uintptr_t>(array.bits / 8);
    if (bytes > 1 && reinterpret_cast<uintptr_t>(array.data) % bytes != 0)
        refuse_value(name + " are not aligned");
}

sort::KeyType key_type_of(const Array& keys) {
    using sort::KeyType;
    if (keys.bits == 32 || keys.bits == 64) {
        const bool wide = keys.bits == 64;
        if (keys.kind == 'u') return wide ? KeyType::u64 : KeyType::u32;
        if (keys.kind == 'i') return wide ? KeyType::i64 : KeyType::i32;
        if (keys.kind == 'f') return wide ? KeyType::f64 : KeyType::f32;
    }
    refuse_type("keys must be uint32, int32, float32, uint64, int64 or float64, not " + keys.type_name);
}

}  // namespace python
