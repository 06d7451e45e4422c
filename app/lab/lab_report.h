// A verdict as text, JSON and a row of a table.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <ostream>

#include "app/lab/lab_check.h"

namespace app {

void print_verdict(std::ostream& out, const LabFolder& folder, const LabVerdict& verdict);
nlohmann::ordered_json verdict_json(const LabFolder& folder, const LabVerdict& verdict);

/// A folder of many, checked.
struct Graded {
    std::string folder, lab, verdict, reason;
    std::string seed;  // "-": the folder cannot be read
};
Graded graded(const LabFolder& folder, const LabVerdict& verdict);

void print_grades(std::ostream& out, const std::vector<Graded>& rows);
void write_grades_csv(std::ostream& out, const std::vector<Graded>& rows);

}  // namespace app
