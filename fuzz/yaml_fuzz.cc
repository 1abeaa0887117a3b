// Any bytes can be read as YAML: spans lie in the source, children lie in their
// parents, and a document that is complete has no top-level key twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <unordered_set>

#include "base/limits.h"
#include "base/source.h"
#include "text/yaml.h"

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

void check(const Source& source, Span within) {
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
