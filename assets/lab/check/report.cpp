// Descriptor 3 is one end of a pair of sockets. The word comes from it and is read before any ordinary constructor of the
// kernel's file runs; a socket, unlike a pipe or a file, cannot be opened a second time to read what was written.
#include "report.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace lab {
namespace {

constexpr int kGiven = 3, kLeastOwn = 200;
constexpr size_t kWord = 32;  // letters

char word[kWord + 1];
int file = -1;

[[gnu::constructor(101)]] void read_word() {
    if (read(kGiven, word, kWord) != static_cast<ssize_t>(kWord)) std::memset(word, '-', kWord);
    file = fcntl(kGiven, F_DUPFD_CLOEXEC, kLeastOwn);
    close(kGiven);
}

}  // namespace

void report(const std::string& key, const std::string& text) {
    const std::string line = std::string(word) + "\t" + key + "\t" + text + "\n";
    if (write(file, line.data(), line.size()) < 0) std::abort();
}

std::string words_text(const std::vector<uint32_t>& words) {
    std::string text;
    for (const uint32_t word : words) text += (text.empty() ? "" : " ") + std::to_string(word);
    return text;
}

void report_in_handler(const char* key_and_text) {
    char line[kWord + 240];
    const int length = std::snprintf(line, sizeof line, "%s\t%.200s\n", word, key_and_text);
    if (write(file, line, static_cast<size_t>(length)) < 0) _exit(4);
}

void begin_output() {
    std::fflush(stdout);
    const std::string mark = std::string(word) + "\n";
    if (write(STDOUT_FILENO, mark.data(), mark.size()) < 0) std::abort();
}

}  // namespace lab
