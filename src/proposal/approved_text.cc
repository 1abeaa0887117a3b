#include "proposal/approved_text.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/approved_footnotes.h"
#include "proposal/counted_words.h"
#include "text/html_render.h"
#include "text/inline_parser.h"
#include "text/toc.h"
#include "text/visible_html.h"

namespace milepost {

namespace {

bool lies_in(Span span, const Gaps& spans) {
  const auto found = spans.within(span);
  return !found.empty() && found.front().begin <= span.begin && span.end <= found.front().end;
}

// The sections that stand for the titles, and all others of the same heading: what is added to a
// questionnaire may stand under a second one.
std::vector<Span> spans_of(const JudgedText& text, const std::vector<std::string>& titles) {
  const auto& sections = text.proposal.document.sections();
  const Matching& matching = text.judgement.matching;
  std::unordered_set<std::string_view> keys;
  std::vector<Span> spans;
  for (const std::string& title : titles) {
    const std::uint32_t t = text.judgement.find(title);
    if (t == kNone || text.judgement.missing(t)) continue;
    keys.insert(text.judgement.wanted(t).key);
    const std::uint32_t section = matching.sections[t].section;
    if (section != kNone) keys.insert(matching.keys[section]);
  }
  for (std::size_t s = 0; s < sections.size() && !keys.empty(); ++s) {
    if (keys.contains(matching.keys[s])) spans.push_back(sections[s].span);
  }
  return spans;
}

// Of several sections of one title the first may say what it likes.
std::vector<Span> living_spans(const Process& process, const JudgedText& text) {
  std::vector<Span> spans;
  for (const std::string& title : process.living) {
    if (const Span span = section_span(text, title); !span.empty()) spans.push_back(span);
  }
  return spans;
}

// A title without the end of a very long one: it stands before those of all sections below it.
std::string_view title_of(const Document& document, const Section& section) {
  constexpr std::size_t kLongest = 1000;
  const std::string_view title = document.heading_of(section).text;
  if (title.size() <= kLongest) return title;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(title[end]) & 0xC0U) == 0x80) --end;
  return title.substr(0, end);
}

// With the titles above it.
std::string full_title(const Document& document, const Section& section) {
  std::string title(title_of(document, section));
  for (std::uint32_t at = section.parent; at != kNone; at = document.sections()[at].parent) {
    const Section& above = document.sections()[at];
    if (document.heading_of(above).level <= 1) break;  // the document's own title
    title = fmt::format("{} › {}", title_of(document, above), title);
  }
  return title;
}

// Where a tick is an answer: in questionnaires, beside choices that the template gives, and in
// what somebody answers for.
std::vector<Span> answer_spans(const Process& process, const JudgedText& text) {
  std::vector<Span> spans;
  const auto add = [&](const std::vector<std::string>& titles) {
    std::ranges::copy(spans_of(text, titles), std::back_inserter(spans));
  };
  for (const Role& role : process.roles) add(role.sections);
  for (const Review& review : process.reviews) add(review.sections);
  const Judgement& judgement = text.judgement;
  for (std::uint32_t t = 0; t < judgement.sections.size(); ++t) {
    const TemplateSection& wanted = judgement.wanted(t);
    if (judgement.missing(t) || (!wanted.questionnaire && wanted.choices.empty())) continue;
    const std::uint32_t section = judgement.matching.sections[t].section;
    if (section != kNone) spans.push_back(text.proposal.document.sections()[section].span);
  }
  return spans;
}

// Finds the lines of the table of contents: items that are a link to a heading, by its name.
// Anything else that stands between the markers is text like any other.
class TocLines {
 public:
  explicit TocLines(const Document& document)
      : document_(document), references_(document.text(), document.definitions()) {
    for (const Section& section : document.sections()) {
      headings_.insert(document.heading_of(section).text);
    }
  }

  // By block, with the lists that hold nothing else; none when there is no table.
  std::vector<bool> find() {
    const auto toc = find_toc(document_).first;
    if (!toc) return {};
    const auto& blocks = document_.blocks();
    const auto [first, last] = document_.blocks_in(toc->table);
    std::vector<bool> found(blocks.size());
    std::vector<bool> holds_line(blocks.size());
    std::vector<bool> holds_others(blocks.size());
    for (std::uint32_t i = last; i-- > first;) {
      const Block& block = blocks[i];
      switch (block.kind) {
        case BlockKind::kList: found[i] = !holds_others[i]; break;
        case BlockKind::kItem: found[i] = holds_line[i] && !holds_others[i]; break;
        default: found[i] = is_line(block); break;
      }
      if (block.parent == kNone) continue;
      if (!found[i]) holds_others[block.parent] = true;
      if (found[i] && block.kind == BlockKind::kParagraph) holds_line[block.parent] = true;
    }
    return found;
  }

 private:
  bool is_line(const Block& block) {
    if (block.kind != BlockKind::kParagraph || block.parent == kNone) return false;
    if (document_.blocks()[block.parent].kind != BlockKind::kItem) return false;
    joined_.assign(document_.text(), document_.lines_of(block));
    const std::string_view text = joined_.text();
    parser_.parse(text, references_);
    if (parser_.found_links().size() != 1) return false;
    const InlineLink& link = parser_.found_links().front();
    const bool whole =
        link.span.begin == 0 && text.find_first_not_of(" \t\r\n", link.span.end) == text.npos;
    if (!whole || link.kind == LinkKind::kImage || !leads_to_heading(link, text)) return false;
    if (has_html()) return is_entry(text);
    std::string shown;
    parser_.append_plain(shown);
    return headings_.contains(shown);
  }

  // A title would be text that no heading has.
  bool leads_to_heading(const InlineLink& link, std::string_view text) const {
    std::string_view target;
    std::string_view rest;
    if (link.kind == LinkKind::kInline) {
      target = text.substr(link.destination.begin, link.destination.end - link.destination.begin);
      rest = text.substr(link.destination.end, link.span.end - 1 - link.destination.end);
    } else if (link.definition != kNone) {
      const LinkDefinition& definition = document_.definitions()[link.definition];
      target = document_.text(definition.destination);
      rest = document_.text(
          {definition.destination.end, document_.blocks()[definition.block].span.end});
    }
    return target.starts_with('#') && rest.find_first_not_of("> \t\r\n") == rest.npos;
  }

  bool has_html() const {
    return std::ranges::find(parser_.pieces(), InlinePieceKind::kHtml, &InlinePiece::kind) !=
           parser_.pieces().end();
  }

  // Headings with markup are listed as HTML: then the line is as it would be written anew.
  bool is_entry(std::string_view text) {
    if (!std::exchange(read_, true)) {
      for (TocEntry& entry : toc_entries(document_, 0, kDeepestHeading)) {
        entries_.insert(entry.line.substr(std::min(entry.line.find('['), entry.line.size())));
      }
    }
    return entries_.contains(std::string(text));
  }

  const Document& document_;
  const links::References references_;
  InlineParser parser_;
  JoinedText joined_;
  std::unordered_set<std::string_view> headings_;
  std::unordered_set<std::string> entries_;
  bool read_ = false;
};

// One for what stands before the first heading, and one for each section.
std::vector<html::VisibleText> visible_parts(const Process& process, const JudgedText& text) {
  const Document& document = text.proposal.document;
  const Gaps answers(answer_spans(process, text));
  RenderOptions options;
  options.left_out = TocLines(document).find();
  options.shows_tick = [&](const TaskItem& task) { return lies_in(task.box_span, answers); };
  const RenderedHtml rendered = render_html(document, options);
  return html::read_visible(rendered.html, rendered.begins);
}

// Of a section that may say what it likes, the heading is as it was approved.
html::VisibleText heading_of_part(const Heading& heading, const html::VisibleText& part) {
  const std::size_t end = part.shape.find(fmt::format("</h{}>", heading.level));
  return {std::string(heading.text), part.shape.substr(0, end)};
}

// What stands in front of the text and is not its metadata is text.
std::string front_text(const JudgedText& text) {
  const Document& document = text.proposal.document;
  const auto& metadata = text.proposal.metadata->source;
  if (!document.front_matter().closed) return {};
  if (metadata && metadata->path() == document.source().path()) return {};
  return fmt::format(
      "{}", fmt::join(words_of(document, {document.front_matter().span}, Gaps({})).texts, " "));
}

// What the fields of the metadata are covered by.
constexpr std::string_view kMetadata = "metadata › ";

// Makes titles differ, from each other and from those of fields.
class CoveredSections {
 public:
  void add(std::string title, std::string words, std::string shape) {
    if (title.starts_with(kMetadata) || (title == kOrderOfSections && !ending_)) {
      title.insert(0, "section ");
    }
    std::string own = title;
    for (int& count = counts_[title]; !titles_.insert(own).second;) {
      own = fmt::format("{} ({})", title, ++count + 1);
    }
    all_.push_back({std::move(own), std::move(words), std::move(shape)});
  }
  std::vector<CoveredSection> take() {
    std::string titles;
    for (const CoveredSection& section : all_) titles += section.title + '\n';
    ending_ = true;
    if (!all_.empty()) add(std::string(kOrderOfSections), {}, std::move(titles));
    return std::move(all_);
  }

 private:
  std::unordered_set<std::string> titles_;
  std::map<std::string, int> counts_;  // the last number that was given to a title
  bool ending_ = false;
  std::vector<CoveredSection> all_;
};

// A move writes these by itself.
bool is_moved(FieldRole role) {
  return role == FieldRole::kStatus || role == FieldRole::kStage || role == FieldRole::kUpdated ||
         role == FieldRole::kLatestMilestone || role == FieldRole::kMilestones;
}

bool asks_for(const Condition& condition, const Field& field) {
  switch (condition.type) {
    case ConditionType::kFields:
      return std::ranges::find(condition.names, field.id) != condition.names.end();
    case ConditionType::kCriteria: return field.role == FieldRole::kCriteria;
    case ConditionType::kSuccessor: return field.role == FieldRole::kSupersededBy;
    default: return false;
  }
}

bool is_asked_of(const Process& process, const Kind& kind, const Field& field) {
  return std::ranges::any_of(process.gates, [&](const Gate& gate) {
    return std::ranges::any_of(gate.conditions, [&](const Condition& condition) {
      const auto& kinds = condition.kinds;
      const bool concerned = kinds.empty() || std::ranges::find(kinds, kind.id) != kinds.end();
      return concerned && asks_for(condition, field);
    });
  });
}

// YAML is read to a limited depth.
void append_value(const YamlNode& node, CoveredSection& out) {
  switch (node.kind) {
    case YamlKind::kScalar:
      out.words += fmt::format("{}{}", out.words.empty() ? "" : " ", node.text);
      out.shape += fmt::format("{}:{} ", node.text.size(), node.text);
      break;
    case YamlKind::kList:
      out.shape += '[';
      for (const YamlNode& item : node.items) append_value(item, out);
      out.shape += ']';
      break;
    case YamlKind::kMap:
      out.shape += '{';
      for (const YamlEntry& entry : node.entries) {
        out.shape += fmt::format("{}:{}=", entry.key.size(), entry.key);
        append_value(*entry.value, out);
      }
      out.shape += '}';
      break;
  }
}

}  // namespace

const std::vector<std::string>& answers_for(const Process& process, const Role& role) {
  if (!role.sections.empty()) return role.sections;
  static const std::vector<std::string> all;
  const auto review = std::ranges::find_if(process.reviews, [&](const Review& other) {
    return !role.roster.empty() && other.roster == role.roster;
  });
  return review == process.reviews.end() ? all : review->sections;
}

std::vector<CoveredSection> covered_text(const Process& process, const JudgedText& text,
                                         const std::vector<std::string>& titles) {
  const Document& document = text.proposal.document;
  const Gaps wanted(spans_of(text, titles));
  const std::vector<Span> living = living_spans(process, text);
  std::vector<html::VisibleText> parts = visible_parts(process, text);
  CoveredSections covered;
  if (std::string front = front_text(text); titles.empty() && !front.empty()) {
    covered.add("front matter", std::move(front), {});
  }
  html::VisibleText& head = parts.front();
  if (titles.empty() && !head.shape.empty()) {
    covered.add("", std::move(head.words), std::move(head.shape));
  }
  const auto& sections = document.sections();
  for (std::size_t s = 0; s < sections.size(); ++s) {
    const Section& section = sections[s];
    html::VisibleText& part = parts[s + 1];
    if (!titles.empty() && !lies_in(section.span, wanted)) {
      if (part.reaches_back) covered.add("page", std::move(part.words), std::move(part.shape));
      continue;
    }
    const bool lives = titles.empty() && std::ranges::find(living, section.span) != living.end();
    if (lives && !part.in_doubt && !part.has_headings && !part.reaches_back) {
      part = heading_of_part(document.heading_of(section), part);
    }
    covered.add(full_title(document, section), std::move(part.words), std::move(part.shape));
  }
  const auto covers = [&](std::uint32_t at) {
    const std::uint32_t s = document.section_at(at);
    if (s == kNone) return titles.empty();
    if (!titles.empty()) return lies_in(sections[s].span, wanted);
    return std::ranges::find(living, sections[s].span) == living.end();
  };
  if (std::string notes = footnotes_from_elsewhere(document, covers); !notes.empty()) {
    covered.add("footnotes", std::move(notes), {});
  }
  return covered.take();
}

std::vector<CoveredSection> covered_fields(const Process& process, const JudgedText& text) {
  const Metadata& metadata = *text.proposal.metadata;
  std::vector<CoveredSection> covered;
  for (const Field& field : process.fields) {
    if (is_moved(field.role) || !is_asked_of(process, *text.judgement.kind, field)) continue;
    CoveredSection& section = covered.emplace_back();
    section.title = fmt::format("{}{}", kMetadata, field.id);
    if (const YamlNode* const node = metadata.find(field)) append_value(*node, section);
  }
  return covered;
}

std::vector<std::string> changed_sections(const std::vector<CoveredSection>& before,
                                          const std::vector<CoveredSection>& after) {
  std::map<std::string_view, const CoveredSection*> olds;
  for (const CoveredSection& section : before) olds.emplace(section.title, &section);
  std::vector<std::string> changed;
  for (const CoveredSection& section : after) {
    const auto old = olds.find(section.title);
    const bool same = old != olds.end() && old->second->words == section.words &&
                      old->second->shape == section.shape;
    if (!same) changed.push_back(section.title);
    if (old != olds.end()) olds.erase(old);
  }
  for (const auto& [title, section] : olds) changed.emplace_back(title);
  return changed;
}

}  // namespace milepost
