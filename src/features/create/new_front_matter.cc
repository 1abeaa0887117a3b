#include "features/create/new_front_matter.h"

#include "base/strings.h"
#include "process/title_prefix.h"
#include "process/usual.h"
#include "text/yaml.h"
#include "text/yaml_write.h"

namespace milepost::create {

namespace {

// "GEP-" of "GEP-{number}: "
bool begins_as(std::string_view text, std::string_view prefix) {
  const std::string_view letters = prefix.substr(0, prefix.find_first_of("0123456789"));
  return !letters.empty() && text.size() >= letters.size() &&
         equal_ignoring_case(text.substr(0, letters.size()), letters);
}

FieldRole role_of(const Process& process, std::string_view key) {
  const Field* const field = process.find_field(key);
  return field && field->role != FieldRole::kOther ? field->role : usual_names().meaning_of(key);
}

}  // namespace

FilledFrontMatter fill_front_matter(const Process& process, const NewFacts& facts,
                                    const TitleInFrontMatter& title, const Source& source,
                                    Span within) {
  const Yaml yaml(source, within);
  FilledFrontMatter filled;
  for (const YamlEntry& entry : yaml.root().entries) {
    const YamlNode& value = *entry.value;
    if (!value.is_scalar()) continue;
    std::string text;
    switch (role_of(process, entry.key)) {
      case FieldRole::kTitle: {
        const bool with =
            !title.prefix.empty() && (title.alone || begins_as(value.text, title.prefix));
        filled.has_prefix = filled.has_prefix || with;
        text = (with ? title.prefix : std::string()) + facts.title;
        break;
      }
      case FieldRole::kNumber: text = facts.number; break;
      case FieldRole::kGroup: text = facts.group; break;
      case FieldRole::kStatus:
        text = process.statuses.empty() ? std::string() : process.statuses.front().id;
        break;
      case FieldRole::kCreated:
      case FieldRole::kUpdated: text = to_string(facts.today); break;
      default: break;
    }
    if (text.empty()) continue;
    filled.edits.push_back(set_scalar(source, entry, yaml_scalar(text, value.quoted)));
  }
  return filled;
}

}  // namespace milepost::create
