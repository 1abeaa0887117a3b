#include "proposal/metadata.h"

#include <algorithm>

#include "base/slip.h"
#include "base/strings.h"
#include "process/heading_key.h"
#include "proposal/listed_metadata.h"
#include "text/inline.h"

namespace milepost {

namespace {

FieldValue value_of(const Process& process, const Metadata& metadata, FieldRole role) {
  const YamlNode* node = metadata.find(process, role);
  if (!node) return {};
  return {std::string(trim(node->text)), metadata.source.get(), node->span, node->is_scalar()};
}

// "superseded" is what others call it, and "implemented (alpha)" says more than the status.
// Else the one that is a slip of the pen away; "" when none is, or several are.
std::string_view status_meant(const Process& process, std::string_view text) {
  for (const Status& status : process.statuses) {
    const bool also = std::ranges::any_of(
        status.also, [&](const std::string& name) { return heading_words(name) == text; });
    if (also || cut(text, ' ').first == heading_words(status.id)) return status.id;
  }
  std::string_view meant;
  for (const Status& status : process.statuses) {
    if (!is_one_slip_apart(text, status.id)) continue;
    if (!meant.empty()) return {};
    meant = status.id;
  }
  return meant;
}

// Of the template's alternatives the one that is marked, "**provisional**|implementable"; else the
// first, in which the template has a proposal begin.
std::string_view status_among(const Process& process, std::string_view alternatives) {
  std::string_view first;
  std::string_view marked;
  for (std::string_view rest = alternatives; !rest.empty();) {
    const auto [one, after] = cut(rest, '|');
    rest = after;
    const std::string words = plain_text(trim(one));
    const Status* const status = process.find_status(trim(words));
    if (!status) continue;
    if (first.empty()) first = status->id;
    if (trim(words) == trim(one)) continue;
    if (!marked.empty()) return first;
    marked = status->id;
  }
  return marked.empty() ? first : marked;
}

void read_misspelt_status(const Process& process, std::string_view text, Metadata& metadata) {
  const std::string& written = metadata.status.text;
  const bool alternatives = written.find('|') != std::string::npos;
  metadata.known_status =
      alternatives ? status_among(process, written) : status_meant(process, text);
  metadata.status_misspelt = !metadata.known_status.empty();
}

// "superseded by x": another name of a status that needs a successor, with the successor.
void read_replaced(const Process& process, std::string_view words, Metadata& metadata) {
  for (const Status& status : process.statuses) {
    const auto named = [&](const std::string& name) {
      return has_words(words, heading_words(name) + " by");
    };
    if (status.successor && std::ranges::any_of(status.also, named)) {
      metadata.known_status = status.id;
    }
  }
}

void read_successors(const Process& process, const Document& document, Span section,
                     Metadata& metadata) {
  const Status* const status = process.find_status(metadata.known_status);
  if (!status || !status->successor) return;
  for (const Link& link : find_links(document)) {
    if (!section.contains(link.span) || link.kind == LinkKind::kDefinition) continue;
    metadata.successors.push_back(
        {destination_of(document, link), &document.source(), link.span, true});
  }
}

// Real Status sections say "One of: implementable" or "[Implemented](url)": the
// value is the one status word in them.
void read_status_section(const Process& process, const std::string& title, const Document& document,
                         Metadata& metadata) {
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) != key) continue;
    const std::string_view body = document.text(section.body);
    Span span = section.body;
    while (!span.empty() && is_space(document.text()[span.begin])) ++span.begin;
    while (!span.empty() && is_space(document.text()[span.end - 1])) --span.end;
    metadata.status = {plain_text(body), &document.source(), span};
    metadata.status_is_section = true;
    const std::string words = heading_words(metadata.status.text);
    std::vector<std::string_view> named;
    for (const Status& status : process.statuses) {
      if (has_words(words, heading_words(status.id))) named.push_back(status.id);
    }
    if (named.size() == 1) metadata.known_status = named.front();
    if (named.empty()) read_misspelt_status(process, words, metadata);
    if (named.empty() && metadata.known_status.empty()) read_replaced(process, words, metadata);
    read_successors(process, document, section.body, metadata);
    return;
  }
}

// "Implemented (v1.2)" of a status behind which more may stand.
std::string_view status_before_detail(const Process& process, std::string_view text) {
  const auto begins = [&](const Status& status) {
    return status.detailed && text.starts_with(status.id) && text.size() > status.id.size() &&
           !is_alnum(text[status.id.size()]) && text[status.id.size()] != '-';
  };
  const auto found = std::ranges::find_if(process.statuses, begins);
  return found == process.statuses.end() ? std::string_view() : found->id;
}

template <typename Known>
std::string_view known(const Known& names, std::string_view value) {
  for (const auto& name : names) {
    if (name == value) return name;
  }
  return {};
}

void read_known_values(const Process& process, Metadata& metadata) {
  metadata.status = value_of(process, metadata, FieldRole::kStatus);
  metadata.stage = value_of(process, metadata, FieldRole::kStage);
  metadata.created = value_of(process, metadata, FieldRole::kCreated);
  metadata.kind = value_of(process, metadata, FieldRole::kKind);
  metadata.template_version = value_of(process, metadata, FieldRole::kTemplateVersion);
  if (const Status* status = process.find_status(metadata.status.text)) {
    metadata.known_status = status->id;
  } else if (const auto before = status_before_detail(process, metadata.status.text);
             !before.empty()) {
    metadata.known_status = before;
  } else {
    read_misspelt_status(process, heading_words(metadata.status.text), metadata);
  }
  for (const Ladder& ladder : process.ladders) {
    const std::string_view stage = known(ladder.stages, metadata.stage.text);
    if (!stage.empty()) metadata.known_stage = stage;
  }
  metadata.created_on = read_date(metadata.created.text);
}

constexpr bool is_handle_char(char c) {
  return is_alnum(c) || c == '-' || c == '_' || c == '.' || c == '/';
}

// The @ of a handle: that of an address has something before it.
std::size_t find_at(std::string_view text) {
  std::size_t at = text.find('@');
  while (at != text.npos && at > 0 && is_handle_char(text[at - 1])) at = text.find('@', at + 1);
  return at;
}

// "Status" does; "Target releases" does not, where the status is a field.
bool may_hold_status(const Process& process, const std::string& title) {
  const Field* const field = process.field(FieldRole::kStatus);
  return !field || has_words(heading_words(title), heading_words(field->id));
}

}  // namespace

const YamlNode* Metadata::find(const Field& field) const {
  return yaml ? yaml->root().find(field.id) : nullptr;
}

const YamlNode* Metadata::find(const Process& process, FieldRole role) const {
  const Field* field = process.field(role);
  return field ? find(*field) : nullptr;
}

Metadata read_metadata(const Process& process, const Document* document,
                       std::shared_ptr<const Source> file) {
  Metadata metadata;
  const MetadataSource* section = nullptr;
  const auto take_listed = [&](std::optional<ListedMetadata> listed) {
    if (!listed) return;
    metadata.source = document->shared_source();
    metadata.listed = listed->span;
    metadata.yaml = std::move(listed->yaml);
  };
  for (const MetadataSource& from : process.layout.metadata) {
    if (from.form == MetadataForm::kSection) section = &from;
    if (metadata.yaml) continue;
    if (document && from.form == MetadataForm::kUnderTitle) {
      take_listed(read_under_title(process, *document));
    } else if (document && from.form == MetadataForm::kSection) {
      take_listed(read_in_section(process, *document, from.name));
    }
    if (from.form == MetadataForm::kFile && file) {
      metadata.source = std::move(file);
      metadata.yaml.emplace(*metadata.source);
    } else if (from.form == MetadataForm::kFrontMatter && document &&
               document->front_matter().closed) {
      metadata.source = document->shared_source();
      metadata.yaml.emplace(*metadata.source, document->front_matter().content);
    }
  }
  if (metadata.yaml) read_known_values(process, metadata);
  if (section && document && !metadata.status.present() &&
      may_hold_status(process, section->name)) {
    read_status_section(process, section->name, *document, metadata);
  }
  return metadata;
}

std::vector<Scalar> scalars(const YamlNode* node) {
  std::vector<Scalar> found;
  if (!node) return found;
  const auto add = [&](const YamlNode& at) {
    if (at.is_scalar() && !trim(at.text).empty()) found.push_back({trim(at.text), at.span});
  };
  add(*node);
  for (const YamlNode& item : node->items) add(item);
  return found;
}

std::vector<Scalar> names_in(const Field& field, const YamlNode* node) {
  std::vector<Scalar> names = scalars(node);
  if (!node || field.fields.empty()) return names;
  for (const YamlNode& record : node->items) {
    const std::vector<Scalar> name = scalars(record.find(field.fields.front().id));
    if (!name.empty()) names.push_back(name.front());
  }
  return names;
}

bool is_unset(const Process& process, std::string_view text) {
  const std::string_view bare = trim(text);
  return bare.empty() || std::ranges::any_of(process.words.unset, [&](const std::string& word) {
           return equal_ignoring_case(bare, word);
         });
}

std::optional<Handle> read_handle(std::string_view text) {
  text = trim(text);
  const std::size_t at = find_at(text);
  if (at == text.npos && !std::ranges::all_of(text, is_handle_char)) return std::nullopt;
  const std::string_view rest = at == text.npos ? text : text.substr(at + 1);
  const auto end = std::ranges::find_if_not(rest, is_handle_char);
  std::string_view name = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  while (name.ends_with('.')) name.remove_suffix(1);  // the end of a sentence
  if (std::ranges::none_of(name, is_alnum)) return std::nullopt;
  const bool alone = name.size() + (at == text.npos ? 0 : 1) == text.size();
  return Handle{name, at != text.npos, alone};
}

std::vector<std::string_view> handles_in(std::string_view text) {
  constexpr std::string_view kBetween = " \t,;/&";
  std::vector<std::string_view> handles;
  for (;;) {
    const std::size_t begin = text.find_first_not_of(kBetween);
    if (begin == text.npos) return handles;
    text.remove_prefix(begin);
    const std::string_view word = text.substr(0, text.find_first_of(kBetween));
    text.remove_prefix(word.size());
    if (word == "and") continue;
    const auto handle = read_handle(word);
    if (!handle || !handle->at || !handle->alone) return {};
    handles.push_back(handle->name);
  }
}

std::optional<Date> date_in_name(std::string_view text) {
  constexpr std::size_t kDigits = 8;
  if (text.size() != kDigits || !std::ranges::all_of(text, is_digit)) return parse_date(text);
  return parse_date(std::string(text.substr(0, 4))
                        .append("-")
                        .append(text.substr(4, 2))
                        .append("-")
                        .append(text.substr(6)));
}

std::optional<Date> read_date(std::string_view text) {
  if (const auto date = parse_date(text)) return date;
  const std::size_t mark = text.find_first_of("-/.");
  if (mark != 4) return std::nullopt;  // the year comes first
  int numbers[3] = {};
  std::string_view rest = text;
  for (int& number : numbers) {
    const auto [part, tail] = cut(rest, text[mark]);
    if (part.empty() || part.size() > 4 || !std::ranges::all_of(part, is_digit))
      return std::nullopt;
    for (const char c : part) number = number * 10 + (c - '0');
    rest = tail;
  }
  if (!rest.empty() || numbers[0] < 1000 || numbers[1] > 99 || numbers[2] > 99) return std::nullopt;
  return parse_date(to_string(Date{numbers[0], numbers[1], numbers[2]}));
}

std::string plain_number(std::string_view text) {
  text = trim(text);
  if (text.empty() || !std::ranges::all_of(text, is_digit)) return {};
  const std::size_t first = text.find_first_not_of('0');
  return std::string(first == text.npos ? std::string_view("0") : text.substr(first));
}

}  // namespace milepost
