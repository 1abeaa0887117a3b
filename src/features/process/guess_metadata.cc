#include "features/process/guess_metadata.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/date.h"
#include "base/strings.h"
#include "features/process/guess_values.h"
#include "process/heading_key.h"
#include "process/load.h"
#include "process/usual.h"
#include "proposal/listed_metadata.h"
#include "proposal/metadata.h"
#include "text/inline.h"

namespace milepost::process {

namespace {

using FormPlace = FormGuess::Place;

constexpr std::string_view kStatusSection = "Status";
constexpr double kUsualForm = 0.5;

std::shared_ptr<const YamlNode> front_matter_of(const Document& document) {
  if (!document.front_matter().closed) return nullptr;
  const auto yaml =
      std::make_shared<const Yaml>(document.source(), document.front_matter().content);
  if (!yaml->root().is_map() || yaml->root().entries.empty()) return nullptr;
  return {yaml, &yaml->root()};
}

std::shared_ptr<const YamlNode> file_beside(
    const std::vector<std::shared_ptr<const Source>>& beside, std::string_view name) {
  for (const auto& source : beside) {
    if (source->path() != name) continue;
    const auto yaml = std::make_shared<const Yaml>(*source);
    return {yaml, &yaml->root()};
  }
  return nullptr;
}

// One entry alone may be any sentence with a colon.
std::shared_ptr<const YamlNode> entries_of(std::optional<ListedMetadata> listed) {
  if (!listed || listed->yaml.root().entries.size() < 2) return nullptr;
  const auto kept = std::make_shared<const ListedMetadata>(std::move(*listed));
  return {kept, &kept->yaml.root()};
}

// One that has the fields that are usual: by them the first row of a table is known for an entry.
const Process& usual_process() {
  static const Process process = [] {
    Process usual;
    for (const auto& [role, names] : usual_names().fields) {
      for (const std::string& name : names) usual.fields.emplace_back().id = name;
    }
    return usual;
  }();
  return process;
}

std::optional<Span> section_body(const Document& document, std::string_view title) {
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) == key) return section.body;
  }
  return std::nullopt;
}

// The metadata that a document has in one place.
std::shared_ptr<const YamlNode> metadata_at(
    const FormGuess& form, const Document& document,
    const std::vector<std::shared_ptr<const Source>>& beside) {
  switch (form.place) {
    case FormPlace::kFile: return file_beside(beside, form.name);
    case FormPlace::kFrontMatter: return front_matter_of(document);
    case FormPlace::kUnderTitle: return entries_of(read_under_title(usual_process(), document));
    case FormPlace::kSection:
      return entries_of(read_in_section(usual_process(), document, form.name));
  }
  return nullptr;
}

// The status that is a section of its own.
std::string status_section_of(const Document& document) {
  const auto body = section_body(document, kStatusSection);
  if (!body || read_in_section(usual_process(), document, std::string(kStatusSection))) return {};
  return status_word(plain_text(document.text(*body)));
}

bool holds_people(FieldRole role) {
  return role == FieldRole::kAuthors || role == FieldRole::kReviewers ||
         role == FieldRole::kApprovers;
}

class MetadataGuesser {
 public:
  MetadataGuesser(const Examples& examples, const LayoutGuess& layout)
      : examples_(examples), layout_(layout) {
    guess_.examples = examples.all.size();
  }

  MetadataGuess guess() {
    find_forms();
    read_values();
    guess_fields();
    StatusesGuess statuses = guess_statuses(
        {statuses_, written_statuses_, statuses_of_template(), status_of_template()});
    guess_.statuses = std::move(statuses.usual);
    guess_.odd_statuses = std::move(statuses.odd);
    guess_.example_statuses = std::move(statuses.of_examples);
    guess_stages();
    count_handles();
    return std::move(guess_);
  }

 private:
  std::size_t all() const { return examples_.all.size(); }

  std::size_t count_of(const FormGuess& form) const {
    std::size_t count = 0;
    for (const ExampleProposal& example : examples_.all) {
      if (metadata_at(form, *example.document, example.beside)) ++count;
    }
    return count;
  }

  void find_forms() {
    std::vector<FormGuess> found;
    if (!layout_.file.empty()) {
      std::map<std::string, std::size_t> names;
      for (const ExampleProposal& example : examples_.all) {
        for (const auto& source : example.beside) ++names[source->path()];
      }
      const auto best =
          std::ranges::max_element(names, {}, &std::pair<const std::string, std::size_t>::second);
      if (best != names.end()) found.push_back({FormPlace::kFile, best->first, 0});
    }
    found.push_back({FormPlace::kFrontMatter, {}, 0});
    found.push_back({FormPlace::kUnderTitle, {}, 0});
    found.push_back({FormPlace::kSection, std::string(kStatusSection), 0});
    for (const char* const title : {"Metadata", "Meta"}) {
      found.push_back({FormPlace::kSection, title, 0});
    }
    for (FormGuess& form : found) form.count = count_of(form);
    std::erase_if(found,
                  [&](const FormGuess& form) { return !is_share(form.count, all(), kUsualForm); });
    // One that says the status says most.
    std::ranges::stable_sort(found, std::greater<>(), [&](const FormGuess& form) {
      return std::pair(says_status(form), form.count);
    });
    if (!found.empty()) guess_.forms.push_back(found.front());
    add_status_section();
  }

  bool says_status(const FormGuess& form) const {
    std::size_t count = 0;
    for (const ExampleProposal& example : examples_.all) {
      const auto node = metadata_at(form, *example.document, example.beside);
      if (node && status_of(*node)) ++count;
    }
    return is_share(count, all(), kUsualForm);
  }

  static const YamlNode* status_of(const YamlNode& map) {
    for (const YamlEntry& entry : map.entries) {
      if (usual_names().meaning_of(entry.key) == FieldRole::kStatus) return entry.value.get();
    }
    return nullptr;
  }

  void add_status_section() {
    if (!guess_.forms.empty() && says_status(guess_.forms.front())) return;
    std::size_t count = 0;
    for (const ExampleProposal& example : examples_.all) {
      if (!status_section_of(*example.document).empty()) ++count;
    }
    if (!is_share(count, all(), kUsualForm)) return;
    status_section_ = true;
    guess_.forms.push_back({FormPlace::kSection, std::string(kStatusSection), count});
  }

  // The form whose keys are the fields; nullptr for none.
  const FormGuess* main_form() const {
    if (guess_.forms.empty()) return nullptr;
    const FormGuess& first = guess_.forms.front();
    return status_section_ && guess_.forms.size() == 1 ? nullptr : &first;
  }

  void read_values() {
    const FormGuess* form = main_form();
    statuses_.resize(all());
    written_statuses_.resize(all());
    for (std::size_t i = 0; i < all(); ++i) {
      const ExampleProposal& example = examples_.all[i];
      if (status_section_) statuses_[i] = status_section_of(*example.document);
      auto node = form ? metadata_at(*form, *example.document, example.beside) : nullptr;
      if (!node) continue;
      for (const YamlEntry& entry : node->entries) add_value(entry, i);
      kept_.push_back(std::move(node));
    }
    if (!form) return;
    in_template_ =
        metadata_at(*form, Document(examples_.template_source), examples_.beside_template);
    if (form->place == FormPlace::kFile && in_template_) guess_.template_file = form->name;
  }

  void add_value(const YamlEntry& entry, std::size_t example) {
    auto known = std::ranges::find(values_, entry.key, &KeyValues::key);
    if (known == values_.end()) known = values_.insert(values_.end(), {entry.key, {}, {}});
    known->nodes.push_back(entry.value.get());
    known->examples.push_back(example);
  }

  void guess_fields() {
    order_keys();
    std::set<FieldRole> taken;
    for (const KeyValues& values : values_) {
      FieldGuess field = guess_field(values, taken);
      if (field.role == FieldRole::kStatus) read_statuses(values);
      const bool rare = !field.listed_by_template && field.role == FieldRole::kOther &&
                        is_rare(field.present, all());
      if (!rare && field.role != FieldRole::kOther) taken.insert(field.role);
      (rare ? guess_.rare : guess_.fields).push_back(std::move(field));
    }
    if (!in_template_) return;
    for (const YamlEntry& entry : in_template_->entries) {
      const bool known = std::ranges::find(values_, entry.key, &KeyValues::key) != values_.end();
      if (known) continue;
      FieldGuess field;
      field.key = entry.key;
      field.type = FieldType::kAny;
      field.listed_by_template = true;
      guess_.fields.push_back(std::move(field));
    }
  }

  // As the template has them; the others behind the one they follow in an example.
  void order_keys() {
    if (!in_template_) return;
    const auto place = [&](const KeyValues& values) {
      const auto at = std::ranges::find(in_template_->entries, values.key, &YamlEntry::key);
      return at - in_template_->entries.begin();
    };
    std::ranges::stable_sort(values_, {}, place);
  }

  FieldGuess guess_field(const KeyValues& values, const std::set<FieldRole>& taken) {
    FieldGuess field;
    field.key = values.key;
    field.present = values.nodes.size();
    field.filled = static_cast<std::size_t>(
        std::ranges::count_if(values.nodes, [](const YamlNode* node) { return !is_empty(*node); }));
    const auto [type, typed] = guess_type(values);
    field.type = type;
    field.typed = typed;
    const FieldRole role = meaning_of(values);
    if (!taken.contains(role) && may_be(role, field, values)) field.role = role;
    read_template_value(values, field);
    if (field.type == FieldType::kText && field.role == FieldRole::kOther) {
      field.values = values_of_enum(values);
      if (!field.values.empty()) field.type = FieldType::kEnum;
    }
    guess_path_part(values, field);
    return field;
  }

  // By its key, or else by what it says: a number that is that of the path in each is the number.
  FieldRole meaning_of(const KeyValues& values) const {
    const FieldRole usual = usual_names().meaning_of(values.key);
    const bool in_all = values.nodes.size() == all() && all() > 1;
    if (usual != FieldRole::kOther || !in_all || has_usual_number()) return usual;
    const std::size_t equal =
        count_equal(values, [&](const auto& path) { return number_of(path); });
    return equal == all() ? FieldRole::kNumber : usual;
  }

  bool has_usual_number() const {
    return std::ranges::any_of(values_, [](const KeyValues& values) {
      return usual_names().meaning_of(values.key) == FieldRole::kNumber &&
             guess_type(values).type == FieldType::kNumber;
    });
  }

  // A meaning goes with values of its type alone; people's names are no handles.
  bool may_be(FieldRole role, FieldGuess& field, const KeyValues& values) {
    switch (role) {
      case FieldRole::kOther:
      case FieldRole::kKind: return false;
      case FieldRole::kTitle: return field.type == FieldType::kText;
      case FieldRole::kStatus:
      case FieldRole::kStage:
        if (field.type != FieldType::kText) return false;
        field.type = FieldType::kEnum;
        return true;
      case FieldRole::kGroup:
        if (field.type != FieldType::kText) return false;
        field.type = FieldType::kGroup;
        return true;
      case FieldRole::kNumber: return field.type == FieldType::kNumber;
      case FieldRole::kCreated:
      case FieldRole::kUpdated: return field.type == FieldType::kDate;
      default: break;
    }
    if (holds_people(role)) {
      if (!are_handles(values)) return false;
      field.type = FieldType::kPeople;
      return true;
    }
    const FieldType usual = usual_type(role);
    // Few proposals have relations to others, and some say "None" or "#12".
    if (field.filled == 0 || usual == FieldType::kLinks) field.type = usual;
    return field.type == usual;
  }

  void read_template_value(const KeyValues& values, FieldGuess& field) const {
    const YamlNode* node = in_template_ ? in_template_->find(field.key) : nullptr;
    field.listed_by_template = node != nullptr;
    if (!node) return;
    for (const Scalar& scalar : scalars(node)) {
      const bool choice = !alternatives_in(scalar.text).empty();
      if (choice || field.type == FieldType::kEnum || field.type == FieldType::kBoolean) continue;
      if (is_value(values, scalar.text)) continue;
      if (std::ranges::find(field.placeholders, scalar.text) == field.placeholders.end()) {
        field.placeholders.emplace_back(scalar.text);
      }
    }
  }

  // yyyymmdd, or yyyy-mm-dd.
  static std::optional<Date> read_date_part(std::string_view text) {
    if (text.size() != 8) return parse_date(text);
    return parse_date(
        fmt::format("{}-{}-{}", text.substr(0, 4), text.substr(4, 2), text.substr(6, 2)));
  }

  // "0042" repeats 42.
  static std::string plain(std::string_view text) {
    std::string number = plain_number(text);
    return number.empty() ? std::string(trim(text)) : number;
  }

  std::string number_of(const std::string& path) const {
    return number_in(unit_of(layout_, path), layout_.unit);
  }

  // In how many examples the value is what `part_of` finds in the path.
  template <typename PartOf>
  std::size_t count_equal(const KeyValues& values, const PartOf& part_of) const {
    std::size_t equal = 0;
    for (std::size_t i = 0; i < values.nodes.size(); ++i) {
      if (!values.nodes[i]->is_scalar()) continue;
      const std::string part = part_of(examples_.all[values.examples[i]].path);
      if (!part.empty() && plain(values.nodes[i]->text) == plain(part)) ++equal;
    }
    return equal;
  }

  void guess_path_part(const KeyValues& values, FieldGuess& field) const {
    const PathPattern pattern(layout_.path);
    const auto group = [&](const std::string& path) {
      const auto parts = pattern.match(path);
      return std::string(parts ? parts->find("group") : std::string_view());
    };
    std::size_t equal = 0;
    if (field.role == FieldRole::kNumber) {
      equal = count_equal(values, [&](const auto& path) { return number_of(path); });
      field.path_part = "number";
    } else if (field.role == FieldRole::kGroup && layout_.group) {
      equal = count_equal(values, group);
      field.path_part = "group";
    }
    if (field.role == FieldRole::kCreated && layout_.unit.kind == UnitKind::kDateSlug) {
      const auto date = [&](const std::string& path) {
        const auto parts = pattern.match(path);
        const auto day = read_date_part(parts ? parts->find("date") : std::string_view());
        return day ? to_string(*day) : std::string();
      };
      equal = count_equal(values, date);
      field.path_part = "date";
    }
    field.repeats = equal;
    if (equal == 0 || !is_nearly_all(equal, field.filled)) field.path_part.clear();
  }

  void read_statuses(const KeyValues& values) {
    for (std::size_t i = 0; i < values.nodes.size(); ++i) {
      if (!values.nodes[i]->is_scalar()) continue;
      statuses_[values.examples[i]] = status_word(values.nodes[i]->text);
      written_statuses_[values.examples[i]] = values.nodes[i]->text;
    }
  }

  // Those between which the template leaves the choice.
  std::vector<std::string> statuses_of_template() const {
    if (in_template_) {
      if (const YamlNode* status = status_of(*in_template_); status && status->is_scalar()) {
        return alternatives_in(status->text);
      }
    }
    if (!status_section_) return {};
    const Document document(examples_.template_source);
    const auto body = section_body(document, kStatusSection);
    std::string_view text = body ? document.text(*body) : std::string_view();
    while (!text.empty()) {
      const auto [line, rest] = cut(text, '\n');
      if (auto words = alternatives_in(line); !words.empty()) return words;
      text = rest;
    }
    return {};
  }

  // The one that it has.
  std::string status_of_template() const {
    const YamlNode* const status = in_template_ ? status_of(*in_template_) : nullptr;
    if (status) return status->is_scalar() ? status_word(status->text) : std::string();
    return status_section_ ? status_section_of(Document(examples_.template_source)) : std::string();
  }

  // A ladder of a built-in pack with these stages, in its order; else as the template offers them.
  void guess_stages() {
    const FieldGuess* stage = guess_.field(FieldRole::kStage);
    if (!stage) return;
    std::set<std::string> written;
    const auto values = std::ranges::find(values_, stage->key, &KeyValues::key);
    if (values != values_.end()) {
      for (const YamlNode* node : values->nodes) {
        if (node->is_scalar() && !trim(node->text).empty()) written.emplace(trim(node->text));
      }
    }
    const YamlNode* offered = in_template_ ? in_template_->find(stage->key) : nullptr;
    if (offered && offered->is_scalar()) {
      for (std::string& word : alternatives_in(offered->text)) {
        guess_.stages.push_back(std::move(word));
      }
    }
    if (guess_.stages.empty()) add_stages_of_packs(written);
  }

  void add_stages_of_packs(const std::set<std::string>& written) {
    for (const std::string& pack : built_in_packs()) {
      const auto loaded = load_process(built_in_pack(pack), nullptr);
      if (!loaded || (*loaded)->ladders.empty()) continue;
      const auto& stages = (*loaded)->ladders.front().stages;
      const auto shared = std::ranges::count_if(
          stages, [&](const std::string& one) { return written.contains(one); });
      if (shared < 2) continue;
      guess_.stages = stages;
      return;
    }
    guess_.stages.assign(written.begin(), written.end());
  }

  void count_handles() {
    for (const FieldGuess& field : guess_.fields) {
      if (field.type != FieldType::kPeople) continue;
      const auto values = std::ranges::find(values_, field.key, &KeyValues::key);
      for (const YamlNode* node : values->nodes) {
        for (const Scalar& scalar : scalars(node)) {
          const bool at = scalar.text.find('@') != scalar.text.npos;
          ++(at ? guess_.with_at : guess_.without_at);
        }
      }
    }
  }

  const Examples& examples_;
  const LayoutGuess& layout_;
  MetadataGuess guess_;
  bool status_section_ = false;
  std::vector<std::shared_ptr<const YamlNode>> kept_;  // what values_ points into
  std::vector<KeyValues> values_;
  std::vector<std::string> statuses_;          // of each example
  std::vector<std::string> written_statuses_;  // with what stands behind
  std::shared_ptr<const YamlNode> in_template_;
};

}  // namespace

const FieldGuess* MetadataGuess::field(FieldRole role) const {
  const auto found = std::ranges::find(fields, role, &FieldGuess::role);
  return found == fields.end() ? nullptr : &*found;
}

MetadataGuess guess_metadata(const Examples& examples, const LayoutGuess& layout) {
  return MetadataGuesser(examples, layout).guess();
}

bool is_nearly_all(std::size_t count, std::size_t all) {
  return count > 0 && count * 10 >= all * 9;
}

}  // namespace milepost::process
