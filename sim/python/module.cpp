// The extension module sweeplab._core: checks of arrays, and calls without the GIL. sweeplab/__init__.py is its face.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <limits>
#include <optional>

#include "sim/python/array.h"
#include "sim/python/pairs.h"
#include "sim/python/sorting.h"
#include "sort/core/memory_space.h"
#include "sort/device.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

[[noreturn]] void refuse_value(const std::string& why) { throw nb::value_error(why.c_str()); }

std::string place_name(int device) { return device == kHost ? "the host" : "cuda:" + std::to_string(device); }

sort::Stream stream_of(uintptr_t handle) { return reinterpret_cast<sort::Stream>(handle); }

void require_same_place(const Array& keys, int device, const char* what) {
    if (keys.device == device) return;
    throw nb::buffer_error(
        ("keys are on " + place_name(keys.device) + ", " + what + " on " + place_name(device)).c_str());
}

/// The sorter of a Repair: for keys of one type.
struct RepairSorter : Sorter {
    RepairSorter(int device, sort::KeyType type, bool long_values, size_t capacity, const std::string& engine)
        : Sorter(device, long_values ? sort::KeyType::u64 : type, capacity, engine),
          key_type(type),
          sorts_long_values(long_values || sort::size_of(type) == 8) {}

    sort::KeyType key_type;
    bool sorts_long_values;
};

/// How a call sorts, as its keywords say.
struct How {
    bool descending;
    std::optional<std::pair<int, int>> bits;
    nb::handle offsets;  // None: one segment
    uintptr_t stream;
    bool may_be_read_only;  // new memory of a library whose arrays do not change
};

/// The memory of a call's arrays while it runs.
struct Arguments {
    Array keys;
    std::optional<Array> values, offsets;
    Request request;
};

void add_values(Arguments& all, nb::handle values, bool may_be_read_only) {
    const Array& array = all.values.emplace(array_of(values, "values"));
    if ((array.bits != 32 && array.bits != 64) || array.kind == '?')
        throw nb::type_error(
            ("values must be integers or floats of 32 or 64 bits, not " + array.type_name).c_str());
    require_sortable(array, "values", may_be_read_only);
    require_same_place(all.keys, array.device, "values");
    if (array.length() != all.keys.length())
        refuse_value(std::to_string(all.keys.length()) + " keys, but " + std::to_string(array.length()) +
                     " values");
    all.request.values = array.data;
    all.request.value_bytes = array.bits / 8;
}

/// Borders on the host are looked at; on a device nobody looks.
void add_offsets(Arguments& all, nb::handle offsets) {
    const Array& array = all.offsets.emplace(array_of(offsets, "offsets"));
    if (array.bits != 32 || (array.kind != 'u' && array.kind != 'i'))
        throw nb::type_error(("offsets must be uint32 or int32, not " + array.type_name).c_str());
    require_sortable(array, "offsets", true);
    require_same_place(all.keys, array.device, "offsets");
    const int64_t count = array.length(), most = std::numeric_limits<uint32_t>::max();
    if (count < 2) refuse_value("offsets are the borders of at least one segment, so two numbers");
    if (count > most) refuse_value("more than 2^32 - 2 segments");
    const auto* borders = static_cast<const uint32_t*>(array.data);
    const auto* with_sign = reinterpret_cast<const int32_t*>(borders);
    const bool ascend = array.device != kHost ||
                        (array.kind == 'u' ? std::is_sorted(borders, borders + count)
                                           : *with_sign >= 0 && std::is_sorted(with_sign, with_sign + count));
    if (!ascend) refuse_value("offsets do not ascend from 0 on");
    all.request.offsets = borders;
    all.request.segments = static_cast<uint32_t>(count - 1);
}

Arguments arguments_of(nb::handle keys, nb::handle values, const How& how) {
    Arguments all{array_of(keys, "keys"), std::nullopt, std::nullopt, {}};
    Request& request = all.request;
    request.type = key_type_of(all.keys);
    require_sortable(all.keys, "keys", how.may_be_read_only);
    if (!values.is_none()) add_values(all, values, how.may_be_read_only);
    if (!how.offsets.is_none()) add_offsets(all, how.offsets);
    if (how.bits) {
        const bool real = request.type == sort::KeyType::f32 || request.type == sort::KeyType::f64;
        if (how.descending && real) refuse_value("bits of floating-point keys are sorted ascending only");
        if (how.bits->second < 0) refuse_value("bits end at " + std::to_string(how.bits->second));
        request.begin_bit = how.bits->first, request.end_bit = how.bits->second;
    }
    request.device = all.keys.device;
    request.keys = all.keys.data;
    request.count = static_cast<size_t>(all.keys.length());
    request.stream = stream_of(how.stream);
    request.descending = how.descending;
    return all;
}

void sort_arrays(nb::handle keys, nb::handle values, bool descending, std::optional<std::pair<int, int>> bits,
                 nb::handle offsets, uintptr_t stream, const std::string& engine, bool may_be_read_only) {
    const Arguments all = arguments_of(keys, values, {descending, bits, offsets, stream, may_be_read_only});
    const nb::gil_scoped_release released;
    sort_once(all.request, engine);
}

void sort_with(RepairSorter& sorter, nb::handle keys, nb::handle values, bool descending, uintptr_t stream,
               bool may_be_read_only) {
    const Arguments all =
        arguments_of(keys, values, {descending, std::nullopt, nb::none(), stream, may_be_read_only});
    if (all.request.type != sorter.key_type)
        throw nb::type_error(
            ("keys are " + all.keys.type_name + ", the order kept is of another type").c_str());
    if (all.request.value_bytes == 8 && !sorter.sorts_long_values)
        throw nb::type_error("values of 64 bits need a Repair that is made with values=\"uint64\"");
    require_same_place(all.keys, sorter.device(), "the order kept is");
    const nb::gil_scoped_release released;
    sorter.sort(all.request);
}

nb::dict report_of(const RepairSorter& sorter, uintptr_t stream) {
    sort::Report report;
    {
        const nb::gil_scoped_release released;
        report = sorter.report(stream_of(stream));
    }
    nb::dict its;
    its["path"] = sort::path_name(sorter.engine(), report.path);
    its["passes_run"] = report.passes_run;
    its["passes_skipped"] = report.passes_skipped;
    its["windows"] = report.windows;
    its["max_shift"] = report.max_shift;
    its["movers"] = report.movers;
    return its;
}

void make_pairs(Pairs* self, nb::handle boxes, uintptr_t stream, const std::string& broad_phase,
                const std::string& engine) {
    const Array array = array_of(boxes, "boxes");
    if (array.kind != 'f' || array.bits != 32)
        throw nb::type_error(("boxes must be float32, not " + array.type_name).c_str());
    const std::vector<int64_t>& shape = array.shape;
    const bool flat = shape.size() == 2 && shape[1] == 6;
    if (!flat && !(shape.size() == 3 && shape[1] == 2 && shape[2] == 3))
        refuse_value("boxes must have the shape (n, 6) or (n, 2, 3): least x, y, z and greatest x, y, z");
    if (!array.contiguous) refuse_value("boxes must be contiguous");
    if (array.device != kHost && reinterpret_cast<uintptr_t>(array.data) % alignof(sim::Box) != 0)
        refuse_value("boxes on a device must be aligned to 8 bytes");
    const nb::gil_scoped_release released;
    new (self) Pairs(array.device, static_cast<const sim::Box*>(array.data), static_cast<size_t>(shape[0]),
                     stream_of(stream), PairsChoice{broad_phase, engine});
}

void write_pairs(const Pairs& pairs, nb::handle to, uintptr_t stream) {
    const Array array = array_of(to, "pairs");
    const nb::gil_scoped_release released;
    pairs.write(static_cast<uint32_t*>(array.data), stream_of(stream));
}

sort::KeyType key_type_named(const std::string& name) {
    Array named;
    named.type_name = name;
    const size_t digits = name.find_first_of("0123456789");
    const std::string word = name.substr(0, digits);
    named.kind = word == "uint" ? 'u' : word == "int" ? 'i' : word == "float" ? 'f' : '?';
    if (digits != std::string::npos)
        named.bits = name.substr(digits) == "64" ? 64 : name.substr(digits) == "32" ? 32 : 0;
    return key_type_of(named);
}

/// Returns length and device of an array of one dimension.
std::pair<int64_t, int> description_of(nb::handle object) {
    const Array array = array_of(object, "keys");
    require_one_dimension(array, "keys");
    return {array.length(), array.device};
}

std::vector<std::string> engine_names() {
    std::vector<std::string> names;
    for (const sort::Engine& engine : sort::engines()) names.emplace_back(engine.name);
    return names;
}

}  // namespace
}  // namespace python

NB_MODULE(_core, module) {
    using namespace python;
    nb::register_exception_translator([](const std::exception_ptr& error, void*) {
        try {
            std::rethrow_exception(error);
        } catch (const sort::OverLimit& over) {
            PyErr_SetString(PyExc_MemoryError, over.what());
        }
    });
    module.def("sort", sort_arrays, "keys"_a.none(), "values"_a.none(), "descending"_a, "bits"_a.none(),
               "offsets"_a.none(), "stream"_a, "engine"_a, "may_be_read_only"_a);
    module.def("require_sortable",
               [](nb::handle keys) { require_sortable(array_of(keys, "keys"), "keys", false); });
    module.def("require_key_type", [](const std::string& name) { key_type_named(name); });
    module.def("describe", description_of, "array"_a.none());
    module.def("engines", engine_names);
    module.def(
        "why_no_cuda",
        [](int device) {
            std::string reason;
            sort::cuda_available(&reason, device);
            return reason;
        },
        "device"_a);
    module.def(
        "wait",
        [](int device, uintptr_t stream) {
            const nb::gil_scoped_release released;
            const sort::CurrentDevice on(device);
            wait_for(stream_of(stream));
        },
        "device"_a, "stream"_a);
    module.def("free_scratch", [] {
        const nb::gil_scoped_release released;
        free_scratch();
    });
    nb::class_<RepairSorter>(module, "Sorter")
        .def(
            "__init__",
            [](RepairSorter* self, int device, const std::string& type, bool long_values, size_t capacity,
               const std::string& engine) {
                const sort::KeyType key_type = key_type_named(type);
                const nb::gil_scoped_release released;
                new (self) RepairSorter(device, key_type, long_values, capacity, engine);
            },
            "device"_a, "dtype"_a, "long_values"_a, "capacity"_a, "engine"_a)
        .def("sort", sort_with, "keys"_a.none(), "values"_a.none(), "descending"_a, "stream"_a,
             "may_be_read_only"_a)
        .def(
            "wait_on",
            [](RepairSorter& self, uintptr_t stream) {
                self.wait_on(reinterpret_cast<sort::Stream>(stream));
            },
            "stream"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("report", report_of, "stream"_a)
        .def_prop_ro("engine", [](const RepairSorter& self) { return self.engine().name; })
        .def_prop_ro("nbytes", [](const RepairSorter& self) { return self.bytes(); });
    nb::class_<Pairs>(module, "Pairs")
        .def("__init__", make_pairs, "boxes"_a.none(), "stream"_a, "broad_phase"_a, "engine"_a)
        .def_prop_ro("count", &Pairs::count)
        .def("write", write_pairs, "to"_a, "stream"_a);
}
