// Metadata of a new proposal that stands in its document as a list or a table.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/finding.h"
#include "base/result.h"
#include "features/create/new_facts.h"
#include "process/process.h"
#include "text/document.h"

namespace milepost::create {

// Edits of the template's document that fill in the list it has, or put one under its title;
// nothing where metadata is elsewhere. Fails when an entry cannot be changed safely.
Result<std::optional<std::vector<Edit>>> fill_listed(const Process& process, const Kind& kind,
                                                     const NewFacts& facts,
                                                     const Document& document);

// The field that says who writes it, by its meaning or, where names are no handles, by its name;
// nullptr for none.
const Field* field_of_authors(const Process& process);

// What stands in the marks of emphasis around a text.
Span inside_marks(const Source& source, Span span);

struct Repeated {
  std::vector<Edit> edits;
  std::vector<std::string> filled;  // the names of what could be filled in, as written
};

// A list or table under the template's title that is no metadata of the process repeats some of
// it: what is known is filled in there, too, lest the two contradict each other.
Repeated fill_repeated(const Process& process, const Kind& kind, const NewFacts& facts,
                       const Document& document);

}  // namespace milepost::create
