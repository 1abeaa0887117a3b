// Loading a Process: a pack built into the program or in a folder, then the
// repository's milepost.yaml over it. A pack that is wrong is refused, with
// file:line:column and what to do.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/glob.h"
#include "base/result.h"
#include "base/source.h"
#include "process/pack_errors.h"
#include "process/pack_files.h"
#include "process/pack_tree.h"
#include "process/process.h"

namespace milepost {

// The names of the packs built in, in their order.
std::vector<std::string> built_in_packs();
PackFiles built_in_pack(std::string_view name);

// Only the pack's layout: enough to recognise a repository by.
Result<Layout> load_layout(const PackFiles& pack);

// The pack built in whose words and stages count where no repository says.
Result<std::string> fallback_pack();

// What a repository says of its process.
struct Config {
  std::shared_ptr<const Source> source;  // milepost.yaml; null when there is none
  std::string folder;                    // the repository's root
  ReadFile read;
  // The first file that the pattern fits, from the root; "" when there is none. May be null.
  std::function<std::string(const Glob& pattern)> find = {};
  // What a file held in earlier commits. May be null.
  std::function<PastTemplates::Texts(const std::string& path)> past = {};
};

// All that is wrong with a pack and with what a repository lays over it, each told in a file that
// its reader can see, and what could be read, which holds the files that the errors are in.
struct PackCheck {
  std::vector<PackError> errors;
  std::shared_ptr<const Process> process;  // not to be gone by when there are errors
};
// Fails when there is no such pack. `config` may be null.
Result<PackCheck> check_pack(const PackFiles& pack, const Config* config);

// What a pack, what it extends and what a repository lays over it say together, as load_process()
// reads it. Fails with the first error of laying them over each other. `config` may be null.
struct MergedPack {
  PackTree tree;
  // What the pack has for the template of a kind for which milepost.yaml names another, by id.
  std::map<std::string, std::string> pack_templates;
};
Result<MergedPack> merge_pack(const PackFiles& pack, const Config* config);

// The first of these errors, if there is one. `config` may be null.
Result<std::shared_ptr<const Process>> load_process(const PackFiles& pack, const Config* config);

// The pack milepost.yaml picks: its `process:` value and place, or an error.
struct PackChoice {
  std::string process;
  Place place;
  std::string misspelt = {};  // the key that seems to be meant for `process`; "" for none
};
Result<PackChoice> read_pack_choice(const Source& config);

}  // namespace milepost
