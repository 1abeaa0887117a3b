#include "rules/metadata/fields.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "proposal/facts.h"
#include "proposal/judgement.h"
#include "proposal/proposal.h"
#include "rules/wording.h"

namespace milepost {

namespace {

void add_scalar(const Field& field, const YamlNode& node, std::vector<FieldScalar>& values) {
  const std::string_view text = trim(node.text);
  if (node.is_scalar() && !text.empty()) values.push_back({&field, &node, text});
}

void add_scalars(const Field& field, const YamlNode& node, std::vector<FieldScalar>& values) {
  add_scalar(field, node, values);
  for (const YamlNode& item : node.items) add_scalar(field, item, values);
}

void add_values(const Field& field, const YamlNode& node, std::vector<FieldScalar>& values) {
  add_scalars(field, node, values);
  if (field.type == FieldType::kStages) {
    for (const YamlEntry& entry : node.entries) add_scalar(field, *entry.value, values);
  }
  const auto add_parts = [&](const YamlNode& record) {
    for (const Field& part : field.fields) {
      if (const YamlNode* below = record.find(part.id)) add_values(part, *below, values);
    }
  };
  if (field.type == FieldType::kMap) add_parts(node);
  for (const YamlNode& record : node.items) add_parts(record);
}

bool in_status(const RuleInput& in, const std::vector<std::string>& statuses) {
  return std::ranges::find(statuses, in.proposal.metadata->known_status) != statuses.end();
}

}  // namespace

std::vector<FieldScalar> values_of(const RuleInput& in) {
  std::vector<FieldScalar> values;
  for (const Field& field : in.process.fields) {
    if (const YamlNode* node = in.proposal.metadata->find(field)) add_values(field, *node, values);
  }
  return values;
}

std::vector<FieldScalar> values_of(const RuleInput& in, const Field& field) {
  std::vector<FieldScalar> values;
  if (const YamlNode* node = in.proposal.metadata->find(field)) add_values(field, *node, values);
  return values;
}

bool is_placeholder(const Field& field, std::string_view text) {
  return std::ranges::any_of(field.placeholders, [&](const std::string& placeholder) {
    return equal_ignoring_case(text, placeholder);
  });
}

bool is_open_word(const Process& process, std::string_view text) {
  return std::ranges::any_of(process.words.placeholders, [&](const std::string& word) {
    return equal_ignoring_case(trim(text), word);
  });
}

bool is_set(const RuleInput& in, const FieldScalar& value) {
  return !is_unset(in.process, value.text) && !is_placeholder(*value.field, value.text);
}

std::string_view without_quotes(std::string_view text) {
  constexpr std::string_view kQuotes[] = {"\"", "'", "`", "“", "”", "„", "‘", "’", "«", "»"};
  const auto strip = [&](std::string_view quote) {
    if (text.starts_with(quote)) {
      text.remove_prefix(quote.size());
    } else if (text.ends_with(quote)) {
      text.remove_suffix(quote.size());
    } else {
      return false;
    }
    text = trim(text);
    return true;
  };
  text = trim(text);
  while (std::ranges::any_of(kQuotes, strip)) continue;
  return text;
}

std::string_view truth_of(std::string_view text) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {
      {"true", "true"},   {"yes", "true"}, {"on", "true"},
      {"false", "false"}, {"no", "false"}, {"off", "false"}};
  for (const auto& [word, truth] : kWords) {
    if (equal_ignoring_case(word, text)) return truth;
  }
  return {};
}

bool may_be_open(const RuleInput& in, const Field& field) { return in_status(in, field.open_in); }

bool may_be_empty(const RuleInput& in, const Field& field) { return in_status(in, field.empty_in); }

bool is_listed(const RuleInput& in) {
  if (!in.facts.is_repository()) return false;
  const Card* listed = in.facts.find(in.card.path);
  return listed && listed->files.document == in.card.files.document;
}

bool is_unplaced(const RuleInput& in) {
  const Layout& layout = in.process.layout;
  const bool has_file =
      !layout.metadata.empty() && layout.metadata.front().form == MetadataForm::kFile;
  return has_file && !layout.path.empty() && !in.proposal.metadata->yaml &&
         in.card.files.metadata.empty() && !in.proposal.document.front_matter().present() &&
         is_listed(in) && !layout.path.match(in.card.files.document);
}

Severity severity_of_stranger(const RuleInput& in) {
  if (is_at_rest(in)) return Severity::kInfo;
  return in.process.strict.rosters ? Severity::kError : Severity::kWarning;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown;
  std::size_t characters = 0;
  for (bool gap = false; !text.empty();) {
    const std::uint32_t length = utf8::decode(text).length;
    const std::string_view character = text.substr(0, length);
    text.remove_prefix(length);
    if (is_space(character[0])) {
      gap = !shown.empty();
      continue;
    }
    if (++characters > kLongest) return fmt::format("\"{}…\"", shown);
    if (gap) shown += ' ';
    gap = false;
    shown += character;
  }
  return fmt::format("\"{}\"", shown);
}

}  // namespace milepost
