// Reads values of expected shapes out of a YAML tree. What is wrong is kept, with its
// place, and reads as empty, so callers need no checks of their own until the end.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/source.h"
#include "process/pack_errors.h"
#include "process/pack_tree.h"
#include "process/place.h"
#include "text/yaml.h"

namespace milepost {

class YamlReader {
 public:
  explicit YamlReader(const Source& source) : source_(&source) {}
  // Of files laid over each other.
  explicit YamlReader(const PackTree& tree) : tree_(&tree) {}

  const PackErrors& errors() const { return errors_; }
  // The first; nothing when there is none.
  std::optional<Error> error() const;
  void fail(Span span, const std::string& message);
  void fail(const Place& place, const std::string& message) { errors_.add(place, message); }
  Place place(Span span) const { return tree_ ? tree_->place(span) : Place{source_, span}; }

  // Refuses keys that are not among these, with the nearest suggested.
  void expect_keys(const YamlNode& map, std::initializer_list<std::string_view> known);

  // Put what the key says in the place of what is there; an absent key changes
  // nothing.
  void replace(const YamlNode& map, std::string_view key, std::string& text);
  void replace(const YamlNode& map, std::string_view key, std::vector<std::string>& texts);

  // Each of these answers empty when the key is absent.
  std::string text(const YamlNode& map, std::string_view key);
  std::string required_text(const YamlNode& map, std::string_view key);
  std::size_t number(const YamlNode& map, std::string_view key, std::size_t otherwise);
  bool boolean(const YamlNode& map, std::string_view key, bool otherwise);
  const std::vector<YamlNode>& list(const YamlNode& map, std::string_view key);
  const YamlNode* map(const YamlNode& parent, std::string_view key);
  // A list of texts; a single text is a list of one.
  std::vector<std::string> texts(const YamlNode& map, std::string_view key,
                                 std::vector<Place>* places = nullptr);

 private:
  const Source* source_ = nullptr;
  const PackTree* tree_ = nullptr;
  PackErrors errors_;
  std::vector<std::uint32_t> no_maps_;  // where one should be, and something else is
};

}  // namespace milepost
