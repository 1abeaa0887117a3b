#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

#include <fmt/format.h>

#include "issue/issue.h"
#include "process/heading_key.h"
#include "rules/all.h"
#include "rules/issue/issues.h"
#include "text/inline.h"

namespace milepost {

namespace {

// Names of groups have no more words: who looks for a longer one finds none.
constexpr std::size_t kMostWords = 8;

// What a text of words is left with when names are taken out of it, each wherever it stands. The
// longest that begins at a word counts.
class NamesTaken {
 public:
  explicit NamesTaken(std::unordered_set<std::string> names) : names_(std::move(names)) {}

  void read(std::string_view text) {
    std::vector<std::size_t> begins;
    for (std::size_t at = 0; at < text.size(); at = text.find(' ', at) + 1) {
      begins.push_back(at);
      if (text.find(' ', at) == text.npos) break;
    }
    for (std::size_t i = 0; i < begins.size();) {
      std::size_t words = std::min(kMostWords, begins.size() - i);
      while (words > 0 && !take(text, begins, i, words)) --words;
      if (words == 0) keep(slice(text, begins, i, 1));
      i += std::max<std::size_t>(words, 1);
    }
  }

  bool has_taken(const std::string& name) const { return taken_.contains(name); }
  const std::string& left() const { return left_; }

 private:
  static std::string_view slice(std::string_view text, const std::vector<std::size_t>& begins,
                                std::size_t first, std::size_t words) {
    const std::size_t last = first + words;
    const std::size_t end = last < begins.size() ? begins[last] - 1 : text.size();
    return text.substr(begins[first], end - begins[first]);
  }

  bool take(std::string_view text, const std::vector<std::size_t>& begins, std::size_t first,
            std::size_t words) {
    const auto found = names_.find(std::string(slice(text, begins, first, words)));
    if (found == names_.end()) return false;
    taken_.insert(*found);
    return true;
  }

  void keep(std::string_view word) {
    if (word == "and") return;
    if (!left_.empty()) left_ += ' ';
    left_ += word;
  }

  std::unordered_set<std::string> names_;
  std::unordered_set<std::string> taken_;
  std::string left_;
};

}  // namespace

// MP705 issue-groups-differ: the issue names the groups that the metadata names, the
// owning group at least.
void issue_groups_differ(const IssueInput& in, Sink& sink) {
  const IssueFieldText* const text = in.issue.find(IssueValue::kGroups);
  if (!text || !in.card || in.card->group.empty() || says_nothing(in, *text)) return;
  const Source& source = in.issue.document.source();
  const std::string owner = heading_words(in.card->group);
  std::unordered_set<std::string> names{owner};
  for (const std::string& group : in.card->participating_groups) {
    names.insert(heading_words(group));
  }
  NamesTaken named(std::move(names));
  named.read(heading_words(plain_text(text->value)));
  if (!named.has_taken(owner)) {
    sink.report(source, text->span,
                fmt::format("\"{}\" does not name {}, which owns the proposal",
                            title_of(*text->field), in.card->group));
  }
  if (named.left().empty()) return;
  sink.report(source, text->span,
              fmt::format("\"{}\" names \"{}\", which the metadata does not",
                          title_of(*text->field), named.left()));
}

}  // namespace milepost
