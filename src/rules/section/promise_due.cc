// MP220 promise-due: an answer promises something before a stage that the proposal is at, or
// begins with "not yet" where it is due. An answer that is nothing else is MP202.
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/promise.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/sentence.h"

namespace milepost {

namespace {

// What an answer owes, and where it says so.
struct Owed {
  Span at;
  std::optional<Promise> promise;  // none: it says "not yet"
};

class Answer {
 public:
  // `due`: the names of stages that what is promised may be due for.
  Answer(const RuleInput& in, const std::vector<std::string_view>& due, std::uint32_t t)
      : in_(in),
        document_(in.proposal.document),
        promises_(in.judgement.fills->promises()),
        due_(due),
        t_(t) {}

  std::optional<Owed> owed() const {
    bool first = true;
    for (const Span span : own_text(document_, in_.judgement, t_)) {
      const auto [begin, end] = document_.blocks_in(span);
      for (std::uint32_t b = begin; b < end; ++b) {
        const Block& block = document_.blocks()[b];
        if (block.kind != BlockKind::kParagraph) continue;
        if (first && promises_.begins_open(without_markers(document_.text(block.span)))) {
          if (!is_later(block.span)) return Owed{block.span, std::nullopt};
        }
        first = false;
        if (auto found = promised_in(block.span)) return found;
      }
    }
    return std::nullopt;
  }

 private:
  std::optional<Owed> promised_in(Span span) const {
    std::string_view rest = document_.text(span);
    if (!PromiseReader::names_one_of(rest, due_) || in_.judgement.fills->is_template_line(rest))
      return {};
    if (below_stage_heading(span)) return {};
    std::uint32_t begin = span.begin;
    while (!rest.empty()) {
      const std::string_view sentence = first_sentence(rest);
      const auto end = static_cast<std::size_t>(sentence.data() + sentence.size() - rest.data());
      const auto promise = promises_.promised(sentence);
      const std::uint32_t at = begin + static_cast<std::uint32_t>(sentence.data() - rest.data());
      if (promise && promises_.is_due(*promise, in_.judgement.stage)) {
        return Owed{{at, begin + static_cast<std::uint32_t>(end)}, promise};
      }
      begin += static_cast<std::uint32_t>(end);
      rest.remove_prefix(end);
    }
    return {};
  }

  // "Not yet. It will be tested before beta." is due with its promise.
  bool is_later(Span span) const {
    std::string_view rest = document_.text(span);
    while (!rest.empty()) {
      const std::string_view sentence = first_sentence(rest);
      const auto promise = promises_.promised(sentence);
      if (promise) return !promises_.is_due(*promise, in_.judgement.stage);
      rest.remove_prefix(static_cast<std::size_t>(sentence.data() + sentence.size() - rest.data()));
    }
    return false;
  }

  // What stands below "Beta" is a plan for it.
  bool below_stage_heading(Span span) const {
    const std::uint32_t section = document_.section_at(span.begin);
    if (section == kNone) return false;
    const Heading& heading = document_.heading_of(document_.sections()[section]);
    const bool own = heading.span == in_.judgement.matching.sections[t_].heading;
    return !own && promises_.names_stage(heading.text);
  }

  const RuleInput& in_;
  const Document& document_;
  const PromiseReader& promises_;
  const std::vector<std::string_view>& due_;
  std::uint32_t t_;
};

}  // namespace

void promise_due(const RuleInput& in, Sink& sink) {
  if (in.judgement.small_set || in.process.words.promises.verbs.empty()) return;
  const Source& source = in.proposal.document.source();
  const auto due = in.judgement.fills->promises().names_due_at(in.judgement.stage);
  for (std::uint32_t t = 0; t < in.judgement.sections.size(); ++t) {
    const SectionVerdict& verdict = in.judgement.sections[t];
    if (verdict.need != Need::kDue || verdict.fill != Fill::kFilled) continue;
    if (in.judgement.fills->promises().is_plan(in.judgement.wanted(t).key)) continue;
    const auto owed = Answer(in, due, t).owed();
    if (!owed) continue;
    std::string message =
        owed->promise
            ? fmt::format(
                  "this was to be done before {}, and the proposal is at {}; say what came "
                  "of it",
                  owed->promise->stage, in.judgement.stage)
            : fmt::format("\"{}\" is answered with “not yet”; {}",
                          path_of(in.judgement.pattern(), t), due_text(in, t));
    sink.report(warning_while_open(in), source, first_line(source, owed->at), std::move(message))
        .section = in.judgement.wanted(t).title;
  }
}

}  // namespace milepost
