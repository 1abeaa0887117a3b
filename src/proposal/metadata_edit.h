// Changing what metadata says, as edits of its text: comments, quoting, order and
// line ends stay as they are.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/finding.h"
#include "base/result.h"
#include "proposal/metadata.h"

namespace milepost {

// Writes `text`, which has no quotes in it, in a value's place and keeps its
// quotes; one that has none gets them when YAML or `quotes` asks for them.
// Nothing when it is written in some other way, such as a block of lines.
std::optional<Edit> rewrite(const Source& source, const YamlNode& node, std::string_view text,
                            bool quotes = false);

// Collects edits of one YAML map. Each call sets one value; edits() is what has
// come together.
class YamlEditor {
 public:
  YamlEditor(const Source& source, const YamlNode& map) : source_(source), map_(map) {}

  // Sets the value of a key; a key that is not there is added after `after`, or
  // at the end, in quotes where its neighbours have them. Fails when what stands
  // there is no single value.
  Result<void> set(std::string_view key, std::string_view text, std::string_view after = {});
  // The same for a key of a map below.
  Result<void> set(std::string_view key, std::string_view below, std::string_view text,
                   std::string_view after);

  std::vector<Edit> take() { return std::move(edits_); }

 private:
  Result<void> replace(const YamlNode& node, std::string_view key, std::string_view text);
  // Adds a line, or an entry to a map in braces.
  void add_entry(const YamlNode& map, const YamlEntry& before, std::string_view key,
                 std::string_view value);
  void add_line(std::uint32_t after, std::string text);
  bool in_braces(const YamlNode& map) const;
  bool in_table(const YamlEntry& entry) const;
  std::string prose_line(const YamlEntry& like, std::string_view key, std::string_view text) const;
  // Where the line on which the entry ends is over.
  std::uint32_t end_of(const YamlEntry& entry) const;
  std::string indent_of(const YamlEntry& entry) const;

  const Source& source_;
  const YamlNode& map_;
  std::vector<Edit> edits_;
};

}  // namespace milepost
