#include "app/io/tables/state_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "app/base/errors.h"
#include "app/base/text/ending.h"
#include "app/io/npy.h"

namespace app {
namespace {

bool is_whole(const std::string& name) { return name == "id" || name == "shape"; }

/// The four bytes of a value, little endian.
uint32_t word_of(const std::string& name, double value) {
    return is_whole(name) ? uint32_t(value) : std::bit_cast<uint32_t>(float(value));
}

/// Adds one value to each of the columns from `first` on.
template <class... Values>
void add_row(NumberTable& table, size_t first, Values... values) {
    for (const double value : {double(values)...}) table.columns[first++].push_back(value);
}

void write_words(std::ostream& out, std::vector<uint32_t>& words, bool big_endian) {
    if (big_endian) {
        for (uint32_t& word : words) word = __builtin_bswap32(word);
    }
    out.write(reinterpret_cast<const char*>(words.data()), std::streamsize(words.size() * sizeof(uint32_t)));
}

/// Writes rows of some columns, big endian.
void write_vtk_rows(std::ostream& out, const NumberTable& table, std::span<const size_t> columns) {
    std::vector<uint32_t> words;
    words.reserve(table.rows() * columns.size());
    for (size_t row = 0; row < table.rows(); ++row) {
        for (const size_t column : columns)
            words.push_back(word_of(table.names[column], table.columns[column][row]));
    }
    write_words(out, words, true);
    out << '\n';
}

/// Writes the columns of a vector.
void write_vtk_vector(std::ostream& out, const NumberTable& table, const char* name, size_t first) {
    const size_t columns[] = {first, first + 1, first + 2};
    out << "VECTORS " << name << " float\n";
    write_vtk_rows(out, table, columns);
}

}  // namespace

NumberTable table_of_state(const sim::Snapshot& snapshot) {
    NumberTable table{{"id", "x", "y", "z", "radius", "vx", "vy", "vz", "mass"}, {}};
    const size_t first_turn = table.names.size();
    if (!snapshot.rotations.empty())
        for (const char* name : {"qw", "qx", "qy", "qz", "lx", "ly", "lz", "shape"})
            table.names.push_back(name);
    table.columns.resize(table.names.size());
    for (auto& column : table.columns) column.reserve(snapshot.bodies.size());
    for (size_t id = 0; id < snapshot.bodies.size(); ++id) {
        const sim::Body& body = snapshot.bodies[id];
        add_row(table, 0, id, body.position_m.x, body.position_m.y, body.position_m.z, body.radius_m,
                body.velocity_m_s.x, body.velocity_m_s.y, body.velocity_m_s.z, body.mass_kg);
        if (snapshot.rotations.empty()) continue;
        const sim::RotationState& turn = snapshot.rotations[id];
        add_row(table, first_turn, turn.orientation.w, turn.orientation.x, turn.orientation.y,
                turn.orientation.z, turn.momentum.x, turn.momentum.y, turn.momentum.z, turn.shape);
    }
    return table;
}

void write_state_npy(std::ostream& out, const NumberTable& table) {
    std::vector<uint32_t> words;
    words.reserve(table.rows() * table.columns.size());
    for (size_t row = 0; row < table.rows(); ++row) {
        for (size_t column = 0; column < table.columns.size(); ++column)
            words.push_back(word_of(table.names[column], table.columns[column][row]));
    }
    std::vector<NpyField> fields;
    for (const std::string& name : table.names) fields.push_back({name, is_whole(name) ? "<u4" : "<f4"});
    write_npy_records(out, fields, table.rows(), std::as_bytes(std::span(words)));
}

void write_state_vtk(std::ostream& out, const NumberTable& table, uint64_t steps) {
    const size_t rows = table.rows();
    out << "# vtk DataFile Version 3.0\nstate after " << steps << " steps\nBINARY\nDATASET POLYDATA\nPOINTS "
        << rows << " float\n";
    const size_t at = *table.find({"x"}), places[] = {at, at + 1, at + 2};
    write_vtk_rows(out, table, places);
    out << "VERTICES " << rows << ' ' << 2 * rows << '\n';
    std::vector<uint32_t> vertices;
    for (uint32_t i = 0; i < rows; ++i) vertices.insert(vertices.end(), {1, i});
    write_words(out, vertices, true);
    out << "\nPOINT_DATA " << rows << '\n';
    for (size_t column = 0; column < table.columns.size(); ++column) {
        const std::string& name = table.names[column];
        if (name == "x" || name == "vx" || name == "lx") {
            if (name != "x") write_vtk_vector(out, table, name == "vx" ? "velocity" : "momentum", column);
            column += 2;
            continue;
        }
        out << "SCALARS " << name << (is_whole(name) ? " unsigned_int" : " float")
            << " 1\nLOOKUP_TABLE default\n";
        write_vtk_rows(out, table, std::span(&column, 1));
    }
}

void require_state_name(const std::string& path) {
    if (!has_ending(path, ".npy") && !has_ending(path, ".vtk"))
        throw BadUsage("--save " + path + ": a name that ends in .npy or .vtk is expected");
}

StateFile::StateFile(const std::string& path)
    : vtk_((require_state_name(path), has_ending(path, ".vtk"))), file_(path) {}

void StateFile::write(const sim::Snapshot& snapshot) {
    const NumberTable table = table_of_state(snapshot);
    if (vtk_) {
        write_state_vtk(file_.stream(), table, snapshot.completed_steps);
    } else {
        write_state_npy(file_.stream(), table);
    }
}

}  // namespace app
