#include "features/process/guess_metadata.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/date.h"
#include "base/strings.h"
#include "base/version.h"
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
constexpr std::size_t kLongestStatus = 3;  // words
constexpr double kMostTyped = 0.8;
constexpr double kUsualForm = 0.5;
// A value of few examples that is like one of many is a slip of the pen.
constexpr double kAlike = 0.75;
constexpr std::size_t kOftener = 4;
// An enum has few values, each of which is said by several.
constexpr std::size_t kMostValues = 6;
constexpr std::size_t kSayings = 3;

bool is_share(std::size_t count, std::size_t all, double share) {
  return all > 0 && static_cast<double>(count) >= share * static_cast<double>(all);
}

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

const Process& no_process() {
  static const Process none;
  return none;
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
    case FormPlace::kUnderTitle: return entries_of(read_under_title(no_process(), document));
    case FormPlace::kSection: return entries_of(read_in_section(no_process(), document, form.name));
  }
  return nullptr;
}

// The status that is a section of its own.
std::string status_section_of(const Document& document) {
  const auto body = section_body(document, kStatusSection);
  if (!body || read_in_section(no_process(), document, std::string(kStatusSection))) return {};
  return status_word(plain_text(document.text(*body)));
}

bool is_path_or_link(std::string_view text) {
  const bool path = text.starts_with('/') || text.starts_with("./") || text.starts_with("../");
  return text.find("://") != text.npos || text.ends_with(".md") || path;
}

FieldType type_of_text(std::string_view text) {
  if (text == "true" || text == "false") return FieldType::kBoolean;
  if (parse_date(text)) return FieldType::kDate;
  if (std::ranges::all_of(text, is_digit)) return FieldType::kNumber;
  if (text.find('.') != text.npos && parse_version(text)) return FieldType::kVersion;
  if (text.starts_with('@') && read_handle(text)) return FieldType::kPerson;
  return is_path_or_link(text) ? FieldType::kLink : FieldType::kText;
}

FieldType list_of(FieldType type) {
  switch (type) {
    case FieldType::kPerson: return FieldType::kPeople;
    case FieldType::kLink: return FieldType::kLinks;
    default: return FieldType::kTexts;
  }
}

// The type that most of the values have.
template <typename Values>
std::pair<FieldType, std::size_t> most_usual(const Values& types, FieldType otherwise) {
  std::map<FieldType, std::size_t> counts;
  for (const FieldType type : types) ++counts[type];
  for (const auto& [type, count] : counts) {
    if (is_share(count, types.size(), kMostTyped)) return {type, count};
  }
  return {otherwise, types.size()};
}

bool is_empty(const YamlNode& node) {
  return node.is_scalar() ? trim(node.text).empty() : node.items.empty() && node.entries.empty();
}

// All that examples say under one key.
struct KeyValues {
  std::string key;
  std::vector<const YamlNode*> nodes;
  std::vector<std::size_t> examples;  // parallel: which
};

struct TypeGuess {
  FieldType type;
  std::size_t typed;
};

TypeGuess guess_type(const KeyValues& values) {
  std::vector<FieldType> whole;
  std::vector<FieldType> items;
  std::size_t lists = 0;
  for (const YamlNode* node : values.nodes) {
    if (is_empty(*node)) continue;
    if (node->is_map()) {
      whole.push_back(FieldType::kAny);
    } else if (node->is_list()) {
      ++lists;
      for (const YamlNode& item : node->items) {
        items.push_back(item.is_scalar() ? type_of_text(trim(item.text)) : FieldType::kRecords);
      }
    } else {
      whole.push_back(type_of_text(trim(node->text)));
    }
  }
  if (lists > 0 && lists * 2 >= lists + whole.size()) {
    const auto [type, count] = most_usual(items, FieldType::kText);
    if (type == FieldType::kRecords) return {type, lists};
    return {list_of(type), lists};
  }
  if (whole.empty()) return {FieldType::kText, 0};
  const auto [type, count] = most_usual(whole, FieldType::kText);
  return {type, count};
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
    guess_statuses();
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
      const bool rare =
          !field.listed_by_template && field.role == FieldRole::kOther && is_rare(field.present);
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

  // One of twenty, and not of the few that there are.
  bool is_rare(std::size_t count) const { return all() >= 8 && count * 20 <= all(); }

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
    const FieldRole role = usual_names().meaning_of(values.key);
    if (!taken.contains(role) && may_be(role, field, values)) field.role = role;
    read_template_value(values, field);
    if (field.type == FieldType::kText && field.role == FieldRole::kOther) {
      guess_values(values, field);
    }
    guess_path_part(values, field);
    return field;
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

  static bool are_handles(const KeyValues& values) {
    std::size_t handles = 0;
    std::size_t others = 0;
    for (const YamlNode* node : values.nodes) {
      for (const Scalar& scalar : scalars(node)) {
        const auto handle = read_handle(scalar.text);
        const bool is_one = (handle && handle->alone) || !handles_in(scalar.text).empty();
        ++(is_one ? handles : others);
      }
    }
    return handles > 0 && is_share(handles, handles + others, kMostTyped);
  }

  // What several proposals say is a value, although the template says it, too.
  static bool is_value(const KeyValues& values, std::string_view text) {
    const auto says = [&](const YamlNode* node) {
      return std::ranges::any_of(scalars(node),
                                 [&](const Scalar& scalar) { return scalar.text == text; });
    };
    return std::ranges::count_if(values.nodes, says) > 1;
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

  static void guess_values(const KeyValues& values, FieldGuess& field) {
    std::map<std::string, std::size_t> counts;
    for (const YamlNode* node : values.nodes) {
      if (!is_empty(*node)) ++counts[std::string(trim(node->text))];
    }
    const bool few = counts.size() <= kMostValues && counts.size() * kSayings <= field.filled;
    const bool shown = std::ranges::all_of(counts, [](const auto& one) {
      return one.second > 1 && word_count(heading_words(one.first)) <= kLongestStatus;
    });
    if (!few || !shown || counts.size() < 2) return;
    field.type = FieldType::kEnum;
    for (const auto& [value, count] : counts) field.values.push_back(value);
  }

  // "0042" repeats 42.
  static std::string plain(std::string_view text) {
    std::string number = plain_number(text);
    return number.empty() ? std::string(trim(text)) : number;
  }

  void guess_path_part(const KeyValues& values, FieldGuess& field) const {
    const PathPattern pattern(layout_.path);
    const auto count_equal = [&](const auto& part_of) {
      std::size_t equal = 0;
      for (std::size_t i = 0; i < values.nodes.size(); ++i) {
        if (!values.nodes[i]->is_scalar()) continue;
        const std::string part = part_of(examples_.all[values.examples[i]].path);
        if (!part.empty() && plain(values.nodes[i]->text) == plain(part)) ++equal;
      }
      return equal;
    };
    const auto number = [&](const std::string& path) {
      return number_in(unit_of(layout_, path), layout_.unit);
    };
    const auto group = [&](const std::string& path) {
      const auto parts = pattern.match(path);
      return std::string(parts ? parts->find("group") : std::string_view());
    };
    std::size_t equal = 0;
    if (field.role == FieldRole::kNumber) {
      equal = count_equal(number);
      field.path_part = "number";
    } else if (field.role == FieldRole::kGroup && layout_.group) {
      equal = count_equal(group);
      field.path_part = "group";
    }
    field.repeats = equal;
    if (equal == 0 || !is_nearly_all(equal, field.filled)) field.path_part.clear();
  }

  void read_statuses(const KeyValues& values) {
    for (std::size_t i = 0; i < values.nodes.size(); ++i) {
      if (!values.nodes[i]->is_scalar()) continue;
      statuses_[values.examples[i]] = status_word(values.nodes[i]->text);
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

  void guess_statuses() {
    // By the word in lower case: how often, and how it is written.
    std::map<std::string, std::map<std::string, std::size_t>> written;
    for (const std::string& status : statuses_) {
      if (!status.empty()) ++written[lower(status)][status];
    }
    const std::vector<std::string> offered = statuses_of_template();
    std::vector<StatusGuess> found;
    for (const auto& [key, forms] : written) {
      StatusGuess status;
      std::size_t most = 0;
      for (const auto& [form, count] : forms) {
        status.count += count;
        if (count > most) status.id = form;
        most = std::max(most, count);
      }
      found.push_back(std::move(status));
    }
    for (const std::string& word : offered) {
      const auto known = std::ranges::find_if(
          found, [&](const StatusGuess& status) { return equal_ignoring_case(status.id, word); });
      if (known == found.end())
        found.push_back({word, 0, true});
      else
        known->in_template = true;
    }
    for (StatusGuess& status : found) {
      const bool slip = !status.in_template && std::ranges::any_of(found, [&](const auto& other) {
        return &other != &status && other.count >= kOftener * status.count &&
               similarity(lower(status.id), lower(other.id), kAlike) >= kAlike;
      });
      const bool known =
          offered.empty() ? lists_word(usual_names().statuses, status.id) : status.in_template;
      const bool odd = slip || (!known && is_rare(status.count));
      (odd ? guess_.odd_statuses : guess_.statuses).push_back(status);
    }
    order_statuses(offered);
    for (const std::string& status : statuses_) {
      const auto known = std::ranges::find_if(guess_.statuses, [&](const StatusGuess& one) {
        return equal_ignoring_case(one.id, status);
      });
      guess_.example_statuses.push_back(known == guess_.statuses.end() ? "" : known->id);
    }
  }

  void order_statuses(const std::vector<std::string>& offered) {
    const auto index_in = [](const std::vector<std::string>& words, const std::string& id) {
      const auto at = std::ranges::find_if(
          words, [&](const std::string& word) { return heading_words(word) == heading_words(id); });
      return static_cast<std::size_t>(at - words.begin());
    };
    std::ranges::stable_sort(guess_.statuses, {}, [&](const StatusGuess& status) {
      return std::pair(offered.empty() ? 0 : index_in(offered, status.id),
                       index_in(usual_names().statuses, status.id));
    });
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
  std::vector<std::string> statuses_;  // of each example, as written
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

std::string status_word(std::string_view text) {
  text = trim(text);
  text = text.substr(0, text.find_first_of("([/,.:;\n"));
  for (const std::string_view after : {" by ", " on ", " in ", " - ", " with "}) {
    text = text.substr(0, find_ignoring_case(text, after));
  }
  text = trim(text);
  const std::size_t words = word_count(heading_words(text));
  return words == 0 || words > kLongestStatus ? std::string() : std::string(text);
}

std::vector<std::string> alternatives_in(std::string_view text) {
  text = trim(text);
  while (text.starts_with("<!--")) text = trim(text.substr(4));
  if (text.ends_with("-->")) text = trim(text.substr(0, text.size() - 3));
  if (text.find(':') != text.npos) text = trim(text.substr(text.find(':') + 1));
  while (!text.empty() && (text.front() == '{' || text.front() == '[' || text.front() == '<'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == '}' || text.back() == ']' || text.back() == '>'))
    text.remove_suffix(1);
  for (const char between : {'|', '/', ','}) {
    if (text.find(between) == text.npos) continue;
    std::vector<std::string> words;
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto [part, tail] = cut(rest, between);
      std::string word = status_word(part);
      if (lower(word).starts_with("or ")) word = word.substr(3);
      if (word.empty() || std::ranges::any_of(word, is_digit)) return {};
      words.push_back(std::move(word));
      rest = tail;
    }
    // A comma alone also stands in sentences.
    if (words.size() >= (between == '|' ? 2U : 3U)) return words;
  }
  return {};
}

bool is_nearly_all(std::size_t count, std::size_t all) {
  return count > 0 && count * 10 >= all * 9;
}

}  // namespace milepost::process
