// What looks like a proposal and is read as none, because it stands where the process
// looks for none: nobody is to take silence on it for praise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proposal/card.h"
#include "proposal/repository.h"

namespace milepost {

// Files of metadata, and documents that begin with the metadata of the process, that belong
// to no proposal of the index; by path. What the layout ignores is not meant.
std::vector<std::string> find_unread(const Repository& repository, const Index& index);

// Markdown files with many of the template's headings, by path, for a repository in which nothing
// else is found. What the layout ignores is not meant.
std::vector<std::string> find_alike(const Repository& repository);

// Where no process is recognised: files of metadata such as built-in packs have, with the pack.
// Looks only a few folders deep.
struct CloseFile {
  std::string path;
  std::string pack;
};
std::vector<CloseFile> find_close(const FileTree& tree);

// "4 files look like proposals but are not read: …", with the paths as they are to be shown;
// "" for none. Names three of them, or all.
std::string unread_note(const Layout& layout, const std::vector<std::string>& paths, bool all);

// "keps/a/kep.yaml, keps/b/kep.yaml, keps/c/kep.yaml and 4 more"
std::string some_of(const std::vector<std::string>& paths);

// Where documents are looked for: "proposals/**/*.md or docs/proposals/**/*.md".
std::string searched_places(const Layout& layout);

}  // namespace milepost
