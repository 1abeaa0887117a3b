// MP327 name-mismatch: the file is not named after the title. What counts are the
// words: the case, an underscore or an article less hides it from nobody. A
// closed proposal is linked to by its name and keeps it.
#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/title_prefix.h"
#include "rules/all.h"
#include "rules/metadata/fields.h"
#include "rules/wording.h"
#include "text/slug.h"

namespace milepost {

namespace {

std::string without_articles(std::string_view words) {
  std::string kept;
  while (!words.empty()) {
    const auto [word, rest] = cut(words, ' ');
    words = rest;
    if (word == "a" || word == "an" || word == "the") continue;
    if (!kept.empty()) kept += ' ';
    kept += word;
  }
  return kept;
}

// "VEP 104: Allow it" and "VEP #104: Allow it" are called "Allow it".
std::string_view without_number(std::string_view title, std::string_view number) {
  const std::size_t colon = title.find(':');
  if (colon == title.npos || number.empty()) return title;
  const std::string_view before = trim(title.substr(0, colon));
  const std::size_t digits = before.find_last_not_of("0123456789") + 1;
  std::string_view written = before.substr(digits);
  while (written.starts_with('0')) written.remove_prefix(1);
  while (number.starts_with('0')) number.remove_prefix(1);
  return !written.empty() && written == number ? title.substr(colon + 1) : title;
}

}  // namespace

void name_mismatch(const RuleInput& in, Sink& sink) {
  const std::string_view name = in.card.parts.find("slug");
  const std::uint32_t title = in.judgement.matching.title;
  if (!in.process.layout.slug_is_title || !is_listed(in) || is_closed(in)) return;
  if (name.empty() || title == kNone || !placeholder_in_title(in).empty()) return;
  const Document& document = in.proposal.document;
  const std::string_view written = without_prefix(
      in.process.layout.title_prefix, document.heading_of(document.sections()[title]).text);
  std::string words = heading_words(without_number(written, in.card.parts.find("number")));
  if (words.empty()) return;
  // A file's name has no capitals, of whatever alphabet.
  if (without_articles(slug_key(heading_words(name))) == without_articles(slug_key(words))) return;
  std::ranges::replace(words, ' ', '-');
  sink.report(document.source(), title_place(in),
              fmt::format("the file is called {}; after its title it would be {}", in_quotes(name),
                          in_quotes(words)));
}

}  // namespace milepost
