// What looks like proposals where no process is recognised, or where the process reads no such
// files: nobody is to take silence for "there are none".
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/file_tree.h"
#include "proposal/repository.h"

namespace milepost {

// A folder of what seem to be proposals.
struct ProposalsFolder {
  std::string path;           // from the root; "" is the root
  std::size_t documents = 0;  // in Markdown
  std::string template_path;  // "" where none is seen
  // The built-in pack whose headings most of those that were read have; "" for none.
  std::string pack;
  std::size_t alike = 0;                                     // so many have its headings
  std::size_t read = 0;                                      // of so many
  std::vector<std::pair<std::string, std::size_t>> formats;  // that are no Markdown: how many files
};

// By path. Looks only a few folders deep, and reads a few documents of each.
std::vector<ProposalsFolder> find_proposals_folders(const FileTree& tree);

// What came close where no process is recognised, and what to do: lines, each begun by a line end.
std::string near_note(const FileTree& tree);

// Files in other formats that stand where the process has documents, by path from the root.
std::vector<std::string> find_other_formats(const Repository& repository);

// "12 documents are not Markdown and left out: a.rst, b.rst and 10 more"; "" for none.
std::string other_formats_note(const std::vector<std::string>& paths, bool all);

}  // namespace milepost
