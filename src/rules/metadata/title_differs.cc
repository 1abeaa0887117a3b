// MP324 title-differs: the document's title says something else than the
// metadata: other words, or another number.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/title_prefix.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"

namespace milepost {

namespace {

// Words that stand before the number in the template's title, with a space after
// each: "kep " of "KEP-NNNN: Your title". Nothing when it has no number.
std::optional<std::string> words_before_number(const RuleInput& in, const Field* number) {
  const auto& sections = in.judgement.pattern().sections();
  if (!number || sections.empty()) return std::nullopt;
  const std::string title = heading_words(sections.front().title) + " ";
  for (const std::string& placeholder : number->placeholders) {
    const std::size_t at = (" " + title).find(" " + heading_words(placeholder) + " ");
    if (at != std::string::npos) return title.substr(0, at);
  }
  return std::nullopt;
}

struct Title {
  std::string words;
  std::string number;  // "" when it has none
};

// Takes the number off the front: "KEP-12: Warm", "KEP 12 - Warm", "12: Warm".
class TitleReader {
 public:
  explicit TitleReader(const RuleInput& in)
      : number_(in.process.field(FieldRole::kNumber)),
        before_(words_before_number(in, number_)),
        prefix_(prefix_of(in)),
        own_(in.card.number),
        form_(in.process.layout.title_prefix) {}

  Title read(std::string_view text) const {
    if (const auto prefixed = read_title_prefix(form_, text)) {
      return {heading_words(prefixed->title), plain_number(prefixed->number)};
    }
    if (!prefix_.empty() && equal_ignoring_case(text.substr(0, prefix_.size()), prefix_)) {
      text.remove_prefix(prefix_.size());
    }
    Title title{heading_words(text), {}};
    std::string_view rest = title.words;
    const bool named = before_ && rest.starts_with(*before_);
    if (named) rest.remove_prefix(before_->size());
    const auto [word, tail] = cut(rest, ' ');
    const std::string number = plain_number(word);
    const bool is_number = named ? !number.empty() || is_placeholder(*number_, word)
                                 : !number.empty() && number == own_;
    return is_number ? Title{std::string(tail), number} : title;
  }

 private:
  // "Design:" of "Design: <name>", as the template's title begins: the repository's, if it has one.
  static std::string_view prefix_of(const RuleInput& in) {
    const auto& own = in.judgement.kind->repository;
    const auto& sections = (own ? *own : in.judgement.pattern()).sections();
    if (sections.empty()) return {};
    return trim(
        prefix_of_template(sections.front().title, {}, in.process.words.title_placeholders));
  }

  const Field* number_;
  std::optional<std::string> before_;
  std::string_view prefix_;
  std::string_view own_;
  std::string_view form_;  // of titles' prefix
};

// "warm-starts" names the file; the title is the document's.
bool is_slug(std::string_view text) {
  return text.find('-') != text.npos &&
         std::ranges::none_of(text, [](char c) { return is_space(c) || is_upper(c); });
}

bool is_placeholder_title(const Process& process, const std::string& words) {
  return std::ranges::any_of(process.words.title_placeholders, [&](const std::string& placeholder) {
    return heading_words(placeholder) == words;
  });
}

}  // namespace

void title_differs(const RuleInput& in, Sink& sink) {
  const std::uint32_t section = in.judgement.matching.title;
  if (section == kNone) return;
  const Document& document = in.proposal.document;
  const Heading& heading = document.heading_of(document.sections()[section]);
  const TitleReader reader(in);
  const Title title = reader.read(heading.text);

  const bool numbered = !title.number.empty() && title.number != "0" && !in.card.number.empty();
  if (numbered && title.number != in.card.number) {
    sink.report(
        Severity::kWarning, document.source(), heading.text_span,
        fmt::format("the title says {}, but the proposal's number is {}; correct one of them",
                    title.number, in.card.number));
  }
  const Field* field = in.process.field(FieldRole::kTitle);
  const YamlNode* said = field ? in.proposal.metadata->find(*field) : nullptr;
  if (!in.proposal.metadata->complete() || !said || !said->is_scalar()) return;
  if (!is_set(in, {field, said, trim(said->text)})) return;
  const Title other = reader.read(said->text);
  if (other.words == title.words || is_placeholder_title(in.process, title.words)) return;
  if (other.words.empty() || title.words.empty() || is_slug(trim(said->text))) return;
  sink.report(document.source(), heading.text_span,
              fmt::format("the title is not that of the metadata, {}", in_quotes(said->text)));
}

}  // namespace milepost
