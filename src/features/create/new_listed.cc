#include "features/create/new_listed.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "proposal/listed_metadata.h"
#include "proposal/metadata_edit.h"

namespace milepost::create {

namespace {

// What a new proposal says of a field: one value, or several.
struct Said {
  const Field* field;
  std::vector<std::string> values;
};

std::vector<Said> what_is_said(const Process& process, const Kind& kind, const NewFacts& facts) {
  std::vector<Said> all;
  const auto say = [&](FieldRole role, std::vector<std::string> values) {
    const Field* const field = process.field(role);
    std::erase(values, "");
    if (field && !values.empty()) all.push_back({field, std::move(values)});
  };
  say(FieldRole::kTitle, {facts.title});
  say(FieldRole::kNumber, {facts.number});
  say(FieldRole::kKind, {&kind == &process.kinds.front() ? "" : kind.id});
  std::vector<std::string> people;
  for (const std::string& author : facts.authors) {
    people.push_back(process.handles == HandleForm::kPlain ? author : "@" + author);
  }
  say(FieldRole::kAuthors, std::move(people));
  say(FieldRole::kGroup, {facts.group});
  say(FieldRole::kStatus, {process.statuses.empty() ? "" : process.statuses.front().id});
  say(FieldRole::kCreated, {to_string(facts.today)});
  say(FieldRole::kUpdated, {to_string(facts.today)});
  const auto& versions = kind.lineage.versions;
  say(FieldRole::kTemplateVersion, {versions.empty() ? "" : versions.back().id});
  say(FieldRole::kCriteria, facts.criteria);
  return all;
}

// "start-date" as people write it over a list.
std::string name_of(const Field& field) {
  std::string name = field.id;
  bool begins = true;
  for (char& c : name) {
    if (c == '-') c = ' ';
    if (begins && c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    begins = c == ' ';
  }
  return name;
}

bool is_asked(const Field& field) { return field.needed.always; }

// Several values in the place of a list: one behind the other, or each on a line of its own.
std::optional<Edit> list_edit(const Source& source, const YamlNode& node,
                              const std::vector<std::string>& values) {
  const Span line = source.line(source.line_at(node.span.begin));
  const std::string_view before = source.text({line.begin, node.span.begin});
  const std::string_view written = source.text(node.span);
  const bool below = trim(before).empty() && !written.empty() &&
                     std::string_view("-*+").find(written.front()) != std::string_view::npos;
  if (!below) return rewrite(source, node, fmt::format("{}", fmt::join(values, ", ")));
  const std::string bullet = fmt::format("{}{} ", before, written.front());
  std::string text;
  for (const std::string& value : values) {
    if (!text.empty()) text += "\n" + bullet;
    text += value;
  }
  Span span = node.span;
  while (!span.empty() && is_space(source.text()[span.end - 1])) --span.end;
  return Edit{span, fmt::format("{} {}", written.front(), text)};
}

Result<std::vector<Edit>> fill(const ListedMetadata& listed, const Source& source,
                               const std::vector<Said>& all) {
  const YamlNode& root = listed.yaml.root();
  YamlEditor editor(source, root);
  std::vector<Edit> edits;
  for (const Said& said : all) {
    const YamlNode* const node = root.find(said.field->id);
    if (!node && !is_asked(*said.field)) continue;
    if (node && node->is_list()) {
      auto edit = list_edit(source, *node, said.values);
      if (edit) edits.push_back(std::move(*edit));
      continue;
    }
    TRY(editor.set(said.field->id, fmt::format("{}", fmt::join(said.values, ", "))));
  }
  std::ranges::move(editor.take(), std::back_inserter(edits));
  return edits;
}

// A list of what is known, under the title or, where there is none, at the top.
Edit begin_list(const Document& document, const std::vector<Said>& all) {
  std::string list;
  for (const Said& said : all) {
    list += fmt::format("- {}: {}\n", name_of(*said.field), fmt::join(said.values, ", "));
  }
  for (const Section& section : document.sections()) {
    const Heading& heading = document.heading_of(section);
    if (heading.level != 1) break;
    const std::uint32_t line = document.source().line_at(heading.span.end);
    const std::uint32_t at = document.source().next_line_begin(line);
    const bool ended = at > 0 && document.text()[at - 1] == '\n';
    return {{at, at}, fmt::format("{}\n{}", ended ? "" : "\n", list)};
  }
  return {{0, 0}, list + "\n"};
}

}  // namespace

Result<std::optional<std::vector<Edit>>> fill_listed(const Process& process, const Kind& kind,
                                                     const NewFacts& facts,
                                                     const Document& document) {
  const std::vector<Said> all = what_is_said(process, kind, facts);
  for (const MetadataSource& from : process.layout.metadata) {
    if (from.form == MetadataForm::kFile || from.form == MetadataForm::kFrontMatter) {
      if (from.form == MetadataForm::kFile || document.front_matter().closed) break;
      continue;
    }
    const auto listed = from.form == MetadataForm::kUnderTitle
                            ? read_under_title(process, document)
                            : read_in_section(process, document, from.name);
    if (listed) {
      TRY(auto edits, fill(*listed, document.source(), all));
      return std::optional(std::move(edits));
    }
    // A section may hold a status alone.
    if (from.form == MetadataForm::kUnderTitle) {
      return std::optional(std::vector<Edit>{begin_list(document, all)});
    }
  }
  return std::optional<std::vector<Edit>>();
}

}  // namespace milepost::create
