// What SQLite calls its results: "disk I/O error" is one of thirty, and only the name tells
// which step failed.
#pragma once

#include <string>

namespace milepost {

// "SQLITE_IOERR_FSYNC" of an extended result code.
std::string sqlite_code_name(int code);

}  // namespace milepost
