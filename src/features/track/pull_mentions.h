// Which proposals a pull request speaks of, by its title and body:
//
// - "KEP-1234", "KEP 1234", "KEP #1234": a word for proposals, then the number;
// - "#1234", "owner/repo#1234", "repo/issues/1234": the issue of a proposal, in the repository
//   that has those;
// - "keps/sig-node/1234-slug/README.md": a path of a proposal.
//
// A number alone is nobody's. Texts are read once, in time that grows with their length.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "features/track/pull_list.h"
#include "proposal/card.h"

namespace milepost::track {

// A pull request that names more is about none of them.
inline constexpr std::size_t kMostMentions = 50;

struct PullMentions {
  std::vector<const Card*> cards;    // each once, in the order they are named in
  std::vector<std::string> unknown;  // what would name a proposal, and there is none: "KEP-9"
};

// The words that may stand before a number, in lower case: what the process is called, and what
// its templates have in their titles.
std::set<std::string, std::less<>> words_for_proposals(const Process& process);

class PullMatcher {
 public:
  // `issues`: where the issue of a proposal is, as far as the record says; that of any other
  // has the proposal's number. The index must outlive the matcher.
  PullMatcher(const Process& process, const Index& index,
              const std::vector<std::pair<const Card*, std::string>>& issues);

  PullMentions find(const ListedPull& pull) const;

 private:
  friend class MentionReader;

  const Index& index_;
  std::set<std::string, std::less<>> words_;
  std::set<std::string, std::less<>> homes_;       // "owner/repo" of issues; none: nobody knows
  std::set<std::string, std::less<>> home_names_;  // "repo"
  std::map<std::string, const Card*, std::less<>> by_issue_;  // "owner/repo#12"
  std::set<const Card*> elsewhere_;                           // not the issue of their number
  std::set<std::string, std::less<>> folders_;                // that paths of proposals begin with
};

}  // namespace milepost::track
