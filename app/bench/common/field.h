// Fields of a bench's rows: each is stated once, and gives a column of the table, a key of the JSON report and a
// column of the CSV file.
#pragma once
#include <algorithm>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <ostream>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "app/bench/common/table.h"
#include "sort/registry.h"

namespace app {

using Json = nlohmann::ordered_json;

/// How a table writes a number.
struct Unit {
    double scale = 1;
    int decimals = 0;                          // of the scaled number; whole numbers have none
    std::string (*text)(double) = nullptr;     // instead of both
    std::string (*count)(uint64_t) = nullptr;  // instead of both, for what identifies a row
};
inline constexpr Unit kMs{.text = ms_text}, kPercent{100, 1}, kCount{.count = count_text},
    kGrouped{.count = grouped};

/// Converts a value: an optional without one to null, a backend to its name.
template <class Value>
Json json_of(const Value& value) {
    if constexpr (requires { value.has_value(); }) {
        return value ? json_of(*value) : Json();
    } else if constexpr (std::is_same_v<Value, sort::Backend>) {
        return sort::name_of(value);
    } else {
        return value;
    }
}

/// Marks a key that the JSON report of a row does not have.
inline Json no_key() { return Json::value_t::discarded; }

/// Gives `value` of rows for which `has` is not zero, `other` for the others.
template <class Has, class Value>
auto value_if(Has has, Value value, Json other = Json()) {
    return [=](const auto& row) { return std::invoke(has, row) ? json_of(std::invoke(value, row)) : other; };
}

/// Asks `measured()` of rows that may be without samples.
template <class Row>
bool is_measured(const Row& row) {
    if constexpr (requires { row.measured(); }) return row.measured();
    return true;
}

/// One value of a row, by a member or a function of it.
template <class Row>
struct Field {
    /// A field of the JSON report only.
    template <class Value>
    Field(const char* its_key, Value value) : Field(Column(), its_key, value) {}
    /// A field of the table, unless the title is empty, and of the report, unless the key is.
    template <class Value>
    Field(Column its_column, const char* its_key, Value value, Unit its_unit = {})
        : column(std::move(its_column)),
          key(its_key),
          get([value](const Row& row) { return json_of(std::invoke(value, row)); }),
          unit(its_unit) {}
    /// A field of the CSV file only; stands before a field of the report with the same key.
    template <class Value>
    static Field of_csv(const char* key, Value value) {
        Field field(key, value);
        field.in_report = false;
        return field;
    }

    Column column;
    const char* key;
    std::function<Json(const Row&)> get;  // null: not known, "-" in the table
    Unit unit;
    bool in_report = true;
};

template <class Row>
using Fields = std::vector<Field<Row>>;

/// Writes the cell of a value: "-" for null, "" and, in a row that was not measured, numbers other than counts.
std::string cell_text(const Json& value, const Unit& unit, bool measured);

/// Counts the characters of the longest name: the width of its column.
template <class Items, class Name>
size_t widest(const Items& items, Name name) {
    size_t width = 0;
    for (const auto& item : items) width = std::max(width, std::string(std::invoke(name, item)).size());
    return width;
}

template <class Row>
std::vector<Column> columns_of(const Fields<Row>& fields) {
    std::vector<Column> columns;
    for (const Field<Row>& field : fields)
        if (!field.column.title.empty()) columns.push_back(field.column);
    return columns;
}

template <class Row>
std::vector<std::string> cells_of(const Fields<Row>& fields, const Row& row) {
    std::vector<std::string> cells;
    for (const Field<Row>& field : fields)
        if (!field.column.title.empty())
            cells.push_back(cell_text(field.get(row), field.unit, is_measured(row)));
    return cells;
}

template <class Row>
Json row_json(const Fields<Row>& fields, const Row& row) {
    Json json = Json::object();
    for (const Field<Row>& field : fields) {
        if (!field.in_report || !*field.key) continue;
        if (Json value = field.get(row); !value.is_discarded()) json[field.key] = std::move(value);
    }
    return json;
}

template <class Row>
Json rows_json(const Fields<Row>& fields, std::span<const Row> rows) {
    Json json = Json::array();
    for (const Row& row : rows) json.push_back(row_json(fields, row));
    return json;
}

/// Lists what a line of the CSV file holds; there is one per sample.
struct CsvForm {
    /// "kind,n,sample,ms": keys of samples that are objects, or of fields. The last column may be the sample itself;
    /// `sample` and `run` are its index. What a row does not have is left empty.
    const char* columns;
    const char* samples = "samples_ms";  // key of the field that has them
};

/// Writes a line per sample of one row, which has `values` for the columns, or null.
void write_csv_lines(std::ostream& out, const std::vector<std::string>& columns,
                     const std::vector<Json>& values, const Json& samples);

template <class Row>
void write_csv(std::ostream& out, const CsvForm& form, const Fields<Row>& fields, std::span<const Row> rows) {
    out << form.columns << '\n';
    const std::vector<std::string> columns = parse_list("columns", form.columns);
    for (const Row& row : rows) {
        const auto value = [&](const std::string& key) {
            for (const Field<Row>& field : fields)
                if (field.key == key) return field.get(row);
            return Json();
        };
        std::vector<Json> values;
        for (const std::string& column : columns) values.push_back(value(column));
        write_csv_lines(out, columns, values, value(form.samples));
    }
}

}  // namespace app
