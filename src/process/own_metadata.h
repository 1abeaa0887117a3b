// A repository's own metadata template rules over fields as its document template rules over
// sections: a field that it lacks is not asked for, one that only it has is known, and a new
// proposal begins with it and has no others. What milepost.yaml says of a field stands.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "process/load.h"
#include "process/pack_errors.h"
#include "process/process.h"

namespace milepost {

// Once the kinds' templates are read.
void go_by_own_metadata(Process& process, const Config& config);

// What the metadata of a new proposal begins as.
struct MetadataText {
  std::shared_ptr<const Source> source;  // null: nothing
  Span within;
};
// A file, or the front matter of a template.
MetadataText metadata_to_begin_with(const Process& process, const Kind& kind);

// What must be mended in it before a proposal can begin as it has it.
std::optional<PackError> metadata_fault(const Source& source, Span within);
// Of the metadata templates that a repository has, one fault of each file.
std::vector<PackError> metadata_faults(const Process& process);

// The repository's files that are templates of the kind and say too little to go by, each with why:
// "docs/template.md has no sections".
std::vector<std::string> unused_templates(const Process& process, const Kind& kind);

}  // namespace milepost
