// Packs as people look at them, check them and begin one: plain values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/change_set.h"
#include "base/source.h"
#include "base/span.h"

namespace milepost::process {

// A pack that a repository may name.
struct PackEntry {
  std::string name;
  std::string title;
  std::vector<std::string> recognised_by;  // patterns
  bool here = false;                       // this repository goes by it
  std::string how = {};                    // and why: "milepost.yaml", a pattern; "" elsewhere
};

// What `process show` prints.
struct PackText {
  std::string name;
  std::string path;  // of the file; "" for what was merged of several
  std::string yaml;
};

struct PackFault {
  std::string path;  // as it is shown; "": in no one file
  std::uint32_t line = 0, column = 0;
  std::string message;
  std::shared_ptr<const Source> source = {};  // null: in no one file
  Span span = {};
};

struct CheckedPack {
  std::string name;
  std::vector<PackFault> faults;   // in the order of their places
  std::vector<std::string> files;  // what was read
};

// A first pack, made or only planned.
struct NewPack {
  std::string name;
  std::string folder;  // as it was named
  std::string root;    // what the changes' paths are below
  std::vector<FileChange> changes;
  std::size_t examples = 0;
  std::vector<std::string> unlike, not_markdown, unread;  // what was left out
  std::vector<PackFault> faults;  // what is wrong with it from the start: should be nothing
};

}  // namespace milepost::process
