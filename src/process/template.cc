#include "process/template.h"

#include <algorithm>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "text/inline.h"

namespace milepost {

namespace {

constexpr std::string_view kDirective = "DIRECTIVE:";

// Where a comment's directive begins, or npos: "<!--DIRECTIVE:" with or
// without space before the word.
std::size_t directive_at(std::string_view inner) {
  std::size_t at = 0;
  while (at < inner.size() && is_space(inner[at])) ++at;
  return inner.substr(at).starts_with(kDirective) ? at + kDirective.size() : inner.npos;
}

Span trimmed(std::string_view text, Span span) {
  while (!span.empty() && is_space(text[span.begin])) ++span.begin;
  while (!span.empty() && is_space(text[span.end - 1])) --span.end;
  return span;
}

struct Pair {
  Span key;
  Span value;
};

// "required: true,stage: beta" as spans.
std::vector<Pair> read_pairs(std::string_view text, Span within) {
  std::vector<Pair> pairs;
  std::uint32_t begin = within.begin;
  while (begin < within.end) {
    std::uint32_t end = begin;
    while (end < within.end && text[end] != ',') ++end;
    std::uint32_t colon = begin;
    while (colon < end && text[colon] != ':') ++colon;
    Pair pair;
    pair.key = trimmed(text, {begin, colon});
    pair.value = trimmed(text, {std::min(colon + 1, end), end});
    if (!pair.key.empty() || !pair.value.empty()) pairs.push_back(pair);
    begin = end + 1;
  }
  return pairs;
}

// "Feature gate (also fill in values)" is known by what stands before the bracket.
std::string choice_label(std::string_view plain) {
  return std::string(trim(plain.substr(0, plain.find_first_of("(:"))));
}

// An instruction that begins with "(optional)" or "Optional:", in a comment or not.
bool begins_optional(std::string_view body) {
  constexpr std::string_view kWord = "optional";
  constexpr std::string_view kOpening = "<!-([*_>";
  while (!body.empty() &&
         (is_space(body.front()) || kOpening.find(body.front()) != kOpening.npos)) {
    body.remove_prefix(1);
  }
  if (!equal_ignoring_case(body.substr(0, kWord.size()), kWord)) return false;
  body.remove_prefix(kWord.size());
  while (!body.empty() && (body.front() == '*' || body.front() == '_')) body.remove_prefix(1);
  constexpr std::string_view kClosing = ")]:.\r\n";
  return body.empty() || kClosing.find(body.front()) != kClosing.npos;
}

// An example that tells its readers to take it out.
bool is_to_be_removed(std::string_view title) {
  constexpr std::string_view kSayings[] = {"please remove", "please delete", "remove me",
                                           "delete me",     "to be removed", "to be deleted"};
  return std::ranges::any_of(kSayings, [&](std::string_view saying) {
    return find_ignoring_case(title, saying) != title.npos;
  });
}

// "Feature gate name:" and "Will … a node?" ask for an answer; other bullets do not.
bool asks(std::string_view plain) { return plain.ends_with(':') || plain.ends_with('?'); }

}  // namespace

Template::Template(std::shared_ptr<const Source> source)
    : document_(std::move(source), ScanOptions{.lenient_directives = true}) {
  read_sections();
  read_directives();
  inherit();
  if (!has_directives_) require_unless_optional();
  read_choices();
  find_questionnaires();
  // Comments count: their first and last lines come without the markers.
  const std::uint32_t begin =
      document_.front_matter().closed ? document_.front_matter().span.end : 0;
  add_line_hashes(document_.text().substr(begin), lines_);
  for (const Comment& comment : document_.comments()) {
    add_line_hashes(document_.text(comment.inner), lines_);
  }
}

void Template::read_sections() {
  for (const Section& section : document_.sections()) {
    const Heading& heading = document_.heading_of(section);
    TemplateSection made;
    made.title = std::string(heading.text);
    made.key = heading_key(heading.text);
    made.words = word_count(made.key);
    made.level = heading.level;
    made.line = heading.line + 1;
    made.parent = section.parent;
    made.end = section.end_section;
    made.span = heading.span;
    by_key_[made.key].push_back(static_cast<std::uint32_t>(sections_.size()));
    sections_.push_back(std::move(made));
  }
}

Template Template::with_sections(std::vector<TemplateSection> sections) const {
  Template made(document_.shared_source());
  made.sections_ = std::move(sections);
  made.by_key_.clear();
  std::vector<std::uint32_t> open;  // the sections around the one at hand
  for (std::uint32_t t = 0; t < made.sections_.size(); ++t) {
    TemplateSection& section = made.sections_[t];
    while (!open.empty() && made.sections_[open.back()].level >= section.level) open.pop_back();
    section.parent = open.empty() ? kNone : open.back();
    section.end = t + 1;
    for (const std::uint32_t above : open) made.sections_[above].end = t + 1;
    open.push_back(t);
    made.by_key_[section.key].push_back(t);
  }
  made.find_questionnaires();
  return made;
}

const std::vector<std::uint32_t>* Template::find(const std::string& key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? nullptr : &found->second;
}

std::uint32_t Template::section_before(std::uint32_t offset) const {
  const auto after = std::ranges::lower_bound(
      sections_, offset, {}, [](const TemplateSection& section) { return section.span.begin; });
  if (after == sections_.begin()) return kNone;
  return static_cast<std::uint32_t>(after - sections_.begin() - 1);
}

void Template::read_directives() {
  const std::string_view text = document_.text();
  for (const Comment& comment : document_.comments()) {
    const std::size_t skip = directive_at(comment.inner.of(text));
    if (skip == std::string_view::npos) continue;
    has_directives_ = true;

    Span inside{comment.inner.begin + static_cast<std::uint32_t>(skip), comment.inner.end};
    if (!comment.closed) {
      problems_.push_back({DirectiveFault::kUnclosed, comment.span, {}});
      while (!inside.empty() && (text[inside.end - 1] == '>' || text[inside.end - 1] == '-' ||
                                 is_space(text[inside.end - 1]))) {
        --inside.end;
      }
    }

    const std::uint32_t at = section_before(comment.span.begin);
    if (at == kNone ||
        !trim(text.substr(sections_[at].span.end, comment.span.begin - sections_[at].span.end))
             .empty()) {
      const bool repeated = at != kNone && sections_[at].directed;
      problems_.push_back(
          {repeated ? DirectiveFault::kRepeated : DirectiveFault::kMisplaced, comment.span, {}});
      continue;
    }

    TemplateSection& section = sections_[at];
    section.directed = true;
    section.required = true;  // a directive that gives only a stage requires from it
    for (const Pair& pair : read_pairs(text, inside)) {
      const std::string_view key = pair.key.of(text);
      const std::string_view value = pair.value.of(text);
      if (key == "required") {
        section.required = value != "false";
        if (value != "true" && value != "false") {
          problems_.push_back({DirectiveFault::kValueWrong, pair.value, std::string(value)});
        }
      } else if (key == "stage") {
        section.stage = std::string(value);
        section.stage_span = pair.value;
      } else {
        problems_.push_back({DirectiveFault::kKeyUnknown, pair.key, std::string(key)});
      }
    }
  }
}

void Template::inherit() {
  for (TemplateSection& section : sections_) {
    if (!section.required || !section.stage.empty() || section.parent == kNone) continue;
    section.stage = sections_[section.parent].stage;
  }
}

void Template::require_unless_optional() {
  for (std::uint32_t i = 0; i < sections_.size(); ++i) {
    TemplateSection& section = sections_[i];
    const std::string_view body = document_.text(document_.sections()[i].body);
    constexpr std::string_view kSayings[] = {"section is optional", "you are not required to"};
    const bool said = std::ranges::any_of(kSayings, [&](std::string_view saying) {
      return find_ignoring_case(body, saying) != body.npos;
    });
    const bool optional = says_optional(section.title) || is_to_be_removed(section.title) ||
                          begins_optional(body) || said;
    const bool below_optional = section.parent != kNone && !sections_[section.parent].required;
    section.required = !optional && !below_optional;
  }
}

void Template::read_choices() {
  const auto& blocks = document_.blocks();
  std::vector<std::size_t> boxes(sections_.size());
  for (const TaskItem& task : document_.tasks()) {
    if (!task.bullet) continue;
    const std::uint32_t at = section_before(task.span.begin);
    if (at == kNone) continue;
    ++boxes[at];
    Choice choice;
    choice.label = choice_label(plain_text(document_.text(task.text)));
    choice.words = heading_words(choice.label);
    for (std::uint32_t b = task.block + 1; b < blocks[task.block].end_block; ++b) {
      if (blocks[b].kind != BlockKind::kItem) continue;
      std::string plain = plain_text(document_.text(blocks[b].content));
      if (!asks(plain)) continue;
      ChoiceDetail detail;
      constexpr std::string_view kOptionalMark = "[Optional] ";
      detail.optional = plain.starts_with(kOptionalMark);
      if (detail.optional) plain.erase(0, kOptionalMark.size());
      plain.pop_back();
      detail.label = std::move(plain);
      detail.words = heading_words(detail.label);
      choice.details.push_back(std::move(detail));
    }
    if (!choice.details.empty()) sections_[at].choices.push_back(std::move(choice));
  }
  for (std::size_t t = 0; t < sections_.size(); ++t) {
    sections_[t].checklist = boxes[t] > 1 && sections_[t].choices.empty();
  }
}

void Template::find_questionnaires() {
  for (std::uint32_t t = 0; t < sections_.size(); ++t) {
    bool all = sections_[t].end > t + 1;
    for (std::uint32_t below = t + 1; below < sections_[t].end; ++below) {
      const bool leaf = sections_[below].end == below + 1;
      if (leaf && !sections_[below].is_question()) all = false;
    }
    sections_[t].questionnaire = all;
  }
}

const std::unordered_set<std::uint64_t>& PastTemplates::lines() const {
  return lines_.get([&] {
    std::unordered_set<std::uint64_t> all;
    for (const PastText& text : texts()) {
      const Template past(text.source);
      all.insert(past.lines().begin(), past.lines().end());
    }
    return all;
  });
}

std::shared_ptr<const Source> PastTemplates::text_on(const Date& day) const {
  const Texts& all = texts();
  if (all.empty()) return nullptr;
  const auto then =
      std::ranges::find_if(all, [&](const PastText& text) { return text.since <= day; });
  return then == all.end() ? all.back().source : then->source;
}

}  // namespace milepost
