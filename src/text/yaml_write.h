// Writing values into YAML that people keep: comments, order and quotes around
// them stay as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/source.h"
#include "base/span.h"
#include "text/yaml.h"

namespace milepost {

// A text as a scalar that every reader takes back as that text: plain where this
// is safe and no `quotes` are asked for, else in double quotes. It must hold no
// control characters.
std::string yaml_scalar(std::string_view text, bool quotes = false);

// Makes an entry of a map hold `written`, which is YAML as it stands: one scalar.
Edit set_scalar(const Source& source, const YamlEntry& entry, std::string_view written);

// The same for a list, in the style the entry has: on a line of its own for each
// item, or `[a, b]`.
Edit set_list(const Source& source, const YamlEntry& entry,
              const std::vector<std::string>& written);

// Empties a list, whatever its style; a comment behind its key stays.
std::vector<Edit> clear_list(const Source& source, const YamlEntry& entry);

// Takes an entry of the top level out, with the comment right above it and the blank lines above
// that.
Edit remove_entry(const Source& source, Span within, const YamlEntry& entry);

// Adds a line to the end of a map of the top level, which ends with `within`.
Edit add_entry(const Source& source, Span within, std::string_view key, std::string_view written);

}  // namespace milepost
