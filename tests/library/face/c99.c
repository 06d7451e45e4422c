/* A program in C that sorts on the CPU and finds pairs. */
#include <stdio.h>
#include <string.h>
#include <sweeplab/sweeplab.h>

static int wrong(const char* what) {
    printf("c99: wrong: %s: %s\n", what, sweeplab_last_message());
    return 1;
}

int main(void) {
    double keys[] = {5, 2, 7, 2, 0};
    const double sorted[] = {0, 2, 2, 5, 7};
    uint32_t values[] = {0, 1, 2, 3, 4};
    const uint32_t order[] = {4, 1, 3, 0, 2};
    sweeplab_sorter_options options = sweeplab_sorter_defaults();
    sweeplab_sorter* sorter = NULL;
    options.engine = "cpu-radix";
    options.keys = SWEEPLAB_F64;
    if (sweeplab_sorter_create(5, &options, &sorter) != SWEEPLAB_OK) return wrong("create");
    if (sweeplab_sort_pairs(sorter, SWEEPLAB_F64, keys, values, 5, NULL, NULL) != SWEEPLAB_OK) return wrong("sort");
    if (memcmp(keys, sorted, sizeof keys) != 0) return wrong("keys");
    if (memcmp(values, order, sizeof values) != 0) return wrong("values");
    if (sweeplab_sort_keys(sorter, SWEEPLAB_F64, keys, 6, NULL, NULL) != SWEEPLAB_INVALID_ARGUMENT) return wrong("count");
    if (!strstr(sweeplab_last_message(), "6 pairs")) return wrong("message");
    sweeplab_sorter_destroy(sorter);

    const sweeplab_box boxes[] = {{{0, 0, 0}, {1, 1, 1}}, {{1, 0, 0}, {2, 1, 1}}, {{5, 5, 5}, {6, 6, 6}}};
    sweeplab_pair_finder_options on_cpu = sweeplab_pair_finder_defaults();
    uint32_t pairs[4] = {9, 9, 9, 9};
    size_t count = 0;
    on_cpu.backend = SWEEPLAB_CPU;
    if (sweeplab_overlapping_pairs(boxes, 3, &on_cpu, pairs, 2, &count) != SWEEPLAB_OK) return wrong("pairs");
    if (count != 1 || pairs[0] != 0 || pairs[1] != 1 || pairs[2] != 9) return wrong("which pairs");
    printf("c99: all right with sweeplab %s\n", sweeplab_version());
    return 0;
}
