#include "proposal/judgement.h"

#include <algorithm>
#include <utility>

#include "base/strings.h"
#include "process/boilerplate.h"
#include "process/heading_key.h"
#include "proposal/template_version.h"
#include "text/inline.h"

namespace milepost {

namespace {

// How a paragraph begins: "Reusability: it is", "**Reusability** - it is", "**Reusability**".
struct Label {
  std::string_view name;
  std::string_view rest;
  bool marked = false;  // in bold
};

std::string_view without_separator(std::string_view text) {
  while (!text.empty() && (is_space(text.front()) || text.front() == ':' || text.front() == '-')) {
    text.remove_prefix(1);
  }
  return trim(text);
}

Label label_in(std::string_view written, std::string_view plain) {
  constexpr std::size_t kLongest = 100;
  if (written.starts_with("**") || written.starts_with("__")) {
    const std::size_t close = written.find(written.substr(0, 2), 2);
    if (close == written.npos || close > kLongest) return {};
    return {written.substr(2, close - 2), without_separator(written.substr(close + 2)), true};
  }
  std::size_t end = plain.substr(0, kLongest).find(':');
  end = std::min(end, plain.find(" - "));
  end = std::min(end, plain.find(" – "));
  if (end > kLongest) return {plain.size() <= kLongest ? trim(plain) : "", "", false};
  return {trim(plain.substr(0, end)), without_separator(plain.substr(end)), false};
}

class Verdicts {
 public:
  Verdicts(const Process& process, const Proposal& proposal, Judgement& judgement)
      : process_(process), proposal_(proposal), judgement_(judgement) {}

  void run() {
    const std::size_t count = judgement_.pattern().sections().size();
    judgement_.sections.resize(count);
    if (judgement_.small_set) read_small_set();
    for (std::uint32_t t = 0; t < count; ++t) judgement_.sections[t].need = need(t);
    for (std::uint32_t t = static_cast<std::uint32_t>(count); t-- > 0;) judge_fill(t);
    for (std::uint32_t t = 0; t < count; ++t) fill_from_below(t);
    bool wanting = false;
    bool owing = false;
    for (std::uint32_t t = 0; t < count; ++t) {
      cover(t);
      cover_not_applicable(t);
      cover_named(t);
    }
    for (std::uint32_t t = 0; t < count; ++t) {
      const SectionVerdict& verdict = judgement_.sections[t];
      if (verdict.need == Need::kOptional) continue;
      wanting = wanting || judgement_.missing(t);
      owing = owing || judgement_.missing(t) || !is_answer(verdict.fill);
    }
    if (owing) delegate();
    if (!wanting || judgement_.delegation) return;
    find_hidden();
    find_swallowed();
  }

 private:
  // The title is the title rules' business.
  bool is_title(std::uint32_t t) const { return t == 0 && judgement_.wanted(t).level == 1; }

  Need need(std::uint32_t t) {
    const TemplateSection& wanted = judgement_.wanted(t);
    if (!wanted.required || is_title(t)) return Need::kOptional;
    const std::uint32_t parent = wanted.parent;
    if (is_called_optional(t) || (parent != kNone && is_called_optional(parent))) {
      return Need::kOptional;
    }
    if (parent != kNone && !is_title(parent) && !judgement_.wanted(parent).required) {
      return Need::kOptional;
    }
    if (judgement_.small_set) {
      if (judgement_.status->unsectioned) return Need::kOptional;
      return in_small_set(wanted) ? Need::kDue : Need::kLater;
    }
    if (!is_reached(wanted.stage)) return Need::kLater;
    if (parent != kNone && !is_title(parent)) {
      const Need above = judgement_.sections[parent].need;
      if (above == Need::kLater && judgement_.missing(parent)) return Need::kLater;
      if (above == Need::kDrift && judgement_.missing(parent)) return Need::kDrift;
    }
    // A heading no version knows was added by the pack or the repository.
    const Presence* presence = judgement_.headings->presence(t);
    if (presence && !presence->has(judgement_.version)) return Need::kDrift;
    if (presence && presence->is_optional(judgement_.version)) return Need::kOptional;
    // What was left out when it was optional stays so, whatever was rewritten later.
    if (presence && presence->is_optional(judgement_.first_version) && judgement_.missing(t)) {
      return Need::kOptional;
    }
    return Need::kDue;
  }

  // The document has "## Drawbacks [optional]", as its template had.
  bool is_called_optional(std::uint32_t t) const {
    const Match& match = judgement_.matching.sections[t];
    if (!match.found() || match.bold != kNone) return false;
    const Document& document = proposal_.document;
    return says_optional(document.heading_of(document.sections()[match.section]).text);
  }

  void read_small_set() {
    const Gate* gate = judgement_.status ? process_.find_gate(judgement_.status->due) : nullptr;
    if (!gate) return;
    for (const std::string& title : gate->sections) {
      const KnownHeading* const known = judgement_.headings->find(title);
      if (known) small_set_.push_back(known->key);
    }
  }

  // Most sections ask for the same stage as the one before them.
  bool is_reached(const std::string& stage) {
    if (!asked_stage_ || *asked_stage_ != stage) {
      asked_stage_ = &stage;
      reached_ = process_.reached(judgement_.stage, stage);
    }
    return reached_;
  }

  bool in_small_set(const TemplateSection& wanted) const {
    return std::ranges::find(small_set_, wanted.key) != small_set_.end();
  }

  // A parent is filled when its own text or any child is.
  void judge_fill(std::uint32_t t) {
    SectionVerdict& verdict = judgement_.sections[t];
    const Match& match = judgement_.matching.sections[t];
    if (!match.found()) return;
    if (match.answered_in_heading) {
      verdict.fill = Fill::kFilled;
      return;
    }
    const TemplateSection& wanted = judgement_.wanted(t);
    for (std::uint32_t child = t + 1; child < wanted.end; ++child) {
      if (is_answer(judgement_.sections[child].fill)) {
        verdict.fill = Fill::kFilled;
        return;
      }
    }
    own_text(proposal_.document, judgement_, t, own_text_);
    const auto own = judgement_.fills->judge(proposal_.document, own_text_, wanted,
                                             judgement_.stage_said ? judgement_.stage : "");
    verdict.fill = own.fill;
    verdict.fill_at = own.at;
  }

  // A heading is not empty when something stands below it, be it another section of the
  // template, or what the author wrote below a heading that should be one level deeper.
  void fill_from_below(std::uint32_t t) {
    SectionVerdict& verdict = judgement_.sections[t];
    const Match& match = judgement_.matching.sections[t];
    if (!match.found() || match.bold != kNone || is_title(t)) return;
    if (verdict.fill > Fill::kCommented) return;  // it says something itself
    const auto& sections = proposal_.document.sections();
    const auto& claimed = judgement_.matching.claimed_by;
    for (std::uint32_t s = match.section + 1; s < sections[match.section].end_section; ++s) {
      if (claimed[s] == kNone || !is_answer(judgement_.sections[claimed[s]].fill)) continue;
      verdict.fill = Fill::kFilled;
      return;
    }
    if (verdict.fill == Fill::kEmpty && is_filled_beside(t)) verdict.fill = Fill::kFilled;
  }

  // "### Details", and nothing before "### Caching", which the template does not know: the
  // author's headings are its text. Not so of "## Details", after which anything may follow.
  bool is_filled_beside(std::uint32_t t) {
    constexpr std::uint8_t kDeep = 3;
    const Document& document = proposal_.document;
    const auto& sections = document.sections();
    const Section& own = sections[judgement_.matching.sections[t].section];
    const std::uint32_t next = own.end_section;
    if (next >= sections.size() || sections[next].parent != own.parent) return false;
    const std::uint8_t level = document.heading_of(own).level;
    if (level < kDeep || document.heading_of(sections[next]).level != level) return false;
    if (judgement_.matching.claimed_by[next] != kNone || judgement_.matching.known[next]) {
      return false;
    }
    own_text_.assign(1, sections[next].body);
    const auto found = judgement_.fills->judge(document, own_text_, judgement_.wanted(t));
    return is_answer(found.fill);
  }

  // A questionnaire with a text of its own and none of its questions is answered
  // as a whole: "this changes only documentation".
  void cover(std::uint32_t t) {
    const TemplateSection& wanted = judgement_.wanted(t);
    if (!wanted.questionnaire || judgement_.missing(t)) return;
    if (!is_answer(judgement_.sections[t].fill)) return;
    if (!answers_for_all(t)) return;
    for (std::uint32_t below = t + 1; below < wanted.end; ++below) {
      if (!judgement_.missing(below)) return;
    }
    for (std::uint32_t below = t + 1; below < wanted.end; ++below) {
      judgement_.sections[below].covered_by = t;
    }
  }

  // A few words answer no long questionnaire, unless they say that it does not matter.
  bool answers_for_all(std::uint32_t t) {
    constexpr std::size_t kFewQuestions = 10;
    if (judgement_.wanted(t).end - t - 1 <= kFewQuestions) return true;
    constexpr std::size_t kFewWords = 2;
    constexpr std::size_t kEnoughWords = 40;
    own_text(proposal_.document, judgement_, t, own_text_);
    std::string text;
    for (const Span span : own_text_) text.append(proposal_.document.text(span)).append("\n");
    const std::size_t words = count_words(text, kEnoughWords);
    return words >= kEnoughWords || (words >= kFewWords && denies(text));
  }

  bool is_asked(std::uint32_t t) const { return judgement_.sections[t].need != Need::kOptional; }

  bool is_hollow(std::uint32_t t) const {
    const Fill fill = judgement_.sections[t].fill;
    return fill == Fill::kEmpty || fill == Fill::kInstructions;
  }

  // What a section that does not apply answers for: what stands empty below it and what is missing
  // there; and, unless something else is said below it, what the template has elsewhere.
  void cover_not_applicable(std::uint32_t t) {
    const Match& match = judgement_.matching.sections[t];
    if (!match.found() || match.bold != kNone || is_title(t)) return;
    const std::uint32_t end = judgement_.wanted(t).end;
    std::vector<std::uint32_t> empty;
    std::vector<std::uint32_t> missing;
    std::vector<std::uint32_t> others;
    for (std::uint32_t below = t + 1; below < end; ++below) {
      if (judgement_.missing(below) && is_asked(below)) missing.push_back(below);
    }
    const Section& section = proposal_.document.sections()[match.section];
    bool says_more = false;
    for (std::uint32_t s = match.section + 1; s < section.end_section; ++s) {
      const std::uint32_t inner = judgement_.matching.claimed_by[s];
      if (inner == kNone) continue;
      says_more = says_more || judgement_.sections[inner].fill == Fill::kFilled;
      if (!is_asked(inner) || !is_hollow(inner)) continue;
      (inner > t && inner < end ? empty : others).push_back(inner);
    }
    if (says_more) others.clear();
    if (empty.empty() && missing.empty() && others.empty()) return;
    if (!begins_not_applicable(section.body)) return;
    if (says_more && !begins_not_applicable(before_children(section))) missing.clear();
    for (const auto* const all : {&empty, &missing, &others}) {
      for (const std::uint32_t inner : *all) cover_by(inner, t);
    }
  }

  Span before_children(const Section& section) const {
    const auto& sections = proposal_.document.sections();
    const auto first = static_cast<std::size_t>(&section - sections.data()) + 1;
    if (first >= section.end_section) return section.body;
    return {section.body.begin, proposal_.document.heading_of(sections[first]).span.begin};
  }

  void cover_by(std::uint32_t t, std::uint32_t by) {
    SectionVerdict& verdict = judgement_.sections[t];
    if (verdict.covered_by == kNone) verdict.covered_by = by;
  }

  // Whether the first paragraph that is not the template's says so. What follows a question in
  // bold answers that one.
  bool begins_not_applicable(Span body) const {
    const Document& document = proposal_.document;
    for (const Match& match : judgement_.matching.sections) {
      const bool inside = match.bold != kNone && body.contains(match.heading.begin);
      if (inside) body.end = std::min(body.end, match.heading.begin);
    }
    const auto [first, last] = document.blocks_in(body);
    for (std::uint32_t b = first; b < last; ++b) {
      if (document.blocks()[b].kind != BlockKind::kParagraph) continue;
      const std::string_view text = document.text(document.blocks()[b].span);
      if (judgement_.fills->has_template_line(text)) continue;
      return judgement_.fills->begins_not_applicable(without_markers(text));
    }
    return false;
  }

  // Sections that a text has as labels instead of headings: "- **Flexibility**: …".
  void cover_named(std::uint32_t t) {
    const Match& match = judgement_.matching.sections[t];
    if (!match.found() || match.bold != kNone || is_title(t)) return;
    std::vector<std::uint32_t> open;
    for (std::uint32_t below = t + 1; below < judgement_.wanted(t).end; ++below) {
      const bool child = judgement_.wanted(below).parent == t;
      if (child && judgement_.missing(below) && is_asked(below)) open.push_back(below);
    }
    if (open.empty()) return;
    own_text(proposal_.document, judgement_, t, own_text_);
    for (const Span span : own_text_) {
      const auto [first, last] = proposal_.document.blocks_in(span);
      for (std::uint32_t b = first; b < last; ++b) {
        const std::optional<std::string> label = answered_label(b, last);
        if (!label) continue;
        for (const std::uint32_t child : open) {
          if (judgement_.wanted(child).key != *label) continue;
          for (std::uint32_t in = child; in < judgement_.wanted(child).end; ++in) {
            if (judgement_.missing(in)) cover_by(in, t);
          }
        }
      }
    }
  }

  // The key of the label that a paragraph begins with, if something is said after it.
  std::optional<std::string> answered_label(std::uint32_t b, std::uint32_t last) const {
    const Document& document = proposal_.document;
    const Block& block = document.blocks()[b];
    if (block.kind != BlockKind::kParagraph) return std::nullopt;
    const std::string_view written = document.text(block.span);
    const std::string plain = plain_text(written);
    const Label label = label_in(written, plain);
    if (label.name.empty()) return std::nullopt;
    if (!label.rest.empty()) {
      if (judgement_.fills->is_placeholder(label.rest)) return std::nullopt;
      return heading_key(label.name);
    }
    // Alone, it speaks of what is nested in its item, or of what follows it in bold.
    const bool item =
        block.parent != kNone && document.blocks()[block.parent].kind == BlockKind::kItem;
    const std::uint32_t end = item ? document.blocks()[block.parent].end_block : last;
    const bool more = b + 1 < end && document.blocks()[b + 1].kind != BlockKind::kHeading;
    if (!more || (!item && !label.marked)) return std::nullopt;
    return heading_key(label.name);
  }

  // What another proposal holds is asked of that one.
  void delegate() {
    judgement_.delegation = find_delegation(process_, proposal_.document, judgement_.matching.keys);
    if (!judgement_.delegation) return;
    for (SectionVerdict& verdict : judgement_.sections) verdict.need = Need::kOptional;
  }

  bool is_swallowed(Span holder) const {
    return std::ranges::find(judgement_.swallowed, holder) != judgement_.swallowed.end();
  }

  // Code and comments that are open to the end, and hide what is due. All else that may be one
  // of the template's sections in there is not missing either.
  void find_swallowed() {
    const Document& document = proposal_.document;
    for (std::uint32_t t = 0; t < judgement_.sections.size(); ++t) {
      const SectionVerdict& verdict = judgement_.sections[t];
      if (!judgement_.lacking(t) || verdict.hidden_in.empty()) continue;
      const bool closed_comment =
          !verdict.hidden_in_code && document.text(verdict.hidden_in).ends_with("-->");
      if (closed_comment || is_swallowed(verdict.hidden_in)) continue;
      judgement_.swallowed.push_back(verdict.hidden_in);
    }
    if (judgement_.swallowed.empty()) return;
    for (const Comment& comment : document.comments()) {
      if (is_swallowed(comment.span)) hide_like(comment.span, comment.inner, false);
    }
    for (const Block& block : document.blocks()) {
      if (!holds_code(block) || !is_swallowed(block.span)) continue;
      hide_like(block.span, inside_of(block), true);
    }
  }

  // Sections that are in there under another name, as a bold question or misspelt.
  void hide_like(Span holder, Span inner, bool code) {
    const Document inside(std::make_shared<const Source>(
        proposal_.document.source().path(), std::string(proposal_.document.text(inner))));
    const Matching found = match(inside, *judgement_.headings);
    for (std::uint32_t t = 0; t < judgement_.sections.size(); ++t) {
      SectionVerdict& verdict = judgement_.sections[t];
      if (!judgement_.missing(t) || !verdict.hidden_in.empty() || is_title(t)) continue;
      if (!found.sections[t].found() || verdict.need == Need::kOptional) continue;
      verdict.hidden_in = holder;
      verdict.hidden_line_offset = inner.begin + found.sections[t].heading.begin;
      verdict.hidden_in_code = code;
    }
  }

  // A fence; or <pre>, <script> and the like that are open to the end. Those that are closed hold
  // what they are to hold, and comments are looked at apart.
  static bool holds_code(const Block& block) {
    constexpr std::uint8_t kComment = 2;
    if (block.kind == BlockKind::kFencedCode) return true;
    return block.kind == BlockKind::kHtml && block.level != kComment && !block.closed;
  }

  static Span inside_of(const Block& block) {
    return block.kind == BlockKind::kFencedCode ? block.content : block.span;
  }

  // Looks for the headings of missing sections inside comments and code.
  void find_hidden() {
    const Document& document = proposal_.document;
    for (const Comment& comment : document.comments()) {
      find_hidden_in(comment.span, comment.inner, false);
    }
    for (const Block& block : document.blocks()) {
      if (holds_code(block)) find_hidden_in(block.span, inside_of(block), true);
    }
  }

  void find_hidden_in(Span holder, Span inner, bool code) {
    const std::string_view text = proposal_.document.text(inner);
    for (std::size_t at = text.find('#'); at != text.npos; at = text.find('#', at)) {
      std::size_t begin = at;
      while (begin > 0 && at - begin < 3 && text[begin - 1] == ' ') --begin;
      const bool line_start = begin == 0 || text[begin - 1] == '\n';
      std::size_t end = at;
      while (end < text.size() && text[end] == '#') ++end;
      if (line_start && end < text.size() && text[end] == ' ') {
        const std::string_view title = text.substr(end, text.find('\n', end) - end);
        hide(trim(title), holder, inner.begin + static_cast<std::uint32_t>(at), code);
      }
      at = end;
    }
  }

  void hide(std::string_view title, Span holder, std::uint32_t offset, bool code) {
    const KnownHeading* const known = judgement_.headings->find(title);
    if (!known || !known->targets()) return;
    for (const std::uint32_t t : *known->targets()) {
      SectionVerdict& verdict = judgement_.sections[t];
      if (!judgement_.missing(t) || !verdict.hidden_in.empty()) continue;
      if (verdict.need == Need::kOptional) continue;
      verdict.hidden_in = holder;
      verdict.hidden_line_offset = offset;
      verdict.hidden_in_code = code;
    }
  }

  const Process& process_;
  const Proposal& proposal_;
  Judgement& judgement_;
  std::vector<std::string_view> small_set_;  // keys
  std::vector<Span> own_text_;               // of the section at hand
  const std::string* asked_stage_ = nullptr;
  bool reached_ = false;
};

// The answer to a question in bold. One that has none beside it may have it below
// headings of the author's, up to the next question or section.
void answer_text(const Document& document, const Judgement& judgement, const Match& match,
                 std::vector<Span>& spans) {
  spans.push_back({match.text_begin, match.text_end});
  const auto& sections = document.sections();
  const std::uint32_t around = document.section_at(match.heading.begin);
  const bool last = around != kNone && around != judgement.matching.title &&
                    match.text_end >= sections[around].body.end;
  if (!last || !trim(document.text(spans.front())).empty()) return;
  std::uint32_t end = sections[around].span.end;
  for (const Match& other : judgement.matching.sections) {
    const bool later = other.bold != kNone && other.heading.begin > match.heading.begin;
    if (later) end = std::min(end, other.heading.begin);
  }
  for (std::uint32_t s = around + 1; s < sections[around].end_section; ++s) {
    const Span body = sections[s].body;
    if (body.begin >= end || judgement.matching.claimed_by[s] != kNone) return;
    spans.push_back({body.begin, std::min(body.end, end)});
  }
}

// The process's own word for a stage: a judgement outlives what it was asked with.
std::string_view own_name(const Process& process, std::string_view stage) {
  for (const Ladder& ladder : process.ladders) {
    const auto found = std::ranges::find(ladder.stages, stage);
    if (found != ladder.stages.end()) return *found;
  }
  return {};
}

}  // namespace

bool denies(std::string_view text) {
  constexpr std::string_view kDenials[] = {"no",      "not",    "none",         "nothing",
                                           "without", "cannot", "out of scope", "only"};
  if (find_ignoring_case(text, "n't ") != text.npos) return true;
  const std::string words = heading_words(plain_text(text));
  return std::ranges::any_of(kDenials,
                             [&](std::string_view denial) { return has_words(words, denial); });
}

std::uint32_t Judgement::find(std::string_view title) const {
  const KnownHeading* const known = headings->find(title);
  return known && known->sections ? known->sections->front() : kNone;
}

std::vector<Span> own_text(const Document& document, const Judgement& judgement, std::uint32_t t) {
  std::vector<Span> spans;
  own_text(document, judgement, t, spans);
  return spans;
}

void own_text(const Document& document, const Judgement& judgement, std::uint32_t t,
              std::vector<Span>& spans) {
  spans.clear();
  const Match& match = judgement.matching.sections[t];
  if (!match.found()) return;
  if (match.bold != kNone) return answer_text(document, judgement, match, spans);
  const auto& sections = document.sections();
  const auto& claimed = judgement.matching.claimed_by;
  std::uint32_t s = match.section;
  const std::uint32_t end = sections[s].end_section;
  while (s < end) {
    const bool others = s != match.section && claimed[s] != kNone && claimed[s] != t;
    if (others) {
      s = sections[s].end_section;
      continue;
    }
    Span body = sections[s].body;
    if (s == match.section && match.text_begin != 0) body.begin = match.text_begin;
    spans.push_back(body);
    ++s;
  }
}

Judge::Judge(const Process& process) : process_(process), fills_(process) {
  for (const Kind& kind : process.kinds) {
    indexes_.emplace_back(*kind.pattern, process, kind.lineage);
  }
}

const HeadingIndex& Judge::index_of(const Kind& kind) const {
  return indexes_[static_cast<std::size_t>(&kind - process_.kinds.data())];
}

const Kind& Judge::choose_kind(const Document& document, Matching& matching) const {
  const Kind& usual = process_.kinds.front();
  matching = match(document, index_of(usual));
  const Kind* best = &usual;
  std::size_t best_found = matching.found();
  std::vector<std::uint32_t> others;  // sections the usual template has not
  for (std::uint32_t s = 0; s < matching.known.size(); ++s) {
    if (!matching.known[s] || !matching.known[s]->sections) others.push_back(s);
  }
  for (std::size_t k = 1; k < process_.kinds.size(); ++k) {
    const HeadingIndex& index = indexes_[k];
    // Another kind must show a heading that only it has, lest a short document
    // of the usual kind be taken for it.
    const bool own = std::ranges::any_of(others, [&](std::uint32_t s) {
      const KnownHeading* const known = index.find_key(matching.keys[s]);
      return known && known->sections;
    });
    if (!own) continue;
    Matching other = match(document, index);
    if (other.found() < best_found) continue;
    best = &process_.kinds[k];
    best_found = other.found();
    matching = std::move(other);
  }
  return *best;
}

Judgement Judge::judge(const Proposal& proposal, const JudgeOptions& options) const {
  Judgement judgement;
  const Kind* kind = options.kind;
  if (!kind) kind = process_.find_kind(proposal.metadata->kind.text);
  if (kind) {
    judgement.matching = match(proposal.document, index_of(*kind));
  } else {
    kind = &choose_kind(proposal.document, judgement.matching);
  }
  judgement.kind = kind;
  judgement.headings = &index_of(*kind);
  judgement.fills = &fills_;
  const ChosenVersion chosen = choose_version(process_, proposal, judgement);
  judgement.version = chosen.version;
  judgement.first_version = chosen.first;

  // Asked about a stage alone, a proposal is judged by it whatever its status.
  judgement.status = process_.find_status(options.status.empty() ? proposal.metadata->known_status
                                                                 : options.status);
  if (options.stage.empty() || !options.status.empty()) {
    judgement.small_set = judgement.status && judgement.status->asks_less();
  }
  if (!options.stage.empty()) {
    judgement.stage = own_name(process_, options.stage);
  } else {
    judgement.stage = proposal.metadata->known_stage.empty() ? process_.first_stage()
                                                             : proposal.metadata->known_stage;
  }
  judgement.stage_said = !options.stage.empty() || !proposal.metadata->known_stage.empty();
  Verdicts(process_, proposal, judgement).run();
  return judgement;
}

const Kind& Judge::kind_of(const Document& document) const {
  Matching matching;
  return choose_kind(document, matching);
}

std::size_t Judge::shared_headings(const Document& document) const {
  std::size_t most = 0;
  for (const HeadingIndex& index : indexes_) {
    const Matching matching = match(document, index);
    const bool title = !matching.sections.empty() && matching.sections.front().found();
    most = std::max(most, matching.found() - (title ? 1 : 0));
  }
  return most;
}

}  // namespace milepost
