// Command lines, a word a line. They are read, and nothing is run.
#include <fstream>

#include "app/cli/cli.h"
#include "tests/fuzz/parser.h"

namespace fuzz {
namespace {

bool read_command_line(const std::string& path) {
    std::vector<std::string> words;
    std::ifstream file(path);
    for (std::string word; std::getline(file, word);) {
        if (word.find('\0') == word.npos) words.push_back(word);  // no program gets such a word
    }
    try {
        const app::CommandLine line = app::parse_command_line(words);
        require(line.run || !line.text.empty(), "a command that runs, or a text");
        return true;
    } catch (const app::BadUsage& error) {
        require(error.what()[0] != '\0', "wrong usage is refused in words");
    } catch (const sort::OverLimit& error) {
        require(std::string(error.what()).find_first_of("0123456789") != std::string::npos,
                "a limit is said in numbers");
    }
    return false;
}

/// Every command and flag that there is, and values as users mistype them.
std::vector<std::string> command_line_words() {
    std::vector<std::string> words = {
        "0",
        "1",
        "-1",
        "1e6",
        "1k",
        "64Ki",
        "2M",
        "1Mi",
        "4Gi",
        "1e19",
        "1e400",
        "nan",
        "inf",
        "0x10",
        "1.5",
        "",
        " ",
        "-",
        "--",
        "=",
        ",",
        "a,b",
        "1,2,3",
        "--=",
        "-n",
        "-n5",
        "--n=",
        "--help",
        "-h",
        "--version",
        "gas",
        "x.toml",
        "x.npy",
        "x.obj",
        "out.png",
        "out_%04d.png",
        "out_%s.png",
        "%n",
        "640x360",
        "0x0",
        "x",
        "640x",
        "z:1.5",
        "orbit",
        "auto",
        "cuda",
        "cpu",
        "adaptive",
        "cpu-adaptive",
        "fourway:no-shuffle",
        "few:2/3/9",
        "columns",
        "uniform",
        "/dev/null",
        "18446744073709551616",
        "\xc3\xa4",
        "\xff",
        "'",
        "{}",
        "0.5",
        "9999999999",
        "8,5",
        "1:2:3",
    };
    for (const app::Command& command : app::commands()) {
        std::string name = command.name;  // "bench sort" is two words
        std::replace(name.begin(), name.end(), ' ', '\n');
        words.push_back(name);
        for (const app::Flags::Declared& flag : app::declared_flags(command)) {
            const size_t last = flag.name.find_last_of(',');
            words.push_back(flag.name.substr(last == flag.name.npos ? 0 : last + 1) +
                            (flag.value.empty() ? "" : "\n"));
        }
    }
    return words;
}

}  // namespace

Parser parser_of_command_lines() { return {"command-line", ".txt", command_line_words(), read_command_line}; }

}  // namespace fuzz
