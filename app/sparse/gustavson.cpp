#include "app/sparse/gustavson.h"

#include <algorithm>

#include "app/base/interrupt.h"
#include "sort/base/host_memory.h"

namespace app {

SparseMatrix multiply_by_rows(const SparseMatrix& a, const SparseMatrix& b) {
    sort::require_host_memory("the check of a product needs",
                              uint64_t{b.columns} * 12 + (uint64_t{a.rows} + 1) * 8);
    SparseMatrix c;
    c.rows = a.rows;
    c.columns = b.columns;
    c.begin.assign(uint64_t{a.rows} + 1, 0);
    std::vector<double> sum(b.columns);
    std::vector<uint32_t> last_row(b.columns, UINT32_MAX);  // that wrote the sum; no row has this number
    std::vector<uint32_t> used;
    for (uint32_t row = 0; row < a.rows; ++row) {
        if (row % 1024 == 0) throw_if_interrupted();
        used.clear();
        for (uint64_t i = a.begin[row]; i < a.begin[row + 1]; ++i) {
            const uint32_t inner = a.column[i];
            for (uint64_t j = b.begin[inner]; j < b.begin[uint64_t{inner} + 1]; ++j) {
                const uint32_t column = b.column[j];
                const double product = a.values[i] * b.values[j];
                if (last_row[column] == row) {
                    sum[column] += product;
                } else {
                    last_row[column] = row;
                    sum[column] = product;
                    used.push_back(column);
                }
            }
        }
        std::sort(used.begin(), used.end());
        for (const uint32_t column : used) {
            c.column.push_back(column);
            c.values.push_back(sum[column]);
        }
        c.begin[uint64_t{row} + 1] = c.column.size();
    }
    return c;
}

}  // namespace app
