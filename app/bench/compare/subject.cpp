#include "app/bench/compare/subject.h"

#include <algorithm>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "sort/base/errors.h"

namespace app {
namespace {

class Program : public ComparedSubject {
public:
    Program(std::string program, std::vector<std::string> words)
        : program_(std::move(program)), words_(std::move(words)) {
        words_.insert(words_.begin(), program_);
        for (const char* word : {"--json", "-", "-q"}) words_.push_back(word);
    }

    std::string name() const override { return program_; }

    SampleSet run(size_t) override {
        Child::Start start;
        start.called = program_;
        start.words = words_;
        start.answers = true;
        Child child(start);
        const std::string report = child.answer();
        if (const std::string failed = child.finish(); !failed.empty())
            throw sort::Unavailable(program_ + " " + failed);
        return parse_samples(report, "what " + program_ + " printed", "");
    }

private:
    std::string program_;
    std::vector<std::string> words_;
};

class Reports : public ComparedSubject {
public:
    explicit Reports(const std::string& files) : name_(files) {
        for (const std::string& file : parse_list("reports", files)) sets_.push_back(load_samples(file, ""));
    }

    std::string name() const override { return name_; }
    SampleSet run(size_t round) override { return sets_.at(round); }
    size_t count() const { return sets_.size(); }

private:
    std::string name_;
    std::vector<SampleSet> sets_;
};

}  // namespace

std::unique_ptr<ComparedSubject> program_subject(const std::string& program,
                                                 const std::vector<std::string>& words) {
    for (const std::string& word : words) {
        for (const char* flag : {"--json", "--csv", "--trace", "--stages-csv", "--plot", "-o", "--output"}) {
            if (word == flag || word.starts_with(std::string(flag) + "="))
                throw BadUsage("bench compare: " + word +
                               " writes a file in every round; both write reports already");
        }
    }
    return std::make_unique<Program>(program, words);
}

std::unique_ptr<ComparedSubject> report_subject(const std::string& files, size_t& count) {
    auto reports = std::make_unique<Reports>(files);
    count = reports->count();
    return reports;
}

}  // namespace app
