// Metadata that a document has as a list or as a table of two columns:
// `- **Status:** proposed`, `| Status | proposed |`. It is read as if it were YAML: a map whose
// values are spans of the document, so that all rules and edits serve it, too.
//
// Names are compared without regard to case, and with hyphens for blanks: "Start Date" is
// `start-date`. Markup around a value, a comment behind it and the link it stands in belong to
// the way it is written.
#pragma once

#include <optional>
#include <string>

#include "base/span.h"
#include "process/process.h"
#include "text/document.h"
#include "text/yaml.h"

namespace milepost {

struct ListedMetadata {
  Yaml yaml;
  Span span;  // of the list or table
};

// Right under the title, or at the very top of a document that does not begin with one.
std::optional<ListedMetadata> read_under_title(const Process& process, const Document& document);
// The first in the section of this title.
std::optional<ListedMetadata> read_in_section(const Process& process, const Document& document,
                                              const std::string& title);

}  // namespace milepost
