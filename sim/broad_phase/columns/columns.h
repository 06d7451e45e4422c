// Sweep and prune inside columns: cut the plane across the sort axis into columns as wide as the boxes, sort
// by (column, place along the axis), and let each box walk forward in its own column and in those that it
// reaches. One sort, whatever the sizes: boxes of like size form a level with columns of their own.
//
// Home columns and their neighbours, after the uniform grids of GPU particle systems; unlike the
// grid's cells, a column is not cut along the axis: the sorted order does that, exactly. Entering each box
// into every column that it covers, as Liu, Harada, Lee and Kim 2010 do, would need more keys.
//
// n boxes, t tests, p pairs: sort of n pairs with keys of 8 to 32 bits, 24 n bytes measured, 32 n for the
// keys, 68 n gathered, 36 t read (mostly from cache). Bodies take the sorted order as their slots. Of
// spheres, on a device, 56 n for the keys, which move the bodies, 8 n gathered, 20 t read.
#pragma once
#include <algorithm>
#include <type_traits>

#include "sim/broad_phase/columns/gather.h"
#include "sim/broad_phase/columns/plan.h"
#include "sim/exec/work.h"
#include "sim/math/atomic.h"
#include "sim/math/moving.h"

namespace sim {

/// Finds the pairs, and lists them in sorted order of the box that finds them or notes the contacts. On each
/// backend its own.
template <class Exec>
class ColumnsWalk;  // with its type Noted: what it notes contacts from

/// Raises `most` if need be. Nearly never: so look first.
HOST_DEVICE inline void raise_span(uint32_t* most, uint32_t span) {
    if (span > peek(most)) raise_to(most, span);
}

template <class Exec>
class Columns : public BroadPhase<Exec> {
public:
    static constexpr BroadPhaseEntry kEntry = {
        "columns",
        "sorts the boxes by column and place, and walks forward in the columns that a box reaches"};

    Columns(uint32_t capacity, const BroadPhaseConfig& config)
        : sorter_(sort::make_sorter(*config.engine, capacity, config.engine_config)),
          keys_(capacity),
          order_(capacity),
          boxes_(config.of_spheres && !kBoxesOfSpheres ? 0 : capacity),
          first_(size_t(capacity) + 1),
          measure_(1),
          planned_(1),
          grid_(1),
          walk_(capacity),
          sorter_bytes_(config.engine->bytes(capacity, config.engine_config)) {}

    void prepare(Exec& exec, uint32_t) override {
        BoxMeasure* measure = measure_.data();
        ColumnGrid *planned = planned_.data(), *grid = grid_.data();
        exec.each("prepare", 1, 0, [=] HOST_DEVICE(uint32_t) {
            *measure = {};
            planned->axis = grid->axis = 0;
            planned->levels = grid->levels = 0;  // no plan
            planned->columns = grid->columns = 0;
            for (GridRange& range : planned->range) range = {};
        });
    }
    void begin_spheres(Exec& exec, const BoxInput& input) override;
    void sort_moving(Exec& exec, const MovingBodies& bodies, uint32_t count, Status* status) override;
    void sort_boxes(Exec& exec, const BoxInput& input, Status* status) override;
    void list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) override;
    bool notes_contacts() const override { return true; }
    BoxMeasure* measure() override { return measure_.data(); }
    void note_contacts(Exec& exec, const BoxInput& input, const ContactTable& notes) override;

    const uint32_t* order() const override { return order_.data(); }
    const uint32_t* keys() const override { return keys_.data(); }
    const ColumnGrid* column_grid() const override { return grid_.data(); }
    uint32_t longest_scan() const override { return 0; }
    size_t bytes() const override {
        return keys_.bytes() + order_.bytes() + boxes_.bytes() + first_.bytes() + measure_.bytes() +
               planned_.bytes() + grid_.bytes() + walk_.bytes() + sorter_bytes_;
    }

    /// Parts of sort_boxes(). Public because nvcc refuses their lambdas in private functions.
    void plan(Exec& exec, const BoxInput& input);
    template <class Source>
    void make_keys(Exec& exec, uint32_t count, const Source& source, uint32_t bytes_each, Status* begins);

private:
    /// True if the walk of spheres, too, reads boxes that gather() has written.
    static constexpr bool kBoxesOfSpheres = std::is_same_v<typename ColumnsWalk<Exec>::Noted, SortedBoxes>;

    void view(const BoxInput& input, ColumnsView<SortedBoxes>& view) const;
    void view(const BoxInput& input, ColumnsView<SortedSpheres>& view) const;
    void gather(Exec& exec, const BoxInput& input, ColumnBox* boxes, Status* status);

    std::unique_ptr<sort::Sorter> sorter_;
    typename Exec::template Array<uint32_t> keys_, order_;
    typename Exec::template Array<ColumnBox> boxes_;
    typename Exec::template Array<uint32_t> first_;  // of each slice of keys, in sorted order
    typename Exec::template Array<BoxMeasure> measure_;
    typename Exec::template Array<ColumnGrid> planned_;  // by which the next keys are made
    typename Exec::template Array<ColumnGrid> grid_;     // of the last search
    ColumnsWalk<Exec> walk_;
    size_t sorter_bytes_;
};

template <class Exec>
void Columns<Exec>::begin_spheres(Exec& exec, const BoxInput& input) {
    if (input.count > 0) plan(exec, input);
}

template <class Exec>
void Columns<Exec>::sort_boxes(Exec& exec, const BoxInput& input, Status* status) {
    if (input.count == 0) return;
    // lesson: columns/sort
    plan(exec, input);
    make_keys(exec, input.count, input, sizeof(Box), nullptr);
    exec.sort("sort", *sorter_, {keys_.data(), order_.data(), input.count}, &status->reports[0]);
    // lesson end
}

template <class Exec>
void Columns<Exec>::sort_moving(Exec& exec, const MovingBodies& bodies, uint32_t count, Status* status) {
    if (count == 0) return;
    make_keys(exec, count, bodies, kMovingBytes, status);
    exec.sort("sort", *sorter_, {keys_.data(), order_.data(), count}, &status->reports[0]);
}

template <class Exec>
void Columns<Exec>::gather(Exec& exec, const BoxInput& input, ColumnBox* boxes, Status* status) {
    gather_columns(exec, input,
                   {planned_.data(), grid_.data(), keys_.data(), order_.data(), boxes, first_.data(),
                    &status->counters});
}

template <class Exec>
void Columns<Exec>::view(const BoxInput& input, ColumnsView<SortedBoxes>& view) const {
    view = {grid_.data(), {boxes_.data()}, keys_.data(), first_.data(), input.count};
}

template <class Exec>
void Columns<Exec>::view(const BoxInput& input, ColumnsView<SortedSpheres>& view) const {
    view = {grid_.data(), {input.spheres, keys_.data()}, keys_.data(), first_.data(), input.count};
}

template <class Exec>
void Columns<Exec>::list_pairs(Exec& exec, const BoxInput& input, const PairOutput& output) {
    if (input.count == 0) return;
    if (input.boxes) {
        gather(exec, input, boxes_.data(), output.status);
        ColumnsView<SortedBoxes> sorted;
        view(input, sorted);
        walk_.list(exec, sorted, output);
    } else {  // note_contacts() has gathered
        ColumnsView<typename ColumnsWalk<Exec>::Noted> sorted;
        view(input, sorted);
        walk_.list(exec, sorted, output);
    }
}

template <class Exec>
void Columns<Exec>::note_contacts(Exec& exec, const BoxInput& input, const ContactTable& notes) {
    if (input.count == 0) return;
    gather(exec, input, kBoxesOfSpheres ? boxes_.data() : nullptr, notes.status);
    ColumnsView<typename ColumnsWalk<Exec>::Noted> sorted;
    view(input, sorted);
    walk_.note(exec, sorted, {input, measure_.data(), planned_.data()}, notes);
}

template <class Exec>
void Columns<Exec>::plan(Exec& exec, const BoxInput& input) {
    measure_boxes(exec, "plan/measure", input.count, input.bytes_each(), input.frame, measure_.data(),
                  [=] HOST_DEVICE(uint32_t i) { return input.box(i); });
    plan_columns(exec, "plan", {input, measure_.data(), planned_.data()});
}

/// Makes the keys of the boxes of a source; the measure, which has been used, gets empty. `begins`: a status to
/// begin on the way, or null.
template <class Exec>
template <class Source>
void Columns<Exec>::make_keys(Exec& exec, uint32_t count, const Source& source, uint32_t bytes_each,
                              Status* begins) {
    ColumnGrid* grid = planned_.data();
    BoxMeasure* measure = measure_.data();
    exec.each_reduced("keys", count, bytes_each + 8, MakeKeys{keys_.data(), order_.data(), &grid->descents},
                      [=] HOST_DEVICE(uint32_t i) {
                          if (i == 0) *measure = {};
                          if (i == 0 && begins) begin_status(begins);
                          // By the box as it is, here as everywhere: sides that are NaN have no longest one
                          // whatever their order, and a box must not have two levels.
                          const Box own = source.box(i), box = turned(own, grid->axis);
                          // lesson: columns/keys
                          ColumnLevel& level = grid->level[level_of(*grid, own)];
                          const Steps steps = LevelSteps<Exec>::of(level, box);
                          raise_span(&level.span.u, steps.u_max - steps.u_min);
                          raise_span(&level.span.v, steps.v_max - steps.v_min);
                          raise_span(&level.span.along, steps.along_max - steps.along_min);
                          return level.key_of(column_of(level, steps.u_min, steps.v_min)) + steps.along_min;
                          // lesson end
                      });
}

}  // namespace sim
