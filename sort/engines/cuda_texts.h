// What the CUDA engines without a model are, so that a build without CUDA can describe them, too: their own
// files use these texts where there is CUDA. (An engine with a model is described by the model.)
#pragma once
#include <string>

namespace sort {

struct EngineText {
    const char* name;
    const char* sentence;
    const char* paper;
    bool stable;
};

inline constexpr EngineText kCubMergeText = {
    "cub-merge", "reference: cub::DeviceMergeSort of the CUDA toolkit, no order check", "", true};

inline constexpr EngineText kCubNewestText = {
    "cub-newest", "reference: cub::DeviceRadixSort(in, out) of newer headers, no order check", "", true};

inline constexpr EngineText kCubRadixText = {
    "cub-radix", "reference: cub::DeviceRadixSort(in, out) of the CUDA toolkit, no order check", "", true};

inline constexpr EngineText kCubRadixDoubleText = {
    "cub-radix-double", "reference: cub::DeviceRadixSort between two buffers, no order check", "", true};

inline constexpr EngineText kCusortText = {
    "cusort", "reference: libcusort's DeviceRadixSort(in, out), no order check", "", true};

inline constexpr EngineText kHaAutoText = {
    "ha-auto", "the best of fourway, eightway, sixteenway and their tiles, measured once on this device",
    "L. Ha, J. Krueger, C. T. Silva: Fast 4-way parallel radix sorting on GPUs. "
    "Computer Graphics Forum, 2009",
    true};

inline constexpr EngineText kQuicksortText = {
    "quicksort",
    "reference: GPU-Quicksort: many blocks partition by a pivot, then each sorts alone; no order check",
    "D. Cederman, P. Tsigas: GPU-Quicksort: A practical quicksort algorithm for graphics processors. "
    "ACM Journal of Experimental Algorithmics 14, 2009",
    false};

inline constexpr EngineText kThrustText = {
    "thrust", "reference: thrust::stable_sort_by_key of the CUDA toolkit, no order check", "", true};

/// Returns the text of an engine without a model; null for engines that have one, and for unknown names.
inline const EngineText* find_cuda_text(const std::string& name) {
    for (const EngineText* text : {&kCubMergeText, &kCubNewestText, &kCubRadixText, &kCubRadixDoubleText,
                                   &kCusortText, &kHaAutoText, &kQuicksortText, &kThrustText}) {
        if (name == text->name) return text;
    }
    return nullptr;
}

}  // namespace sort
