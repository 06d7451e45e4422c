// For tests that read the sources: which files there are, what they include, which types they define. The
// test's executable is compiled with SWEEPLAB_ROOT.
#pragma once
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace source_tree {

namespace fs = std::filesystem;

inline const fs::path kRoot = SWEEPLAB_ROOT;

inline bool is_source(const fs::path& path) {
    static const std::set<std::string> kEndings = {".h", ".cpp", ".cu", ".cuh"};
    return kEndings.count(path.extension().string()) != 0;
}

/// Returns all source files below a folder, sorted.
inline std::vector<fs::path> sources(const std::string& folder) {
    std::set<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
        if (is_source(entry.path())) found.insert(entry.path());
    }
    return {found.begin(), found.end()};
}

inline std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The names between <> or "" of a file's #include lines.
inline std::vector<std::string> includes(const fs::path& path) {
    std::vector<std::string> names;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        const size_t hash = line.find_first_not_of(" \t");
        if (hash == line.npos || line[hash] != '#') continue;
        const size_t word = line.find("include", hash);
        const size_t open = line.find_first_of("<\"", hash);
        const size_t close = open == line.npos ? line.npos : line.find_first_of(">\"", open + 1);
        if (word == line.npos || word > open || close == line.npos) continue;
        names.push_back(line.substr(open + 1, close - open - 1));
    }
    return names;
}

/// C++ without what is no code: comments, contents of literals, lines of the preprocessor.
inline std::string code_only(std::string_view text) {
    std::string code;
    bool line_start = true;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto skip_to = [&](std::string_view end) { i = std::min(text.find(end, i + 1), text.size()); };
        const bool after_word = i > 0 && (std::isalnum(static_cast<unsigned char>(text[i - 1])));
        if (text.substr(i, 2) == "//") {
            skip_to("\n");
            code += '\n';
            line_start = true;
        } else if (text.substr(i, 2) == "/*") {
            skip_to("*/");
            ++i;
        } else if (c == '#' && line_start) {
            do skip_to("\n");
            while (i < text.size() && text[i - 1] == '\\');
            code += '\n';
        } else if (text.substr(i, 2) == "R\"") {
            const size_t open = text.find('(', i);
            const std::string end = ")" + std::string(text.substr(i + 2, open - i - 2)) + "\"";
            i = std::min(text.find(end, open), text.size()) + end.size() - 1;
            code += "\"\"";
        } else if (c == '"' || (c == '\'' && !after_word)) {  // 1'000 is one number
            for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\';
            code += "\"\"";
        } else {
            code += c;
            if (c == '\n') line_start = true;
            if (!std::isspace(static_cast<unsigned char>(c))) line_start = false;
        }
    }
    return code;
}

/// Words and single characters.
inline std::vector<std::string> tokens_of(const std::string& code) {
    std::vector<std::string> tokens;
    for (size_t i = 0; i < code.size();) {
        const auto in_word = [&](size_t at) {
            return at < code.size() &&
                   (std::isalnum(static_cast<unsigned char>(code[at])) || code[at] == '_');
        };
        size_t end = i + 1;
        if (std::isspace(static_cast<unsigned char>(code[i]))) {
            i = end;
            continue;
        }
        if (in_word(i)) {
            while (in_word(end)) ++end;
        } else if (code.compare(i, 2, "::") == 0) {
            end = i + 2;
        }
        tokens.push_back(code.substr(i, end - i));
        i = end;
    }
    return tokens;
}

/// The types that a text defines for the whole program, qualified: "app::Session". Types inside others, in
/// functions and in anonymous namespaces are nobody else's.
inline std::set<std::string> types_defined(std::string_view text) {
    const std::vector<std::string> tokens = tokens_of(code_only(text));
    struct Scope {
        bool is_namespace;
        std::string name;
    };
    std::vector<Scope> scopes;
    std::set<std::string> found;
    size_t start = 0;  // of the statement that a brace or semicolon ends
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        if (token != "{" && token != "}" && token != ";") continue;
        if (token == "}" && !scopes.empty()) scopes.pop_back();
        if (token == "{") {
            const auto statement = [&](size_t at) {
                return start + at < i ? tokens[start + at] : std::string();
            };
            size_t at = 0;
            if (statement(at) == "inline" && statement(at + 1) == "namespace") ++at;
            if (statement(at) == "namespace") {
                std::string name;
                for (++at; start + at < i; ++at) name += statement(at);
                scopes.push_back({true, name});
            } else if (statement(0) == "extern" && statement(1) == "\"") {
                scopes.push_back({true, ""});
            } else {
                bool outside = true;
                std::string qualified;
                for (const Scope& scope : scopes) {
                    outside = outside && scope.is_namespace && !scope.name.empty();
                    qualified += scope.name + "::";
                }
                // Behind template<...> and attributes: class, struct, union, enum, then a name.
                size_t word = 0;
                int angles = 0, brackets = 0;
                for (; start + word < i; ++word) {
                    const std::string now = statement(word);
                    angles += (now == "<") - (now == ">");
                    brackets += (now == "(" || now == "[") - (now == ")" || now == "]");
                    const bool kind = now == "class" || now == "struct" || now == "union" || now == "enum";
                    if (kind && angles == 0 && brackets == 0) break;
                    if (now == "(" && angles == 0 && word > 0 && statement(word - 1) != "alignas") {
                        word = i - start;  // a function
                    }
                }
                std::string name;
                if (start + word < i) {
                    ++word;
                    if (statement(word) == "class" || statement(word) == "struct") ++word;
                    if (statement(word) == "alignas") {
                        while (start + word < i && statement(word) != ")") ++word;
                        ++word;
                    }
                    // A specialization's arguments belong to its name.
                    for (; start + word < i && statement(word) != ":" && statement(word) != "final"; ++word) {
                        name += statement(word);
                    }
                }
                const bool is_type = name.find_first_of("=(){};") == name.npos && !name.empty();
                if (outside && is_type) found.insert(qualified + name);
                scopes.push_back({false, name});
            }
        }
        start = i + 1;
    }
    return found;
}

}  // namespace source_tree
