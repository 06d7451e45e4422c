// `sweeplab pairs`: all overlapping pairs of the boxes of a file.
#include <chrono>
#include <cstdio>
#include <iostream>
#include <optional>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/cli/command.h"
#include "app/cli/option_flags.h"
#include "app/cli/resolve.h"
#include "app/io/boxes.h"
#include "app/io/npy.h"
#include "app/io/output_stream.h"

namespace app {
namespace {

struct PairsOptions : Options {
    std::string boxes_file;
    float inflate = 0;
};

void declare_flags(Flags& flags, PairsOptions& options) {
    flags.text("boxes", "BOXES.npy|MESH.obj",
               "NumPy array, float32 (N, 6): min x y z, max x y z; or a mesh, for the boxes of its triangles",
               options.boxes_file, Flags::Names::input);
    flags.text("-o,--output", "PAIRS.npy", "uint32 (M, 2), i < j, in order [prints `pairs M`]",
               options.output, Flags::Names::output);
    flags.read("--inflate", "R", "grows every box by R on each side [0]",
               [&options](const std::string& word) { options.inflate = parse_length("--inflate", word); });
    broad_phase_flag(flags, options);
    engine_flags(flags, options);
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

int run(const PairsOptions& options) {
    if (options.boxes_file.empty()) {
        throw BadUsage(
            "pairs: a file of boxes is expected: `sweeplab pairs BOXES.npy` or `sweeplab pairs MESH.obj`");
    }
    sim::PairsConfig config = resolve_engine(options);
    const std::unique_ptr<OutputStream> out = open_output(options.output);

    // Read, search, put in order, write: the shares of the time are those of ten million boxes on two cores.
    std::optional<TimedProgress> progress(options.quiet);
    const Clock::time_point start = Clock::now();
    std::vector<std::string> notes;
    std::vector<sim::Box> boxes = read_boxes(options.boxes_file, &notes);
    say_notes(notes, options.quiet);
    inflate(boxes, options.inflate);
    progress->reach(15);
    std::string why;
    if (config.broad_phase == sim::kAutoBroadPhase) {
        const sim::BroadPhaseChoice choice = sim::choose_broad_phase(boxes, config.backend);
        config.broad_phase = choice.name;
        why = "; " + choice.name + " chosen: " + choice.reason;
    }
    const auto search = sim::PairSearch::create(uint32_t(boxes.size()), config);
    search->set_boxes(boxes);
    progress->reach(25);
    const sim::PairsFound found = search->find();
    progress->reach(60);
    if (out) {
        const std::vector<uint32_t> pairs = search->pairs();
        progress->reach(85);
        write_npy(out->stream(), "<u4", {found.pairs, 2}, std::as_bytes(std::span(pairs)));
        out->commit();
    }
    progress.reset();
    if (!out) std::cout << "pairs " << found.pairs << '\n';
    if (!options.quiet) {
        const double rate = found.ms > 0 ? double(found.pairs) / found.ms * 1e-3 : 0;
        std::fprintf(stderr,
                     "%s, %s, %.3f ms, %.1f million pairs per second (%s, %s, %s%s); %.2f s with the files\n",
                     counted(boxes.size(), "box", "boxes").c_str(), counted(found.pairs, "pair").c_str(),
                     found.ms, rate, sort::name_of(config.backend), config.broad_phase.c_str(),
                     config.engine.c_str(), why.c_str(), seconds_since(start));
    }
    return 0;
}

const bool registered = add_command<PairsOptions>(
    {"pairs", 50, "Finds all overlapping pairs of boxes.",
     "  sweeplab pairs boxes.npy\n  sweeplab pairs mesh.obj --inflate 0.01 -o pairs.npy\n"},
    declare_flags, run);

}  // namespace
}  // namespace app
