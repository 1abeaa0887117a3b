#include "features/diff/diff.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "git/git.h"
#include "process/heading_key.h"
#include "proposal/card.h"
#include "proposal/proposal.h"
#include "workspace/names.h"

namespace milepost::diff {

namespace fs = std::filesystem;

namespace {

// A state of the repository.
struct Side {
  std::string revision;  // "" for the work tree
  Workspace::Pointer at;

  std::string called() const { return revision.empty() ? std::string("the work tree") : revision; }
  const Index& index() const { return at->index(); }
  const Repository& repository() const { return at->repository(); }
};

Result<Git> find_git(const std::string& folder) {
  TRY(auto git, Git::find(folder));
  if (!git) return failure("revisions are compared in a git repository, and this is none");
  return std::move(*git);
}

// "" for the work tree.
std::string newer_revision(const Git& git, const DiffOptions& options) {
  return options.to.empty() && git.work_tree().empty() ? std::string("HEAD") : options.to;
}

Result<Proposal> read(const Side& side, const Card& card) {
  const auto read_file = [&](const std::string& path) {
    return within(fmt::format("{} of {}", path, side.called()), side.repository().read(path));
  };
  auto document = std::make_shared<const Source>(card.files.document, std::string());
  std::shared_ptr<const Source> metadata;
  if (card.files.has_document) {
    TRY(document, read_file(card.files.document));
  }
  if (!card.files.metadata.empty()) {
    TRY(metadata, read_file(card.files.metadata));
  }
  return read_proposal(side.at->process(), std::move(document), std::move(metadata));
}

class Differ {
 public:
  Differ(const Workspace& newer, const DiffOptions& options, Git git)
      : options_(options), git_(std::move(git)), here_(newer.here()) {
    before_.revision = options.from;
    after_ = {newer_revision(git_, options), newer.shared_from_this()};
  }

  Result<ProposalDiff> run() {
    TRY(open());
    TRY(find());
    TRY(const auto before, read(before_, *was_));
    TRY(const auto after, read(after_, *is_));
    ProposalDiff diff;
    diff.proposal = ref_of(*is_, after_.repository());
    diff.before = {before_.revision, before_.at->shown_path(was_->files.document)};
    diff.after = {after_.revision, after_.at->shown_path(is_->files.document)};
    diff.fields = diff_fields(*before.metadata, *after.metadata);
    diff.sections = diff_sections(before.document, after.document);
    return diff;
  }

 private:
  Result<void> open() {
    TRY(from_, git_.resolve(options_.from));
    if (!after_.revision.empty()) {
      TRY(to_, git_.resolve(after_.revision));
    }
    TRY(before_.at, after_.at->at(options_.from));
    return {};
  }

  // Before paths from the repository's root, for git.
  std::string prefix() const {
    const std::string root = git_.from_top(after_.at->root());
    return root.empty() ? root : root + "/";
  }

  Result<void> find() {
    TRY(is_, named(after_));
    TRY(was_, named(before_));
    if (!is_ && !was_) {
      TRY(is_, called_so(after_));
    }
    if (!is_ && !was_) {
      TRY(was_, called_so(before_));
    }
    if (!is_ && !was_) {
      Error missing = unnamed(*after_.at, options_.subject);
      missing.message += fmt::format(" ({} and {} have none)", before_.called(), after_.called());
      return tl::unexpected(std::move(missing));
    }
    if (!was_) was_ = counterpart(*is_, before_);
    if (!is_) is_ = counterpart(*was_, after_);
    if (!was_ || !is_) {
      TRY(follow_renames());
    }
    if (was_ && is_) return {};
    const Side& side = was_ ? before_ : after_;
    const Side& other = was_ ? after_ : before_;
    return failure(
        fmt::format("{} is in {} only; {} has no proposal of its number, title or history",
                    side.at->shown_path((was_ ? was_ : is_)->path), side.called(), other.called()),
        ErrorKind::kNotFound);
  }

  // The proposal of the number or path that the options name; nothing when the side has none.
  Result<std::optional<Card>> named(const Side& side) const {
    const std::string& subject = options_.subject;
    if (const auto number = number_in(subject); !number.empty()) {
      const auto found = side.index().by_number.find(plain_number(number));
      if (found == side.index().by_number.end()) return std::nullopt;
      if (found->second.size() == 1) return side.index().cards[found->second.front()];
      std::vector<std::string> paths;
      for (const std::size_t i : found->second) paths.push_back(side.index().cards[i].path);
      return failure(fmt::format("{} is several proposals in {}: {}", subject, side.called(),
                                 fmt::join(paths, ", ")));
    }
    const fs::path full = (here_ / subject).lexically_normal();
    std::string path = full.lexically_relative(after_.at->root()).generic_string();
    if (path.ends_with('/')) path.pop_back();
    if (path.empty() || path == "." || path.starts_with("..")) return std::nullopt;
    if (const Card* card = side.index().find(path)) return *card;
    return unlisted(side, path);
  }

  // The proposal that is called so otherwise, on one side alone: on the other, another may have
  // the title by now.
  Result<std::optional<Card>> called_so(const Side& side) const {
    TRY(const auto cards, find_named(*side.at, options_.subject));
    return cards.empty() ? std::nullopt : std::optional(*cards.front());
  }

  // A document that is no proposal by its place, as before a repository was put in order.
  static std::optional<Card> unlisted(const Side& side, const std::string& path) {
    if (side.repository().tree->kind(path) != PathKind::kFile) return std::nullopt;
    const auto source = side.repository().read(path);
    if (!source) return std::nullopt;
    const Process& process = side.at->process();
    const Document document(*source);
    return make_card(process, {path, {}, true},
                     std::make_shared<const Metadata>(read_metadata(process, &document, nullptr)),
                     &document);
  }

  static std::optional<Card> counterpart(const Card& card, const Side& side) {
    const auto same_path = side.index().by_path.find(card.path);
    if (same_path != side.index().by_path.end()) return side.index().cards[same_path->second];
    if (!card.number.empty()) {
      if (const Card* numbered = side.index().find_number(card.number)) return *numbered;
    }
    const std::string words = heading_words(card.title);
    const Card* titled = nullptr;
    for (const Card& other : side.index().cards) {
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
      TRY(at, git_.head());
    }
    while (at && *at != from_) {
      chain.emplace_back(*at);
      TRY(const auto commit, git_.commit(*at));
      at = commit.parents.empty() ? std::nullopt : std::optional(commit.parents.front());
    }
    if (!at) chain.resize(1);
    chain.emplace_back(from_);
    std::ranges::reverse(chain);
    return chain;
  }

  Result<bool> has(const ChangeTarget& state, const std::string& path) const {
    const Oid* const commit = std::get_if<Oid>(&state);
    if (!commit) return after_.repository().tree->has(path.substr(prefix().size()));
    TRY(const auto files, git_.files(*commit, path));
    return !files.empty();
  }

  // What the document on one side is called on the other, a step at a time: over
  // years little of a text may stay.
  Result<void> follow_renames() {
    TRY(const auto chain, states());
    const bool back = is_.has_value();
    std::string path = prefix() + (back ? is_ : was_)->files.document;
    for (std::size_t step = 1; step < chain.size(); ++step) {
      const std::size_t newer = back ? chain.size() - step : step;
      const auto& next = chain[back ? newer - 1 : newer];
      TRY(const bool there, has(next, path));
      if (there) continue;
      TRY(const auto changes, git_.changed(std::get<Oid>(chain[newer - 1]), chain[newer]));
      const auto renamed = std::ranges::find_if(changes, [&](const GitChange& change) {
        return change.kind == ChangeKind::kRenamed &&
               (back ? change.path : change.old_path) == path;
      });
      if (renamed == changes.end()) return {};
      path = back ? renamed->old_path : renamed->path;
    }
    if (!path.starts_with(prefix())) return {};
    path.erase(0, prefix().size());
    const Side& side = back ? before_ : after_;
    const Card* const card = side.index().find(path);
    (back ? was_ : is_) = card ? std::optional(*card) : unlisted(side, path);
    return {};
  }

  const DiffOptions& options_;
  Git git_;
  fs::path here_;
  Oid from_;
  std::optional<Oid> to_;
  Side before_, after_;
  std::optional<Card> was_, is_;
};

}  // namespace

Result<Workspace::Pointer> open_newer(WorkspaceOptions options, Instant now,
                                      const DiffOptions& compared) {
  TRY(const auto git, find_git(options.directory));
  TRY([[maybe_unused]] const auto from, git.resolve(compared.from));
  ChangeTarget state = WorkTree{};
  if (const std::string revision = newer_revision(git, compared); !revision.empty()) {
    TRY(state, git.resolve(revision));
  }
  return Workspace::open_state(std::move(options), now, git, state);
}

Result<ProposalDiff> diff_proposal(const Workspace& newer, const DiffOptions& options) {
  if (!newer.recognised()) return failure(not_recognised("here"));
  TRY(auto git, find_git(newer.here()));
  return Differ(newer, options, std::move(git)).run();
}

}  // namespace milepost::diff
