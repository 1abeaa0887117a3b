// Text from documents, paths and file systems, made safe to show.
//
// A terminal obeys control characters, a log viewer obeys some, and a reader is
// misled by characters that turn text around. None of them passes through here:
// they are shown as escapes, \x1b or \u{202e}. Any bytes are accepted.
#pragma once

#include <string>
#include <string_view>

#include "base/utf8.h"

namespace milepost {

// One line without control characters: safe for terminals, logs and lists of
// findings. Tabs become spaces, line ends are escaped.
std::string printable(std::string_view text);

// The same for a path, which moreover never looks like a workflow command at
// the start of a line ("::error::").
std::string printable_path(std::string_view path);

// Appends one decoded character: as it is, or escaped. `bytes` is where it was
// read.
void append_printable(std::string& out, const utf8::Decoded& decoded, std::string_view bytes);

// JSON in UTF-8 whose strings have such characters as \u202e: it is read as the same values.
std::string printable_json(std::string json);

// The text as a part of an XML 1.0 attribute or element: escaped, such characters too, and
// what XML cannot hold replaced by U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace milepost
