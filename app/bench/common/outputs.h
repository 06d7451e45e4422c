// Where a bench command writes: a table for people, files for programs. Everything that can be wrong with
// them is found before the first measurement; a failure in one file leaves none of the others half done.
#pragma once
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "app/bench/common/baseline.h"
#include "app/bench/common/bench_options.h"
#include "app/bench/common/table.h"
#include "app/io/output_stream.h"

namespace app {

class BenchOutputs {
public:
    /// Opens --json, --csv and one more file as far as they were requested. Throws BadUsage, BadFile.
    explicit BenchOutputs(const BenchOptions& options, const NamedOutput& extra = {});

    /// Returns the stream for the table: stdout, or stderr when a file took that. Nothing is to be printed
    /// when silent().
    std::ostream& table() const;
    bool silent() const { return stdout_taken_ && quiet_; }
    TableForm form() const { return form_; }

    // Null when not requested.
    std::ostream* json() const { return stream_of(json_); }
    std::ostream* csv() const { return stream_of(csv_); }
    std::ostream* extra() const { return stream_of(extra_); }

    /// The JSON report, made only where --json or --baseline needs it, with the table of differences. Throws
    /// nothing for what was found: baseline.check() does, once the files are committed.
    void finish_report(Baseline& baseline, const std::function<nlohmann::ordered_json()>& report);
    void commit();

    /// Once the user has asked to stop: says after how much ("case", 3 of 8), and throws Interrupted.
    void end_if_interrupted(const char* what, uint64_t done, uint64_t total) const;
    /// Returns whether stdout is free for messages: no file was sent there.
    bool stdout_is_free() const { return !stdout_taken_; }

private:
    static std::ostream* stream_of(const std::unique_ptr<OutputStream>& file) {
        return file ? &file->stream() : nullptr;
    }

    bool stdout_taken_, quiet_;
    TableForm form_;
    std::unique_ptr<OutputStream> json_, csv_, extra_;
};

/// "interrupted after 3 of 8 cases": how a command that was stopped ends.
std::string interrupted_text(const char* what, uint64_t done, uint64_t total);

/// Text in a row's check when measuring was interrupted before the check.
constexpr const char* kNotChecked = "not checked";

/// "NVIDIA H200, AMD EPYC 9575F, 16 cores": where numbers come from. Asking may change the current device.
std::string machine_text(bool cuda, int device, int threads);

}  // namespace app
