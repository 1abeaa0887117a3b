// The text of a new proposal: its kind's template, with what is known filled in.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "features/create/new_facts.h"
#include "process/process.h"

namespace milepost::create {

struct DraftText {
  std::string document;
  std::optional<std::string> metadata;  // when it has a file of its own
  std::string note;                     // what its author should know of it; "" for nothing
};

// Comments and directives stay, the table of contents is made. Fails when the
// template's metadata is no YAML.
Result<DraftText> write_new(const Process& process, const Kind& kind, const NewFacts& facts);

}  // namespace milepost::create
