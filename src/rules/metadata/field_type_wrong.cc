// MP308 field-type-wrong: a field holds something else than its type: a list
// instead of one value, a word instead of a number. A single value where a list
// belongs is a list of one. Values of an enum are MP304's, days MP305's.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"

namespace milepost {

namespace {

std::string_view name(YamlKind kind) {
  constexpr std::string_view kNames[] = {"single value", "list", "map"};
  return kNames[static_cast<std::size_t>(kind)];
}

// What the single value should be and is not; "" when nothing is wrong.
std::string_view expected_instead(FieldType type, std::string_view text) {
  if (type == FieldType::kNumber && plain_number(text).empty()) return "a whole number";
  if (type == FieldType::kBoolean && truth_of(text).empty()) return "true or false";
  const bool version = type == FieldType::kVersion || type == FieldType::kStages;
  if (version && !parse_version(text)) return "a version such as v1.30";
  return {};
}

class Types {
 public:
  Types(const RuleInput& in, Sink& sink)
      : in_(in), sink_(sink), source_(*in.proposal.metadata->source) {}

  void check(const Field& field, const YamlNode& node) {
    switch (field.type) {
      case FieldType::kStages: return check_stages(field, node);
      case FieldType::kRecords: return check_records(field, node);
      case FieldType::kEnum: return;
      default: break;
    }
    if (node.is_scalar()) return check_scalar(field, node);
    if (!field.is_list() || node.is_map()) {
      return report(node, "\"{}\" must be {}, not a {}", field.id,
                    field.is_list() ? "a list" : "a single value", name(node.kind));
    }
    const auto odd = std::ranges::find_if_not(node.items, &YamlNode::is_scalar);
    if (odd != node.items.end()) {
      report(*odd, "an entry of \"{}\" must be a single value, not a {}", field.id,
             name(odd->kind));
    }
  }

 private:
  template <typename... Args>
  void report(const YamlNode& at, fmt::format_string<Args...> text, Args&&... args) {
    sink_.report(source_, first_line(source_, at.span),
                 fmt::format(text, std::forward<Args>(args)...));
  }

  void check_scalar(const Field& field, const YamlNode& node) {
    const std::string_view text = trim(node.text);
    if (!is_set(in_, {&field, &node, text})) return;
    const std::string_view wanted = expected_instead(field.type, text);
    if (!wanted.empty())
      report(node, "\"{}\" must be {}, not {}", field.id, wanted, in_quotes(text));
  }

  void check_stages(const Field& field, const YamlNode& node) {
    if (!node.is_map() && !says_nothing(node)) {
      return report(node, "\"{}\" must have a version for each stage, not a {}", field.id,
                    name(node.kind));
    }
    for (const YamlEntry& entry : node.entries) {
      if (entry.value->is_scalar()) {
        check_scalar(field, *entry.value);
      } else {
        report(*entry.value, "the {} of \"{}\" must be a version, not a {}", entry.key, field.id,
               name(entry.value->kind));
      }
    }
  }

  void check_records(const Field& field, const YamlNode& node) {
    if (!node.is_list() && !says_nothing(node)) {
      return report(node, "\"{}\" must be a list of entries with fields, not a {}", field.id,
                    name(node.kind));
    }
    for (const YamlNode& record : node.items) {
      if (!record.is_map()) {
        if (says_nothing(record)) continue;
        return report(record, "an entry of \"{}\" must have fields, not be a {}", field.id,
                      name(record.kind));
      }
      for (const Field& part : field.fields) {
        if (const YamlNode* below = record.find(part.id)) check(part, *below);
      }
    }
  }

  bool says_nothing(const YamlNode& node) const {
    return node.is_scalar() && is_unset(in_.process, node.text);
  }

  const RuleInput& in_;
  Sink& sink_;
  const Source& source_;
};

}  // namespace

void field_type_wrong(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.complete()) return;
  for (const Field& field : in.process.fields) {
    if (const YamlNode* node = metadata.find(field)) Types(in, sink).check(field, *node);
  }
}

}  // namespace milepost
