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
#include "app/bench/papers/figure_lab.h"
#include "app/bench/papers/report_html.h"
#include "app/cli/resolve.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/output_folder.h"
#include "build_info.h"
#include "sort/base/errors.h"

namespace app {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kFewestKeys = 64, kMostKeys = uint64_t{1} << 27;
constexpr uint64_t kHostBytesAKey = 160;  // inputs with their order, and the results of up to ten rivals
constexpr const char* kDefaultFolder = "papers-report";
constexpr const char* kPage = "report.html";  // what a folder must hold to be written over

/// Returns whether a report may have put a file of this name into its folder (report_files).
bool is_of_a_report(const fs::path& file) {
    if (file.filename() == kPage) return true;
    const std::string kind = file.extension().string(), stem = file.stem().string();
    if (kind == ".html") return stem.starts_with("lesson-");
    if (kind != ".svg" && kind != ".jpg" && kind != ".csv" && kind != ".json") return false;
    return std::any_of(figures().begin(), figures().end(),
                       [&](const PaperFigure& figure) { return stem.starts_with(figure.id); });
}

/// A folder that is there and holds anything but a report is never touched. Throws BadFile.
void require_report(const OutputFolder& folder) {
    std::error_code error;
    if (!folder.exists()) return;
    if (!fs::is_empty(folder.place(), error) && !fs::exists(folder.place() / kPage, error))
        folder.refuse("a new or empty folder, or one with a report, expected");
    for (const fs::directory_entry& entry : fs::directory_iterator(folder.place(), error)) {
        if (is_of_a_report(entry.path())) continue;
        folder.refuse("a folder with nothing but a report expected; " + entry.path().filename().string() +
                      " is in it");
    }
}

void write_report(OutputFolder& folder, const std::vector<std::pair<std::string, std::string>>& files) {
    for (const auto& [name, contents] : files) {
        OutputStream file(folder.part() / name);
        file.stream() << contents;
        file.commit();
    }
    folder.commit();
}

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
    if (options.matrix_file.empty() || std::any_of(chosen.begin(), chosen.end(), takes_matrix)) return;
    std::vector<std::string> takers;
    for (const PaperFigure& figure : figures()) {
        if (figure.takes_matrix) takers.push_back(figure.id);
    }
    throw BadUsage("--matrix: none of the chosen figures uses it, only " + join(takers));
}

LabConfig lab_config(const PapersOptions& options) {
    LabConfig config;
    const sim::PairsConfig choice = resolve_engine(options);
    const bool cuda = choice.backend == sort::Backend::cuda;
    config.backend = choice.backend;
    config.threads = choice.threads;
    config.device = choice.device;
    const uint64_t most = options.count.value_or(cuda ? 1u << 24 : 1u << 20);
    if (most < kFewestKeys) {
        throw BadUsage("-n " + std::to_string(most) + ": at least " + std::to_string(kFewestKeys) +
                       " expected");
    }
    if (most > kMostKeys) {
        throw sort::OverLimit("-n " + std::to_string(most) + ": the limit of bench papers is " +
                              std::to_string(kMostKeys) + " keys (2^27)");
    }
    sort::require_host_memory("-n " + std::to_string(most) + " needs about", most * kHostBytesAKey);
    config.most_keys = static_cast<uint32_t>(most);
    config.min_time_s = options.min_time_s.value_or(cuda ? 0.02 : 0.005);
    config.min_samples = cuda ? 11 : 5;
    config.seed = options.seed.value_or(1);
    if (!options.matrix_file.empty()) config.matrices.push_back(read_pattern(options.matrix_file));
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
    if (!options.matrix_file.empty()) facts.command += " --matrix " + options.matrix_file;
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

}  // namespace

int run_bench_papers(const PapersOptions& options) {
    if (options.list) {
        print_list(std::cout);
        return 0;
    }
    const auto chosen = chosen_figures(options.figure);
    check_matrix_is_used(options, chosen);
    const LabConfig config = lab_config(options);
    const std::string output = options.output.empty() ? kDefaultFolder : options.output;
    OutputFolder folder(output);
    require_report(folder);
    Lab lab(config);

    std::vector<MadeFigure> made;
    {
        Progress progress("figures", chosen.size(), options.quiet);
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
    }
    ReportFacts facts = report_facts(options, config);
    facts.copy_rate = "A plain copy moves " + short_number(lab.copy_rate() * 1e-9) +
                      " GB/s here, read and written both counted.";
    write_report(folder, report_files(made, facts));

    double seconds = 0;
    size_t claims = 0, not_measured = 0;
    for (const MadeFigure& one : made) {
        std::cout << summary_text(one);
        seconds += one.seconds;
        claims += one.result.verdicts.size();
        for (const Verdict& verdict : one.result.verdicts)
            not_measured += verdict.outcome == Verdict::Outcome::not_measured;
    }
    if (not_measured > 0) {
        const bool cuda = config.backend == sort::Backend::cuda;
        std::cout << not_measured << " of " << counted(claims, "claim")
                  << (cuda                ? " could not be measured here, as the report lists\n"
                      : not_measured == 1 ? " needs an NVIDIA GPU\n"
                                          : " need an NVIDIA GPU\n");
    }
    std::cout << made.size() << (made.size() == 1 ? " figure in " : " figures in ") << short_number(seconds)
              << " s: " << (fs::path(output) / kPage).string() << "\n";
    if (!lab.wrong_results().empty()) {
        throw CheckFailed("check failed: " + join(lab.wrong_results(), "; ") + "; left out of the report");
    }
    return 0;
}

}  // namespace app
