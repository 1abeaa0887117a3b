#include "features/create/new_text.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/replace_all.h"
#include "base/strings.h"
#include "features/create/new_front_matter.h"
#include "features/create/new_listed.h"
#include "features/create/new_metadata.h"
#include "process/heading_key.h"
#include "process/own_metadata.h"
#include "process/template_front_matter.h"
#include "process/title_prefix.h"
#include "process/usual.h"
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

std::string prefix_of(const Process& process, const NewFacts& facts) {
  return title_prefix_of(process.layout.title_prefix, facts.number, facts.number_in_path);
}

const std::vector<std::string>& number_placeholders(const Process& process) {
  static const std::vector<std::string> none;
  const Field* const number = process.field(FieldRole::kNumber);
  return number ? number->placeholders : none;
}

// "KEP-NNNN: Your short, descriptive title" with the number and the title in the
// places of their placeholders; without a prefix the title alone.
std::string heading_text(const Process& process, std::string_view text, const NewFacts& facts) {
  std::string prefix = prefix_of(process, facts);
  if (!prefix.empty()) return prefix + as_markdown(facts.title);
  const auto& numbers = number_placeholders(process);
  prefix = prefix_of_template(text, numbers, process.words.title_placeholders);
  if (!prefix.empty() && !is_space(prefix.back())) prefix += ' ';
  for (const std::string& placeholder : numbers) {
    const bool telling = placeholder.size() > 1;  // 0 may be anything
    if (telling && !facts.number.empty()) replace_all(prefix, placeholder, facts.number);
  }
  return prefix + as_markdown(facts.title);
}

// Whether it stands for the title of a proposal, so that one of the second level may be it.
bool is_to_be_title(const Process& process, const Heading& heading) {
  const auto& titles = process.words.title_placeholders;
  return std::ranges::find(titles, heading.text) != titles.end() ||
         !prefix_of_template(heading.text, number_placeholders(process), titles).empty();
}

// Nothing where the first of several headings of level 1 is that of a section, as in templates
// without a title: the pack's template has it as one, below its own title.
const Heading* title_of(const Process& process, const Document& document, const Template& pattern) {
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
  if (document.sections().empty()) return nullptr;
  const Heading& first = document.heading_of(document.sections().front());
  return first.level == 2 && is_to_be_title(process, first) ? &first : nullptr;
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
      if (block.kind == BlockKind::kParagraph) {
        return Edit{inside_marks(document.source(), block.span), process.statuses.front().id};
      }
    }
    return Edit{{section.body.end, section.body.end}, process.statuses.front().id + "\n\n"};
  }
  return std::nullopt;
}

// Without brackets, emphasis and blanks around it.
std::string_view bare(std::string_view text) {
  constexpr std::string_view kAround = "<>{}[]()*_` ";
  const std::size_t begin = std::min(text.find_first_not_of(kAround), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(kAround) + 1);
}

// "DATE", "YYYY-MM-DD", "<date>": where a day is to stand.
bool stands_for_day(std::string_view text) {
  constexpr std::string_view kNames[] = {"date", "yyyy-mm-dd", "today"};
  return std::ranges::any_of(
      kNames, [&](std::string_view name) { return equal_ignoring_case(bare(text), name); });
}

// Lines such as "Date: DATE" between the title and the first section, of processes that read no
// metadata there.
Edits set_days(const Document& document, Date today) {
  Edits edits;
  const auto& sections = document.sections();
  if (sections.empty()) return edits;
  const auto [first, last] = document.blocks_in(sections.front().body);
  for (std::uint32_t b = first; b < last; ++b) {
    const Block& block = document.blocks()[b];
    if (block.kind != BlockKind::kParagraph) continue;
    for (const Span line : document.lines_of(block)) {
      const auto [name, value] = cut(document.text(line), ':');
      const std::string_view day = trim(value);
      const bool is_day = usual_names().meaning_of(lower(bare(name))) == FieldRole::kCreated;
      if (!is_day || !stands_for_day(day)) continue;
      const auto begin = static_cast<std::uint32_t>(day.data() - document.text().data());
      edits.push_back({{begin, begin + static_cast<std::uint32_t>(day.size())}, to_string(today)});
    }
  }
  return edits;
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

bool has_top_heading(const Document& document) {
  return std::ranges::any_of(document.sections(), [&](const Section& section) {
    return document.heading_of(section).level == 1;
  });
}

// What new front matter begins as where the template has none: as the pack's template has it.
std::string front_matter_of_pack(const Kind& kind) {
  const Document& document = kind.pattern->document();
  const FrontMatter front = template_front_matter(document);
  return std::string(front.closed ? document.text(front.content) : std::string_view());
}

Span all_of(const Source& source) { return {0, static_cast<std::uint32_t>(source.text().size())}; }

// Writes a proposal's document, and its metadata.
class DraftWriter {
 public:
  DraftWriter(const Process& process, const Kind& kind, const NewFacts& facts)
      : process_(process),
        kind_(kind),
        facts_(facts),
        document_((kind.repository ? *kind.repository : *kind.pattern).document()),
        front_(template_front_matter(document_)),
        heading_(title_of(process, document_, *kind.pattern)) {}

  Result<DraftText> write() && {
    TRY(write_metadata());
    if (heading_) {
      // A prefix that the pack gives stands in the place of all that the template shows.
      const bool shown = prefix_of(process_, facts_).empty();
      const Span title =
          shown ? inside_marks(document_.source(), heading_->text_span) : heading_->text_span;
      edits_.push_back({title, heading_text(process_, document_.text(title), facts_)});
    } else if (!has_prefix_ && !has_top_heading(document_)) {
      add_heading();
    }
    made_.document = with_toc(applied(document_.text(), std::move(edits_)), process_.toc);
    return made_;
  }

 private:
  Result<void> write_metadata() {
    TRY(auto listed, fill_listed(process_, kind_, facts_, document_));
    if (listed) {
      add(std::move(*listed));
      return {};
    }
    const auto& forms = process_.layout.metadata;
    const MetadataSource* section = form_of(process_, MetadataForm::kSection);
    if (!forms.empty() && forms.front().form == MetadataForm::kFile) {
      TRY(made_.metadata, metadata_from(""));
      return write_beside_file();
    }
    if (section && !front_.closed && !kind_.metadata) {
      auto status = set_status_section(process_, document_, section->name);
      if (status) edits_.push_back(std::move(*status));
      add(set_days(document_, facts_.today));
      return {};
    }
    return write_front_matter();
  }

  // That of the kind, or else what it begins as.
  Result<std::string> metadata_from(std::string_view begins) const {
    if (kind_.metadata) {
      const MetadataText begun = metadata_to_begin_with(process_, kind_);
      return new_metadata(process_, kind_, facts_, *begun.source, begun.within);
    }
    const Source source("metadata", begins);
    return new_metadata(process_, kind_, facts_, source, all_of(source));
  }

  // The document of metadata in a file says some of it, too: for a site, or for readers.
  Result<void> write_beside_file() {
    const bool moved = kind_.metadata && kind_.metadata->path() == document_.source().path();
    if (front_.present() && (moved || !front_.closed)) {
      edits_.push_back({front_.span, ""});
    } else if (front_.closed) {
      const std::string prefix = prefix_of(process_, facts_);
      auto filled = fill_front_matter(process_, facts_, {prefix, heading_ == nullptr},
                                      document_.source(), front_.content);
      has_prefix_ = filled.has_prefix;
      add(std::move(filled.edits));
    }
    auto repeated = fill_repeated(process_, kind_, facts_, document_);
    add(std::move(repeated.edits));
    return {};
  }

  Result<void> write_front_matter() {
    if (front_.closed && !kind_.metadata) {
      TRY(auto metadata, new_metadata(process_, kind_, facts_, document_.source(), front_.content));
      put_front_matter(std::move(metadata));
      return {};
    }
    TRY(auto metadata, metadata_from(front_matter_of_pack(kind_)));
    put_front_matter(std::move(metadata));
    auto repeated = fill_repeated(process_, kind_, facts_, document_);
    add(std::move(repeated.edits));
    if (!repeated.filled.empty()) {
      made_.note = fmt::format(
          "the template lists {} under its title, and the process reads front matter: the proposal "
          "has both; to go by the list alone, put `layout: {{metadata: [{{under-title: true}}]}}` "
          "into milepost.yaml",
          fmt::join(repeated.filled, ", "));
    }
    return {};
  }

  void put_front_matter(std::string metadata) {
    if (document_.front_matter().closed) {
      edits_.push_back({front_.content, std::move(metadata)});
      return;
    }
    if (front_.closed) edits_.push_back({whole_lines(document_.source(), front_.span), ""});
    edits_.push_back({{0, 0}, fmt::format("---\n{}---\n\n", metadata)});
  }

  // Where titles say the number, and the template has none.
  void add_heading() {
    const std::string prefix = prefix_of(process_, facts_);
    if (prefix.empty()) return;
    const FrontMatter& front = document_.front_matter();
    const std::uint32_t at =
        front.closed
            ? document_.source().next_line_begin(document_.source().line_at(front.span.end))
            : 0;
    const bool apart = document_.text().substr(at).starts_with('\n');
    edits_.push_back({{at, at},
                      fmt::format("{}# {}{}\n{}", front.closed ? "\n" : "", prefix,
                                  as_markdown(facts_.title), apart ? "" : "\n")});
  }

  void add(Edits edits) { std::ranges::move(edits, std::back_inserter(edits_)); }

  const Process& process_;
  const Kind& kind_;
  const NewFacts& facts_;
  const Document& document_;
  const FrontMatter front_;
  const Heading* const heading_;
  bool has_prefix_ = false;  // the front matter's title has it
  DraftText made_;
  Edits edits_;
};

}  // namespace

Result<DraftText> write_new(const Process& process, const Kind& kind, const NewFacts& facts) {
  return DraftWriter(process, kind, facts).write();
}

}  // namespace milepost::create
