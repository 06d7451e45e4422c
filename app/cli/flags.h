// One command's flags, bound to the options that they fill. Hides CLI11 (a slow header): only flags.cpp sees
// it. Numbers and refusals are worded by app/base/numbers and app/base/names. Flags that several commands
// share are groups in app/cli/option_flags.h.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/io/output_stream.h"

namespace CLI {
class Option;
}

namespace app {

/// The flag of commands that take a folder of own frames.
inline constexpr const char* kDataFlag = "--data";

/// Returns "unexpected argument 'WORD'", and of a folder, where the command takes frames, by which flag.
std::string unexpected_argument(const std::string& word, bool takes_data);

class Flags {
public:
    /// Kind of file that a value may name. No command overwrites a file that it reads, since that may be the
    /// only copy: parse() refuses it.
    enum class Names {
        no_file,
        input,
        input_by_ending,  // a file where it ends in .npy, .obj or .toml; else a name that the program knows
        output
    };

    /// A flag as it was declared, for lists of them: {"-o,--output", "FILE", "what it means"}.
    struct Declared {
        std::string name, value, meaning;
    };

    /// `command` is the whole name, "sweeplab bench sort"; `words` are all that was typed.
    Flags(const std::string& command, const std::string& examples, const std::string& sentence,
          const std::string& version, std::vector<std::string> words);
    ~Flags();

    const std::vector<std::string>& words() const { return words_; }
    const std::vector<Declared>& declared() const { return declared_; }

    void text(const std::string& name, const char* value, const std::string& meaning, std::string& to,
              Names names = Names::no_file);
    void choice(const std::string& name, std::vector<std::string> known, const std::string& meaning,
                std::string& to);
    void count(const std::string& name, const std::string& meaning, std::optional<uint64_t>& to);
    void small_count(const std::string& name, uint64_t low, uint64_t high, const std::string& meaning,
                     std::function<void(int)> take);
    void flag(const std::string& name, const std::string& meaning, bool& to);
    void read(const std::string& name, const char* value, const std::string& meaning,
              std::function<void(const std::string&)> take, Names names = Names::no_file);
    /// A list with commas; every word of it is taken in turn.
    void list(const std::string& name, const char* value, const std::string& meaning,
              std::function<void(const std::string&)> take, Names names = Names::no_file);
    /// Declares the words that belong to no flag.
    void rest(const char* name, const char* value, const std::string& meaning, std::vector<std::string>& to);

    /// An output that no flag names, asked for once the flags are read; an empty path: none.
    void also_writes(std::function<NamedOutput()> output);
    /// Stands at the end of the help.
    void footer(const std::string& text);
    /// The heading in the help of the flags declared from now on; those declared before any are the
    /// command's own.
    void group(const std::string& heading);

    /// The flags declared from now on do nothing beside the flag `other`: parse() refuses both, with "FLAG " and `why`. ""
    /// ends it. A command without `other` has no such rule.
    void not_with(const std::string& other, const std::string& why = "");
    /// The flags declared from now on do nothing without the flag `other`: parse() refuses them alone, with "FLAG belongs
    /// to OTHER" and `hint`. "" ends it.
    void only_with(const std::string& other, const std::string& hint = "");

    /// Fills the options. Returns the text of --help or --version, "" when neither was requested. Throws
    /// BadUsage and what the readers throw.
    std::string parse(std::vector<std::string> words);

private:
    struct Parser;

    void note_file(const std::string& name, const std::string& word, Names names);
    void add(CLI::Option* option);
    void refuse_without_effect() const;

    /// What the flags declared now do nothing beside, or without.
    struct Rule {
        std::string other;  // "": none
        bool with = false;
        std::string text{};
        bool operator==(const Rule&) const = default;
    };
    std::unique_ptr<Parser> parser_;
    std::string group_;  // "": the parser's own heading
    Rule not_with_, only_with_;
    std::vector<std::pair<CLI::Option*, Rule>> rules_;
    std::vector<std::string> words_;
    std::vector<Declared> declared_;
    std::vector<std::string> inputs_;
    std::vector<NamedOutput> outputs_;
    std::vector<std::function<NamedOutput()>> more_outputs_;
};

}  // namespace app
