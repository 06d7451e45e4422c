// fuzz PARSER --seconds S [--seed N] [--keep FOLDER] [corpus...]: changes the files of the corpus until the time is up,
// and goes on from those that made code run which none before did.
//
// Each input is written before it is read, to PARSER.ENDING in the current folder, so that it is there after a crash;
// what breaks a rule without one ends with exit code 1. The driver is our own, not libFuzzer or afl++: both
// need clang, and this one also works where only g++ is installed.
// The watched code is that of app/io and app/run, and what they include (toml++); settings, baselines and command lines
// are parsed by libraries that others fuzz, so there only the changes and the words find the way.
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <typeinfo>

#include "tests/fuzz/coverage.h"
#include "tests/fuzz/mutator.h"
#include "tests/fuzz/parser.h"

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr unsigned kHangSeconds = 25;      // one input
constexpr size_t kLongestInput = 1 << 16;  // long inputs are slow, and find no more

struct Asked {
    std::string parser, keep;
    double seconds = 10;
    uint64_t seed = 1;
    std::vector<std::string> corpus;
};

[[noreturn]] void usage() {
    std::fputs(
        "fuzz PARSER --seconds S [--seed N] [--keep FOLDER] [corpus...]; `fuzz list` names the parsers\n",
        stderr);
    std::exit(2);
}

Asked asked(int argc, char** argv) {
    Asked what;
    for (int k = 1; k < argc; ++k) {
        const std::string word = argv[k];
        const auto value = [&] { return k + 1 < argc ? argv[++k] : (usage(), ""); };
        if (word == "--seconds") {
            what.seconds = std::strtod(value(), nullptr);
        } else if (word == "--seed") {
            what.seed = std::strtoull(value(), nullptr, 10);
        } else if (word == "--keep") {
            what.keep = value();
        } else if (what.parser.empty()) {
            what.parser = word;
        } else {
            what.corpus.push_back(word);
        }
    }
    if (what.parser.empty()) usage();
    return what;
}

std::string whole(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void say_hang(int) {
    constexpr char kText[] = "fuzz: one input takes too long\n";
    if (::write(STDERR_FILENO, kText, sizeof kText - 1)) {
    }
    ::_exit(1);
}

class Fuzzing {
public:
    Fuzzing(const fuzz::Parser& parser, const Asked& what)
        : parser_(parser),
          keep_(what.keep),
          input_(parser.name + std::string(parser.ending)),
          mutator_(parser.words, what.seed) {
        if (!keep_.empty()) fs::create_directories(keep_);
        for (const std::string& place : what.corpus) {
            if (!fs::is_directory(place)) {
                start(place);
                continue;
            }
            for (const auto& file : fs::directory_iterator(place)) start(file.path());
        }
        if (queue_.empty()) queue_.push_back("");
    }

    void run(double seconds) {
        const auto begun = Clock::now();
        const auto so_far = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
        while (so_far() < seconds) change_one();
        std::error_code error;
        fs::remove(input_, error);
        std::printf(
            "%-12s %9llu executions, %6.0f per second, %4.1f min; %2.0f %% read, %zu inputs, %zu steps of code\n",
            parser_.name, static_cast<unsigned long long>(executions_), double(executions_) / so_far(),
            so_far() / 60, 100.0 * double(read_) / double(std::max<uint64_t>(executions_, 1)), queue_.size(),
            fuzz::all_coverage());
    }

private:
    /// A file of the corpus: as it is.
    void start(const fs::path& file) {
        const std::string bytes = whole(file);
        execute(bytes);
        fuzz::new_coverage();
        queue_.push_back(bytes);
    }

    void change_one() {
        // The newest half of the time: it has led to code that is new.
        const std::string& from =
            mutator_.below(2)
                ? queue_[mutator_.below(queue_.size())]
                : queue_[queue_.size() - 1 - mutator_.below(std::min<size_t>(queue_.size(), 16))];
        std::string bytes =
            mutator_.below(8) ? from : mutator_.crossed(from, queue_[mutator_.below(queue_.size())]);
        bytes = mutator_.changed(std::move(bytes), uint64_t{1} << mutator_.below(4));
        if (bytes.size() > kLongestInput) bytes.resize(kLongestInput);
        if (parser_.fixed && mutator_.below(4)) bytes = parser_.fixed(std::move(bytes));
        execute(bytes);
        if (!fuzz::new_coverage()) return;
        if (!keep_.empty()) {
            char name[32];
            std::snprintf(name, sizeof name, "%016zx", std::hash<std::string>()(bytes));
            std::ofstream(fs::path(keep_) / name, std::ios::binary) << bytes;
        }
        queue_.push_back(std::move(bytes));
    }

    void execute(const std::string& bytes) {
        std::error_code error;
        fs::remove(input_, error);  // some file systems wait for the disk where a file is written over
        std::ofstream(input_, std::ios::binary) << bytes;
        fuzz::begin_coverage();
        ::alarm(kHangSeconds);
        try {
            read_ += parser_.read(input_);
        } catch (const std::exception& error) {
            std::fprintf(stderr, "fuzz: %s: %s: %s\n", input_.c_str(), typeid(error).name(), error.what());
            std::exit(1);
        }
        ::alarm(0);
        ++executions_;
    }

    const fuzz::Parser& parser_;
    std::string keep_, input_;
    fuzz::Mutator mutator_;
    std::vector<std::string> queue_;
    uint64_t executions_ = 0, read_ = 0;
};

}  // namespace

/// No input is worth more memory than this: what a header merely claims is never taken.
extern "C" const char* __asan_default_options() {
    return "max_allocation_size_mb=512:hard_rss_limit_mb=3000";
}

int main(int argc, char** argv) {
    const Asked what = asked(argc, argv);
    std::vector<fuzz::Parser> all = fuzz::file_parsers();
    all.push_back(fuzz::parser_of_command_lines());
    ::signal(SIGALRM, say_hang);
    for (const fuzz::Parser& parser : all) {
        if (what.parser == "list") std::printf("%s\n", parser.name);
        if (what.parser != parser.name) continue;
        Fuzzing(parser, what).run(what.seconds);
        return 0;
    }
    if (what.parser == "list") return 0;
    std::fprintf(stderr, "fuzz: no parser '%s'; `fuzz list` names them\n", what.parser.c_str());
    return 2;
}
