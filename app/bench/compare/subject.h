// One of the two that are compared: a program that is run once a round, or reports that were written before.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "app/measure/sample_set.h"

namespace app {

class ComparedSubject {
public:
    virtual ~ComparedSubject() = default;
    /// How messages and tables name it.
    virtual std::string name() const = 0;
    /// Returns the samples of one run. Throws BadFile, and of a program sort::Unavailable and Interrupted.
    virtual SampleSet run(size_t round) = 0;
};

/// Runs `PROGRAM WORDS... --json -`. Throws BadUsage where the words name a file to write.
std::unique_ptr<ComparedSubject> program_subject(const std::string& program,
                                                 const std::vector<std::string>& words);

/// Reports A,B,...: one a round, read at once. `count` is how many they are.
std::unique_ptr<ComparedSubject> report_subject(const std::string& files, size_t& count);

}  // namespace app
