// Paths that somebody names on the command line: files to read, files to write.
//
// Such a path is the user's own and may lead anywhere, but not through a link that a
// repository carries: a link that lies in a repository is followed only as long as it stays in
// it, and never into its `.git`.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "base/source.h"

namespace milepost {

// What a path leads to, absolute and without links; the last parts of it need not exist.
// `repository` is the root of one that is known, "" for none; others are known by a `.git` or a
// milepost.yaml. Fails, in words without the name, when a link leads out.
Result<std::string> follow_named(const std::string& path, const std::string& repository = {});

// The path of something below a folder, from there, by the names in the path alone: a link below
// the folder stays as it is written. Nothing when it lies elsewhere, or the folder is "".
std::optional<std::string> path_below(const std::string& folder, const std::string& path);

// Reads the file that a path leads to, as read_source() does.
Result<std::shared_ptr<const Source>> read_named(const std::string& path, std::string display_path,
                                                 std::size_t max_bytes,
                                                 const std::string& repository = {});

}  // namespace milepost
