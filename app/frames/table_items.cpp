#include "app/frames/table_items.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/frames/box_items.h"
#include "app/io/tables/table_ids.h"
#include "sim/scene.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kDeviations = 3;  // of a splat, that its radius has

using Column = std::vector<double>;

/// The columns that make up items of one kind.
class ItemColumns {
public:
    ItemColumns(const NumberTable& table, std::optional<ItemKind> expected) : table_(table) {
        const bool unnamed = !table.names.empty() && table.names[0] == "0";
        for (const ItemKind one : {ItemKind::boxes, ItemKind::spheres, ItemKind::points, ItemKind::keys}) {
            if (expected && one != *expected) continue;
            if (unnamed ? take_unnamed(one) : take_named(one)) {
                kind = one;
                return;
            }
        }
    }

    std::optional<ItemKind> kind;
    std::vector<const Column*> parts;   // in the order of a row
    bool diameter = false;              // the last part is twice the radius
    std::vector<const Column*> scales;  // of splats, as logarithms

    double radius(size_t row) const {
        if (!scales.empty())
            return kDeviations *
                   std::exp(std::max({(*scales[0])[row], (*scales[1])[row], (*scales[2])[row]}));
        return (*parts[3])[row] * (diameter ? 0.5 : 1);
    }

private:
    bool take_unnamed(ItemKind one) {
        const size_t many = one == ItemKind::boxes     ? 6
                            : one == ItemKind::spheres ? 4
                            : one == ItemKind::points  ? 3
                                                       : 1;
        if (table_.columns.size() != many) return false;
        for (const Column& column : table_.columns) parts.push_back(&column);
        return true;
    }

    bool add(std::initializer_list<std::string_view> names, std::vector<const Column*>& to) {
        const auto found = table_.find(names);
        if (found) to.push_back(&table_.columns[*found]);
        return found.has_value();
    }

    bool take_named(ItemKind one) {
        parts.clear();
        scales.clear();
        if (one == ItemKind::keys) return add({"key", "keys"}, parts);
        if (one == ItemKind::boxes) return take_corners();
        if (!add({"x"}, parts) || !add({"y"}, parts) || !add({"z"}, parts)) return false;
        if (one == ItemKind::points) return true;
        if (add({"radius", "r", "radii"}, parts)) return true;
        diameter = add({"diameter"}, parts);
        return diameter || (add({"scale_0"}, scales) && add({"scale_1"}, scales) && add({"scale_2"}, scales));
    }

    bool take_corners() {
        for (const std::string end : {"min", "max"}) {
            for (const std::string axis : {"x", "y", "z"}) {
                const std::string names[] = {end + "_" + axis, axis + "_" + end, end + axis, axis + end};
                if (!add({names[0], names[1], names[2], names[3]}, parts)) return false;
            }
        }
        return true;
    }

    const NumberTable& table_;
};

void add_keys(const Column& column, const std::string& path, FrameItems& items) {
    items.type = sort::KeyType::f64;
    for (size_t i = 0; i < column.size(); ++i) {
        if (std::fabs(column[i]) > kWholeLimit && std::isfinite(column[i]) &&
            column[i] == std::floor(column[i]) && std::fabs(column[i]) < 2e19)
            throw BadFile(
                path + ": key " + std::to_string(i) +
                ": a whole number above 2^53; a .npy file of uint64 or int64 is expected for such keys");
    }
    items.keys.resize(column.size() * sizeof(double));
    if (!column.empty()) std::memcpy(items.keys.data(), column.data(), items.keys.size());
}

}  // namespace

FrameItems items_of_table(const NumberTable& table, const FrameForm& form, const std::string& path) {
    // The points of splats get their keys from the camera; their size does not matter.
    const ItemColumns columns(table, form.camera ? ItemKind::points : form.kind);
    if (!columns.kind)
        throw BadFile(
            path + ": columns " +
            join({table.names.begin(),
                  table.names.begin() + std::min<ptrdiff_t>(8, ptrdiff_t(table.names.size()))}) +
            "; " + (form.kind ? std::string(name_of(*form.kind)) + " expected, as frames.toml says: " : "") +
            "min_x, min_y, min_z, max_x, max_y, max_z of boxes, x, y, z and radius of spheres, x, y, z of "
            "points, or key expected");
    FrameItems items;
    items.kind = *columns.kind;
    const size_t rows = table.rows();
    if (rows > UINT32_MAX)
        throw sort::OverLimit(path + ": " + std::to_string(rows) + " items; the limit is 2^32 - 1");
    if (items.kind == ItemKind::keys) {
        add_keys(*columns.parts[0], path, items);
    } else {
        if (rows > sim::kMaxBodies)
            throw sort::OverLimit(path + ": " + std::to_string(rows) + " items; the limit is " +
                                  std::to_string(sim::kMaxBodies));
        items.boxes.reserve(rows);
        BoxItems to(items, path);
        for (size_t i = 0; i < rows; ++i) {
            const auto part = [&](size_t k) { return (*columns.parts[k])[i]; };
            if (items.kind == ItemKind::boxes) {
                to.add_box({part(0), part(1), part(2)}, {part(3), part(4), part(5)});
            } else {
                to.add_sphere({part(0), part(1), part(2)},
                              items.kind == ItemKind::points ? double(form.radius) : columns.radius(i));
            }
        }
    }
    items.ids = ids_of(table, path);
    return items;
}

}  // namespace app
