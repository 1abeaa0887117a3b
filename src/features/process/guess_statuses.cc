#include "features/process/guess_statuses.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/strings.h"
#include "process/heading_key.h"
#include "process/usual.h"

namespace milepost::process {

namespace {

constexpr std::size_t kLongestStatus = 3;  // words
// A value of few examples that is like one of many is a slip of the pen.
constexpr double kAlike = 0.75;
constexpr std::size_t kOftener = 4;
constexpr std::size_t kFewestForRare = 8;

void order_statuses(const std::vector<std::string>& offered, std::vector<StatusGuess>& usual) {
  const auto index_in = [](const std::vector<std::string>& words, const std::string& id) {
    const auto at = std::ranges::find_if(
        words, [&](const std::string& word) { return heading_words(word) == heading_words(id); });
    return static_cast<std::size_t>(at - words.begin());
  };
  std::ranges::stable_sort(usual, {}, [&](const StatusGuess& status) {
    return std::pair(offered.empty() ? 0 : index_in(offered, status.id),
                     index_in(usual_names().statuses, status.id));
  });
}

// Whether something was decided by then: no proposal begins so.
bool is_decided(const std::string& status) {
  const std::vector<std::string>& order = usual_names().statuses;
  const auto place = [&](std::string_view word) {
    return std::ranges::find_if(
        order, [&](const std::string& one) { return heading_words(one) == heading_words(word); });
  };
  const auto at = place(status);
  return at != order.end() && at >= place("accepted");
}

// A new proposal has the first: one that is no decision, as the template has it.
void begin_with_open(const std::string& begun, std::vector<StatusGuess>& usual) {
  if (usual.empty() || !is_decided(usual.front().id)) return;
  auto first = std::ranges::find_if(usual, [&](const StatusGuess& status) {
    return equal_ignoring_case(status.id, begun) && !is_decided(status.id);
  });
  if (first == usual.end()) {
    first = std::ranges::find_if(usual,
                                 [](const StatusGuess& status) { return !is_decided(status.id); });
  }
  if (first != usual.end()) {
    std::rotate(usual.begin(), first, first + 1);
  } else if (!begun.empty() && !is_decided(begun)) {
    usual.insert(usual.begin(), {begun, 0, true, false, {}});
  } else {
    usual.insert(usual.begin(), {"draft", 0, false, false, "nothing tells how a proposal begins"});
  }
}

// "STATUS" is where one is to stand.
bool stands_for_status(std::string_view word) { return equal_ignoring_case(word, "status"); }

std::vector<std::string_view> split_at_or(std::string_view text) {
  constexpr std::string_view kOr = " or ";
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(kOr);
    parts.push_back(trim(text.substr(0, at)));
    if (at == text.npos) return parts;
    text.remove_prefix(at + kOr.size());
  }
}

constexpr std::string_view kMarks = "*_`";

std::string_view without_marks(std::string_view text) {
  text = trim(text);
  while (!text.empty() && kMarks.find(text.front()) != kMarks.npos) text.remove_prefix(1);
  while (!text.empty() && kMarks.find(text.back()) != kMarks.npos) text.remove_suffix(1);
  return trim(text);
}

// Of names or known words an "or" leaves the choice: "Awaiting implementation or Awaiting review".
std::vector<std::string> alternatives_with_or(std::string_view text) {
  const auto parts = split_at_or(text);
  const bool capitals = std::ranges::all_of(parts, [](std::string_view part) {
    const std::string_view bare = without_marks(part);
    return !bare.empty() && bare.front() >= 'A' && bare.front() <= 'Z';
  });
  std::vector<std::string> words;
  for (const std::string_view part : parts) {
    std::string word = status_word(without_marks(part));
    const bool known = capitals || lists_word(usual_names().statuses, word);
    if (parts.size() < 2 || word.empty() || !known) return {};
    words.push_back(std::move(word));
  }
  return words;
}

}  // namespace

StatusesGuess guess_statuses(const SaidStatuses& statuses) {
  const auto& [said, texts, offered, begun] = statuses;
  StatusesGuess guess;
  // By the word in lower case: how often, and how it is written.
  std::map<std::string, std::map<std::string, std::size_t>> written;
  for (const std::string& status : said) {
    if (!status.empty()) ++written[lower(status)][status];
  }
  std::vector<StatusGuess> found;
  for (const auto& [key, forms] : written) {
    StatusGuess status;
    std::size_t most = 0;
    for (const auto& [form, count] : forms) {
      status.count += count;
      if (count > most) status.id = form;
      most = std::max(most, count);
    }
    found.push_back(std::move(status));
  }
  for (const std::string& word : offered) {
    if (stands_for_status(word)) continue;
    const auto known = std::ranges::find_if(
        found, [&](const StatusGuess& status) { return equal_ignoring_case(status.id, word); });
    if (known == found.end())
      found.push_back({word, 0, true});
    else
      known->in_template = true;
  }
  for (StatusGuess& status : found) {
    const bool slip = !status.in_template && std::ranges::any_of(found, [&](const auto& other) {
      return &other != &status && other.count >= kOftener * status.count &&
             similarity(lower(status.id), lower(other.id), kAlike) >= kAlike;
    });
    const bool known =
        offered.empty() ? lists_word(usual_names().statuses, status.id) : status.in_template;
    const bool odd = slip || (!known && is_rare(status.count, said.size()));
    (odd ? guess.odd : guess.usual).push_back(status);
  }
  order_statuses(offered, guess.usual);
  begin_with_open(stands_for_status(begun) ? std::string() : begun, guess.usual);
  for (StatusGuess& status : guess.usual) {
    for (std::size_t i = 0; i < said.size(); ++i) {
      const bool more = i < texts.size() && trim(texts[i]).size() > status.id.size();
      if (more && said[i] == status.id && trim(texts[i]).starts_with(status.id)) {
        status.detailed = true;
      }
    }
  }
  for (const std::string& status : said) {
    const auto known = std::ranges::find_if(
        guess.usual, [&](const StatusGuess& one) { return equal_ignoring_case(one.id, status); });
    guess.of_examples.push_back(known == guess.usual.end() ? "" : known->id);
  }
  return guess;
}

std::string status_word(std::string_view text) {
  text = trim(text);
  text = text.substr(0, text.find_first_of("([/,.:;\n"));
  for (const std::string_view after : {" by ", " on ", " in ", " - ", " with "}) {
    text = text.substr(0, find_ignoring_case(text, after));
  }
  text = trim(text);
  const std::size_t words = word_count(heading_words(text));
  return words == 0 || words > kLongestStatus ? std::string() : std::string(text);
}

std::vector<std::string> alternatives_in(std::string_view text) {
  text = trim(text);
  while (text.starts_with("<!--")) text = trim(text.substr(4));
  if (text.ends_with("-->")) text = trim(text.substr(0, text.size() - 3));
  if (text.find(':') != text.npos) text = trim(text.substr(text.find(':') + 1));
  while (!text.empty() && (text.front() == '{' || text.front() == '[' || text.front() == '<'))
    text.remove_prefix(1);
  while (!text.empty() && (text.back() == '}' || text.back() == ']' || text.back() == '>'))
    text.remove_suffix(1);
  for (const char between : {'|', '/', ','}) {
    if (text.find(between) == text.npos) continue;
    std::vector<std::string> words;
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto [part, tail] = cut(rest, between);
      std::string word = status_word(without_marks(part));
      if (lower(word).starts_with("or ")) word = word.substr(3);
      if (word.empty() || std::ranges::any_of(word, is_digit)) return {};
      words.push_back(std::move(word));
      rest = tail;
    }
    // A comma alone also stands in sentences.
    if (words.size() >= (between == '|' ? 2U : 3U)) return words;
  }
  return alternatives_with_or(text);
}

bool is_rare(std::size_t count, std::size_t all) {
  return all >= kFewestForRare && count * 20 <= all;
}

}  // namespace milepost::process
