// Metadata that stands in the text of a document: a list or a table of keys and values.
#pragma once

#include <optional>
#include <string_view>

#include "text/document.h"
#include "text/yaml.h"

namespace milepost::process {

// The list or table that a part of the document begins with, as a map; nothing where it begins
// with anything else. Keys are in lower case, with hyphens for blanks.
std::optional<YamlNode> entries_at(const Document& document, Span within);
// The same right under the title, or at the very top of a document without one.
std::optional<YamlNode> entries_under_title(const Document& document);

// The body of the first section with this title; nothing when there is none.
std::optional<Span> section_body(const Document& document, std::string_view title);

}  // namespace milepost::process
