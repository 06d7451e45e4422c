// `sweeplab pairs`: all overlapping pairs of the boxes of a file.
#include <chrono>
#include <cstdio>
#include <iostream>

#include "app/errors.h"
#include "app/interrupt.h"
#include "app/io/boxes.h"
#include "app/io/npy.h"
#include "app/io/output_stream.h"
#include "app/options.h"

namespace app {

int run_pairs(const Options& options) {
    if (options.boxes_file.empty()) {
        throw BadUsage(
            "pairs: a file of boxes is expected: `sweeplab pairs BOXES.npy` or `sweeplab pairs MESH.obj`");
    }
    const sim::PairsConfig config = resolve_engine(options);
    std::unique_ptr<OutputStream> out;
    if (!options.output.empty()) out = std::make_unique<OutputStream>(options.output);

    std::vector<sim::Box> boxes = read_boxes(options.boxes_file);
    inflate(boxes, options.inflate);
    const auto start = std::chrono::steady_clock::now();
    const std::vector<uint32_t> pairs = sim::find_pairs(boxes, config);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    throw_if_interrupted();

    const size_t count = pairs.size() / 2;
    if (out) {
        write_npy(out->stream(), "<u4", {count, 2}, std::as_bytes(std::span(pairs)));
        out->commit();
    } else {
        std::cout << "pairs " << count << '\n';
    }
    if (!options.quiet) {
        std::fprintf(stderr, "%zu boxes, %zu pairs, %.3f ms (%s, %s, %s)\n", boxes.size(), count,
                     took.count(), sort::name_of(config.backend), config.broad_phase.c_str(),
                     config.engine.c_str());
    }
    return 0;
}

}  // namespace app
