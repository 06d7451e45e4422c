#include "app/io/tables/table_ids.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "app/base/errors.h"

namespace app {

std::vector<uint64_t> ids_of(const NumberTable& table, const std::string& path) {
    std::vector<uint64_t> ids;
    const auto column = table.find({"id", "ids", "particle_id"});
    if (!column) return ids;
    for (const double id : table.columns[*column]) {
        if (!(id >= 0) || id > kWholeLimit || id != std::floor(id))
            throw BadFile(path + ": id of item " + std::to_string(ids.size()) +
                          ": a whole number from 0 to 2^53 expected");
        ids.push_back(uint64_t(id));
    }
    return ids;
}

void require_own_ids(const std::vector<uint64_t>& ids, const std::string& path, const std::string& item) {
    std::vector<size_t> order(ids.size());
    std::iota(order.begin(), order.end(), size_t(0));
    std::sort(order.begin(), order.end(),
              [&](size_t a, size_t b) { return ids[a] != ids[b] ? ids[a] < ids[b] : a < b; });
    std::optional<size_t> second;
    for (size_t i = 1; i < order.size(); ++i) {
        if (ids[order[i]] == ids[order[i - 1]] && (!second || order[i] < order[*second])) second = i;
    }
    if (second)
        throw BadFile(path + ": the id " + std::to_string(ids[order[*second]]) + " of " + item + " " +
                      std::to_string(order[*second]) + " is that of " + item + " " +
                      std::to_string(order[*second - 1]) + ", too; an id per " + item + " expected");
}

}  // namespace app
