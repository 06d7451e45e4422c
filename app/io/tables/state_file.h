// The state of a world as a table of named columns, for other programs: --save.
#pragma once
#include <memory>
#include <ostream>
#include <string>

#include "app/io/output_stream.h"
#include "app/io/tables/number_table.h"
#include "sim/world.h"

namespace app {

/// Returns a row per body, by id: id, x y z (m), radius (m), vx vy vz (m/s), mass (kg); where bodies rotate also qw qx qy
/// qz, lx ly lz (angular momentum, kg m2/s) and shape, its place among the scene's meshes. Each value is the state's, to
/// the bit.
NumberTable table_of_state(const sim::Snapshot& snapshot);

/// Writes such a table as one array of NumPy, whose records have the columns: whole numbers as uint32, others as float32.
void write_state_npy(std::ostream& out, const NumberTable& table);
/// Writes it as legacy VTK, BINARY: POINTS, a scalar per column, and vectors `velocity` and `momentum`.
void write_state_vtk(std::ostream& out, const NumberTable& table, uint64_t steps);

/// Throws BadUsage for a name that ends neither in .npy nor in .vtk.
void require_state_name(const std::string& path);

/// A file of one state. It appears whole or not at all.
class StateFile {
public:
    /// Opens it. Throws as require_state_name() and OutputStream.
    explicit StateFile(const std::string& path);

    void write(const sim::Snapshot& snapshot);
    void commit() { file_.commit(); }

private:
    bool vtk_;
    OutputStream file_;
};

}  // namespace app
