// `sweeplab bench papers`: makes the tables and figures of the papers on this machine and writes one report,
// whole or not at all.
#include "app/bench/papers/papers.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <iostream>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/interrupt_message.h"
#include "app/base/machine.h"
#include "app/base/numbers.h"
#include "app/base/progress.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/bench/paper_report/report_folder.h"
#include "app/bench/paper_report/report_html.h"
#include "app/bench/paper_report/report_json.h"
#include "app/bench/paper_report/verdict_table.h"
#include "app/bench/papers/figure_lab.h"
#include "app/cli/resolve.h"
#include "build_info.h"
#include "sort/base/errors.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kFewestKeys = 64, kMostKeys = uint64_t{1} << 27;
constexpr uint64_t kHostBytesAKey = 160;  // inputs with their order, and the results of up to ten rivals
constexpr uint32_t kMostRandomSizes = 10000;
constexpr const char* kDefaultFolder = "papers-report";
constexpr double kQuickScenes = 0.25;  // bodies and steps of a quick report's scenes, of a whole report's

std::vector<std::string> all_ids() {
    std::vector<std::string> ids;
    for (const PaperFigure& figure : figures()) ids.push_back(figure.id);
    return ids;
}

void print_list(std::ostream& out) {
    size_t widest = 0;
    for (const PaperFigure& figure : figures()) widest = std::max(widest, std::strlen(figure.id));
    for (const PaperFigure& figure : figures()) {
        const std::string paper = *figure.paper ? std::string(" (") + figure.paper + ")" : "";
        out << list_line(figure.id + std::string(widest + 2 - std::strlen(figure.id), ' '),
                         figure.title + paper);
    }
}

std::vector<const PaperFigure*> chosen_figures(const std::string& words) {
    std::vector<const PaperFigure*> chosen;
    if (words.empty()) {
        for (const PaperFigure& figure : figures()) chosen.push_back(&figure);
        return chosen;
    }
    for (const std::string& word : parse_list("--figure", words)) {
        const PaperFigure* figure = find_figure(word);
        if (!figure) throw BadUsage(unknown_name("figure", word, all_ids()));
        if (std::find(chosen.begin(), chosen.end(), figure) == chosen.end()) chosen.push_back(figure);
    }
    return chosen;
}

/// A file that nothing would read is a mistake.
void check_matrix_is_used(const PapersOptions& options, const std::vector<const PaperFigure*>& chosen) {
    const auto takes_matrix = [](const PaperFigure* figure) { return figure->takes_matrix; };
    if (options.matrices.empty() || std::any_of(chosen.begin(), chosen.end(), takes_matrix)) return;
    std::vector<std::string> takers;
    for (const PaperFigure& figure : figures()) {
        if (figure.takes_matrix) takers.push_back(figure.id);
    }
    throw BadUsage("--matrix: none of the chosen figures uses it, only " + join(takers));
}

/// The largest n of all figures, checked.
uint32_t most_keys(const PapersOptions& options, bool cuda) {
    const uint64_t usual =
        cuda ? (options.quick ? 1u << 22 : 1u << 24) : (options.quick ? 1u << 16 : 1u << 20);
    const uint64_t most = options.count.value_or(usual);
    if (most < kFewestKeys) {
        throw BadUsage("-n " + std::to_string(most) + ": at least " + std::to_string(kFewestKeys) +
                       " expected");
    }
    if (most > kMostKeys) {
        throw sort::OverLimit("-n " + std::to_string(most) + ": the limit of bench papers is " +
                              std::to_string(kMostKeys) + " keys (2^27)");
    }
    sort::require_host_memory("-n " + std::to_string(most) + " needs about", most * kHostBytesAKey);
    return static_cast<uint32_t>(most);
}

LabConfig lab_config(const PapersOptions& options) {
    LabConfig config;
    const sim::PairsConfig choice = resolve_engine(options);
    const bool cuda = choice.backend == sort::Backend::cuda;
    config.backend = choice.backend;
    config.threads = choice.threads;
    config.device = choice.device;
    config.most_keys = most_keys(options, cuda);
    const double min_time_s = cuda ? 0.02 : 0.005;
    config.min_time_s = options.min_time_s.value_or(options.quick ? 0 : min_time_s);
    config.min_samples = options.quick ? 3 : cuda ? 11 : 5;
    config.scene_share = options.quick ? kQuickScenes : 1;
    config.seed = options.seed.value_or(1);
    const uint64_t random = options.random_sizes.value_or(0);
    if (options.random_sizes && (random < 1 || random > kMostRandomSizes)) {
        throw BadUsage("--random-sizes " + std::to_string(random) + ": a number from 1 to " +
                       std::to_string(kMostRandomSizes) + " expected");
    }
    config.random_sizes = static_cast<uint32_t>(random);
    for (const std::string& path : options.matrices) {
        ReadPatterns read = read_patterns(path);
        config.matrices.insert(config.matrices.end(), read.patterns.begin(), read.patterns.end());
        config.matrix_notes.insert(config.matrix_notes.end(), read.left_out.begin(), read.left_out.end());
    }
    return config;
}

ReportFacts report_facts(const PapersOptions& options, const LabConfig& config) {
    ReportFacts facts;
    const MachineFacts machine = machine_facts();
    if (config.backend == sort::Backend::cuda) {
        const CudaFacts cuda = cuda_facts();
        for (const DeviceFacts& device : cuda.devices) {
            if (device.ordinal == config.device)
                facts.machine = device.name + ", driver " + cuda.driver + "; ";
        }
        facts.build = ", CUDA " + std::string(SWEEPLAB_CUDA_COMPILER);
    }
    facts.machine += machine.cpu + ", " + counted(uint64_t(machine.cores), "core");
    const std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
    facts.date = date;
    facts.build = "sweeplab " SWEEPLAB_VERSION " " SWEEPLAB_COMMIT ", " SWEEPLAB_COMPILER + facts.build;
    facts.command = "sweeplab bench papers";
    if (!options.figure.empty()) facts.command += " --figure " + options.figure;
    if (!options.matrices.empty()) facts.command += " --matrix " + join(options.matrices, ",");
    if (config.random_sizes > 0) facts.command += " --random-sizes " + std::to_string(config.random_sizes);
    if (options.quick) facts.command += " --quick";
    facts.command += " --backend " + std::string(sort::name_of(config.backend)) + " -n " +
                     count_text(config.most_keys) + " --min-time " + short_number(config.min_time_s) +
                     " --seed " + std::to_string(config.seed);
    if (config.threads != 0) facts.command += " --threads " + std::to_string(config.threads);
    if (config.device != 0) facts.command += " --device " + std::to_string(config.device);
    return facts;
}

MadeFigure make(const PaperFigure& figure, Lab& lab) {
    MadeFigure made{&figure, {}};
    const auto start = std::chrono::steady_clock::now();
    figure.run(lab, made.result);
    made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return made;
}

std::string stopped_text(size_t made, size_t chosen) {
    return "interrupted after " + std::to_string(made) + " of " + counted(chosen, "figure") +
           "; no report was written\n";
}

/// Makes the figures one by one. On an interrupt prints those that are made, and throws Interrupted.
std::vector<MadeFigure> make_all(const std::vector<const PaperFigure*>& chosen, Lab& lab, bool quiet) {
    std::vector<MadeFigure> made;
    Progress progress("figures", chosen.size(), quiet);
    InterruptMessage interrupt_message(true);
    for (const PaperFigure* figure : chosen) {
        progress.update(made.size());
        std::string words;
        for (const MadeFigure& one : made) words += summary_text(one);
        interrupt_message.set(words + stopped_text(made.size(), chosen.size()));
        try {
            made.push_back(make(*figure, lab));
            throw_if_interrupted();
        } catch (const Interrupted&) {
            progress.wipe();
            if (made.size() > 0 && made.back().figure == figure) made.pop_back();  // it may lack points
            for (const MadeFigure& one : made) std::cout << summary_text(one);
            std::cout << stopped_text(made.size(), chosen.size()) << std::flush;
            throw;
        }
    }
    return made;
}

/// The verdicts of a report on a terminal, and where the report is.
void print_summary(const Report& report, const std::string& folder, bool cuda) {
    double seconds = 0;
    size_t claims = 0;
    for (const MadeFigure& one : report.figures) {
        std::cout << summary_text(one);
        seconds += one.seconds;
        claims += one.result.verdicts.size();
    }
    const size_t not_measured = count_of(report, Verdict::Outcome::not_measured);
    const size_t not_tested = count_of(report, Verdict::Outcome::not_tested);
    if (not_measured > 0) {
        std::cout << not_measured << " of " << counted(claims, "claim") << " could not be measured here"
                  << (cuda ? "" : ", without an NVIDIA GPU or with this -n") << ", as the report lists\n";
    }
    if (not_tested > 0) {
        std::cout << not_tested << " of " << counted(claims, "claim")
                  << " were not tested: the report names what each needs\n";
    }
    std::cout << report.figures.size() << (report.figures.size() == 1 ? " figure in " : " figures in ")
              << short_number(seconds) << " s: " << (fs::path(folder) / kReportPage).string() << "\n";
}

/// A page or a table from reports that were written before.
int show_report(const PapersOptions& options, const std::optional<Report>& beside) {
    const Report report = read_report(options.from);
    const Report* other = beside ? &*beside : nullptr;
    if (options.markdown) std::cout << verdict_table(report, other);
    if (options.markdown && options.output.empty()) return 0;
    const std::string output = options.output.empty() ? kDefaultFolder : options.output;
    OutputFolder folder(output);
    require_report(folder);
    write_report(folder, report_files(report, other));
    if (!options.markdown) std::cout << (fs::path(output) / kReportPage).string() << "\n";
    return 0;
}

}  // namespace

int run_bench_papers(const PapersOptions& options) {
    if (options.list) {
        print_list(std::cout);
        return 0;
    }
    std::optional<Report> beside;
    if (!options.beside.empty()) beside = read_report(options.beside);
    if (!options.from.empty()) return show_report(options, beside);

    const auto chosen = chosen_figures(options.figure);
    check_matrix_is_used(options, chosen);
    const LabConfig config = lab_config(options);
    const std::string output = options.output.empty() ? kDefaultFolder : options.output;
    OutputFolder folder(output);
    require_report(folder);
    Lab lab(config);

    Report report;
    report.figures = make_all(chosen, lab, options.quiet);
    report.facts = report_facts(options, config);
    report.facts.copy_rate = "A plain copy moves " + short_number(lab.copy_rate() * 1e-9) +
                             " GB/s here, read and written both counted.";
    const Report* other = beside ? &*beside : nullptr;
    write_report(folder, report_files(report, other));

    if (options.markdown) {
        std::cout << verdict_table(report, other);
    } else {
        print_summary(report, output, config.backend == sort::Backend::cuda);
    }
    if (!lab.wrong_results().empty()) {
        throw CheckFailed("check failed: " + join(lab.wrong_results(), "; ") + "; left out of the report");
    }
    return 0;
}

}  // namespace app
