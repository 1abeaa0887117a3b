#include "process/usual.h"

#include <algorithm>

#include "base/embedded.h"
#include "base/strings.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "process/yaml_reader.h"
#include "text/yaml.h"

namespace milepost {

namespace {

constexpr std::string_view kUsualFile = "processes/usual.yaml";

// What the packs that are built in say of their own fields.
void add_fields_of_packs(UsualNames& usual) {
  for (const std::string& pack : built_in_packs()) {
    const auto loaded = load_process(built_in_pack(pack), nullptr);
    if (!loaded) continue;
    for (const Field& field : (*loaded)->fields) {
      if (field.role == FieldRole::kOther) continue;
      usual.fields.emplace_back(field.role, std::vector<std::string>{field.id});
    }
  }
}

UsualNames read_usual_names() {
  UsualNames usual;
  const Source source(std::string(kUsualFile), find_embedded(kUsualFile).value_or(""));
  const Yaml yaml(source);
  YamlReader in(source);
  const YamlNode& root = yaml.root();
  if (const YamlNode* fields = in.map(root, "fields")) {
    for (const YamlEntry& entry : fields->entries) {
      const auto role = parse_field_role(entry.key);
      if (role) usual.fields.emplace_back(*role, in.texts(*fields, entry.key));
    }
  }
  if (const YamlNode* statuses = in.map(root, "statuses")) {
    usual.statuses = in.texts(*statuses, "order");
    usual.closed = in.texts(*statuses, "closed");
    usual.failed = in.texts(*statuses, "failed");
    usual.successor = in.texts(*statuses, "successor");
    usual.resting = in.texts(*statuses, "resting");
  }
  usual.folders = in.texts(root, "folders");
  usual.no_documents = in.texts(root, "no-documents");
  if (const YamlNode* formats = in.map(root, "formats")) {
    for (const YamlEntry& entry : formats->entries) {
      usual.formats.emplace_back(entry.key, entry.value->text);
    }
  }
  add_fields_of_packs(usual);
  return usual;
}

}  // namespace

FieldRole UsualNames::meaning_of(std::string_view key) const {
  std::string bare(key);
  if (const std::size_t plural = bare.find("(s)"); plural != bare.npos) bare.erase(plural, 3);
  for (const auto& [role, names] : fields) {
    if (lists_word(names, bare)) return role;
  }
  return FieldRole::kOther;
}

std::string_view UsualNames::format_of(std::string_view path) const {
  const std::size_t dot = path.rfind('.');
  if (dot == path.npos || path.find('/', dot) != path.npos) return {};
  const std::string ending = lower(path.substr(dot + 1));
  const auto found =
      std::ranges::find(formats, ending, &std::pair<std::string, std::string>::first);
  return found == formats.end() ? std::string_view() : std::string_view(found->second);
}

bool UsualNames::is_proposals_folder(std::string_view name) const {
  return lists_word(folders, name);
}

const UsualNames& usual_names() {
  static const UsualNames usual = read_usual_names();
  return usual;
}

bool lists_word(const std::vector<std::string>& words, std::string_view word) {
  const std::string key = heading_words(word);
  return std::ranges::any_of(words,
                             [&](const std::string& known) { return heading_words(known) == key; });
}

}  // namespace milepost
