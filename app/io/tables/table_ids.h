// Ids of a table's rows: which row is which item, in files of frames and of a start.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/io/tables/number_table.h"

namespace app {

/// Returns the column id, ids or particle_id, one per row; empty: there is none. Throws BadFile for a row whose id is no
/// whole number from 0 to 2^53.
std::vector<uint64_t> ids_of(const NumberTable& table, const std::string& path);

/// Throws BadFile for the first id that is there twice; `item` is what an index counts: "item", "row".
void require_own_ids(const std::vector<uint64_t>& ids, const std::string& path, const std::string& item);

}  // namespace app
