// One command's flags, bound to the options that they fill. Hides CLI11 (a slow header): only flags.cpp sees
// it. Numbers and refusals are worded by app/numbers and app/names.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/ask/options.h"

namespace app {

class Flags {
public:
    /// `name` is the whole command, "sweeplab bench sort".
    Flags(const std::string& name, const std::string& examples, const std::string& sentence,
          const std::string& version, Options& options);
    ~Flags();

    Options& options() { return options_; }

    void text(const std::string& name, const char* value, const std::string& meaning, std::string& to);
    void choice(const std::string& name, std::vector<std::string> known, const std::string& meaning,
                std::string& to);
    void count(const std::string& name, const std::string& meaning, std::optional<uint64_t>& to);
    void small_count(const std::string& name, uint64_t low, uint64_t high, const std::string& meaning,
                     std::function<void(int)> take);
    void flag(const std::string& name, const std::string& meaning, bool& to);
    void read(const std::string& name, const char* value, const std::string& meaning,
              std::function<void(const std::string&)> take);
    /// A list with commas; every word of it is taken in turn.
    void list(const std::string& name, const char* value, const std::string& meaning,
              std::function<void(const std::string&)> take);

    // Groups that several commands share.
    void machine();  // --backend, --threads, --device, --quiet
    void engine();   // --sort and --digit-bits too
    void digit_bits();
    void bits();
    void broad_phase();
    void tell_broad_phases(bool with_auto);  // at the end of the help: one sentence each
    void simulation();
    void picture(const char* default_size, const char* default_steps);

    /// Fills the options. Returns the text of --help or --version, "" when neither was asked for. Throws
    /// BadUsage and what the readers throw.
    std::string parse(std::vector<std::string> words);

private:
    struct Parser;
    std::unique_ptr<Parser> parser_;
    Options& options_;
};

}  // namespace app
