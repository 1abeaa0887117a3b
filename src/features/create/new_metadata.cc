#include "features/create/new_metadata.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "process/file_slug.h"
#include "process/moves.h"
#include "process/own_metadata.h"
#include "proposal/metadata.h"
#include "text/yaml_write.h"

namespace milepost::create {

namespace {

bool contains(const std::vector<std::string>& list, std::string_view text) {
  return std::ranges::find(list, text) != list.end();
}

// "neat-enhancement-idea"
bool is_slug(std::string_view text) {
  return text == "{slug}" || (text.find('-') != text.npos && file_slug(text, text.size()) == text);
}

// Fills in metadata, key by key.
class MetadataWriter {
 public:
  MetadataWriter(const Process& process, const Kind& kind, const NewFacts& facts,
                 const Source& source, Span within, const YamlNode& root)
      : process_(process),
        kind_(kind),
        facts_(facts),
        own_(kind.own_metadata),
        source_(source),
        within_(within),
        root_(root),
        status_(process.statuses.empty() ? "" : process.statuses.front().id) {}

  std::vector<Edit> run() && {
    if (own_) drop_excluded();
    set(FieldRole::kTitle, title(), true);
    set(FieldRole::kNumber, facts_.number, true);
    // The first kind is meant when none is named.
    const bool other_kind = &kind_ != &process_.kinds.front();
    set(FieldRole::kKind, other_kind ? yaml_scalar(kind_.id) : "", true);
    set_people();
    set(FieldRole::kGroup, facts_.group.empty() ? "" : yaml_scalar(facts_.group), true);
    set(FieldRole::kStatus, status_, true);
    if (own_ && has_stages(process_, kind_.id)) {
      set(FieldRole::kStage, std::string(process_.first_stage()), true);
    }
    set(FieldRole::kCreated, to_string(facts_.today), true);
    set(FieldRole::kUpdated, to_string(facts_.today), false);
    const auto& versions = kind_.lineage.versions;
    const Field* const version = process_.field(FieldRole::kTemplateVersion);
    set(FieldRole::kTemplateVersion, versions.empty() ? "" : yaml_scalar(versions.back().id),
        version && version->place.source);  // no tool of a process that lists none knows it
    set_criteria();
    if (own_) clear_examples();
    clear_slots();
    add_open_fields();
    return std::move(edits_);
  }

 private:
  // A template may want the title as it stands in the path.
  std::string title() const {
    const Field* field = process_.field(FieldRole::kTitle);
    const bool as_slug = field && is_slug(root_.scalar(field->id));
    return yaml_scalar(as_slug ? facts_.slug : facts_.title);
  }

  // `written` is YAML; "" leaves what is there. A key that is not there is added
  // when it must be, unless the repository's template leaves it out.
  void set(FieldRole role, const std::string& written, bool add) {
    const Field* field = process_.field(role);
    if (!field || written.empty() || contains(dropped_, field->id)) return;
    if (const YamlEntry* entry = root_.find_entry(field->id)) {
      edits_.push_back(set_scalar(source_, *entry, written));
      done_.push_back(field->id);
    } else if (add && !field->own_lacks) {
      edits_.push_back(add_entry(source_, within_, field->id, written));
    }
  }

  void set_list_of(FieldRole role, const std::vector<std::string>& written) {
    const Field* field = process_.field(role);
    if (!field || written.empty()) return;
    if (const YamlEntry* entry = root_.find_entry(field->id)) {
      edits_.push_back(set_list(source_, *entry, written));
      done_.push_back(field->id);
    } else if (!field->own_lacks) {
      edits_.push_back(
          add_entry(source_, within_, field->id, fmt::format("[{}]", fmt::join(written, ", "))));
    }
  }

  void set_people() {
    std::vector<std::string> people;
    for (const std::string& author : facts_.authors) {
      people.push_back(yaml_scalar(process_.handles == HandleForm::kPlain ? author : "@" + author));
    }
    const Field* field = process_.field(FieldRole::kAuthors);
    // One where the template writes one.
    const YamlEntry* const entry = field ? root_.find_entry(field->id) : nullptr;
    const bool one = entry && entry->value->is_scalar() && !entry->value->text.empty();
    if (field &&
        ((one && people.size() == 1) || (field->type == FieldType::kPerson && !people.empty()))) {
      set(FieldRole::kAuthors, people.front(), true);
    } else {
      set_list_of(FieldRole::kAuthors, people);
    }
  }

  void set_criteria() {
    std::vector<std::string> ids;
    for (const std::string& id : facts_.criteria) ids.push_back(yaml_scalar(id));
    set_list_of(FieldRole::kCriteria, ids);
  }

  // A word that says that nothing is known yet; "" when the process has none.
  std::string open_word() const {
    const auto word = std::ranges::find_if(process_.words.unset, [](const std::string& text) {
      return std::ranges::all_of(text, is_alpha);
    });
    return word == process_.words.unset.end() ? std::string() : *word;
  }

  bool may_be_open(const Field& field) const {
    return field.needed.always && contains(field.open_in, status_);
  }

  // What must be there, but may say nothing yet, says so.
  void add_open_fields() {
    const std::string word = open_word();
    if (word.empty()) return;
    for (const Field& field : process_.fields) {
      if (!may_be_open(field) || field.own_lacks || root_.find(field.id)) continue;
      edits_.push_back(add_entry(source_, within_, field.id,
                                 field.is_list() ? fmt::format("[{}]", word) : word));
    }
  }

  // The template is that of another kind, too, which has fields that this one has not.
  void drop_excluded() {
    for (const std::string& id : kind_.excludes) {
      const YamlEntry* const entry = root_.find_entry(id);
      if (!entry) continue;
      edits_.push_back(remove_entry(source_, within_, *entry));
      dropped_.push_back(id);
    }
  }

  // Names of people, other proposals and releases that a template gives are examples.
  void clear_examples() {
    for (const Field& field : process_.fields) {
      const YamlEntry* const entry = root_.find_entry(field.id);
      if (!entry || contains(done_, field.id) || contains(dropped_, field.id)) continue;
      clear_example(field, *entry);
    }
  }

  void clear_example(const Field& field, const YamlEntry& entry) {
    const YamlNode& value = *entry.value;
    // Names that are an example, whatever a repository writes beside each.
    const bool names = field.role == FieldRole::kFeatureGates || field.role == FieldRole::kMetrics;
    if (names && value.is_list() && field.type != FieldType::kRecords) {
      clear_items(entry);
    } else if (field.type == FieldType::kAny && value.is_map()) {
      for (const YamlEntry& part : value.entries) clear_example(field, part);
    } else if (is_choice(value)) {
      edits_.push_back(set_scalar(source_, entry, fmt::format("\"\" # {}", value.text)));
    } else if (field.type == FieldType::kStages) {
      for (const YamlEntry& stage : value.entries) clear_text(stage);
    } else if (field.type == FieldType::kRecords) {
      const bool example = std::ranges::any_of(value.items, [&](const YamlNode& record) {
        return std::ranges::any_of(field.fields, [&](const Field& part) {
          return contains(part.placeholders, record.scalar(part.id));
        });
      });
      if (example) clear_items(entry);
    } else if (value.is_list()) {
      keep_open_items(field, entry);
    } else if (value.is_scalar() && is_example(field, value.text)) {
      clear_text(entry);
    }
  }

  bool is_example(const Field& field, const std::string& text) const {
    if (is_unset(process_, text)) return false;
    switch (field.type) {
      case FieldType::kPerson:
      case FieldType::kPeople:
      case FieldType::kGroup:
      case FieldType::kGroups:
      case FieldType::kLink:
      case FieldType::kLinks:
      case FieldType::kVersion: return true;
      default: return contains(field.placeholders, text) || is_person(text);
    }
  }

  static bool is_person(std::string_view text) {
    const auto handle = read_handle(text);
    return handle && handle->at && handle->alone;
  }

  // "low|high", of which the author is to keep one. What is in quotes or below its key may go on.
  bool is_choice(const YamlNode& value) const {
    if (!value.is_scalar() || value.text.find('|') == value.text.npos) return false;
    std::string_view rest = value.text;
    while (!rest.empty()) {
      const auto [word, after] = cut(rest, '|');
      if (trim(word).empty()) return false;
      rest = after;
    }
    return value.text.find_first_of("\n#") == value.text.npos;
  }

  // "{list everyone involved}" is a map to YAML, and to its author a place to fill in.
  void clear_slots() {
    for (const YamlEntry& entry : root_.entries) {
      const Field* const field = process_.find_field(entry.key);
      const YamlNode& value = *entry.value;
      if (contains(done_, entry.key) || contains(dropped_, entry.key) || !value.is_map()) continue;
      const bool slot = source_.text(value.span).starts_with('{') && value.entries.size() == 1 &&
                        value.entries.front().value->is_scalar() &&
                        value.entries.front().value->text.empty();
      if (slot)
        edits_.push_back(set_scalar(source_, entry, field && field->is_list() ? "[]" : "\"\""));
    }
  }

  void clear_text(const YamlEntry& entry) {
    if (!entry.value->is_scalar() || is_unset(process_, entry.value->text)) return;
    edits_.push_back(set_scalar(source_, entry, "\"\""));
  }

  void clear_items(const YamlEntry& entry) {
    std::ranges::move(clear_list(source_, entry), std::back_inserter(edits_));
  }

  // "TBD" is no example.
  void keep_open_items(const Field& field, const YamlEntry& entry) {
    std::vector<std::string> kept;
    for (const YamlNode& item : entry.value->items) {
      if (item.is_scalar() && is_example(field, item.text)) continue;
      kept.emplace_back(source_.text(item.span));
    }
    if (kept.size() == entry.value->items.size()) return;
    const std::string word = open_word();
    if (kept.empty() && may_be_open(field) && !word.empty()) kept.push_back(word);
    if (kept.empty()) return clear_items(entry);
    edits_.push_back(set_list(source_, entry, kept));
  }

  const Process& process_;
  const Kind& kind_;
  const NewFacts& facts_;
  const bool own_;
  const Source& source_;
  const Span within_;
  const YamlNode& root_;
  const std::string status_;
  std::vector<std::string> done_, dropped_;  // ids of fields
  std::vector<Edit> edits_;
};

}  // namespace

Result<std::string> new_metadata(const Process& process, const Kind& kind, const NewFacts& facts,
                                 const Source& source, Span within) {
  if (const auto fault = metadata_fault(source, within)) return failure(to_string(*fault));
  const Yaml yaml(source, within);
  std::vector<std::vector<Edit>> groups;
  for (Edit& edit : MetadataWriter(process, kind, facts, source, within, yaml.root()).run()) {
    edit.span = {edit.span.begin - within.begin, edit.span.end - within.begin};
    groups.push_back({std::move(edit)});
  }
  return splice(source.text(within), groups).text;
}

}  // namespace milepost::create
