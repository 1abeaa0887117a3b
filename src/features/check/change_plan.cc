#include "features/check/change_plan.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/unread.h"

namespace milepost::check {

namespace fs = std::filesystem;

namespace {

// The card that a changed file belongs to: its proposal's, or that of the
// proposal it reviews.
const Card* card_of(const Facts& facts, const std::string& path) {
  if (const Card* card = facts.index().find(path)) return card;
  for (const ReviewFile& review : facts.reviews()) {
    if (review.path == path) return facts.index().find_number(review.number);
  }
  return nullptr;
}

const Card* card_at(const Index& index, const std::string& path) {
  const auto found = index.by_path.find(path);
  return found == index.by_path.end() ? nullptr : &index.cards[found->second];
}

// Pairs the proposals of both states.
class Pairing {
 public:
  Pairing(const Facts& before, const Facts& after, const std::vector<GitChange>& files)
      : before_(before), after_(after) {
    for (const ReadError& read_error : after.index().read_errors) unread_.insert(read_error.path);
    for (const GitChange& file : files) {
      const Card* was = nullptr;
      const Card* is = nullptr;
      if (file.kind != ChangeKind::kAdded) {
        was = card_of(before, file.old_path.empty() ? file.path : file.old_path);
      }
      if (file.kind != ChangeKind::kDeleted) is = card_of(after, file.path);
      if (was) touched_before_.insert(was);
      if (is) touched_after_.insert(is);
      const bool own =
          was && (file.old_path == was->files.document || file.old_path == was->files.metadata);
      if (is && own && file.kind == ChangeKind::kRenamed) renamed_.emplace(is, was);
    }
  }

  std::vector<TouchedProposal> pairs() {
    for (const Card* was : touched_before_) {
      if (const Card* is = card_at(after_.index(), was->path)) touched_after_.insert(is);
    }
    std::vector<TouchedProposal> found;
    std::set<const Card*> lives_on;
    for (const Card* is : touched_after_) {
      const Card* was = former(*is);
      if (was) lives_on.insert(was);
      found.push_back({was, is});
    }
    for (const Card* was : touched_before_) {
      // What cannot be read is in the read errors, and not gone.
      const bool unread =
          unread_.contains(was->files.document) || unread_.contains(was->files.metadata);
      const bool gone = !unread && !lives_on.contains(was) && !card_at(after_.index(), was->path);
      if (gone) found.push_back({was, nullptr});
    }
    std::ranges::sort(found, {}, &TouchedProposal::path);
    return found;
  }

 private:
  // What a proposal was: at its path, under the name it had, or else a proposal
  // of its number that is no longer where it was.
  const Card* former(const Card& is) const {
    if (const Card* same = card_at(before_.index(), is.path)) return same;
    if (const auto renamed = renamed_.find(&is); renamed != renamed_.end()) return renamed->second;
    const auto numbered = before_.index().by_number.find(is.number);
    if (is.number.empty() || numbered == before_.index().by_number.end()) return nullptr;
    for (const std::size_t i : numbered->second) {
      const Card& was = before_.index().cards[i];
      if (!card_at(after_.index(), was.path)) return &was;
    }
    return nullptr;
  }

  const Facts& before_;
  const Facts& after_;
  std::set<std::string> unread_;  // after the change
  std::set<const Card*> touched_before_;
  std::set<const Card*> touched_after_;
  std::map<const Card*, const Card*> renamed_;  // after → before
};

class ChangePlanner {
 public:
  ChangePlanner(const Workspace& after, const ChangeEnds& ends,
                const std::vector<std::string>& words)
      : ends_(ends), words_(words), plan_{after} {}

  Result<ChangePlan> plan() {
    TRY(plan_.before, open_before(ends_, plan_.after));
    TRY(compare());
    return std::move(plan_);
  }

 private:
  Result<void> compare() {
    const std::string below = ends_.git.from_top(plan_.after.root());
    TRY(plan_.files, ends_.git.changed(ends_.from, ends_.to, below));
    const std::size_t prefix = below.empty() ? 0 : below.size() + 1;
    for (GitChange& file : plan_.files) {
      file.path.erase(0, prefix);
      if (!file.old_path.empty()) file.old_path.erase(0, prefix);
    }
    plan_.proposals = Pairing(plan_.before->facts(), plan_.after.facts(), plan_.files).pairs();
    for (const std::string& word : words_) check_word(word);
    if (!words_.empty()) {
      std::erase_if(plan_.proposals,
                    [&](const TouchedProposal& proposal) { return !is_asked_for(proposal); });
    }
    add_read_errors(*plan_.before, "before the change ");
    add_read_errors(plan_.after, "");
    return {};
  }

  static bool is_number(const std::string& word) {
    return !word.empty() && std::ranges::all_of(word, is_digit);
  }

  bool means(const std::string& word, const Card& card) const {
    if (is_number(word)) return plain_number(word) == card.number;
    const std::string full = full_path(word);
    const std::string own = plan_.after.repository().full_path(card.path);
    const auto lies_in = [](const std::string& one, const std::string& other) {
      return one == other || one.starts_with(other + "/");
    };
    return lies_in(own, full) || lies_in(full, own);
  }

  std::string full_path(const std::string& word) const {
    std::error_code failed;
    return fs::weakly_canonical(fs::path(plan_.after.here()) / word, failed).string();
  }

  // What means no proposal, before or after, cannot be said to be unchanged.
  void check_word(const std::string& word) {
    const auto is_meant = [&](const Card& card) { return means(word, card); };
    for (const Workspace* at : {plan_.before.get(), &plan_.after}) {
      if (std::ranges::any_of(at->index().cards, is_meant)) return;
      for (const ReviewFile& review : at->facts().reviews()) {
        if (at->repository().full_path(review.path) == full_path(word)) return;
      }
    }
    plan_.read_errors.push_back(
        {word, is_number(word) ? "there is no proposal of that number, before or after the change"
                               : fmt::format("there is no proposal in it, before or after the "
                                             "change; documents are {}",
                                             searched_places(plan_.after.process().layout))});
  }

  bool is_asked_for(const TouchedProposal& proposal) const {
    return std::ranges::any_of(words_, [&](const std::string& word) {
      return means(word, proposal.after ? *proposal.after : *proposal.before);
    });
  }

  // Only of files that the change concerns: the rest is for a check of everything.
  void add_read_errors(const Workspace& opened, const std::string& when) {
    for (const ReadError& read_error : opened.read_errors()) {
      const bool concerns = std::ranges::any_of(plan_.files, [&](const GitChange& file) {
        return file.path == read_error.path || file.old_path == read_error.path;
      });
      if (!concerns) continue;
      plan_.read_errors.push_back({opened.shown_path(read_error.path), when + read_error.message});
    }
  }

  const ChangeEnds& ends_;
  const std::vector<std::string>& words_;
  ChangePlan plan_;
};

}  // namespace

Result<ChangePlan> plan_change(const Workspace& after, const ChangeEnds& ends,
                               const std::vector<std::string>& words) {
  return ChangePlanner(after, ends, words).plan();
}

}  // namespace milepost::check
