// Where a bench command writes: a table for people, files for programs. Everything that can be wrong with
// them is found before the first measurement; a failure in one file leaves none of the others half done.
#pragma once
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "app/bench/common/bench_options.h"
#include "app/bench/common/table.h"
#include "app/io/output_stream.h"

namespace app {

class BenchOutputs {
public:
    /// Opens --json, --csv and --plot as far as they were requested. Throws BadUsage, BadFile.
    explicit BenchOutputs(const BenchOptions& options, const std::string& plot = "");

    /// Of the table: stdout, or stderr when a file took that. Nothing is to be printed when silent().
    std::ostream& table() const;
    bool silent() const { return stdout_taken_ && quiet_; }
    /// --md: a Markdown table with all columns.
    bool wide() const { return wide_; }
    TableForm form() const { return wide_ ? TableForm::markdown : TableForm::plain; }

    // Null when not requested.
    std::ostream* json() const { return stream_of(json_); }
    std::ostream* csv() const { return stream_of(csv_); }
    std::ostream* plot() const { return stream_of(plot_); }

    void commit();

private:
    static std::ostream* stream_of(const std::unique_ptr<OutputStream>& file) {
        return file ? &file->stream() : nullptr;
    }

    bool stdout_taken_, quiet_, wide_;
    std::unique_ptr<OutputStream> json_, csv_, plot_;
};

/// "NVIDIA H200, AMD EPYC 9575F, 16 cores": where numbers come from. Asking may change the current device.
std::string machine_text(bool cuda, int device, int threads);

}  // namespace app
