// What this program tells the one that has started it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace lab {

/// Writes a line "KEY<tab>TEXT". It begins with a word that the other program has sent for this run alone, so a line that
/// a kernel's file writes itself is not taken for one of ours.
void report(const std::string& key, const std::string& text);

/// Returns "5 3 0": the words of an array for a line.
std::string words_text(const std::vector<uint32_t>& words);

/// As report(), for a handler of signals: nothing is allocated. At most 200 bytes.
void report_in_handler(const char* key_and_text);

/// Marks on stdout that what is printed from here on belongs to another run of the kernel.
void begin_output();

}  // namespace lab
