// YAML as metadata uses it: a tree of spans whose scalars stay text.
//
// `0752` is not octal here and `1.30` is not 1.3: a reader decides what a value
// means. Reading always succeeds: what is wrong is in problems(). After a
// syntax error the top-level `key: value` lines are still there, so that the
// other fields can be checked. Immutable; threads may share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/source.h"
#include "base/span.h"

namespace milepost {

enum class YamlKind : std::uint8_t { kScalar, kList, kMap };

struct YamlNode;

struct YamlEntry {
  std::string key;
  Span key_span;
  std::unique_ptr<YamlNode> value;  // never null
};

struct YamlNode {
  YamlKind kind = YamlKind::kScalar;
  Span span;  // of the value as written, quotes included
  bool quoted = false;
  bool prose = false;              // of a list or table in Markdown, in which nothing is quoted
  std::string text;                // a scalar's value; "" for nothing at all
  std::vector<YamlNode> items;     // of a list
  std::vector<YamlEntry> entries;  // of a map, in order; a repeated key is here once, the first

  const YamlNode* find(std::string_view key) const;  // of a map, else nullptr
  const YamlEntry* find_entry(std::string_view key) const;
  // The scalar's text under `key`, or "" when absent or not a scalar.
  std::string_view scalar(std::string_view key) const;
  bool is_map() const { return kind == YamlKind::kMap; }
  bool is_list() const { return kind == YamlKind::kList; }
  bool is_scalar() const { return kind == YamlKind::kScalar; }
};

enum class YamlProblemKind : std::uint8_t {
  kSyntax,
  kTooLarge,
  kTooDeep,
  kDuplicateKey,
  kAnchor,  // an anchor or alias: metadata says things once, in place
  kTag,
};
inline constexpr std::size_t kYamlProblemKinds = 6;

struct YamlProblem {
  YamlProblemKind kind;
  Span span;
  std::string message;  // a sentence a person understands
};

class Yaml {
 public:
  // Reads `within` of the source (front matter), or all of it. Spans in the
  // tree are offsets into the source.
  explicit Yaml(const Source& source);
  Yaml(const Source& source, Span within);
  // For files that come with the program and may be larger.
  Yaml(const Source& source, Span within, std::size_t max_bytes);

  // What is written in another form, and read as if it were YAML.
  Yaml(YamlNode root, std::vector<YamlProblem> problems)
      : root_(std::move(root)), problems_(std::move(problems)) {}

  const YamlNode& root() const { return root_; }  // an empty map when there is nothing
  YamlNode take_root() && { return std::move(root_); }
  const std::vector<YamlProblem>& problems() const { return problems_; }
  // False when a syntax error or a limit kept part of it from being read: what
  // root() has is there, what it lacks may be there too.
  bool complete() const { return complete_; }

 private:
  YamlNode root_;
  std::vector<YamlProblem> problems_;
  bool complete_ = true;
};

}  // namespace milepost
