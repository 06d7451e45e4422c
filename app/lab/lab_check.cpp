#include "app/lab/lab_check.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/base/wall_clock.h"
#include "app/lab/lab_build.h"
#include "app/lab/lab_verdict.h"

namespace app {
namespace {

constexpr double kGrace_s = 2;            // the program itself says first that it did not end
constexpr size_t kMostPrinted = 2000;     // bytes that a kernel prints and are shown
constexpr size_t kMostReport = 1u << 20;  // bytes

/// Memory with a descriptor, that the program which tries the kernel writes its report to.
class Report {
public:
    Report() : file_(memfd_create("report", MFD_CLOEXEC)) {
        if (file_ < 0) throw BadFile(std::string("a temporary file cannot be made: ") + std::strerror(errno));
    }
    ~Report() { close(file_); }
    Report(const Report&) = delete;
    Report& operator=(const Report&) = delete;

    int file() const { return file_; }
    std::string text() const {
        std::string text(kMostReport, '\0');
        const ssize_t count = pread(file_, text.data(), text.size(), 0);
        text.resize(count < 0 ? 0 : static_cast<size_t>(count));
        return text;
    }

private:
    int file_;
};

}  // namespace

LabVerdict check_lab(const LabFolder& folder, bool cuda) {
    const WorkFolder work;
    const LabBuild build = build_lab(folder, cuda, work);
    if (build.program.empty()) {
        LabVerdict verdict = not_built(build.messages, build.ran_out, build.declaration);
        verdict.build_s = build.seconds;
        return verdict;
    }
    const double begin = now_s();
    const Report report;
    std::vector<std::string> words{build.program.string()};
    for (const std::string& word : constants_words(lab_constants(*folder.lab, folder.seed), folder.seed))
        words.push_back(word);
    Child child({.called = "the program that tries the kernel",
                 .words = words,
                 .answers = true,
                 .with_errors = true,
                 .limit_s = kMostRun_s + kGrace_s,
                 .most_bytes = kMostPrinted,
                 .file = report.file()});
    const std::string printed = child.answer();
    child.finish();
    LabVerdict verdict = lab_verdict(report.text(), child.ran_out());
    verdict.printed = printed;
    verdict.build_s = build.seconds;
    verdict.run_s = now_s() - begin;
    return verdict;
}

}  // namespace app
