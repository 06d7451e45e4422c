// The only file that sees CLI11.
#include "app/cli/flags.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <filesystem>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/base/text/wrap.h"
#include "app/io/boxes.h"
#include "app/io/scene_toml.h"

namespace app {
namespace {

/// The parser's own sentences where ours are plainer: "--frames: 1 required N missing", "--frames: At Most 1
/// required but received 2".
std::string plain_words(const std::string& what) {
    const std::string option = what.substr(0, what.find(": "));
    if (what.ends_with(" missing")) return option + ": its value is missing";
    if (what.find(": At Most 1 ") != what.npos) return option + " is given more than once";
    return what;
}

/// Word that ends the options: none follow it.
constexpr const char* kEndOfOptions = "--";

void refuse_extras(const CLI::App& app, std::vector<std::string> extras) {
    const auto end = std::find(extras.begin(), extras.end(), kEndOfOptions);
    const bool no_options = end == extras.begin();
    if (end != extras.end()) extras.erase(end);
    if (extras.empty()) return;
    std::string word = extras.front();
    if (no_options || word.size() < 2 || word[0] != '-')
        throw BadUsage(unexpected_argument(word, app.get_option_no_throw(kDataFlag) != nullptr));
    word = word.substr(0, word.find('='));
    std::vector<std::string> known;
    for (const CLI::Option* option : app.get_options()) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
    const std::string near = nearest_name(word, known);
    throw BadUsage("unknown option '" + word + "'" + (near.empty() ? "" : ": did you mean '" + near + "'?") +
                   " (`" + app.get_name() + " --help` lists all)");
}

constexpr size_t kHelpColumn = 32;  // where meanings stand
constexpr const char* kGeneral = "General";

/// Texts in lines that fit.
class Formatter : public CLI::Formatter {
public:
    std::string make_usage(const CLI::App* app, std::string name) const override {
        std::string usage = CLI::Formatter::make_usage(app, std::move(name));
        while (usage.ends_with('\n')) usage.pop_back();
        return wrapped(usage, text_width(), 0, 2) + "\n\n";
    }
    std::string make_option_desc(const CLI::Option* option) const override {
        return wrapped(option->get_description(), text_width() - kHelpColumn, 0, 0);
    }
};

}  // namespace

std::string unexpected_argument(const std::string& word, bool takes_data) {
    std::error_code ignored;
    const bool folder = takes_data && std::filesystem::is_directory(word, ignored);
    return "unexpected argument '" + word + "'" +
           (folder ? "; a folder of frames is given by " + std::string(kDataFlag) + " " + word : "");
}

struct Flags::Parser {
    CLI::App app;
    std::string version;
};

Flags::Flags(const std::string& command, const std::string& examples, const std::string& sentence,
             const std::string& version, std::vector<std::string> words)
    : parser_(new Parser{
          CLI::App("Examples:\n" + examples + "\n" + wrapped(sentence, text_width(), 0, 0), command),
          version}),
      words_(std::move(words)) {
    parser_->app.formatter(std::make_shared<Formatter>());
    parser_->app.get_formatter()->column_width(kHelpColumn);
    parser_->app.allow_extras();
    parser_->app.set_help_flag();  // parse() adds it: it stands last in the help
}

Flags::~Flags() = default;

void Flags::text(const std::string& name, const char* value, const std::string& meaning, std::string& to,
                 Names names) {
    // An empty word is a variable of a script that was not set; it would mean the default.
    const auto take = [name, &to](const std::string& word) {
        if (word.empty()) throw BadUsage(name.substr(0, name.find(',')) + ": its value is empty");
        to = word;
    };
    read(name, value, meaning, take, names);
}

void Flags::choice(const std::string& name, std::vector<std::string> known, const std::string& meaning,
                   std::string& to) {
    const std::string values = join(known, "|");
    read(name, values.c_str(), meaning, [name, known, &to](const std::string& word) {
        if (std::find(known.begin(), known.end(), word) == known.end()) {
            throw BadUsage(unknown_name("value of " + name, word, known));
        }
        to = word;
    });
}

void Flags::count(const std::string& name, const std::string& meaning, std::optional<uint64_t>& to) {
    read(name, "N", meaning, [name, &to](const std::string& word) { to = parse_count(name, word); });
}

void Flags::small_count(const std::string& name, uint64_t low, uint64_t high, const std::string& meaning,
                        std::function<void(int)> take) {
    read(name, "N", meaning, [name, low, high, take](const std::string& word) {
        const uint64_t value = parse_count(name, word);
        if (value < low || value > high) {
            throw BadUsage(name + " " + word + ": " + std::to_string(low) + " to " + std::to_string(high) +
                           " is expected");
        }
        take(static_cast<int>(value));
    });
}

void Flags::flag(const std::string& name, const std::string& meaning, bool& to) {
    declared_.push_back({name, "", meaning});
    add(parser_->app.add_flag(name, to, meaning));
}

void Flags::note_file(const std::string& name, const std::string& word, Names names) {
    const bool by_ending = names == Names::input_by_ending;
    if (names == Names::input || (by_ending && (is_boxes_name(word) || is_scene_path(word)))) {
        inputs_.push_back(word);
    }
    if (names == Names::output) outputs_.push_back({name.substr(0, name.find(',')), word});
}

void Flags::read(const std::string& name, const char* value, const std::string& meaning,
                 std::function<void(const std::string&)> take, Names names) {
    declared_.push_back({name, value, meaning});
    const auto take_word = [this, name, take, names](const std::string& word) {
        take(word);
        note_file(name, word, names);
    };
    add(parser_->app.add_option_function<std::string>(name, take_word, meaning)->type_name(value));
}

void Flags::list(const std::string& name, const char* value, const std::string& meaning,
                 std::function<void(const std::string&)> take, Names names) {
    read(name, value, meaning, [this, name, take, names](const std::string& words) {
        for (const std::string& word : parse_list(name, words)) {
            take(word);
            note_file(name, word, names);
        }
    });
}

void Flags::rest(const char* name, const char* value, const std::string& meaning,
                 std::vector<std::string>& to) {
    declared_.push_back({name, value, meaning});
    parser_->app.add_option(name, to, meaning)->type_name(value);
}

void Flags::also_writes(std::function<NamedOutput()> output) { more_outputs_.push_back(std::move(output)); }

void Flags::group(const std::string& heading) { group_ = heading; }

void Flags::not_with(const std::string& other, const std::string& why) { not_with_ = {other, true, why}; }

void Flags::only_with(const std::string& other, const std::string& hint) {
    only_with_ = {other, false, hint};
}

void Flags::add(CLI::Option* option) {
    if (!group_.empty()) option->group(group_);
    for (const Rule& rule : {not_with_, only_with_}) {
        if (!rule.other.empty()) rules_.emplace_back(option, rule);
    }
}

void Flags::refuse_without_effect() const {
    for (const auto& [option, rule] : rules_) {
        const CLI::Option* const other = parser_->app.get_option_no_throw(rule.other);
        if (option->count() == 0 || !other || (other->count() > 0) != rule.with) continue;
        throw BadUsage(option->get_name() + " " +
                       (rule.with ? rule.text : "belongs to " + rule.other + rule.text));
    }
}

void Flags::footer(const std::string& text) { parser_->app.footer(text); }

std::string Flags::parse(std::vector<std::string> words) {
    CLI::App& app = parser_->app;
    app.set_help_flag("-h,--help", "prints this help")->group(kGeneral);
    app.set_version_flag("--version", parser_->version, "prints the version")->group(kGeneral);
    try {
        std::reverse(words.begin(), words.end());  // the order that CLI11 pops them in
        app.parse(words);
    } catch (const CLI::CallForHelp&) {
        return app.help();
    } catch (const CLI::CallForVersion&) {
        return parser_->version;
    } catch (const CLI::ParseError& error) {
        throw BadUsage(plain_words(error.what()) + " (`" + app.get_name() + " --help` has examples)");
    }
    refuse_extras(app, app.remaining());
    refuse_without_effect();
    for (const auto& more : more_outputs_) outputs_.push_back(more());
    refuse_overwriting(inputs_, outputs_);
    return "";
}

}  // namespace app
