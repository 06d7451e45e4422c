// Shapes in device memory.
#pragma once
#include "sim/shapes/prepare.h"
#include "sort/cuda/device_buffer.cuh"

namespace sim {

class DeviceShapes {
public:
    /// Waits until it is copied.
    void add(const Shape& shape) {
        Arrays& to = arrays_.emplace_back();
        ShapeView view = shape.view();
        view.field.cells = nullptr;
        view.points = view.clusters = nullptr;
        view.box_points = copy(shape.box_points, to.box_points);
        view.packed = shape.search.field_view();
        view.packed.nodes = copy(shape.search.nodes, to.nodes);
        view.tree = shape.search.tree_view();
        view.tree.tops = copy(shape.search.tops, to.tops);
        view.tree.clusters = copy(shape.search.clusters, to.tree_clusters);
        view.tree.groups = copy(shape.search.groups, to.groups);
        view.tree.points = copy(shape.search.points, to.tree_points);
        sort::check(cudaStreamSynchronize(nullptr));
        views_.push_back(view);
    }

    uint64_t bytes() const { return bytes_; }

    /// Returns the views, with pointers to the device; the array itself is on the host.
    const std::vector<ShapeView>& views() const { return views_; }

private:
    struct Arrays {
        sort::DeviceBuffer<Vec4> box_points;
        sort::DeviceBuffer<int16_t> nodes;
        sort::DeviceBuffer<SphereBlock> tops, tree_clusters, groups, tree_points;
    };

    template <class T>
    const T* copy(const std::vector<T>& items, sort::DeviceBuffer<T>& to) {
        to = sort::DeviceBuffer<T>(items.size());
        bytes_ += items.size() * sizeof(T);
        sort::check(cudaMemcpy(to.data(), items.data(), items.size() * sizeof(T), cudaMemcpyHostToDevice));
        return to.data();
    }

    std::vector<Arrays> arrays_;
    std::vector<ShapeView> views_;
    uint64_t bytes_ = 0;
};

}  // namespace sim
