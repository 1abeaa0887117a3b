// MP308 field-type-wrong: a field holds something else than its type: a list
// instead of one value, a word instead of a number. A single value where a list
// belongs is a list of one, unless the process is strict about types. Values of an
// enum are MP304's, days MP305's.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/metadata/shape.h"
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

// Nothing at all, as YAML writes it.
bool is_null(const YamlNode& node) {
  return node.is_scalar() && !node.quoted &&
         (node.text.empty() || node.text == "~" || equal_ignoring_case(node.text, "null"));
}

class Types {
 public:
  Types(const Process& process, const Source& source, Sink& sink)
      : process_(process), sink_(sink), source_(source) {}

  void check(const Field& field, const YamlNode& node) {
    // `{}` is nothing, where no other tool reads it.
    if (field.is_list() && node.is_map() && node.entries.empty() && !process_.strict.types) return;
    switch (field.type) {
      case FieldType::kStages: return check_stages(field, node);
      case FieldType::kRecords: return check_records(field, node);
      case FieldType::kMap: return check_map(field, node);
      case FieldType::kEnum:
      case FieldType::kAny: return;
      default: break;
    }
    if (node.is_scalar()) {
      const bool short_list = process_.strict.types && field.is_list() && !is_null(node);
      return short_list ? report_short_list(field, node) : check_scalar(field, node);
    }
    if (!field.is_list() || node.is_map()) {
      report(node, "\"{}\" must be {}, not a {}", field.id,
             field.is_list() ? "a list" : "a single value", name(node.kind));
      return;
    }
    const auto odd = std::ranges::find_if_not(node.items, &YamlNode::is_scalar);
    if (odd != node.items.end()) {
      report(*odd, "an entry of \"{}\" must be a single value, not a {}", field.id,
             name(odd->kind));
    }
  }

 private:
  template <typename... Args>
  Finding& report(const YamlNode& at, fmt::format_string<Args...> text, Args&&... args) {
    return sink_.report(source_, first_line(source_, at.span),
                        fmt::format(text, std::forward<Args>(args)...));
  }

  void report_short_list(const Field& field, const YamlNode& node) {
    Finding& finding = report(node, "\"{}\" must be a list, not a single value", field.id);
    if (is_unset(process_, node.text) || node.text.find_first_of("\"'\\") != std::string::npos) {
      return;
    }
    auto edit = rewrite(source_, node, trim(node.text), true);
    if (!edit) return;
    edit->text = fmt::format("[{}]", edit->text);
    finding.fixes.push_back({"make it a list", {std::move(*edit)}});
  }

  // In quotes, `true` is a text.
  void check_truth(const Field& field, const YamlNode& node) {
    const std::string_view truth = truth_of(trim(node.text));
    if (is_null(node) || (!node.quoted && !truth.empty())) return;
    Finding& finding = report(node, "\"{}\" must be true or false{}, not {}", field.id,
                              truth.empty() ? "" : " without quotes", in_quotes(node.text));
    if (!truth.empty())
      finding.fixes.push_back({"take the quotes off", {{node.span, std::string(truth)}}});
  }

  void check_scalar(const Field& field, const YamlNode& node) {
    if (field.type == FieldType::kBoolean && process_.strict.types) return check_truth(field, node);
    const std::string_view text = trim(node.text);
    if (is_unset(process_, text) || is_placeholder(field, text)) return;
    const std::string_view wanted = expected_instead(field.type, text);
    if (!wanted.empty())
      report(node, "\"{}\" must be {}, not {}", field.id, wanted, in_quotes(text));
  }

  void check_stages(const Field& field, const YamlNode& node) {
    if (!node.is_map() && !says_nothing(node)) {
      report(node, "\"{}\" must have a version for each stage, not a {}", field.id,
             name(node.kind));
      return;
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
      report(node, "\"{}\" must be a list of entries with fields, not a {}", field.id,
             name(node.kind));
      return;
    }
    for (const YamlNode& record : node.items) {
      if (!record.is_map()) {
        if (says_nothing(record)) continue;
        report(record, "an entry of \"{}\" must have fields, not be a {}", field.id,
               name(record.kind));
        return;
      }
      check_parts(field, record);
    }
  }

  void check_map(const Field& field, const YamlNode& node) {
    if (node.is_map()) return check_parts(field, node);
    if (says_nothing(node)) return;
    report(node, "\"{}\" must have keys with values, not be a {}", field.id, name(node.kind));
  }

  void check_parts(const Field& field, const YamlNode& map) {
    for (const Field& part : field.fields) {
      if (const YamlNode* below = map.find(part.id)) check(part, *below);
    }
  }

  bool says_nothing(const YamlNode& node) const {
    if (process_.strict.types) return is_null(node);
    return node.is_scalar() && is_unset(process_, node.text);
  }

  const Process& process_;
  Sink& sink_;
  const Source& source_;
};

}  // namespace

void check_field_types(const Process& process, const Source& source, const YamlNode& root,
                       Sink& sink) {
  for (const Field& field : process.fields) {
    if (const YamlNode* node = root.find(field.id)) {
      Types(process, source, sink).check(field, *node);
    }
  }
}

void field_type_wrong(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  if (!metadata.complete()) return;
  check_field_types(in.process, *metadata.source, metadata.yaml->root(), sink);
}

}  // namespace milepost
