// D. Merrill, A. Grimshaw, "High performance and scalable radix sorting", PPL 2011, section 4, and its
// forerunner "Revisiting sorting for GPGPU stream architectures" of 2010: what is measured of whole sorts.
// Figures of both that say the same have the number of 2011.
#include "app/bench/papers/figures_merrill.h"

namespace app {
namespace {

const std::vector<Rival> kRivals = {
    {"multiscan", "multiscan"}, {"satish", "satish"}, {"cub-radix", "cub-radix"}, {"thrust", "thrust"}};

void rates_by_size(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(kRivals, result);
    const auto sizes = lab.sizes({12, 14, 16, 18, 20, 22, 24});
    for (const bool with_values : {true, false}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "Uniform keys, " + what, rivals, sizes, "uniform",
                                           with_values, Shown::mkeys_per_s, kNoOrderCheck));
        result.verdicts.push_back(faster(result.charts.back(), Shown::mkeys_per_s, "multiscan", "satish",
                                         with_values ? 3.7 : 2.8, with_values ? 3.7 : 2.8, what));
    }
}

void saturated(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    result.charts.push_back(over_rivals(lab, result, "Saturated rates, " + count_text(size) + " uniform keys",
                                        lab.present(kRivals, result), size, Shown::mkeys_per_s,
                                        kNoOrderCheck));
    const Chart& chart = result.charts.back();
    for (const std::string& series : {kKeysAlone, kPairs}) {
        result.verdicts.push_back(place_over(chart, series, "multiscan", "satish", 2,
                                             series == kPairs ? 3.8 : 2.9,
                                             "multiscan over satish, " + series));
    }
}

void digit_widths(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    result.charts.push_back(over_rivals(lab, result, "Digits of 1 to 5 bits, " + count_text(size) + " keys",
                                        lab.present(digit_rivals(), result), size, Shown::mkeys_per_s,
                                        kNoOrderCheck));
    const Chart& chart = result.charts.back();
    const auto four_over = [&](int bits, double high) {
        const std::string four = digit_label(4), other = digit_label(bits);
        result.verdicts.push_back(
            place_over(chart, kPairs, four, other, 1, high, four + " over " + other + ", pairs"));
    };
    four_over(1, 4);
    four_over(3, 1.33);
    four_over(5, 1.6);
}

void entropy(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const auto rivals =
        lab.present({{"multiscan", "multiscan"}, {"satish", "satish"}, {"cub-radix", "cub-radix"}}, result);
    const std::vector<std::string> inputs = {"uniform",   "entropy:2",  "entropy:3", "entropy:5",
                                             "entropy:8", "entropy:12", "zero"};
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(
            over_inputs(lab, result, "Less and less random keys, " + what + ", " + count_text(size), rivals,
                        size, inputs, with_values, Shown::mkeys_per_s, kNoOrderCheck));
        const Chart& chart = result.charts.back();
        result.verdicts.push_back(place_over(chart, "multiscan", "entropy:8", "uniform", 1, 1.11,
                                             "multiscan on entropy:8 over uniform, " + what));
    }
}

void bands(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const auto rivals =
        lab.present({{"multiscan", "multiscan"}, {"satish", "satish"}, {"cub-radix", "cub-radix"}}, result);
    const std::vector<std::string> inputs = {"uniform",      "banded:0-24", "banded:4-20", "banded:0-8",
                                             "banded:12-20", "banded:8-12", "zero"};
    result.charts.push_back(over_inputs(lab, result, "Keys that differ in a band only, " + count_text(size),
                                        rivals, size, inputs, false, Shown::mkeys_per_s, kNoOrderCheck));
    const Chart& chart = result.charts.back();
    result.verdicts.push_back(place_over(chart, "multiscan", "banded:0-8", "uniform", 2.6, 2.6,
                                         "multiscan on a band of 8 bits over uniform"));
    result.verdicts.push_back(place_over(chart, "multiscan", "zero", "uniform", 5.8, 5.8,
                                         "multiscan on equal keys, no pass does work, over uniform"));
}

void local_sorts(Lab& lab, FigureResult& result) {
    // A graph leaves out most of the launch, which would hide what the block does.
    const auto launch = lab.on_gpu() ? sort::Launch::graph : sort::Launch::stream;
    const auto rivals = lab.present({{"multiscan", "multiscan", {}, launch},
                                     {"bitonic", "multiscan", {.variant = "bitonic-local"}, launch}},
                                    result);
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "Sorted by one block, " + what, rivals,
                                           lab.sizes({6, 7, 8, 9, 10, 11, 12}), "uniform", with_values,
                                           Shown::mkeys_per_s, kNoOrderCheck));
        const Chart& chart = result.charts.back();
        const auto over = [&](const char* at) {
            return ratio(y_at(chart, "multiscan", at), y_at(chart, "bitonic", at));
        };
        result.verdicts.push_back(at_least("multiscan over bitonic, 256 " + what, over("256"), 1, 2.5));
        result.verdicts.push_back(at_least("multiscan over bitonic, 512 " + what, over("512"), 2.5, 2.5));
    }
}

}  // namespace

std::string digit_label(int bits) { return std::to_string(bits) + (bits == 1 ? " bit" : " bits"); }

std::vector<Rival> digit_rivals() {
    std::vector<Rival> rivals;
    for (int bits = 1; bits <= 5; ++bits) {
        rivals.push_back({digit_label(bits), "multiscan", {.digit_bits = bits}});
    }
    return rivals;
}

std::vector<PaperFigure> merrill_figures() {
    std::vector<PaperFigure> all = {
        {"merrill-t2", "merrill-9", "Merrill, Grimshaw 2011, table 2 (2010: figure 9)",
         "Saturated rates, keys alone and pairs",
         "Over CUDPP, which is Satish's sort, 2.0 to 2.9 times the keys per second "
         "and 2.0 to 3.8 times the pairs on eight GPUs from the 8800 GT to the GTX 480 "
         "(1005 million keys/s, 775 million pairs/s).",
         "satish takes the place of CUDPP 1.1. One device: this one.", saturated},
        {"merrill-10", "merrill-8", "Merrill, Grimshaw 2011, figure 10 (2010: figure 8)", "Rates by n",
         "On a GTX 285 with digits of 4 bits the rates rise smoothly to a plateau, "
         "3.7 times CUDPP's with pairs and 2.8 times with keys alone.",
         "Sizes are powers of two here, about 3000 random sizes in the paper.", rates_by_size},
        {"merrill-11", "", "Merrill, Grimshaw 2011, figure 11 (2010: figure 10)",
         "Rates by the width of a digit",
         "On a GTX 285 the saturated rate grows with the digit up to 4 bits and falls at 5, "
         "where scanning 32 bins costs more than the saved pass "
         "and the shared memory leaves fewer threads on a core.",
         "multiscan made for each width.", digit_widths},
        {"merrill-19", "", "Merrill, Grimshaw 2011, figure 19", "Less random keys",
         "Keys that are the AND of more and more random words sort up to 11 % faster "
         "with keys alone (GTX 285): not because less is moved, "
         "but because the exchange in shared memory has fewer bank conflicts.",
         "entropy:K is the AND of K words.", entropy},
        {"merrill-20", "", "Merrill, Grimshaw 2011, figure 20", "Keys that differ in few bits",
         "A pass in whose digit all keys agree is cut short and costs 83 % less: up to 5.8 times the rate, "
         "and 2.6 times for 32-bit keys that use 8 bits (GTX 285, keys alone), "
         "without knowing the band.",
         "Without the order check, which would end the sort of equal keys before the first pass.", bands},
        {"merrill-local", "merrill-18-2010", "Merrill, Grimshaw 2010, figure 18", "Small sorts in one block",
         "Inside one block the radix sort beats a bitonic network from 128 keys on "
         "and needs 2.5 times less work at 512 "
         "(GTX 285; work there is thread-cycles without reading and writing).",
         "Whole sorts launched as a graph, reading and writing included, instead of counted cycles.",
         local_sorts},
    };
    const auto work = merrill_work_figures();
    all.insert(all.begin() + 3, work.begin(), work.end());
    return all;
}

}  // namespace app
