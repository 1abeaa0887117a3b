// A first process.yaml, with the reason of each guess beside it.
#pragma once

#include <string>

#include "features/process/examples.h"
#include "features/process/guess_layout.h"
#include "features/process/guess_metadata.h"
#include "features/process/guess_sections.h"

namespace milepost::process {

struct PackFacts {
  std::string name;            // of the process
  std::string folder;          // of the pack, as its reader names it
  std::string folder_in_root;  // from the repository's root; "" where it lies elsewhere
  std::string template_file;   // in the pack
  std::string metadata_file;   // in the pack; "" for none
  std::string template_word;   // as it was named
};

std::string write_pack_yaml(const PackFacts& facts, const Examples& examples,
                            const LayoutGuess& layout, const MetadataGuess& metadata,
                            const SectionsGuess& sections);

}  // namespace milepost::process
