#include "features/create/new_text.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "features/create/new_listed.h"
#include "process/heading_key.h"
#include "process/title_prefix.h"
#include "text/document.h"
#include "text/toc.h"
#include "text/yaml_write.h"

namespace milepost::create {

namespace {

using Edits = std::vector<Edit>;

std::string applied(std::string_view text, Edits edits) {
  std::vector<Edits> groups;
  for (Edit& edit : edits) groups.push_back({std::move(edit)});
  return splice(text, groups).text;
}

// Fills in metadata, key by key.
class MetadataWriter {
 public:
  MetadataWriter(const Process& process, const Kind& kind, const NewFacts& facts)
      : process_(process), kind_(kind), facts_(facts) {}

  Result<std::string> write(const std::shared_ptr<const Source>& source, Span within) {
    const Yaml yaml(*source, within);
    if (!yaml.complete()) {
      return failure(
          fmt::format("the metadata of {}: {}", source->path(), yaml.problems().front().message));
    }
    source_ = source.get();
    within_ = within;
    root_ = &yaml.root();
    set(FieldRole::kTitle, title(), true);
    set(FieldRole::kNumber, facts_.number, true);
    // The first kind is meant when none is named.
    const bool other_kind = &kind_ != &process_.kinds.front();
    set(FieldRole::kKind, other_kind ? yaml_scalar(kind_.id) : "", true);
    set_people();
    set(FieldRole::kGroup, facts_.group.empty() ? "" : yaml_scalar(facts_.group), true);
    const std::string status = process_.statuses.empty() ? "" : process_.statuses.front().id;
    set(FieldRole::kStatus, status, true);
    set(FieldRole::kCreated, to_string(facts_.today), true);
    set(FieldRole::kUpdated, to_string(facts_.today), false);
    const auto& versions = kind_.lineage.versions;
    set(FieldRole::kTemplateVersion, versions.empty() ? "" : yaml_scalar(versions.back().id), true);
    set_criteria();
    add_open_fields(status);
    const std::string text(source->text(within));
    for (Edit& edit : edits_) {
      edit.span = {edit.span.begin - within.begin, edit.span.end - within.begin};
    }
    return applied(text, std::move(edits_));
  }

 private:
  // A template may want the title as it stands in the path.
  std::string title() const {
    const Field* field = process_.field(FieldRole::kTitle);
    const bool as_slug = field && root_->scalar(field->id) == "{slug}";
    return yaml_scalar(as_slug ? facts_.slug : facts_.title);
  }

  // `written` is YAML; "" leaves what is there. A key that is not there is added
  // when it must be.
  void set(FieldRole role, const std::string& written, bool add) {
    const Field* field = process_.field(role);
    if (!field || written.empty()) return;
    if (const YamlEntry* entry = root_->find_entry(field->id)) {
      edits_.push_back(set_scalar(*source_, *entry, written));
    } else if (add) {
      edits_.push_back(add_entry(*source_, within_, field->id, written));
    }
  }

  void set_list_of(FieldRole role, const std::vector<std::string>& written) {
    const Field* field = process_.field(role);
    if (!field || written.empty()) return;
    if (const YamlEntry* entry = root_->find_entry(field->id)) {
      edits_.push_back(set_list(*source_, *entry, written));
    } else {
      edits_.push_back(
          add_entry(*source_, within_, field->id, fmt::format("[{}]", fmt::join(written, ", "))));
    }
  }

  void set_people() {
    std::vector<std::string> people;
    for (const std::string& author : facts_.authors) {
      people.push_back(yaml_scalar(process_.handles == HandleForm::kPlain ? author : "@" + author));
    }
    const Field* field = process_.field(FieldRole::kAuthors);
    if (field && field->type == FieldType::kPerson && !people.empty()) {
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

  // What must be there, but may say nothing yet, says so.
  void add_open_fields(const std::string& status) {
    const auto word = std::ranges::find_if(process_.words.unset, [](const std::string& text) {
      return std::ranges::all_of(text, is_alpha);
    });
    if (word == process_.words.unset.end()) return;
    for (const Field& field : process_.fields) {
      const bool open = std::ranges::find(field.open_in, status) != field.open_in.end();
      if (!open || !field.needed.always || root_->find(field.id)) continue;
      edits_.push_back(add_entry(*source_, within_, field.id,
                                 field.is_list() ? fmt::format("[{}]", *word) : *word));
    }
  }

  const Process& process_;
  const Kind& kind_;
  const NewFacts& facts_;
  const Source* source_ = nullptr;
  Span within_;
  const YamlNode* root_ = nullptr;
  Edits edits_;
};

// "&lt;" and "&#60;" stand for another character.
bool begins_entity(std::string_view text) {
  if (!text.starts_with('&')) return false;
  const auto end =
      std::ranges::find_if_not(text.substr(1), [](char c) { return is_alnum(c) || c == '#'; });
  return end != text.end() && *end == ';';
}

// The title as a line of Markdown: nothing in it is taken for HTML, a link, an
// escape or the end of the heading.
std::string as_markdown(std::string_view title) {
  const bool links = title.find("](") != title.npos || title.find("][") != title.npos;
  std::string text;
  for (std::size_t i = 0; i < title.size(); ++i) {
    const char c = title[i];
    if ((c == '[' && links) || c == '<' || c == '>' || c == '\\' || begins_entity(title.substr(i)))
      text += '\\';
    text += c;
  }
  if (text.ends_with('#')) text.insert(text.size() - 1, "\\");
  return text;
}

void replace_first(std::string& text, std::string_view old, std::string_view with) {
  const std::size_t at = text.find(old);
  if (!old.empty() && at != text.npos) text.replace(at, old.size(), with);
}

// "KEP-NNNN: Your short, descriptive title" with the number and the title in the
// places of their placeholders; without any the title alone.
std::string heading_text(const Process& process, std::string text, const NewFacts& facts) {
  const std::string prefix =
      title_prefix_of(process.layout.title_prefix, facts.number, facts.number_in_path);
  if (!prefix.empty()) return prefix + as_markdown(facts.title);
  const Field* number = process.field(FieldRole::kNumber);
  const std::vector<std::string> none;
  const std::vector<std::string>& numbers = number ? number->placeholders : none;
  std::string_view stands_for;  // the longest: "Title" is also a part of others
  for (const std::string& words : process.words.title_placeholders) {
    const bool of_number = std::ranges::find(numbers, words) != numbers.end();
    if (!of_number && words.size() > stands_for.size() && text.find(words) != text.npos) {
      stands_for = words;
    }
  }
  if (stands_for.empty()) return as_markdown(facts.title);
  // The number first: a title may hold anything.
  for (const std::string& placeholder : numbers) {
    const bool letters = std::ranges::none_of(placeholder, is_digit);
    if (letters && !facts.number.empty()) replace_first(text, placeholder, facts.number);
  }
  replace_first(text, stands_for, as_markdown(facts.title));
  return text;
}

const Heading* title_of(const Document& document) {
  for (const Section& section : document.sections()) {
    if (document.heading_of(section).level == 1) return &document.heading_of(section);
  }
  return nullptr;
}

// Puts the status where a section of the document says it.
std::optional<Edit> set_status_section(const Process& process, const Document& document,
                                       const std::string& title) {
  const std::string key = heading_key(title);
  for (const Section& section : document.sections()) {
    if (heading_key(document.heading_of(section).text) != key) continue;
    const auto [first, last] = document.blocks_in(section.body);
    for (std::uint32_t i = first; i < last; ++i) {
      const Block& block = document.blocks()[i];
      if (block.kind == BlockKind::kParagraph) return Edit{block.span, process.statuses.front().id};
    }
    return Edit{{section.body.end, section.body.end}, process.statuses.front().id + "\n\n"};
  }
  return std::nullopt;
}

std::string with_toc(const std::string& text, TocStyle style) {
  const Document document(std::make_shared<const Source>("new", text));
  auto edit = current_toc(document, style);
  return edit ? applied(text, {std::move(*edit)}) : text;
}

const MetadataSource* form_of(const Process& process, MetadataForm form) {
  const auto& forms = process.layout.metadata;
  const auto found = std::ranges::find(forms, form, &MetadataSource::form);
  return found == forms.end() ? nullptr : &*found;
}

}  // namespace

Result<DraftText> write_new(const Process& process, const Kind& kind, const NewFacts& facts) {
  const Template& pattern = kind.repository ? *kind.repository : *kind.pattern;
  const Document& document = pattern.document();
  const FrontMatter& front = document.front_matter();
  MetadataWriter writer(process, kind, facts);
  const std::shared_ptr<const Source> begins =
      kind.metadata ? kind.metadata : std::make_shared<const Source>("metadata", "");
  const Span all{0, static_cast<std::uint32_t>(begins->text().size())};

  DraftText made;
  Edits edits;
  const MetadataSource* section = form_of(process, MetadataForm::kSection);
  TRY(auto listed, fill_listed(process, kind, facts, document));
  if (listed) {
    std::ranges::move(*listed, std::back_inserter(edits));
  } else if (!process.layout.metadata.empty() &&
             process.layout.metadata.front().form == MetadataForm::kFile) {
    TRY(made.metadata, writer.write(begins, all));
    if (front.present()) edits.push_back({front.span, ""});
  } else if (section && !front.closed && !kind.metadata) {
    auto status = set_status_section(process, document, section->name);
    if (status) edits.push_back(std::move(*status));
  } else {
    const bool own = front.closed && !kind.metadata;
    TRY(auto metadata,
        own ? writer.write(document.shared_source(), front.content) : writer.write(begins, all));
    if (front.closed) {
      edits.push_back({front.content, std::move(metadata)});
    } else {
      edits.push_back({{0, 0}, fmt::format("---\n{}---\n\n", metadata)});
    }
  }
  if (const Heading* heading = title_of(document)) {
    edits.push_back({heading->text_span,
                     heading_text(process, std::string(document.text(heading->text_span)), facts)});
  }
  made.document = with_toc(applied(document.text(), std::move(edits)), process.toc);
  return made;
}

}  // namespace milepost::create
