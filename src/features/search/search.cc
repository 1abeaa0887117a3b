#include "features/search/search.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "base/slip.h"
#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/route.h"
#include "proposal/query.h"

namespace milepost::search {

namespace {

struct Split {
  std::vector<std::string> terms;  // of a query
  std::string words;               // to look for
};

// Spaces within quotes part nothing.
std::vector<std::string_view> cut_into_words(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t at = 0;
  while (at < text.size()) {
    if (text[at] == ' ' || text[at] == '\t') {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    bool quoted = false;
    while (at < text.size() && (quoted || (text[at] != ' ' && text[at] != '\t'))) {
      quoted = quoted != (text[at] == '"');
      ++at;
    }
    words.push_back(text.substr(begin, at - begin));
  }
  return words;
}

Split split(std::string_view query) {
  Split parts;
  for (const std::string_view word : cut_into_words(query)) {
    const bool negated = word.starts_with('-') && word.size() > 1;
    if (!word.starts_with('"') && is_query_term(negated ? word.substr(1) : word)) {
      parts.terms.emplace_back(word);
      continue;
    }
    if (!parts.words.empty()) parts.words += ' ';
    parts.words += word;
  }
  return parts;
}

// "4211" of "4211", "#4211" and "KEP-4211".
std::string number_in(std::string_view words) {
  words = trim(words);
  const std::size_t begin = words.find_last_not_of("0123456789") + 1;
  const std::string_view mark = words.substr(0, begin);
  const bool plain = mark.empty() || mark == "#" ||
                     (mark.ends_with('-') && mark.find(' ') == mark.npos && mark.size() <= 8);
  return plain ? std::string(words.substr(begin)) : std::string();
}

// The word that titles have and that this one is a slip of; nothing when titles have this one, or
// none is so near.
std::optional<std::string> corrected_word(const Index& index, const std::string& word) {
  std::optional<std::string> near;
  for (const Card& card : index.cards) {
    std::string_view rest;
    const std::string title = normalised(card.title);
    rest = title;
    while (!rest.empty()) {
      const std::string_view one = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(one.size() + 1, rest.size()));
      if (one.starts_with(word)) return std::nullopt;
      // The end of a word may be missing: "snapsoht" is near to "snapshots".
      for (const std::string_view begin : {one, one.substr(0, word.size())}) {
        if (!near && is_one_slip_apart(begin, word)) near = std::string(begin);
      }
    }
  }
  return near;
}

// The terms with words that titles have; nothing when none was mistaken.
std::optional<std::vector<Term>> corrected(const Index& index, std::vector<Term> terms) {
  bool any = false;
  for (Term& term : terms) {
    for (std::string& word : term.words) {
      if (auto better = corrected_word(index, word)) {
        word = *std::move(better);
        any = true;
      }
    }
  }
  if (!any) return std::nullopt;
  return terms;
}

std::string text_of(const std::vector<Term>& terms) {
  std::string text;
  for (const Term& term : terms) {
    if (!text.empty()) text += ' ';
    if (term.whole) text += '"';
    for (std::size_t i = 0; i < term.words.size(); ++i) {
      if (i > 0) text += ' ';
      text += term.words[i];
    }
    if (term.whole) text += '"';
  }
  return text;
}

FoundProposal found_proposal(const Workspace& workspace, const Card& card, SearchHit hit) {
  return {ref_of(card, workspace.repository()),
          key_of_card(workspace.index(), card),
          card.status,
          card.stage,
          false,
          std::move(hit)};
}

// What matches the terms alone, when there is nothing else to look for.
void add_matching(const Workspace& workspace, const std::vector<const Card*>& cards,
                  const SearchRequest& request, SearchPage& page) {
  page.total = cards.size();
  for (std::size_t i = request.from; i < cards.size() && page.found.size() < request.most; ++i) {
    page.found.push_back(found_proposal(workspace, *cards[i], {cards[i]->path, {}, {}, {}, {}}));
  }
}

// Whoever asks for a number means that proposal, before all others.
void put_number_first(const Workspace& workspace, const std::string& words,
                      const std::unordered_set<std::string>* among, const SearchRequest& request,
                      SearchPage& page) {
  const std::string number = number_in(words);
  if (number.empty()) return;
  const Card* card = workspace.index().find_number(number);
  if (card == nullptr || (among != nullptr && !among->contains(card->path))) return;
  const auto there = std::ranges::find(page.found, card->path,
                                       [](const FoundProposal& one) { return one.hit.key; });
  FoundProposal first = there != page.found.end()
                            ? *there
                            : found_proposal(workspace, *card, {card->path, {}, {}, {}, {}});
  if (there != page.found.end()) {
    page.found.erase(there);
  } else if (request.from == 0) {
    ++page.total;
  }
  if (request.from > 0) return;
  first.by_number = true;
  page.found.insert(page.found.begin(), std::move(first));
}

}  // namespace

Result<SearchPage> search_proposals(const Workspace& workspace, const SearchIndex& index,
                                    const SearchRequest& request) {
  SearchPage page;
  page.query = request.query;
  page.from = request.from;
  const Split parts = split(request.query);
  std::optional<std::unordered_set<std::string>> among;
  if (!parts.terms.empty()) {
    page.filter = fmt::format("{}", fmt::join(parts.terms, " "));
    TRY(const auto cards, workspace.options().find_matching(workspace, parts.terms, page.notes));
    if (parts.words.empty()) {
      add_matching(workspace, cards, request, page);
      return page;
    }
    among.emplace();
    for (const Card* card : cards) among->insert(card->path);
  }

  SearchOptions options{read_terms(parts.words), request.from, request.most,
                        among ? &*among : nullptr};
  TRY(auto answer, index.find(options));
  if (answer.total == 0) {
    if (auto better = corrected(workspace.index(), options.terms)) {
      options.terms = *std::move(better);
      TRY(answer, index.find(options));
      if (answer.total > 0) page.corrected = text_of(options.terms);
    }
  }
  page.total = answer.total;
  page.more = answer.more;
  for (SearchHit& hit : answer.hits) {
    const auto card = workspace.index().by_path.find(hit.key);
    // The index may be a moment older than the workspace.
    if (card == workspace.index().by_path.end()) continue;
    page.found.push_back(
        found_proposal(workspace, workspace.index().cards[card->second], std::move(hit)));
  }
  put_number_first(workspace, parts.words, options.among, request, page);
  return page;
}

}  // namespace milepost::search
