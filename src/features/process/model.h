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

// Findings of one rule, and the first of them.
struct TrialFindings {
  std::string code;
  std::size_t count = 0;
  std::string path;
  std::string message;
};

// What became of a first pack when it was tried.
struct PackTrial {
  bool done = false;
  std::vector<std::string> missed;      // examples that it does not find
  std::vector<TrialFindings> errors;    // that it finds in the others, most often first
  std::vector<TrialFindings> warnings;  // of their metadata, so, too
  std::string new_fault;                // why no proposal can be made; "" when one can
  std::vector<std::string> new_errors;  // what is wrong with one from the start
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
  PackTrial trial;
};

}  // namespace milepost::process
