// One proposal read, judged and checked: what `check` counts and `show` draws.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "workspace/workspace.h"

namespace milepost {

struct Examined {
  std::optional<Proposal> proposal;  // none: its document could not be read
  Judgement judgement;
  std::vector<Finding> findings;
  std::vector<ReadError> read_errors;
  std::size_t files = 0;

  // What the findings point into.
  std::vector<std::shared_ptr<const Source>> sources(const Selected& selected) const;
};

// The text of its document, "" when it has none. Fails when it cannot be read or
// is no text.
Result<std::shared_ptr<const Source>> read_document(const Selected& selected);

// `stage` and `status` are those to judge by; "" for the proposal's own. With a
// status, rules are told that the metadata says both. With a former text, suppressions that
// it does not have count for no error.
Examined examine(const Selected& selected, const std::string& stage, const std::string& status = {},
                 const DeadLinks* dead_links = nullptr, const FormerText* former = nullptr);

}  // namespace milepost
