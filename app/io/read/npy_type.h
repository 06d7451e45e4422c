// The types of NumPy arrays, as headers name them.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace app {

/// Returns "<f4" for "<f4", "f4", "=f4", "<f", "f", "float32" and "single", as on a little-endian machine;
/// ">f4", "|u1", "|b1", "|O", "<U3" likewise. What is no type stays as it is.
std::string plain_npy_type(std::string_view descr);

/// Returns "float32" for "<f4", "float16 ('<f2')", "uint32, big endian ('>u4')", "Python objects ('|O')".
std::string npy_type_name(const std::string& type);

/// Returns the numpy expression that converts an array to one of the types `expected`:
/// "a.astype(numpy.float32)".
std::string npy_conversion(const std::string& type, const std::vector<std::string>& expected);

}  // namespace app
