#include "features/create/new_text.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "features/create/new_listed.h"
#include "features/create/new_metadata.h"
#include "process/heading_key.h"
#include "process/template_front_matter.h"
#include "process/title_prefix.h"
#include "text/document.h"
#include "text/toc.h"

namespace milepost::create {

namespace {

using Edits = std::vector<Edit>;

std::string applied(std::string_view text, Edits edits) {
  std::vector<Edits> groups;
  for (Edit& edit : edits) groups.push_back({std::move(edit)});
  return splice(text, groups).text;
}

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

// Nothing where the first of several headings of level 1 is that of a section, as in templates
// without a title: the pack's template has it as one, below its own title.
const Heading* title_of(const Document& document, const Template& pattern) {
  const auto is_top = [&](const Section& section) {
    return document.heading_of(section).level == 1;
  };
  const bool several = std::ranges::count_if(document.sections(), is_top) > 1;
  for (const Section& section : document.sections()) {
    const Heading& heading = document.heading_of(section);
    if (heading.level != 1) continue;
    if (!several) return &heading;
    const auto& known = pattern.sections();
    const auto same = std::ranges::find(known, heading_key(heading.text), &TemplateSection::key);
    return same == known.end() || same == known.begin() ? &heading : nullptr;
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

Span whole_lines(const Source& source, Span span) {
  return {span.begin, source.next_line_begin(source.line_at(span.end))};
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
  const FrontMatter front = template_front_matter(document);
  const std::shared_ptr<const Source> begins =
      kind.metadata ? kind.metadata : std::make_shared<const Source>("metadata", "");
  const Span all{0, static_cast<std::uint32_t>(begins->text().size())};
  const auto write = [&](const std::shared_ptr<const Source>& source, Span within) {
    return new_metadata(process, kind, facts, *source, within);
  };

  DraftText made;
  Edits edits;
  const MetadataSource* section = form_of(process, MetadataForm::kSection);
  TRY(auto listed, fill_listed(process, kind, facts, document));
  if (listed) {
    std::ranges::move(*listed, std::back_inserter(edits));
  } else if (!process.layout.metadata.empty() &&
             process.layout.metadata.front().form == MetadataForm::kFile) {
    TRY(made.metadata, write(begins, all));
    if (front.present()) edits.push_back({front.span, ""});
  } else if (section && !front.closed && !kind.metadata) {
    auto status = set_status_section(process, document, section->name);
    if (status) edits.push_back(std::move(*status));
  } else {
    const bool own = front.closed && !kind.metadata;
    TRY(auto metadata, own ? write(document.shared_source(), front.content) : write(begins, all));
    if (document.front_matter().closed) {
      edits.push_back({front.content, std::move(metadata)});
    } else {
      if (front.closed) edits.push_back({whole_lines(document.source(), front.span), ""});
      edits.push_back({{0, 0}, fmt::format("---\n{}---\n\n", metadata)});
    }
  }
  if (const Heading* heading = title_of(document, *kind.pattern)) {
    edits.push_back({heading->text_span,
                     heading_text(process, std::string(document.text(heading->text_span)), facts)});
  }
  made.document = with_toc(applied(document.text(), std::move(edits)), process.toc);
  return made;
}

}  // namespace milepost::create
