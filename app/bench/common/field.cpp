// A table rounds; a report and a CSV file have what was measured.
#include "app/bench/common/field.h"

#include "app/base/text/csv.h"

namespace app {
namespace {

void write_value(std::ostream& out, const Json& value) {
    if (value.is_string()) {
        out << csv_field(value.get<std::string>());
    } else if (value.is_number_float()) {
        out << value.get<double>();
    } else {
        out << value.get<uint64_t>();
    }
}

}  // namespace

std::string cell_text(const Json& value, const Unit& unit, bool measured) {
    if (value.is_null() || value == "") return "-";
    if (value.is_string()) return value;
    if (unit.count) return unit.count(value.get<uint64_t>());
    if (!measured) return "-";
    if (unit.text) return unit.text(value.get<double>());
    if (value.is_number_integer() && unit.scale == 1) return std::to_string(value.get<uint64_t>());
    return fixed_text(unit.scale * value.get<double>(), unit.decimals);
}

void write_csv_lines(std::ostream& out, const std::vector<std::string>& columns,
                     const std::vector<Json>& values, const Json& samples) {
    for (size_t i = 0; i < samples.size(); ++i) {
        const Json& sample = samples[i];
        for (size_t k = 0; k < columns.size(); ++k) {
            const bool last = k + 1 == columns.size();
            if (sample.is_object() && sample.contains(columns[k])) {
                write_value(out, sample[columns[k]]);
            } else if (sample.is_number() && last) {
                write_value(out, sample);
            } else if (columns[k] == "sample" || columns[k] == "run") {
                out << i;
            } else if (!values[k].is_null()) {
                write_value(out, values[k]);
            }
            out << (last ? '\n' : ',');
        }
    }
}

}  // namespace app
