// Any bytes can be read as YAML: spans lie in the source, children lie in their
// parents, and a document that is complete has no top-level key twice. What the
// short way reads is the tree that libyaml's events make.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_set>

#include "base/limits.h"
#include "base/source.h"
#include "text/yaml.h"
#include "text/yaml_parts.h"

namespace {

using milepost::Source;
using milepost::Span;
using milepost::Yaml;
using milepost::YamlNode;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_node(const YamlNode& node, int depth, const Source& source) {
  require(depth <= milepost::kLimits.yaml_depth);
  require(node.span.begin <= node.span.end && node.span.end <= source.size());
  require(node.is_list() || node.items.empty());
  require(node.is_map() || node.entries.empty());
  for (const auto& item : node.items) {
    require(node.span.contains(item.span));
    check_node(item, depth + 1, source);
  }
  std::unordered_set<std::string> keys;
  for (const auto& entry : node.entries) {
    require(entry.value != nullptr);
    require(keys.insert(entry.key).second);
    require(node.span.contains(entry.key_span));
    require(node.span.contains(entry.value->span));
    check_node(*entry.value, depth + 1, source);
  }
}

bool same(const YamlNode& a, const YamlNode& b) {
  if (a.kind != b.kind || a.span != b.span || a.quoted != b.quoted || a.text != b.text) {
    return false;
  }
  if (a.items.size() != b.items.size() || a.entries.size() != b.entries.size()) return false;
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    if (!same(a.items[i], b.items[i])) return false;
  }
  for (std::size_t i = 0; i < a.entries.size(); ++i) {
    if (a.entries[i].key != b.entries[i].key || a.entries[i].key_span != b.entries[i].key_span ||
        !same(*a.entries[i].value, *b.entries[i].value)) {
      return false;
    }
  }
  return true;
}

void compare_ways(const Source& source, Span within) {
  if (source.text(within).starts_with("\xEF\xBB\xBF")) return;
  const auto plain = milepost::read_plain_yaml(source, within);
  if (!plain) return;
  const auto read = milepost::read_yaml_events(source, within, milepost::kLimits.yaml_depth);
  require(!read.fault && read.problems.empty() && same(*plain, read.root));
}

void check(const Source& source, Span within) {
  compare_ways(source, within);
  const Yaml yaml(source, within);
  check_node(yaml.root(), 0, source);
  require(yaml.complete() || !yaml.problems().empty());
  for (const auto& problem : yaml.problems()) {
    require(within.contains(problem.span));
    require(!problem.message.empty());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Source source("fuzz.yaml", std::string(reinterpret_cast<const char*>(data), size));
  check(source, {0, source.size()});
  // As front matter: a part of a file, between other lines.
  if (source.line_count() > 2) {
    check(source, {source.next_line_begin(0), source.line(source.line_count() - 1).begin});
  }
  return 0;
}
