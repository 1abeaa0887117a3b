#include "workspace/unmerged_texts.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "git/revision_tree.h"
#include "git/text_refs.h"
#include "proposal/milestones.h"
#include "proposal/reviews.h"
#include "workspace/as_of.h"

namespace milepost {

namespace {

// A change to more proposals than this is a change to all of them, and no proposal's own text.
constexpr std::size_t kMostProposals = 100;
// A proposal has a handful of files.
constexpr std::size_t kMostFiles = 1000;
// Commits of the main line that are searched for a text that was merged as one commit.
constexpr std::size_t kMostCommits = 2000;

bool is_over(const Releases& releases, std::string_view name, Instant now) {
  const auto version = parse_version(name);
  const Release* const release = version ? releases.find(*version) : nullptr;
  return release && !release->dates.empty() &&
         std::ranges::all_of(release->dates, [&](const auto& date) { return date.second <= now; });
}

bool is_text(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".yaml") || path.ends_with(".yml");
}

bool lies_at(std::string_view path, std::string_view folder) {
  return path == folder ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

// The files of one commit that are a proposal's text.
class TextReader {
 public:
  TextReader(const Git& git, const Repository& repository, const Oid& head, const Oid& commit,
             std::string number, std::string place)
      : git_(git),
        repository_(repository),
        process_(*repository.process),
        head_(head),
        commit_(commit),
        number_(std::move(number)),
        place_(std::move(place)) {
    top_ = git.from_top(repository.root);
    if (!top_.empty()) top_ += '/';
  }

  // Whether the commit has become part of the main line as it is.
  Result<bool> is_ancestor() {
    TRY(base_, git_.merge_base(head_, commit_));
    return base_ == commit_;
  }

  Result<Card> read() {
    TRY(find_changes());
    TRY(read_proposals());
    TRY(const auto nothing, commit_tree(git_.top(), std::nullopt));
    Repository alone = repository_;
    alone.tree = overlay_tree(nothing, files_);
    const Index index = read_index(alone, 1);
    std::vector<const Card*> found;
    for (const Card& card : index.cards) {
      if (is_wanted(card)) found.push_back(&card);
    }
    if (found.empty()) {
      if (!index.read_errors.empty()) return unreadable(index.read_errors.front());
      return failure(fmt::format("{} changes no proposal {}", short_place(place_), number_));
    }
    if (found.size() > 1) {
      std::vector<std::string> paths;
      for (const Card* card : found) paths.push_back(card->path);
      return failure(fmt::format("{} has several proposals {}: {}", short_place(place_), number_,
                                 fmt::join(paths, ", ")));
    }
    Card card = *found.front();
    for (const std::string& path : {card.files.document, card.files.metadata}) {
      const auto wrong = std::ranges::find(problems_, path, &ReadError::path);
      if (wrong != problems_.end()) return unreadable(*wrong);
    }
    std::erase_if(files_, [&](const auto& file) { return !lies_at(file.first, card.path); });
    TRY(read_reviews());
    return card;
  }

  FileEdits take_files() { return std::move(files_); }

  // Whether the main line had these files at some time since the commit was made: it may have
  // been merged as one commit, and changed since.
  Result<bool> was_merged(const Card& card) const {
    std::map<std::string, Oid> wanted;
    for (const GitChange& change : changes_) {
      if (change.kind == ChangeKind::kDeleted) continue;
      if (lies_at(from_root(change.path), card.path)) wanted.emplace(change.path, change.new_blob);
    }
    TRY(const auto own, git_.commit(commit_));
    Oid at = head_;
    for (std::size_t i = 0; i < kMostCommits; ++i) {
      TRY(const auto files, git_.files(at, top_ + card.path));
      const bool same = std::ranges::all_of(wanted, [&](const auto& file) {
        const auto found = std::ranges::find(files, file.first, &GitFile::path);
        return found != files.end() && found->blob == file.second;
      });
      if (same) return true;
      TRY(const auto commit, git_.commit(at));
      if (commit.time < own.time || commit.parents.empty()) break;
      at = commit.parents.front();
    }
    return false;
  }

 private:
  tl::unexpected<Error> unreadable(const ReadError& error) const {
    return failure(fmt::format("{} in {}: {}", error.path, short_place(place_), error.message));
  }

  std::string from_root(std::string_view path) const {
    return std::string(path.substr(path.starts_with(top_) ? top_.size() : 0));
  }

  Result<void> find_changes() {
    std::string below = top_;
    if (!below.empty()) below.pop_back();
    TRY(changes_, git_.differences(base_, commit_, below));
    return {};
  }

  bool may_be_wanted(const std::string& path) const {
    const Layout& layout = process_.layout;
    return is_metadata_path(layout, path) || is_document_path(layout, path);
  }

  // A folder that is numbered otherwise is another proposal's, whatever its metadata says.
  bool is_wanted(const Card& card) const {
    const std::string named = plain_number(card.parts.find("number"));
    return card.number == number_ && (named.empty() || named == number_);
  }

  Result<void> read_proposals() {
    std::set<std::string> paths;
    for (const GitChange& change : changes_) {
      const std::string path = from_root(change.path);
      if (change.kind == ChangeKind::kDeleted || !may_be_wanted(path)) continue;
      paths.insert(proposal_path(process_, path));
      if (paths.size() > kMostProposals) {
        return failure(fmt::format("{} changes more than {} proposals, and is the text of none",
                                   short_place(place_), kMostProposals));
      }
    }
    for (const std::string& path : paths) {
      if (path.empty()) continue;  // the repository itself is no proposal
      TRY(const auto files, git_.files(commit_, top_ + path));
      for (const GitFile& file : files) TRY(add_file(file));
    }
    return {};
  }

  // Of what is no text it is enough that it is there.
  Result<void> add_file(const GitFile& file) {
    if (files_.size() >= kMostFiles) {
      return failure(fmt::format("{} has more than {} files in its proposals", short_place(place_),
                                 kMostFiles));
    }
    const std::string path = from_root(file.path);
    if (file.link) {
      problems_.push_back({path, "is a symbolic link, which is not followed before it is merged"});
      files_[path] = "";
      return {};
    }
    std::string text;
    if (is_text(path)) {
      auto read = git_.read_blob(file.blob, kLimits.document_bytes);
      if (read) {
        text = std::move(*read);
      } else {
        problems_.push_back({path, read.error().message});
      }
    }
    files_[path] = std::move(text);
    return {};
  }

  // An approval in the file of a review counts once it is merged; until then it is shown as what
  // will count. Who may give it is said by the roster there is.
  Result<void> read_reviews() {
    for (const GitChange& change : changes_) {
      if (change.kind == ChangeKind::kDeleted) continue;
      const std::string path = from_root(change.path);
      for (const Review& review : process_.reviews) {
        const auto parts = review.file.match(path);
        if (!parts || plain_number(parts->find("number")) != number_) continue;
        TRY(const auto files, git_.files(commit_, change.path));
        for (const GitFile& file : files) {
          if (file.path == change.path && !file.link) TRY(add_file(file));
        }
      }
    }
    return {};
  }

  const Git& git_;
  const Repository& repository_;
  const Process& process_;
  const Oid head_, commit_;
  const std::string number_, place_;
  std::string top_;  // where the repository begins in git's, with a slash
  std::optional<Oid> base_;
  std::vector<GitChange> changes_;
  FileEdits files_;
  std::vector<ReadError> problems_;
};

class Reading {
 public:
  Reading(const Repository& repository, const Index& index, std::optional<Instant> before)
      : repository_(repository), index_(index), before_(before) {}

  UnmergedTexts read(const std::vector<WantedText>& wanted) {
    opened_ = open();
    for (const WantedText& one : wanted) {
      if (!before_ || one.since < *before_) look_for(one);
    }
    return std::move(texts_);
  }

 private:
  Result<void> open() {
    TRY(auto git, Git::find(repository_.root));
    if (!git) return failure("this folder is in no git repository");
    git_.emplace(std::move(*git));
    TRY(const auto head, git_->head());
    if (!head) return failure("the git repository has no commits yet");
    head_ = *head;
    if (before_) {
      TRY(head_, commit_before(*git_, *before_));
    }
    TRY(refs_, text_refs(*git_));
    return {};
  }

  const Card* merged_card(const WantedText& wanted) const {
    return index_.find_number(wanted.number);
  }

  void look_for(const WantedText& wanted) {
    const Card* const here = merged_card(wanted);
    const bool merged = wanted.merged && (!before_ || *wanted.merged < *before_);
    if (here && (wanted.place.empty() || merged)) return;
    Unmerged unmerged{wanted.place, {}, {}, here == nullptr};
    std::string path;
    if (merged) {
      unmerged.problem =
          fmt::format("{} is merged, and this clone does not have it", short_place(wanted.place));
      unmerged.fetch = "git pull";
    } else if (!wanted.place.empty()) {
      auto found = read_text(wanted, here, unmerged);
      if (found && found->empty()) return;  // it is merged
      if (found) path = std::move(*found);
      if (!found) unmerged.problem = found.error().message;
    }
    texts_.entries.push_back(
        {std::make_shared<const Unmerged>(std::move(unmerged)), std::move(path), wanted});
  }

  // The path of the proposal; "" when the text is merged.
  Result<std::string> read_text(const WantedText& wanted, const Card* here, Unmerged& unmerged) {
    TRY(opened_);
    TRY(const auto commit, find_commit(wanted));
    if (!commit) {
      if (here && has_arrived(wanted, *here)) return std::string();
      const std::string_view pull = pull_number(wanted.place);
      unmerged.fetch = pull.empty() ? fmt::format("git fetch origin {0}:{0}", wanted.place)
                                    : fetch_command(refs_, pull);
      return failure(fmt::format("its {} is in {}, which this clone does not have",
                                 here ? "update" : "text", short_place(wanted.place)));
    }
    TextReader reader(*git_, repository_, head_, *commit, wanted.number, wanted.place);
    TRY(const bool ancestor, reader.is_ancestor());
    if (ancestor && here) return std::string();
    if (ancestor) {
      return failure(fmt::format("{} {} no proposal {}", short_place(wanted.place),
                                 before_ ? "had" : "is merged, and has", wanted.number));
    }
    TRY(const auto card, reader.read());
    if (here) {
      TRY(const bool was_merged, reader.was_merged(card));
      if (was_merged) return std::string();
    }
    if (const Card* const other = index_.find(card.path);
        other && other->path == card.path && other->number != wanted.number) {
      return failure(fmt::format("{} makes it of {}, which is {}", short_place(wanted.place),
                                 card.path, called(*other)));
    }
    if (here) take_out(*here);
    for (auto& [path, text] : reader.take_files()) texts_.edits[path] = std::move(text);
    return card.path;
  }

  // By the time that is looked at.
  Result<std::optional<Oid>> find_commit(const WantedText& wanted) const {
    const std::string_view pull = pull_number(wanted.place);
    TRY(const auto ref,
        pull.empty() ? find_branch_ref(refs_, wanted.place) : find_pull_ref(refs_, pull));
    if (!ref) return std::nullopt;
    TRY(const Oid tip, git_->resolve(ref->name));
    if (!before_) return tip;
    TRY(const auto then, last_before(*git_, tip, *before_));
    if (then) return then;
    return failure(
        fmt::format("{} had no commit before {}", short_place(wanted.place), to_string(*before_)));
  }

  // What the text was to bring is in the files: nobody need fetch it to know.
  bool has_arrived(const WantedText& wanted, const Card& here) const {
    if (wanted.release.empty()) return true;
    const auto version = parse_version(wanted.release);
    const auto latest = latest_milestone(*repository_.process, *here.metadata);
    const bool aims = version && latest && latest->version == *version;
    return aims && (wanted.stage.empty() || wanted.stage == here.stage);
  }

  // The files that the text takes the place of.
  void take_out(const Card& card) {
    const auto all = [](std::string_view, EntryKind) { return true; };
    if (repository_.tree->kind(card.path) == PathKind::kFile) {
      texts_.edits.try_emplace(card.path, std::nullopt);
      return;
    }
    for (const WalkedFile& file : repository_.tree->walk(card.path, all).files) {
      texts_.edits.try_emplace(card.path + "/" + file.path, std::nullopt);
    }
  }

  const Repository& repository_;
  const Index& index_;
  const std::optional<Instant> before_;
  std::optional<Git> git_;
  Result<void> opened_;
  Oid head_;
  std::vector<GitRef> refs_;
  UnmergedTexts texts_;
};

// A candidate of which no text can be read. Whoever is asked about it is taken for its author.
Card candidate_card(const UnmergedTexts::Entry& entry, const Process& process) {
  Card card;
  card.metadata = std::make_shared<const Metadata>();
  card.files.has_document = false;
  card.number = entry.wanted.number;
  card.title = entry.wanted.title;
  card.group = entry.wanted.group;
  card.kind = process.kinds.front().id;
  if (!entry.wanted.contact.empty()) card.authors = {entry.wanted.contact};
  card.unmerged = entry.unmerged;
  return card;
}

}  // namespace

std::optional<WantedText> wanted_text(const Process& process, const Releases& releases,
                                      const std::string& number, const ProposalState& state,
                                      Instant now) {
  WantedText wanted{number, {}, {}};
  if (state.candidate) {
    const CandidateState& candidate = *state.candidate;
    wanted.announced = true;
    wanted.since = candidate.action.time;
    wanted.place = candidate.text;
    wanted.title = candidate.title;
    wanted.group = candidate.group;
    const auto contact = read_handle(state.tracker.contact);
    wanted.contact = contact ? std::string(contact->name) : candidate.action.by;
  }
  const Participation* latest = nullptr;
  for (const Participation& part : state.participations) {
    if (!part.opted_in || part.text.empty()) continue;
    // A candidate that was taken out of a release has its text where it had it.
    if (state.candidate && state.candidate->text.empty()) wanted.place = part.text;
    const bool counts =
        part.state == ParticipationState::kIn && !is_over(releases, part.release, now);
    if (counts && (!latest || latest->opted_in->time < part.opted_in->time)) latest = &part;
  }
  if (latest) {
    wanted.place = latest->text;
    wanted.release = latest->release;
    wanted.stage = latest->stage;
    if (!wanted.announced) wanted.since = latest->opted_in->time;
  }
  if (!wanted.announced && !latest) return std::nullopt;
  const IssueField* const field = process.tracking.find_field(IssueValue::kProposal);
  for (const LinkState& link : state.links) {
    const bool holds =
        field && std::ranges::find(field->kinds, link.kind) != field->kinds.end() && !link.closed;
    if (wanted.place.empty() && holds) wanted.place = link.reference;
    if (link.reference == wanted.place && link.merged) wanted.merged = link.action.time;
  }
  return wanted;
}

UnmergedTexts read_unmerged(const Repository& repository, const Index& index,
                            const std::vector<WantedText>& wanted, std::optional<Instant> before) {
  return Reading(repository, index, before).read(wanted);
}

void add_unmerged(const std::vector<UnmergedTexts::Entry>& entries, const Process& process,
                  Index& index) {
  for (const UnmergedTexts::Entry& entry : entries) {
    const auto by_path = index.by_path.find(entry.path);
    const auto by_number = index.by_number.find(entry.wanted.number);
    if (!entry.path.empty() && by_path != index.by_path.end()) {
      index.cards[by_path->second].unmerged = entry.unmerged;
    } else if (by_number != index.by_number.end()) {
      index.cards[by_number->second.front()].unmerged = entry.unmerged;
    } else {
      add_card(index, candidate_card(entry, process));
    }
  }
}

}  // namespace milepost
