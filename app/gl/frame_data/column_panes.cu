// The columns of a search on the CUDA backend: its grid is in device memory.
#include "app/gl/frame_data/column_panes.h"
#include "sort/cuda/check.cuh"

namespace app {

static __global__ void make_column_panes_kernel(const sim::ColumnGrid* grid, ColumnPanes* out) {
    make_column_panes(grid, *out);
}

void make_column_panes_cuda(const sim::ColumnGrid* grid, ColumnPanes* out, sort::Stream stream) {
    make_column_panes_kernel<<<1, 1, 0, stream>>>(grid, out);
    sort::check_launch(stream);
}

}  // namespace app
