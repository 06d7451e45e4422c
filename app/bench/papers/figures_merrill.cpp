// D. Merrill, A. Grimshaw, "High performance and scalable radix sorting", PPL 2011, section 4, and its
// forerunner "Revisiting sorting for GPGPU stream architectures" of 2010: what is measured of whole sorts.
// Figures of both that say the same have the number of 2011.
#include <span>

#include "app/bench/papers/figures_merrill.h"

namespace app {
namespace {

const SizeRange kSaturated = {1 << 24, HUGE_VAL};
constexpr uint32_t kSmooth = 1 << 18;  // n from which rates are compared with their neighbours

const std::vector<Rival>& rivals_of_rates() {
    static const std::vector<Rival> rivals = {{"multiscan", "multiscan"},
                                              paper_rival("cudpp"),
                                              {"cub-radix", "cub-radix"},
                                              {"thrust", "thrust"},
                                              paper_rival("chhugani")};
    return rivals;
}

/// The middle change of the rate from one n to the next, as a share; none with fewer than three.
std::optional<double> roughness(const Chart& chart, const std::string& series) {
    const std::vector<ClaimRow> rows = rows_of(chart, series);
    std::vector<double> changes;
    for (size_t i = 1; i < rows.size(); ++i) {
        if (rows[i - 1].n >= kSmooth)
            changes.push_back(std::fabs(std::log(rows[i].value / rows[i - 1].value)));
    }
    if (changes.size() < 3) return std::nullopt;
    return sort::median(changes);
}

/// The claim that one series is smoother than the other; explained by both.
std::vector<ClaimRow> smoother_rows(const Chart& chart, const std::string& a, const std::string& b) {
    const auto of_a = roughness(chart, a), of_b = roughness(chart, b);
    if (!of_a || !of_b) return {};
    return one_row(ratio(of_b, of_a), "from " + count_text(kSmooth) + " keys on the rate of " + a +
                                          " changes by " + short_number(*of_a) +
                                          " from one n to the next, that of " + b + " by " +
                                          short_number(*of_b));
}

void rates_by_size(Lab& lab, FigureResult& result) {
    const auto rivals = lab.present(rivals_of_rates(), result);
    const auto sizes = lab.random_sizes({12, 14, 16, 18, 20, 22, 24});
    const bool random = lab.config().random_sizes > 0;
    if (!random) result.note("powers of two; --random-sizes N draws n at random, as the paper did");
    const Rival cudpp = paper_rival("cudpp");
    for (const bool with_values : {true, false}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(over_sizes(lab, result, "Uniform keys, " + what, rivals, sizes, "uniform",
                                           with_values, Shown::mkeys_per_s, kNoOrderCheck));
        const Chart& chart = result.charts.back();
        const double times = with_values ? 3.7 : 2.8;
        // The last power of two before 16 million holds nearly all random n of the plateau.
        const SizeRange plateau = {static_cast<double>(random ? 1 << 23 : 1 << 24), HUGE_VAL};
        result.verdicts.push_back(judge(
            {"multiscan over " + named(cudpp) + ", " + what, gain(times, times), plateau, Judged::average},
            gain_rows(chart, "multiscan", cudpp.label)));
        result.verdicts.push_back(
            judge({"change of the rate from n to n, " + named(cudpp) + " over multiscan, " + what,
                   gain("multiscan is smoother")},
                  random ? smoother_rows(chart, "multiscan", cudpp.label) : std::vector<ClaimRow>{}));
    }
}

void saturated(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    result.charts.push_back(over_rivals(lab, result, "Saturated rates, " + count_text(size) + " uniform keys",
                                        lab.present(rivals_of_rates(), result), size, Shown::mkeys_per_s,
                                        kNoOrderCheck));
    const Chart& chart = result.charts.back();
    const auto over = [&](const Rival& rival, const std::string& series, double low, double high) {
        result.verdicts.push_back(
            judge({"multiscan over " + named(rival) + ", " + series, gain(low, high), kSaturated},
                  place_rows(chart, series, "multiscan", rival.label, size)));
    };
    over(paper_rival("cudpp"), kKeysAlone, 2, 2.9);
    over(paper_rival("cudpp"), kPairs, 2, 3.8);
    over(paper_rival("chhugani"), kKeysAlone, 1.07, 7.3);
}

void digit_widths(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    std::vector<Rival> wanted = digit_rivals();
    const Rival cudpp = paper_rival("cudpp");
    const Rival plain = {
        "2 bits, separate flags", "multiscan", {.digit_bits = 2, .variant = "separate-flags"}};
    if (lacking(plain).empty()) wanted.insert(wanted.end(), {plain, cudpp});
    result.charts.push_back(over_rivals(lab, result, "Digits of 1 to 5 bits, " + count_text(size) + " keys",
                                        lab.present(wanted, result), size, Shown::mkeys_per_s,
                                        kNoOrderCheck));
    const Chart& chart = result.charts.back();
    const auto over = [&](const std::string& one, const Rival& other, const Bound& bound) {
        result.verdicts.push_back(judge({one + " over " + named(other) + ", pairs", bound, kSaturated},
                                        place_rows(chart, kPairs, one, other.label, size)));
    };
    over(digit_label(4), digit_rivals()[0], gain("faster with each bit up to 4"));
    over(digit_label(4), digit_rivals()[2], gain("faster with each bit up to 4"));
    over(digit_label(4), digit_rivals()[4], gain("slower again with 5 bits"));
    if (lacking(plain).empty()) {
        over(plain.label, cudpp, gain(1.8, 1.8));
    } else {
        result.verdicts.push_back(
            not_tested(Claim{plain.label + " over " + named(cudpp) + ", pairs", gain(1.8, 1.8), kSaturated},
                       lacking(plain)));
    }
}

/// A claim on one kind of keys over another, multiscan alone.
void kinds_claim(FigureResult& result, const Chart& chart, const std::string& kind, const Bound& bound,
                 const std::string& what, uint32_t size) {
    result.verdicts.push_back(
        judge({what, bound, kSaturated}, place_rows(chart, "multiscan", kind, "uniform", size)));
}

const std::vector<Rival> kRivalsOfKinds = {
    {"multiscan", "multiscan"}, {"satish", "satish"}, {"cub-radix", "cub-radix"}};

void entropy(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const auto rivals = lab.present(kRivalsOfKinds, result);
    constexpr int kWords[] = {2, 3, 5, 8, 12};
    std::vector<std::string> inputs = {"uniform"};
    for (const int words : kWords) inputs.push_back("entropy:" + std::to_string(words));
    inputs.push_back("zero");
    for (const bool with_values : {false, true}) {
        const std::string what = with_values ? "pairs" : "keys alone";
        result.charts.push_back(
            over_inputs(lab, result, "Less and less random keys, " + what + ", " + count_text(size), rivals,
                        size, inputs, with_values, Shown::mkeys_per_s, kNoOrderCheck));
        if (with_values) continue;  // the paper's number is of keys alone
        std::vector<ClaimRow> rows;
        for (const int words : size >= kSaturated.first ? std::span(kWords) : std::span<const int>{}) {
            for (const ClaimRow& row : place_rows(result.charts.back(), "multiscan",
                                                  "entropy:" + std::to_string(words), "uniform", words))
                rows.push_back(row);
        }
        result.verdicts.push_back(judge({"multiscan on the AND of random words over uniform, " + what,
                                         gain(1, 1.11),
                                         {2, HUGE_VAL, "words"}},
                                        rows));
    }
}

void bands(Lab& lab, FigureResult& result) {
    const uint32_t size = lab.size(24);
    const std::vector<std::string> inputs = {"uniform",      "banded:0-24", "banded:4-20", "banded:0-8",
                                             "banded:12-20", "banded:8-12", "zero"};
    result.charts.push_back(over_inputs(lab, result, "Keys that differ in a band only, " + count_text(size),
                                        lab.present(kRivalsOfKinds, result), size, inputs, false,
                                        Shown::mkeys_per_s, kNoOrderCheck));
    const Chart& chart = result.charts.back();
    kinds_claim(result, chart, "banded:0-8", gain(2.6, 2.6), "multiscan on a band of 8 bits over uniform",
                size);
    kinds_claim(result, chart, "zero", gain(5.8, 5.8),
                "multiscan on equal keys, no pass does work, over uniform", size);
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
        if (with_values) continue;  // the paper sorts keys alone
        const Chart& chart = result.charts.back();
        const auto over_bitonic = [&](double n, const Bound& bound) {
            const std::string at = count_text(static_cast<uint64_t>(n));
            const Claim claim = {
                "multiscan over bitonic, time in place of thread-cycles, n = " + at, bound, {n, n}};
            result.verdicts.push_back(filled_up(chart, "multiscan", n)
                                          ? not_tested(claim, "a block of that size: " + at +
                                                                  " keys take the time of twice as many")
                                          : judge(claim, gain_rows(chart, "multiscan", "bitonic")));
        };
        over_bitonic(256, gain("faster with more than 128 keys"));
        over_bitonic(512, gain(2.5, 2.5));
    }
}

}  // namespace

bool filled_up(const Chart& rates, const std::string& series, double n) {
    const auto text = [](double keys) { return count_text(static_cast<uint64_t>(keys)); };
    const auto gain = ratio(y_at(rates, series, text(2 * n)), y_at(rates, series, text(n)));
    return gain && *gain > 1.9;
}

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
         "Over CUDPP 1.1, which is Satish's sort, 2.0 to 2.9 times the keys per second "
         "and 2.0 to 3.8 times the pairs on eight GPUs from the 8800 GT to the GTX 480 "
         "(1005 million keys/s, 775 million pairs/s). All of them beat the fastest CPU sort of a quad-core Q9550, "
         "138 million keys/s.",
         "One device: this one, with at least 16Mi keys.", saturated},
        {"merrill-10", "merrill-8", "Merrill, Grimshaw 2011, figure 10 (2010: figure 8)", "Rates by n",
         "On a GTX 285 with digits of 4 bits the rates rise smoothly to a plateau, "
         "3.7 times CUDPP's with pairs and 2.8 times with keys alone.",
         "About 3000 random n in the paper; here powers of two, or as many random n as --random-sizes says.",
         rates_by_size},
        {"merrill-11", "", "Merrill, Grimshaw 2011, figure 11 (2010: figure 10)",
         "Rates by the width of a digit",
         "On a GTX 285 the saturated rate grows with the digit up to 4 bits and falls at 5, "
         "where scanning 32 bins costs more than the saved pass "
         "and the shared memory leaves fewer threads on a core. "
         "Without composite flags 2 bits would still reach 1.8 times CUDPP's rate (2010, section 6).",
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
         "Inside one block the radix sort beats a bitonic network with more than 128 keys "
         "(tested at 256, its own block) "
         "and needs 2.5 times less work at 512 "
         "(GTX 285; work there is thread-cycles without reading and writing).",
         "Whole sorts launched as a graph, reading and writing included, instead of counted cycles. "
         "No verdict is taken where n keys take the time of 2 n: then a larger block was filled up.",
         local_sorts},
    };
    const auto work = merrill_work_figures();
    all.insert(all.begin() + 3, work.begin(), work.end());
    return all;
}

}  // namespace app
