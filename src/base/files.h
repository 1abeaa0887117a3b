// Reading and replacing files, walking directories: the place that asks the file
// system.
//
// Hostile trees cost bounded time: a FIFO, a device or a huge sparse file is
// refused unread, and a walk enters each directory once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"

namespace milepost {

// Reads a regular file below a root in one go: links and ".." are followed as long as they stay
// beneath it (base/beneath.h). The Source is called `display_path`; messages leave the name to
// the caller.
Result<std::shared_ptr<const Source>> read_beneath(const std::string& root, const std::string& path,
                                                   std::string display_path, std::size_t max_bytes);

// The same wherever it lies, through any link: for files of git's and of the user's. What
// somebody named on the command line goes through base/named_path.h.
Result<std::shared_ptr<const Source>> read_source(const std::string& path, std::string display_path,
                                                  std::size_t max_bytes);

// The same for an open descriptor of any kind, read to its end: standard input.
Result<std::shared_ptr<const Source>> read_descriptor(int descriptor, std::string display_path,
                                                      std::size_t max_bytes);

// "412 KiB", "1 MiB", "1.4 GiB".
std::string size_text(std::uint64_t bytes);
// "is 2 MiB, larger than the limit of 1 MiB".
std::string too_large(std::uint64_t size, std::size_t limit);

enum class EntryKind : std::uint8_t { kFile, kDirectory };

// Asked of every file and directory, with its path relative to the root: shall
// this file be in the result, shall this directory be entered? Threads may ask at the
// same time.
using WalkFilter = std::function<bool(std::string_view path, EntryKind kind)>;

struct WalkedFile {
  std::string path;  // relative to the root, `/` between segments
  bool symlink = false;
};

enum class WalkProblemKind : std::uint8_t {
  kUnreadable,  // a directory or link that cannot be opened
  kLoop,        // a link to a directory it lies in
  kLeadsOut,    // a link to a directory outside of the root
  kNotAFile,    // a FIFO, socket, device or directory where a file is wanted
  kTooDeep,
};

struct WalkProblem {
  WalkProblemKind kind;
  std::string path;     // relative to the root; "" is the root
  std::string message;  // without the path
};

struct Walk {
  std::vector<WalkedFile> files;      // by path
  std::vector<WalkProblem> problems;  // by path; the rest was walked all the same
};

// Hidden directories and node_modules are never entered. Links to directories
// are not followed: what they lead to inside the root is walked anyway.
Walk walk(const std::string& root, const WalkFilter& wanted);

}  // namespace milepost
