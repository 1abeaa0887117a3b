// Where a proposal says that another holds its sections: "inherits all the contents from its
// parent", or by following a template that is not the process's.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/process.h"
#include "text/document.h"

namespace milepost {

struct Delegation {
  Span place;               // of the link, or of the first heading of the other template
  std::string name;         // what the link says
  std::string destination;  // where it leads
  const OtherTemplate* other = nullptr;  // null: it is left to a proposal
};

// `keys` are the heading_keys of the document's sections. A sentence counts with a link beside it:
// in its paragraph, or in what follows that before the next heading.
std::optional<Delegation> find_delegation(const Process& process, const Document& document,
                                          const std::vector<std::string_view>& keys);

}  // namespace milepost
