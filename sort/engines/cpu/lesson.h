// What the lessons of cpu-radix and cpu-adaptive say of each stage and array, what to ask, and what can be broken
// in their models.
#pragma once
#include "sort/lab/model.h"

namespace sort::cpu {

inline constexpr const char* kInOrder = "the keys are in order";
inline constexpr const char* kNotFew = "too many pairs are out of order";

inline constexpr StageText kOrderCheck = {
    "order check",
    "Compares each key with the next. If none is greater, the keys are in order, and the sort ends here."};
inline constexpr StageText kRange = {
    "range",
    "Finds the least key, and the bits in which the keys, less the least, can differ. Only these bits are sorted by, "
    "so a small range of keys costs few passes.",
    kInOrder};
inline constexpr StageText kInsertion = {
    "insertion", "So few pairs are sorted by insertion: a pair moves back past all greater keys."};
inline constexpr StageText kCount = {
    "count",
    "One read of the keys counts the values of all digits at once: the passes that follow move the keys but do not "
    "change them. Each count then becomes an offset, the number of keys with a smaller digit."};
inline constexpr StageText kScatter = {
    "scatter",
    "Reads the pairs in order and writes each to the next place of its digit. Pairs of equal digit keep their order. "
    "One thread does it, so there are no tiles and no ranks: the offset of the digit moves on by one. The sort "
    "begins with the lowest digit (LSD, least significant digit first); each pass is a counting sort."};
inline constexpr StageText kMend = {
    "fix",
    "The digits did not reach the lowest bits. Few pairs are still out of place then, and insertion moves them back; "
    "if they are too many after all, all bits are sorted by in three digits."};

inline constexpr StageText kRadixStages[] = {kOrderCheck, kRange, kInsertion, kCount, kScatter, kMend};
inline constexpr StageText kAdaptiveStages[] = {
    kOrderCheck,
    {"find movers",
     "Looks for descents, and takes both keys of each out; further keys on both sides follow until what is left and "
     "right of them is in order. What remains is in order then. If more than one pair in 32 would have to be taken "
     "out, the sort of cpu-radix sorts all."},
    {"take out",
     "The pairs that are out of order are set aside. A neighbour's key stands in their places meanwhile, so that all "
     "keys are in order.",
     kNotFew},
    {"bring in",
     "The pairs set aside are sorted. Each finds its place among the others by binary search, and what lies between "
     "two such places moves together, by as many places as pairs have come or gone before it.",
     kNotFew},
    kRange,
    kInsertion,
    kCount,
    kScatter,
    kMend,
};

inline constexpr Outcome kAdaptiveOutcomes[] = {
    {"find movers", "few enough", true, "Here they are few enough, and no full sort is needed."},
    {"find movers", "few enough", false, "Here they are too many, and the full sort follows."},
};

inline constexpr ArrayText kOutOfOrder = {"order check", "out of order", Drawn::a_word,
                                          "1 when some key is greater than the next (a descent), else 0."};
inline constexpr ArrayText kLeast = {"range", "least key", Drawn::a_word,
                                     "Digits are taken of key - least key."};
inline constexpr ArrayText kFirstBit = {"range", "first bit", Drawn::a_word,
                                        "The lowest bit in which keys differ."};
inline constexpr ArrayText kBits = {"range", "bits", Drawn::a_word,
                                    "How many bits from there on are sorted by; 0 when all keys are equal."};
inline constexpr ArrayText kHistograms = {
    "count", "histograms", Drawn::table, "Number of keys per value of each digit, the lowest digit first.",
    "bin",   "digit"};
inline constexpr ArrayText kDigit = {"scatter", "digit", Drawn::a_pair, "The bits that this pass sorts by."};
inline constexpr ArrayText kOffsets = {
    "scatter", "offsets", Drawn::table, "Index of the first pair of each digit, before any pair is written.",
    "bin",     ""};

inline constexpr ArrayText kRadixArrays[] = {kOutOfOrder, kLeast, kFirstBit, kBits,
                                             kHistograms, kDigit, kOffsets};
inline constexpr ArrayText kAdaptiveArrays[] = {
    kOutOfOrder,
    {"find movers", "taken out", Drawn::a_pair, "1 for the pairs that are taken out."},
    {"find movers", "few enough", Drawn::a_word, "1 when they are few enough to be moved one by one."},
    {"take out", "movers", Drawn::table, "The keys that are set aside.", "mover", ""},
    kLeast,
    kFirstBit,
    kBits,
    kHistograms,
    kDigit,
    kOffsets,
};

inline constexpr Question kLowestFirst = {
    "scatter", "Why does the sort begin with the lowest digit?",
    "Each pass is stable, so pairs of equal higher digit keep the order that the passes before gave them. From the "
    "highest digit down, each pass would scatter what the one before had put together."};
inline constexpr Question kOneThread = {
    "scatter", "Why does one thread need no ranks, unlike a GPU?",
    "It meets the pairs one after another and moves the offset of their digit on by one. Thousands of threads cannot "
    "wait for each other at one counter, so a GPU computes ranks by prefix sums."};

inline constexpr Question kRadixQuestions[] = {
    {"range", "What does the range of the keys save?",
     "Bits above it are 0 in key - least key, and bits below it agree: they need no pass. Keys in a small range are "
     "sorted by one digit."},
    kLowestFirst,
    kOneThread,
};
inline constexpr Question kAdaptiveQuestions[] = {
    {"find movers", "Why are both keys of a descent taken out?",
     "It is not known which of the two is out of place: in 1 4 2 3 the 4 is, in 2 3 1 4 the 1. Without both, the rest "
     "is in order for certain."},
    {"bring in", "What do few misplaced pairs cost, compared with a full sort?",
     "One read of all keys to find them. The others are only moved by as many places as pairs come or go before them, "
     "in long stretches."},
    kLowestFirst,
};

inline constexpr Break kRadixBreaks[] = {
    {"unstable-scatter", "Scatter from the last pair to the first",
     "The pairs are read from the end, but places are given from the first on: pairs of equal digit are reversed, so "
     "that a pass undoes what the one before has sorted."},
    {"high-digit-first", "The highest digit first",
     "The passes run in the wrong order. The last one puts the keys in order of their lowest digit, which counts "
     "least."},
};
inline constexpr Break kAdaptiveBreaks[] = {
    {"one-end", "Only one key of each descent",
     "Of each descent only the greater key is taken out. The rest need not be in order then, and binary search in "
     "keys that are not in order finds wrong places.",
     128, "swaps:1"},
    {"unstable-scatter", "Scatter from the last pair to the first",
     "In the full sort the pairs are read from the end, but places are given from the first on: pairs of equal digit "
     "are reversed, so that a pass undoes what the one before has sorted."},
};

}  // namespace sort::cpu
