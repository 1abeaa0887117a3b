#include "features/check/change_plan.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "git/revision_tree.h"

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
      const bool gone = !lives_on.contains(was) && !card_at(after_.index(), was->path);
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
  std::set<const Card*> touched_before_;
  std::set<const Card*> touched_after_;
  std::map<const Card*, const Card*> renamed_;  // after → before
};

class ChangePlanner {
 public:
  ChangePlanner(const CheckRequest& request, Git git)
      : request_(request), scope_(*request.change), git_(std::move(git)) {
    std::error_code failed;
    here_ = fs::weakly_canonical(request.directory, failed);
    top_ = git_.work_tree().empty() ? git_.common_folder() : git_.work_tree();
  }

  Result<ChangePlan> plan() {
    if (auto found = find_ends(); !found) return tl::unexpected(std::move(found.error()));
    if (auto opened = open_after(); !opened) return tl::unexpected(std::move(opened.error()));
    if (auto opened = open_before(); !opened) return tl::unexpected(std::move(opened.error()));
    if (auto compared = compare(); !compared) return tl::unexpected(std::move(compared.error()));
    return std::move(plan_);
  }

 private:
  Result<void> find_ends() {
    auto head = git_.head();
    if (!head) return tl::unexpected(std::move(head.error()));
    if (!scope_.end.empty()) {
      auto end = git_.resolve(scope_.end);
      if (!end) return tl::unexpected(std::move(end.error()));
      head = *end;
      to_ = *end;
    } else if (scope_.staged) {
      to_ = Staged{};
    } else if (git_.work_tree().empty()) {
      if (!*head) return failure("the repository is bare and has no commit yet");
      to_ = **head;
    }
    if (scope_.base.empty()) {
      from_ = *head;
      return {};
    }
    auto base = git_.resolve(scope_.base);
    if (!base) return tl::unexpected(std::move(base.error()));
    from_ = *base;
    if (!*head) return {};
    return start_at_merge_base(*base, **head);
  }

  // What came into the base since the change left it is not the change's doing.
  Result<void> start_at_merge_base(const Oid& base, const Oid& head) {
    const auto common = git_.merge_base(base, head);
    if (!common) return tl::unexpected(common.error());
    if (*common) {
      from_ = **common;
      return {};
    }
    const auto shallow = git_.shallow();
    if (!shallow) return tl::unexpected(shallow.error());
    plan_.notes.push_back(fmt::format(
        "compared with {} itself, since no commit was found that both it and HEAD come from{}",
        scope_.base, *shallow ? "; " + (*shallow)->message() : ""));
    return {};
  }

  Result<void> open_after() {
    std::shared_ptr<const FileTree> tree = disk_tree(top_);
    if (const Oid* commit = std::get_if<Oid>(&to_)) {
      auto made = commit_tree(top_, *commit);
      if (!made) return tl::unexpected(std::move(made.error()));
      tree = std::move(*made);
    } else if (std::holds_alternative<Staged>(to_)) {
      auto made = staged_tree(top_);
      if (!made) return tl::unexpected(std::move(made.error()));
      tree = std::move(*made);
    }
    std::string start = here_.lexically_relative(top_).generic_string();
    if (git_.work_tree().empty() || start == "." || start.starts_with("..")) start.clear();
    auto opened =
        Workspace::open(workspace_options(request_), start_of(request_.today.value_or(today_utc())),
                        tree, top_, start);
    if (!opened) return tl::unexpected(std::move(opened.error()));
    if (!(*opened)->recognised()) return failure(not_recognised("here"));
    std::ranges::copy((*opened)->notes(), std::back_inserter(plan_.notes));
    if (const auto& judged = (*opened)->judging(); !judged) return tl::unexpected(judged.error());
    plan_.after = std::move(*opened);
    return {};
  }

  // The state before is judged by the process of the state after: a change of
  // the rules is not what its proposals are blamed for.
  Result<void> open_before() {
    auto tree = commit_tree(top_, from_);
    if (!tree) return tl::unexpected(std::move(tree.error()));
    plan_.before = plan_.after->with_tree((*tree)->below(root()));
    return {};
  }

  // The repository's root, from the top of git's.
  std::string root() const {
    const std::string& full = plan_.after->repository().root;
    return full.size() > top_.size() ? full.substr(top_.size() + 1) : std::string();
  }

  Result<void> compare() {
    const std::string below = root();
    auto files = git_.changed(from_, to_, below);
    if (!files) return tl::unexpected(std::move(files.error()));
    const std::size_t prefix = below.empty() ? 0 : below.size() + 1;
    for (GitChange& file : *files) {
      file.path.erase(0, prefix);
      if (!file.old_path.empty()) file.old_path.erase(0, prefix);
    }
    plan_.files = std::move(*files);
    plan_.proposals = Pairing(plan_.before->facts(), plan_.after->facts(), plan_.files).pairs();
    if (!request_.paths.empty()) {
      std::erase_if(plan_.proposals,
                    [&](const TouchedProposal& proposal) { return !is_asked_for(proposal); });
    }
    add_troubles(*plan_.before, "before the change ");
    add_troubles(*plan_.after, "");
    return {};
  }

  bool is_asked_for(const TouchedProposal& proposal) const {
    return std::ranges::any_of(request_.paths, [&](const std::string& path) {
      const Card& card = proposal.after ? *proposal.after : *proposal.before;
      if (!path.empty() && std::ranges::all_of(path, is_digit)) {
        return plain_number(path) == card.number;
      }
      std::error_code failed;
      const std::string full = fs::weakly_canonical(here_ / path, failed).string();
      const std::string own = plan_.after->repository().full_path(card.path);
      const auto lies_in = [](const std::string& one, const std::string& other) {
        return one == other || one.starts_with(other + "/");
      };
      return lies_in(own, full) || lies_in(full, own);
    });
  }

  // Only of files that the change concerns: the rest is for a check of everything.
  void add_troubles(const Workspace& opened, const std::string& when) {
    for (const Trouble& trouble : opened.troubles()) {
      const bool concerns = std::ranges::any_of(plan_.files, [&](const GitChange& file) {
        return file.path == trouble.path || file.old_path == trouble.path;
      });
      if (!concerns) continue;
      plan_.troubles.push_back(
          {opened.repository().shown_path(trouble.path), when + trouble.message});
    }
  }

  const CheckRequest& request_;
  const ChangeScope& scope_;
  Git git_;
  fs::path here_;
  std::string top_;
  std::optional<Oid> from_;
  ChangeTarget to_ = WorkTree{};
  ChangePlan plan_;
};

}  // namespace

Result<ChangePlan> plan_change(const CheckRequest& request) {
  auto git = Git::find(request.directory);
  if (!git) return tl::unexpected(std::move(git.error()));
  if (!*git) return failure("changes are looked for in a git repository, and this is none");
  return ChangePlanner(request, std::move(**git)).plan();
}

}  // namespace milepost::check
