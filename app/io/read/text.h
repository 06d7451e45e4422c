// The text of a file, whatever format it is in: UTF-8 without a byte order mark, in lines that end in \n.
#pragma once
#include <string>

#include "app/io/read/file_kind.h"

namespace app {

/// Takes a byte order mark off, and makes each \r\n and each \r alone one \n. Throws BadFile, which names the file: for
/// another kind of file than `expected`, UTF-16, UTF-32 and zero bytes. `unknown`: any text.
std::string plain_text(std::string bytes, const std::string& path, FileKind expected);

}  // namespace app
