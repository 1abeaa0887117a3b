#include "features/search/search.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/route.h"
#include "features/search/corrections.h"
#include "features/search/split.h"

namespace milepost::search {

namespace {

// "4211" of "4211", "#4211" and "KEP-4211".
std::string number_in(std::string_view words) {
  words = trim(words);
  const std::size_t begin = words.find_last_not_of("0123456789") + 1;
  const std::string_view mark = words.substr(0, begin);
  const bool plain = mark.empty() || mark == "#" ||
                     (mark.ends_with('-') && mark.find(' ') == mark.npos && mark.size() <= 8);
  return plain ? std::string(words.substr(begin)) : std::string();
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

// So few hits for a word that no title has may be of others who made the same slip.
constexpr std::size_t kFew = 3;
constexpr std::size_t kManyMore = 5;  // times as many

struct Better {
  std::vector<Term> terms;
  std::size_t total = 0;
};

// What may have been meant and is found, the most first.
Result<std::vector<Better>> find_better(const SearchIndex& index, const SearchOptions& asked,
                                        Brief brief) {
  std::vector<Better> all;
  for (std::vector<Term>& terms : corrections(*index.titles(), asked.terms, brief)) {
    TRY(const auto answer, index.find({terms, 0, 0, asked.among}));
    if (answer.total > 0) all.push_back({std::move(terms), answer.total});
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Better::total);
  return all;
}

// Where a filter alone leaves nothing, the words are right.
Result<bool> is_anywhere(const SearchIndex& index, const SearchOptions& asked) {
  if (asked.among == nullptr) return false;
  TRY(const auto answer, index.find({asked.terms, 0, 0, nullptr}));
  return answer.total > 0;
}

// Looks for what was meant where nothing is found, and names it where little is.
Result<void> correct(const SearchIndex& index, SearchOptions& options, SearchAnswer& answer,
                     SearchPage& page) {
  if (answer.total > kFew) return {};
  const bool in_title = std::ranges::any_of(
      answer.hits, [](const SearchHit& hit) { return hit.found_in == FoundIn::kTitle; });
  TRY(const bool anywhere, is_anywhere(index, options));
  if (in_title || (answer.total == 0 && anywhere)) return {};
  TRY(auto better, find_better(index, options, answer.total == 0 ? Brief::kToo : Brief::kNot));
  if (better.empty()) return {};
  if (answer.total > 0) {
    if (better.front().total >= kManyMore * answer.total) {
      page.suggested = text_of(better.front().terms);
    }
    return {};
  }
  page.corrected = text_of(better.front().terms);
  if (better.size() > 1) page.suggested = text_of(better[1].terms);
  options.terms = std::move(better.front().terms);
  TRY(answer, index.find(options));
  return {};
}

// What the terms find, without what says a word that is left out.
Result<std::vector<const Card*>> narrow(const Workspace& workspace, const SearchIndex& index,
                                        const Split& parts, SearchPage& page) {
  TRY(auto cards, workspace.options().find_matching(workspace, parts.filters, page.notes));
  for (const std::string& word : parts.excluded) {
    TRY(const auto found, index.find_keys(read_terms(word)));
    const std::unordered_set<std::string> keys(found.begin(), found.end());
    std::erase_if(cards, [&](const Card* card) { return keys.contains(card->path); });
  }
  return cards;
}

std::string filter_text(const Split& parts) {
  std::vector<std::string> terms = parts.filters;
  for (const std::string& word : parts.excluded) terms.push_back("-" + word);
  return fmt::format("{}", fmt::join(terms, " "));
}

void add_notes(const Split& parts, const SearchWords& words, SearchPage& page) {
  if (parts.or_is_word) {
    page.notes.emplace_back(
        "OR is looked for as a word; alternatives are terms: group:sig-node OR group:sig-storage");
  }
  if (parts.words.empty() && !parts.excluded.empty()) {
    page.notes.emplace_back("these words are left out; say also what is to be found");
  }
  if (words.has_more) {
    page.notes.push_back(fmt::format("only the first {} words are looked for", kMostTerms));
  }
}

}  // namespace

Result<SearchPage> search_proposals(const Workspace& workspace, const SearchIndex& index,
                                    const SearchRequest& request) {
  SearchPage page;
  page.query = request.query;
  page.from = request.from;
  TRY(const Split parts, split(request.query, *workspace.repository().process));
  std::optional<std::unordered_set<std::string>> among;
  if (!parts.filters.empty() || !parts.excluded.empty()) {
    page.filter = filter_text(parts);
    TRY(const auto cards, narrow(workspace, index, parts, page));
    if (parts.words.empty() && !parts.filters.empty()) {
      add_matching(workspace, cards, request, page);
      return page;
    }
    among.emplace();
    for (const Card* card : cards) among->insert(card->path);
  }

  SearchWords words = read_words(parts.words);
  add_notes(parts, words, page);
  SearchOptions options{std::move(words.terms), request.from, request.most,
                        among ? &*among : nullptr};
  TRY(auto answer, index.find(options));
  TRY(correct(index, options, answer, page));
  page.total = answer.total;
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
