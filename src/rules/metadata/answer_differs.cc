// MP322 answer-differs: the questionnaire and the field that repeats its answer
// name different things.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/questionnaire.h"
#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

using Names = std::vector<NamedThing>;

// Longer lists are not compared: each name is looked for in all of the section.
constexpr std::size_t kMostNames = 50;

// The same, or one with something before or after it: `scheduler_calls_total`
// and `calls_total` are taken for one.
bool akin(std::string_view a, std::string_view b) {
  if (a.size() < b.size()) std::swap(a, b);
  if (a.size() == b.size()) return a == b;
  constexpr std::string_view kJoints = "_/.:";
  const bool begins = a.starts_with(b) && kJoints.find(a[b.size()]) != kJoints.npos;
  const bool ends = a.ends_with(b) && kJoints.find(a[a.size() - b.size() - 1]) != kJoints.npos;
  return begins || ends;
}

// Whether the section has the name as a whole word, be it in a sentence.
bool mentions(const Document& document, const std::vector<Span>& section, std::string_view name) {
  const auto in_name = [](char c) { return is_alnum(c) || c == '_'; };
  return std::ranges::any_of(section, [&](Span span) {
    const std::string_view text = document.text(span);
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      const std::size_t end = at + name.size();
      const bool begins = at == 0 || !in_name(text[at - 1]);
      if (begins && (end == text.size() || !in_name(text[end]))) return true;
    }
    return false;
  });
}

// What the field lists; none when any of it is not plainly a name, lest the
// author be told of a difference that is none.
Names names_of(const RuleInput& in, const Field& field) {
  const auto& placeholders =
      field.fields.empty() ? field.placeholders : field.fields.front().placeholders;
  Names names;
  for (const Scalar& entry : names_in(field, in.proposal.metadata->find(field))) {
    if (is_unset(in.process, entry.text)) continue;
    Names read = leading_names(entry.text, 0);
    if (read.empty() || std::ranges::find(placeholders, entry.text) != placeholders.end())
      return {};
    names.push_back({std::move(read.front().name), entry.span});
  }
  return names;
}

class Comparison {
 public:
  Comparison(const RuleInput& in, const Field& field, std::uint32_t t)
      : in_(in), field_(field), document_(in.proposal.document) {
    said_ = read_answer(document_, in.judgement, t, field.answer).names;
    listed_ = names_of(in, field);
    if (std::max(said_.size(), listed_.size()) > kMostNames) said_.clear();
    if (said_.empty() || listed_.empty()) return;
    const std::vector<Span> section = own_text(document_, in.judgement, t);
    const auto same = [](const NamedThing& a) {
      return [&a](const NamedThing& b) { return akin(a.name, b.name); };
    };
    std::ranges::copy_if(said_, std::back_inserter(unlisted_), [&](const NamedThing& name) {
      return std::ranges::none_of(listed_, same(name));
    });
    std::ranges::copy_if(listed_, std::back_inserter(unsaid_), [&](const NamedThing& name) {
      return std::ranges::none_of(said_, same(name)) && !mentions(document_, section, name.name);
    });
  }

  void report(Sink& sink) const {
    if (unlisted_.empty() && unsaid_.empty()) return;
    const bool apart = unlisted_.size() == said_.size() && unsaid_.size() == listed_.size();
    const bool closed = is_closed(in_);
    if (!field_.answer.same && (!apart || closed)) return;
    const bool sure = apart && field_.answer.same && !closed;
    const bool in_document = !unlisted_.empty();
    sink.report(sure ? Severity::kWarning : Severity::kInfo,
                in_document ? document_.source() : *in_.proposal.metadata->source,
                in_document ? unlisted_.front().span : unsaid_.front().span, message())
        .section = field_.answer.section;
  }

 private:
  std::string message() const {
    if (unsaid_.empty()) {
      return fmt::format("the questionnaire names {}, which {} does not list", shown(unlisted_),
                         field_.id);
    }
    if (unlisted_.empty()) {
      return fmt::format("{} lists {}, which the questionnaire does not name", field_.id,
                         shown(unsaid_));
    }
    return fmt::format("the questionnaire names {}, but {} lists {}", shown(unlisted_), field_.id,
                       shown(unsaid_));
  }

  static std::string shown(const Names& names) {
    std::vector<std::string_view> texts;
    for (const NamedThing& name : names) texts.push_back(name.name);
    return listed(texts);
  }

  const RuleInput& in_;
  const Field& field_;
  const Document& document_;
  Names said_, listed_;
  Names unlisted_, unsaid_;
};

}  // namespace

void answer_differs(const RuleInput& in, Sink& sink) {
  for (const Field& field : in.process.fields) {
    if (field.answer.section.empty() || !in.proposal.metadata->find(field)) continue;
    const std::uint32_t t = in.judgement.find(field.answer.section);
    if (t != kNone) Comparison(in, field, t).report(sink);
  }
}

}  // namespace milepost
