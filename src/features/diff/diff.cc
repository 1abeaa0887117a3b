#include "features/diff/diff.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "git/git.h"
#include "git/revision_tree.h"
#include "process/heading_key.h"
#include "proposal/card.h"
#include "proposal/proposal.h"
#include "workspace/plan.h"

namespace milepost::diff {

namespace fs = std::filesystem;

namespace {

// A state of the repository, with its proposals.
struct Side {
  std::string revision;  // "" for the work tree
  Repository repository;
  Index index;

  std::string called() const { return revision.empty() ? std::string("the work tree") : revision; }
};

Result<Proposal> read(const Side& side, const Card& card) {
  std::shared_ptr<const Source> document;
  std::shared_ptr<const Source> metadata;
  const auto take = [&](const std::string& path,
                        std::shared_ptr<const Source>& into) -> Result<void> {
    auto source = side.repository.read(path);
    if (!source) {
      return tl::unexpected(
          std::move(source.error()).within(fmt::format("{} of {}", path, side.called())));
    }
    into = std::move(*source);
    return {};
  };
  if (card.files.has_document) {
    if (auto taken = take(card.files.document, document); !taken) {
      return tl::unexpected(std::move(taken.error()));
    }
  } else {
    document = std::make_shared<Source>(card.files.document, std::string());
  }
  if (!card.files.metadata.empty()) {
    if (auto taken = take(card.files.metadata, metadata); !taken) {
      return tl::unexpected(std::move(taken.error()));
    }
  }
  return read_proposal(*side.repository.process, std::move(document), std::move(metadata));
}

class Differ {
 public:
  Differ(const DiffRequest& request, Git git) : request_(request), git_(std::move(git)) {
    std::error_code failed;
    here_ = fs::weakly_canonical(request.directory, failed);
    top_ = git_.work_tree().empty() ? git_.common_folder() : git_.work_tree();
  }

  Result<ProposalDiff> run() {
    if (auto opened = open(); !opened) return tl::unexpected(std::move(opened.error()));
    if (auto found = find(); !found) return tl::unexpected(std::move(found.error()));
    const auto before = read(before_, *was_);
    if (!before) return tl::unexpected(before.error());
    const auto after = read(after_, *is_);
    if (!after) return tl::unexpected(after.error());
    ProposalDiff diff;
    diff.number = is_->number;
    diff.title = is_->title;
    diff.before = {before_.revision, before_.repository.shown_path(was_->files.document)};
    diff.after = {after_.revision, after_.repository.shown_path(is_->files.document)};
    diff.fields = diff_fields(*before->metadata, *after->metadata);
    diff.sections = diff_sections(before->document, after->document);
    return diff;
  }

 private:
  Result<void> open() {
    auto from = git_.resolve(request_.from);
    if (!from) return tl::unexpected(std::move(from.error()));
    from_ = *from;
    after_.revision = request_.to;
    if (request_.to.empty() && git_.work_tree().empty()) after_.revision = "HEAD";
    std::shared_ptr<const FileTree> tree = disk_tree(top_);
    if (!after_.revision.empty()) {
      auto to = git_.resolve(after_.revision);
      if (!to) return tl::unexpected(std::move(to.error()));
      to_ = *to;
      auto made = commit_tree(top_, *to);
      if (!made) return tl::unexpected(std::move(made.error()));
      tree = std::move(*made);
    }
    std::string start = here_.lexically_relative(top_).generic_string();
    if (git_.work_tree().empty() || start == "." || start.starts_with("..")) start.clear();
    auto repository = open_repository(tree, top_, start, request_.process);
    if (!repository) return tl::unexpected(std::move(repository.error()));
    if (!repository->process) return failure(not_recognised("here"));
    after_.repository = std::move(*repository);
    if (!git_.work_tree().empty()) show_from(after_.repository, here_.string());

    auto old_tree = commit_tree(top_, from_);
    if (!old_tree) return tl::unexpected(std::move(old_tree.error()));
    before_.revision = request_.from;
    before_.repository = after_.repository;
    before_.repository.tree = (*old_tree)->below(root());
    for (Side* side : {&before_, &after_}) side->index = read_index(side->repository, 0);
    return {};
  }

  // The repository's root, from the top of git's.
  std::string root() const {
    const std::string& full = after_.repository.root;
    return full.size() > top_.size() ? full.substr(top_.size() + 1) : std::string();
  }

  std::string prefix() const { return root().empty() ? std::string() : root() + "/"; }

  Result<void> find() {
    auto is = named(after_);
    if (!is) return tl::unexpected(std::move(is.error()));
    auto was = named(before_);
    if (!was) return tl::unexpected(std::move(was.error()));
    is_ = std::move(*is);
    was_ = std::move(*was);
    if (!is_ && !was_) {
      return failure(fmt::format("there is no proposal {}, neither in {} nor in {}",
                                 request_.subject, before_.called(), after_.called()));
    }
    if (!was_) was_ = counterpart(*is_, before_);
    if (!is_) is_ = counterpart(*was_, after_);
    if (!was_ || !is_) {
      if (auto followed = follow_renames(); !followed) return followed;
    }
    if (was_ && is_) return {};
    const Side& side = was_ ? before_ : after_;
    const Side& other = was_ ? after_ : before_;
    return failure(fmt::format(
        "{} is in {} only; {} has no proposal of its number, title or history",
        side.repository.shown_path((was_ ? was_ : is_)->path), side.called(), other.called()));
  }

  // The proposal that the request names; nothing when the side has none.
  Result<std::optional<Card>> named(const Side& side) const {
    const std::string& subject = request_.subject;
    if (!subject.empty() && std::ranges::all_of(subject, is_digit)) {
      const auto found = side.index.by_number.find(plain_number(subject));
      if (found == side.index.by_number.end()) return std::nullopt;
      if (found->second.size() == 1) return side.index.cards[found->second.front()];
      std::vector<std::string> paths;
      for (const std::size_t i : found->second) paths.push_back(side.index.cards[i].path);
      return failure(fmt::format("{} is several proposals in {}: {}", subject, side.called(),
                                 fmt::join(paths, ", ")));
    }
    const fs::path full = (here_ / subject).lexically_normal();
    std::string path = full.lexically_relative(after_.repository.root).generic_string();
    if (path.ends_with('/')) path.pop_back();
    if (path.empty() || path == "." || path.starts_with("..")) return std::nullopt;
    if (const Card* card = side.index.find(path)) return *card;
    return unlisted(side, path);
  }

  // A document that is no proposal by its place, as before a repository was put in order.
  static std::optional<Card> unlisted(const Side& side, const std::string& path) {
    if (side.repository.tree->kind(path) != PathKind::kFile) return std::nullopt;
    const auto source = side.repository.read(path);
    if (!source) return std::nullopt;
    const Process& process = *side.repository.process;
    const Document document(*source);
    return make_card(process, {path, {}, true},
                     std::make_shared<const Metadata>(read_metadata(process, &document, nullptr)),
                     &document);
  }

  static std::optional<Card> counterpart(const Card& card, const Side& side) {
    const auto same_path = side.index.by_path.find(card.path);
    if (same_path != side.index.by_path.end()) return side.index.cards[same_path->second];
    if (!card.number.empty()) {
      if (const Card* numbered = side.index.find_number(card.number)) return *numbered;
    }
    const std::string words = heading_words(card.title);
    const Card* titled = nullptr;
    for (const Card& other : side.index.cards) {
      if (words.empty() || heading_words(other.title) != words) continue;
      if (titled) return std::nullopt;
      titled = &other;
    }
    return titled ? std::optional(*titled) : std::nullopt;
  }

  // From the older state to the newer one along first parents; both alone when that
  // does not lead there.
  Result<std::vector<ChangeTarget>> states() const {
    std::vector<ChangeTarget> chain;
    std::optional<Oid> at = to_;
    if (!at) {
      chain.emplace_back(WorkTree{});
      auto head = git_.head();
      if (!head) return tl::unexpected(std::move(head.error()));
      at = *head;
    }
    while (at && *at != from_) {
      chain.emplace_back(*at);
      const auto commit = git_.commit(*at);
      if (!commit) return tl::unexpected(commit.error());
      at = commit->parents.empty() ? std::nullopt : std::optional(commit->parents.front());
    }
    if (!at) chain.resize(1);
    chain.emplace_back(from_);
    std::ranges::reverse(chain);
    return chain;
  }

  Result<bool> has(const ChangeTarget& state, const std::string& path) const {
    const Oid* const commit = std::get_if<Oid>(&state);
    if (!commit) return after_.repository.tree->has(path.substr(prefix().size()));
    const auto files = git_.files(*commit, path);
    if (!files) return tl::unexpected(files.error());
    return !files->empty();
  }

  // What the document on one side is called on the other, a step at a time: over
  // years little of a text may stay.
  Result<void> follow_renames() {
    const auto chain = states();
    if (!chain) return tl::unexpected(chain.error());
    const bool back = is_.has_value();
    std::string path = prefix() + (back ? is_ : was_)->files.document;
    for (std::size_t step = 1; step < chain->size(); ++step) {
      const std::size_t newer = back ? chain->size() - step : step;
      const auto& next = (*chain)[back ? newer - 1 : newer];
      const auto there = has(next, path);
      if (!there) return tl::unexpected(there.error());
      if (*there) continue;
      const auto changes = git_.changed(std::get<Oid>((*chain)[newer - 1]), (*chain)[newer]);
      if (!changes) return tl::unexpected(changes.error());
      const auto renamed = std::ranges::find_if(*changes, [&](const GitChange& change) {
        return change.kind == ChangeKind::kRenamed &&
               (back ? change.path : change.old_path) == path;
      });
      if (renamed == changes->end()) return {};
      path = back ? renamed->old_path : renamed->path;
    }
    if (!path.starts_with(prefix())) return {};
    path.erase(0, prefix().size());
    const Side& side = back ? before_ : after_;
    const Card* const card = side.index.find(path);
    (back ? was_ : is_) = card ? std::optional(*card) : unlisted(side, path);
    return {};
  }

  const DiffRequest& request_;
  Git git_;
  fs::path here_;
  std::string top_;
  Oid from_;
  std::optional<Oid> to_;
  Side before_, after_;
  std::optional<Card> was_, is_;
};

}  // namespace

Result<ProposalDiff> diff_proposal(const DiffRequest& request) {
  auto git = Git::find(request.directory);
  if (!git) return tl::unexpected(std::move(git.error()));
  if (!*git) return failure("revisions are compared in a git repository, and this is none");
  return Differ(request, std::move(**git)).run();
}

}  // namespace milepost::diff
