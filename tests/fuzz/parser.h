// What is fuzzed: every parser of the program, each with the words of its language and the rules that what it reads
// keeps. The fast suite and the driver use the same ones.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "app/base/errors.h"
#include "sort/base/errors.h"

namespace fuzz {

/// A rule is broken.
struct Broken : std::logic_error {
    using std::logic_error::logic_error;
};

inline void require(bool holds, const char* what) {
    if (!holds) throw Broken(what);
}

struct Parser {
    const char* name;
    const char* ending;  // of its files: the program chooses by it
    std::vector<std::string> words;
    /// Reads the file as the program does. Returns whether it was read, and then all of it was in range; else it was
    /// refused as it should be. Throws Broken, or whatever the program must not throw.
    bool (*read)(const std::string& path);
    /// Makes checksums and lengths right again, without which most changes are refused at the first look.
    std::string (*fixed)(std::string bytes) = nullptr;
};

/// Returns true if `work` ends without an error; false for an error of a wrong file, whose message begins
/// with its name, or of a limit, which is said in numbers. Throws Broken for another message, and passes
/// other errors on.
template <class Work>
bool read_or_refused(const std::string& path, Work work) {
    try {
        work();
        return true;
    } catch (const app::BadFile& error) {
        require(std::string(error.what()).starts_with(path), "a message begins with the name of the file");
    } catch (const sort::OverLimit& error) {
        require(std::string(error.what()).find_first_of("0123456789") != std::string::npos,
                "a limit is said in numbers");
    }
    return false;
}

// In files of their own, by kind; parser_command_line() needs all commands.
std::vector<Parser> parsers_of_arrays();   // npy, heights, png
std::vector<Parser> parsers_of_meshes();   // obj, mtx
std::vector<Parser> parsers_of_scenes();   // scene, run
std::vector<Parser> parsers_of_reports();  // settings, baseline
std::vector<Parser> parsers_of_frames();   // csv, ply, vtk, xyz, stack, frames
Parser parser_of_command_lines();

/// Returns the parsers that read files.
inline std::vector<Parser> file_parsers() {
    std::vector<Parser> all;
    for (auto* some :
         {parsers_of_arrays, parsers_of_meshes, parsers_of_scenes, parsers_of_reports, parsers_of_frames}) {
        for (Parser& one : some()) all.push_back(std::move(one));
    }
    return all;
}

}  // namespace fuzz
