#include "features/create/new_listed.h"

#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "process/own_metadata.h"
#include "process/usual.h"
#include "proposal/listed_metadata.h"
#include "proposal/metadata_edit.h"
#include "text/yaml.h"

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
  if (const Field* const authors = field_of_authors(process); authors && !people.empty()) {
    all.push_back({authors, std::move(people)});
  }
  say(FieldRole::kGroup, {facts.group});
  say(FieldRole::kStatus, {process.statuses.empty() ? "" : process.statuses.front().id});
  say(FieldRole::kCreated, {to_string(facts.today)});
  say(FieldRole::kUpdated, {to_string(facts.today)});
  const auto& versions = kind.lineage.versions;
  say(FieldRole::kTemplateVersion, {versions.empty() ? "" : versions.back().id});
  say(FieldRole::kCriteria, facts.criteria);
  return all;
}

constexpr std::string_view kLinkMiddle = "](";

// "[Author 1](https://host/author1)" for another: the name is the last part of the address.
std::string linked_like(std::string_view link, std::string_view person) {
  const std::size_t middle = link.find(kLinkMiddle);
  const std::size_t end = std::min(link.find(')', middle), link.size());
  const std::string_view address =
      link.substr(middle + kLinkMiddle.size(), end - middle - kLinkMiddle.size());
  const std::size_t slash = address.rfind('/');
  if (slash == address.npos || slash + 1 == address.size()) return std::string(person);
  std::string_view handle = person;
  if (handle.starts_with('@')) handle.remove_prefix(1);
  return fmt::format("[{}]({}{})", person, address.substr(0, slash + 1), handle);
}

// A value with the link that its text stands in, as far as it is one.
Span with_link(const Source& source, Span span) {
  const std::string_view text = source.text();
  const bool inside = span.begin > 0 && text[span.begin - 1] == '[' &&
                      text.substr(span.end).starts_with(kLinkMiddle);
  if (!inside) return span;
  const std::size_t end = text.find(')', span.end);
  if (end == text.npos) return span;
  return {span.begin - 1, static_cast<std::uint32_t>(end + 1)};
}

// The people in the place of a template's example, linked as that is.
std::optional<Edit> link_people(const Source& source, const YamlNode& node,
                                const std::vector<std::string>& people) {
  const Span span = with_link(source, inside_marks(source, node.span));
  const std::string_view written = trim(source.text(span));
  if (!written.starts_with('[') || written.find(kLinkMiddle) == written.npos) return std::nullopt;
  std::vector<std::string> linked;
  for (const std::string& person : people) linked.push_back(linked_like(written, person));
  return Edit{span, fmt::format("{}", fmt::join(linked, ", "))};
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

bool is_of_people(const Field& field) {
  return field.role == FieldRole::kAuthors ||
         usual_names().meaning_of(field.id) == FieldRole::kAuthors;
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
  if (!below) {
    std::string all = fmt::format("{}", fmt::join(values, ", "));
    const Span inside = inside_marks(source, node.span);
    if (inside.begin != node.span.begin) return Edit{inside, std::move(all)};
    return rewrite(source, node, all);
  }
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

bool stands_for_another(const Field& field, const YamlNode& node) {
  return node.is_scalar() &&
         (node.text.empty() ||
          std::ranges::find(field.placeholders, node.text) != field.placeholders.end());
}

Result<std::vector<Edit>> fill(const ListedMetadata& listed, const Source& source,
                               const std::vector<Said>& all) {
  const YamlNode& root = listed.yaml.root();
  YamlEditor editor(source, root);
  std::vector<Edit> edits;
  for (const Said& said : all) {
    const YamlNode* const node = root.find(said.field->id);
    if (!node && !is_asked(*said.field)) continue;
    if (node && is_of_people(*said.field)) {
      if (auto edit = link_people(source, *node, said.values)) {
        edits.push_back(std::move(*edit));
        continue;
      }
    }
    if (node && node->is_list()) {
      auto edit = list_edit(source, *node, said.values);
      if (edit) edits.push_back(std::move(*edit));
      continue;
    }
    // What the template says of people whose names are no handles may be meant to stay.
    if (node && said.field->role == FieldRole::kOther && !stands_for_another(*said.field, *node)) {
      continue;
    }
    std::string all_values = fmt::format("{}", fmt::join(said.values, ", "));
    const Span inside = node ? inside_marks(source, node->span) : Span{};
    if (node && node->is_scalar() && inside.begin != node->span.begin) {
      edits.push_back({inside, std::move(all_values)});  // "**Draft** or **Ready**" is bold
      continue;
    }
    TRY(editor.set(said.field->id, all_values));
  }
  std::ranges::move(editor.take(), std::back_inserter(edits));
  return edits;
}

// What stands for the number in a template: its placeholders, and that of the template itself.
std::vector<std::string> numbers_of_template(const Process& process, const Kind& kind) {
  const Field* const field = process.field(FieldRole::kNumber);
  std::vector<std::string> numbers = field ? field->placeholders : std::vector<std::string>();
  if (!field || !kind.metadata) return numbers;
  const MetadataText begins = metadata_to_begin_with(process, kind);
  const Yaml yaml(*begins.source, begins.within);
  numbers.emplace_back(yaml.root().scalar(field->id));
  return numbers;
}

// Whether a number is the template's own, so that it means the same wherever it stands. 0 may
// count anything.
bool is_telling(std::string_view number) {
  const std::string plain = plain_number(number);
  return number.size() > 1 && (plain.empty() || plain.size() > 1);
}

// The places of a word that is no part of a longer one: of "696" in "[#696](…/issues/696)".
void replace_words(const Source& source, Span within, std::string_view word,
                   const std::string& instead, std::vector<Edit>& edits) {
  const std::string_view text = source.text(within);
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at > 0 && is_alnum(text[at - 1])) || (end < text.size() && is_alnum(text[end]))) continue;
    const auto begin = within.begin + static_cast<std::uint32_t>(at);
    edits.push_back({{begin, begin + static_cast<std::uint32_t>(word.size())}, instead});
  }
}

// "#0", "#12"
bool is_issue(std::string_view text) {
  text = trim(text);
  return text.starts_with('#') && !plain_number(text.substr(1)).empty();
}

const Said* said_of(const Process& process, const std::vector<Said>& all, std::string_view key) {
  const Field* const field = process.find_field(key);
  const FieldRole role =
      field && field->role != FieldRole::kOther ? field->role : usual_names().meaning_of(key);
  const auto found =
      std::ranges::find(all, role, [](const Said& said) { return said.field->role; });
  return role == FieldRole::kOther || found == all.end() ? nullptr : &*found;
}

// "[SE-NNNN](NNNN-filename.md)": where a list names its own proposal. What else has N for digits,
// such as a bug, is another's number.
void fill_own_name(const Source& source, Span within, const NewFacts& facts,
                   std::vector<Edit>& edits) {
  constexpr std::size_t kFewest = 3;
  const std::string_view text = source.text(within);
  const std::string& number = facts.number_in_path.empty() ? facts.number : facts.number_in_path;
  for (std::size_t at = text.find('N'); at < text.size() && !number.empty();
       at = text.find('N', at)) {
    const std::size_t end = std::min(text.find_first_not_of('N', at), text.size());
    const bool whole = end - at >= kFewest && (at == 0 || !is_alnum(text[at - 1])) &&
                       (end == text.size() || !is_alnum(text[end]));
    const bool after_name = at > 1 && text[at - 1] == '-' && is_alpha(text[at - 2]);
    const bool before_name = end < text.size() && text[end] == '-';
    std::size_t last = end;
    std::string instead = number;
    if (before_name) {
      const std::size_t name_end = text.find(".md", end);
      const std::string_view name = text.substr(end + 1, name_end - end - 1);
      const bool slug = name_end != text.npos && std::ranges::all_of(name, [](char c) {
                          return is_alnum(c) || c == '-' || c == '_';
                        });
      if (slug) {
        last = name_end;
        instead += "-" + facts.slug;
      }
    }
    if (whole && (after_name || before_name)) {
      edits.push_back({{within.begin + static_cast<std::uint32_t>(at),
                        within.begin + static_cast<std::uint32_t>(last)},
                       std::move(instead)});
    }
    at = end;
  }
}

bool overlaps_any(const Edit& edit, const std::vector<Edit>& others) {
  return std::ranges::any_of(others, [&](const Edit& other) {
    return edit.span.begin < other.span.end && other.span.begin < edit.span.end;
  });
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

const Field* field_of_authors(const Process& process) {
  if (const Field* const field = process.field(FieldRole::kAuthors)) return field;
  const auto found = std::ranges::find_if(process.fields, [](const Field& field) {
    return field.role == FieldRole::kOther && field.type == FieldType::kText && is_of_people(field);
  });
  return found == process.fields.end() ? nullptr : &*found;
}

Span inside_marks(const Source& source, Span span) {
  const auto is_mark = [&](std::uint32_t at) {
    return std::string_view("*_").find(source.text()[at]) != std::string_view::npos;
  };
  Span inner = span;
  while (!inner.empty() && is_space(source.text()[inner.end - 1])) --inner.end;
  while (inner.size() > 2 && is_mark(inner.begin) &&
         source.text()[inner.begin] == source.text()[inner.end - 1]) {
    ++inner.begin;
    --inner.end;
  }
  return inner.begin == span.begin ? span : inner;
}

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
      std::vector<Edit> names;
      fill_own_name(document.source(), listed->span, facts, names);
      std::erase_if(names, [&](const Edit& edit) { return overlaps_any(edit, edits); });
      std::ranges::move(names, std::back_inserter(edits));
      return std::optional(std::move(edits));
    }
    // A section may hold a status alone.
    if (from.form == MetadataForm::kUnderTitle) {
      return std::optional(std::vector<Edit>{begin_list(document, all)});
    }
  }
  return std::optional<std::vector<Edit>>();
}

Repeated fill_repeated(const Process& process, const Kind& kind, const NewFacts& facts,
                       const Document& document) {
  Repeated repeated;
  const auto listed = read_under_title(process, document);
  if (!listed) return repeated;
  const std::vector<Said> all = what_is_said(process, kind, facts);
  const Source& source = document.source();
  const YamlNode& root = listed->yaml.root();
  YamlEditor editor(source, root);
  for (const YamlEntry& entry : root.entries) {
    const Said* const said = said_of(process, all, entry.key);
    std::optional<Edit> edit;
    if (said && entry.value->is_list()) {
      edit = list_edit(source, *entry.value, said->values);
    } else if (said) {
      // What is written in some other way stays.
      if (!editor.set(entry.key, fmt::format("{}", fmt::join(said->values, ", ")))) continue;
    } else if (!facts.number.empty() && is_issue(source.text(entry.value->span))) {
      edit = Edit{entry.value->span, "#" + facts.number};
    } else {
      continue;
    }
    if (edit) repeated.edits.push_back(std::move(*edit));
    repeated.filled.emplace_back(source.text(entry.key_span));
  }
  std::ranges::move(editor.take(), std::back_inserter(repeated.edits));
  if (facts.number.empty()) return repeated;
  std::vector<Edit> numbers;
  for (const std::string& number : numbers_of_template(process, kind)) {
    if (is_telling(number)) replace_words(source, listed->span, number, facts.number, numbers);
  }
  std::erase_if(numbers, [&](const Edit& edit) { return overlaps_any(edit, repeated.edits); });
  std::ranges::move(numbers, std::back_inserter(repeated.edits));
  return repeated;
}

}  // namespace milepost::create
