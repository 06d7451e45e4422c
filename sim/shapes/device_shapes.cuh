// Shapes in device memory.
#pragma once
#include "sim/shapes/prepare.h"
#include "sort/cuda/device_buffer.cuh"

namespace sim {

class DeviceShapes {
public:
    DeviceShapes() = default;
    /// Copies, and waits for it.
    explicit DeviceShapes(const std::vector<const Shape*>& shapes) {
        for (const Shape* shape : shapes) {
            const Shape& from = *shape;
            Arrays& to = arrays_.emplace_back();
            ShapeView view = from.view();
            view.field.cells = copy(from.cells, to.cells);
            view.points = copy(from.points, to.points);
            view.clusters = copy(from.clusters, to.clusters);
            view.box_points = copy(from.box_points, to.box_points);
            views_.push_back(view);
        }
    }

    /// With pointers to the device; the array itself is the host's.
    const std::vector<ShapeView>& views() const { return views_; }

private:
    struct Arrays {
        sort::DeviceBuffer<FieldCell> cells;
        sort::DeviceBuffer<Vec4> points, clusters, box_points;
    };

    template <class T>
    static const T* copy(const std::vector<T>& items, sort::DeviceBuffer<T>& to) {
        to = sort::DeviceBuffer<T>(items.size());
        sort::check(cudaMemcpy(to.data(), items.data(), items.size() * sizeof(T), cudaMemcpyHostToDevice));
        return to.data();
    }

    std::vector<Arrays> arrays_;
    std::vector<ShapeView> views_;
};

}  // namespace sim
