#include "workspace/workspace.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/named_path.h"
#include "base/parallel.h"
#include "base/short_run.h"
#include "git/revision_tree.h"
#include "process/load.h"
#include "workspace/as_of.h"
#include "workspace/stage_entries.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

// An empty one when the repository has none.
Result<Releases> read_releases(const Repository& repository, const FileTree& tree) {
  const std::string& file = repository.process->calendar.file;
  if (file.empty() || !tree.has(file)) return Releases();
  TRY(const auto source, within("reading " + file, tree.read(file, repository.shown_path(file),
                                                             kLimits.document_bytes)));
  return parse_releases(*repository.process, *source);
}

std::string absolute(const std::string& directory) {
  std::error_code failed;
  return fs::weakly_canonical(directory, failed).string();
}

// The files of a bare repository's HEAD; nothing for one that has a work tree.
Result<std::optional<Repository>> open_bare(const WorkspaceOptions& options) {
  TRY(const auto git, Git::find(options.directory));
  if (!git || !git->work_tree().empty()) return std::nullopt;
  TRY(const auto head, git->head());
  if (!head) return failure("the git repository has no commits yet");
  TRY(const auto tree, commit_tree(git->common_folder(), head));
  return open_repository(tree, git->common_folder(), "", options.process)
      .map([](Repository repository) { return std::optional(std::move(repository)); });
}

// The document of a card, read when it is first asked for; "" when it cannot be.
class CardBody {
 public:
  CardBody(const Repository& repository, const Card& card)
      : repository_(repository), card_(card), source_(card.document) {}

  std::string_view text() {
    if (!source_ && card_.files.has_document) {
      auto read = repository_.tree->read(card_.files.document, {}, kLimits.document_bytes);
      if (read) source_ = std::move(*read);
    }
    return source_ ? source_->text() : std::string_view();
  }

 private:
  const Repository& repository_;
  const Card& card_;
  std::shared_ptr<const Source> source_;
};

Result<Git> git_around(const std::string& root) {
  TRY(auto git, Git::find(root));
  if (!git) return failure(fmt::format("{} is in no git repository", root));
  return std::move(*git);
}

Result<std::shared_ptr<const FileTree>> tree_of(const Git& git, const ChangeTarget& state) {
  if (const Oid* commit = std::get_if<Oid>(&state)) return commit_tree(git.top(), *commit);
  if (std::holds_alternative<Staged>(state)) return staged_tree(git.top());
  return disk_tree(git.top());
}

// The folder one stands in, from the top of the repository. Of a bare one it is the top.
std::string start_in(const Git& git, WorkspaceOptions& options) {
  if (git.work_tree().empty()) options.directory = git.top();
  std::string start =
      fs::path(absolute(options.directory)).lexically_relative(git.top()).generic_string();
  if (start == "." || start.starts_with("..")) start.clear();
  return start;
}

}  // namespace

class Workspace::Commits {
 public:
  Result<CommitFiles> find(const Git& git, const Oid& commit, const std::string& root) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto known = std::ranges::find(latest_, commit, &CommitFiles::commit);
    if (known != latest_.end()) return *known;
    TRY(const auto tree, tree_of(git, commit));
    latest_.push_back({commit, tree->below(git.from_top(root)), std::make_shared<FileReads>()});
    if (latest_.size() > kMost) latest_.pop_front();
    return latest_.back();
  }

 private:
  static constexpr std::size_t kMost = 8;  // a release has fewer freezes
  std::mutex mutex_;
  std::deque<CommitFiles> latest_;
};

Workspace::Workspace(WorkspaceOptions options, Instant now, std::string here, Repository repository)
    : options_(std::move(options)),
      now_(now),
      here_(std::move(here)),
      repository_(std::move(repository)),
      judged_(std::make_shared<decltype(judged_)::element_type>()),
      reads_(std::make_shared<FileReads>()),
      commits_(std::make_shared<Commits>()),
      facts_(std::make_shared<decltype(facts_)::element_type>()),
      calendar_(std::make_shared<decltype(calendar_)::element_type>()),
      past_(std::make_shared<decltype(past_)::element_type>()),
      record_(std::make_shared<decltype(record_)::element_type>()),
      ages_(std::make_shared<decltype(ages_)::element_type>()),
      disk_(disk_tree(repository_.root)) {}

Result<Workspace::Pointer> Workspace::open(WorkspaceOptions options, Instant now) {
  if (options.bare) {
    TRY(auto bare, open_bare(options));
    if (bare) {
      auto files = bare->tree;  // there are none on disk
      return make(std::move(options), now, std::move(*bare), std::move(files));
    }
  }
  TRY(auto repository, open_repository(options.folder.empty() ? options.directory : options.folder,
                                       options.process));
  return make(std::move(options), now, std::move(repository));
}

Result<Workspace::Pointer> Workspace::open_for(const std::vector<std::string>& words,
                                               WorkspaceOptions options, Instant now) {
  if (!words.empty()) {
    // Whoever looks for what the word means is told that it leads out of its repository.
    const auto found =
        follow_named((fs::path(absolute(options.directory)) / words.front()).string());
    const fs::path full = found.value_or("");
    std::error_code failed;
    const fs::file_status status = fs::status(full, failed);
    if (fs::exists(status) && !words.front().empty()) {
      options.folder = fs::is_directory(status) ? full.string() : full.parent_path().string();
    }
  }
  if (options.folder.empty()) return open(std::move(options), now);
  TRY(auto named, open(options, now));
  if (named->recognised() || !path_below(absolute(options.directory), options.folder)) return named;
  // What is named from the top of a repository belongs to it, whatever lies there.
  options.folder.clear();
  TRY(auto around, open(std::move(options), now));
  return around->recognised() ? around : named;
}

Result<Workspace::Pointer> Workspace::open_recognised(WorkspaceOptions options, Instant now) {
  auto opened = open(std::move(options), now);
  if (opened && !(*opened)->recognised()) return failure(not_recognised("here"));
  return opened;
}

Result<Workspace::Pointer> Workspace::open(WorkspaceOptions options, Instant now,
                                           const std::shared_ptr<const FileTree>& tree,
                                           const std::string& top, const std::string& folder) {
  TRY(auto repository, open_repository(tree, top, folder, options.process));
  return make(std::move(options), now, std::move(repository));
}

Result<Workspace::Pointer> Workspace::open_state(WorkspaceOptions options, Instant now,
                                                 const Git& git, const ChangeTarget& state,
                                                 const std::shared_ptr<AskedFiles>& asked) {
  TRY(auto tree, tree_of(git, state));
  const std::string start = start_in(git, options);
  if (!asked) return open(std::move(options), now, tree, git.top(), start);
  TRY(auto repository,
      open_repository(AskedFiles::watch(tree, asked), git.top(), start, options.process));
  repository.tree = tree->below(git.from_top(repository.root));
  return make(std::move(options), now, std::move(repository));
}

Result<Workspace::Pointer> Workspace::open_judge(WorkspaceOptions options, Instant now,
                                                 const Git& git, const Oid& commit) {
  TRY(const auto tree, tree_of(git, commit));
  const std::string start = start_in(git, options);
  TRY(auto repository, open_repository(tree, git.top(), start, options.process));
  repository.judge = repository.tree;
  auto disk = repository.tree;
  return make(std::move(options), now, std::move(repository), std::move(disk));
}

Result<std::shared_ptr<Workspace>> Workspace::make(WorkspaceOptions options, Instant now,
                                                   Repository repository,
                                                   std::shared_ptr<const FileTree> disk) {
  std::string here = absolute(options.directory);
  show_from(repository, here);
  std::shared_ptr<Workspace> made(
      new Workspace(std::move(options), now, std::move(here), std::move(repository)));
  if (disk) made->disk_ = std::move(disk);
  // By another template the process is another, for whoever looks at it.
  if (made->recognised() && !made->options_.judging.template_path.empty()) {
    TRY(const auto& judged, made->judging());
    made->repository_.process = judged->process;
  }
  return made;
}

Result<Workspace::Pointer> Workspace::beside(Repository repository) const {
  return make(options_, now_, std::move(repository));
}

Result<Workspace::Pointer> Workspace::alone(std::shared_ptr<const Process> process) const {
  std::shared_ptr<Workspace> other = copy(now_, repository_);
  other->judged_ = std::make_shared<decltype(judged_)::element_type>();
  other->repository_.process = std::move(process);
  TRY(const auto& judged, other->judging());
  other->repository_.process = judged->process;
  FactsInput known;
  known.today = today();
  auto facts = std::make_shared<const Facts>(std::move(known));
  other->reads_->index.get([] { return std::make_shared<const Index>(); });
  other->facts_->get([&] { return std::move(facts); });
  return other;
}

std::shared_ptr<Workspace> Workspace::copy(Instant now, Repository repository) const {
  std::shared_ptr<Workspace> other(new Workspace(options_, now, here_, std::move(repository)));
  other->judged_ = judged_;
  other->calendar_ = calendar_;
  other->disk_ = disk_;
  other->past_ = past_;
  other->wanted_ = wanted_;
  other->unmerged_ = unmerged_;
  other->without_texts_ = without_texts_;
  other->proved_ = proved_;
  other->seen_ = seen_;
  return other;
}

const Result<std::shared_ptr<const JudgedProcess>>& Workspace::judging() const {
  return judged_->get([&] {
    return make_judged_process(repository_.process, options_.directory, root(), *disk_,
                               options_.judging);
  });
}

const std::shared_ptr<const Index>& Workspace::shared_index() const {
  return reads_->index.get([&] {
    Index read = former_index_ ? reread_index(repository_, *former_index_, *edits_, options_.jobs)
                               : read_index(repository_, options_.jobs);
    if (unmerged_) add_unmerged(*unmerged_, process(), read);
    std::shared_ptr<const Index> shared = std::make_shared<const Index>(std::move(read));
    keep_in_short_run(shared);
    return shared;
  });
}

const Facts& Workspace::facts() const {
  return *facts_->get([&] {
    FactsInput input = reads_->facts.get(
        [&] { return read_facts(repository_, shared_index(), today(), options_.jobs); });
    input.today = today();
    connect_facts(input);
    auto facts = std::make_shared<const Facts>(std::move(input));
    keep_in_short_run(facts);
    return facts;
  });
}

std::vector<ReadError> Workspace::read_errors() const {
  std::vector<ReadError> all = index().read_errors;
  std::ranges::copy(facts().read_errors(), std::back_inserter(all));
  return all;
}

// What only the history tells. It is asked through the workspace, which outlives its facts.
void Workspace::connect_facts(FactsInput& facts) const {
  facts.read_ages = [this] { return known_ages().ages; };
  facts.read_entries = [this]() -> std::shared_ptr<const StageEntries> {
    if (!counts_releases(process()) || !past()) return nullptr;
    return find_stage_entries(past()->history);
  };
  facts.read_at_work = [this] { return release_at_work(process(), index(), calendar(), today()); };
}

const KnownAges& Workspace::known_ages() const {
  return ages_->get([&] { return find_ages(process(), index(), calendar(), past(), today()); });
}

const Result<Releases>& Workspace::calendar() const {
  return calendar_->get([&] { return read_releases(repository_, *disk_); });
}

const Result<Past>& Workspace::past() const {
  return past_->get([&] { return load_past(repository_); });
}

const Result<std::shared_ptr<const Record>>& Workspace::record() const {
  return record_->get(
      [&]() -> Result<std::shared_ptr<const Record>> { return open_record(Access::kRead); });
}

Result<std::shared_ptr<Record>> Workspace::open_record(Access access) const {
  if (opened_record_ && opened_access_ == access) return opened_record_;
  TRY(auto record, Record::open(repository_, options_.store, access, now_));
  record.prove(proved_);
  record.decide_upon(seen_);
  return std::make_shared<Record>(std::move(record));
}

std::vector<std::string> Workspace::notes() const {
  std::vector<std::string> all;
  if (recognised() && !repository_.how.empty()) all.push_back(repository_.how);
  if (!no_texts_.empty()) all.push_back(no_texts_);
  return all;
}

Result<Workspace::Pointer> Workspace::at(Instant before) const {
  if (without_texts_) {
    TRY(const auto then, without_texts_->at(before));
    return then->with_texts(wanted_, before);
  }
  TRY(const auto git, git_around(root()));
  TRY(const auto commit, commit_before(git, before));
  return at_commit(git, commit, {before.seconds - 1});
}

Result<Workspace::Pointer> Workspace::at(const std::string& revision) const {
  if (without_texts_) return without_texts_->at(revision);
  TRY(const auto git, git_around(root()));
  TRY(const auto commit, git.resolve(revision));
  return at_commit(git, commit, now_);
}

Result<Workspace::Pointer> Workspace::at_commit(const Git& git, const Oid& commit,
                                                Instant now) const {
  TRY(const auto files, commits_->find(git, commit, root()));
  Repository then = repository_;
  then.tree = files.tree;
  std::shared_ptr<Workspace> other = copy(now, std::move(then));
  other->reads_ = files.reads;
  other->commits_ = commits_;
  return other;
}

Workspace::Pointer Workspace::with_tree(std::shared_ptr<const FileTree> tree) const {
  Repository other = repository_;
  other.tree = std::move(tree);
  const std::shared_ptr<Workspace> made = copy(now_, std::move(other));
  made->unmerged_ = nullptr;
  return made;
}

Result<Workspace::Pointer> Workspace::with_state(const Git& git, const ChangeTarget& state) const {
  TRY(const auto tree, tree_of(git, state));
  return with_tree(tree->below(git.from_top(root())));
}

Result<Workspace::Pointer> Workspace::with(FileEdits edits) const {
  Repository edited = repository_;
  edited.tree = overlay_tree(repository_.tree, edits);
  auto disk = overlay_tree(disk_, edits);
  if (!recognised() || touches_process(edits)) {
    TRY(auto anew, open_repository(edited.tree, repository_.root, "", options_.process));
    return make(options_, now_, std::move(anew), std::move(disk));
  }
  std::shared_ptr<Workspace> other = copy(now_, std::move(edited));
  other->disk_ = std::move(disk);
  share_record(*other);
  if (edits.contains(process().calendar.file)) {
    other->calendar_ = std::make_shared<decltype(calendar_)::element_type>();
  }
  other->former_index_ = shared_index();
  other->edits_ = std::make_shared<const FileEdits>(std::move(edits));
  return other;
}

// Packs are read by full paths, in which what milepost.yaml wrote stands as it is: "./pack".
bool Workspace::touches_process(const FileEdits& edits) const {
  if (edits.contains("milepost.yaml")) return true;
  if (const std::string& path = options_.judging.template_path; !path.empty()) {
    const auto place = find_template(options_.directory, root(), path);
    if (place.path && edits.contains(*place.path)) return true;
    if (place.named && edits.contains(*place.named)) return true;
  }
  return std::ranges::any_of(process().sources, [&](const auto& source) {
    const fs::path path = fs::path(source->path()).lexically_normal();
    if (!path.is_absolute()) return false;  // built in
    return edits.contains(path.lexically_relative(root()).string());
  });
}

Workspace::Pointer Workspace::from_root() const {
  if (here_ == root()) return shared_from_this();
  Repository seen = repository_;
  seen.shown.clear();
  seen.from.clear();
  const std::shared_ptr<Workspace> other = copy(now_, std::move(seen));
  other->here_ = root();
  other->options_.folder.clear();
  share_record(*other);
  // What is wrong with it names its file as it is shown.
  other->calendar_ = std::make_shared<decltype(calendar_)::element_type>();
  return other;
}

Workspace::Pointer Workspace::at_moment(Instant now) const {
  const std::shared_ptr<Workspace> other = copy(now, repository_);
  other->reads_ = reads_;
  other->commits_ = commits_;
  if (without_texts_) other->without_texts_ = without_texts_->at_moment(now);
  return other;
}

Workspace::Pointer Workspace::proved_by(const std::string& handle,
                                        std::shared_ptr<UponSeen> seen) const {
  const std::shared_ptr<Workspace> other = copy(now_, repository_);
  other->reads_ = reads_;
  other->commits_ = commits_;
  other->record_ = record_;
  other->opened_record_ = opened_record_;
  other->opened_access_ = opened_access_;
  other->former_index_ = former_index_;
  other->edits_ = edits_;
  other->no_texts_ = no_texts_;
  other->proved_ = handle;
  other->seen_ = std::move(seen);
  if (opened_record_ && opened_access_ == Access::kWrite) {
    opened_record_->prove(handle);
    opened_record_->decide_upon(other->seen_);
  }
  return other;
}

std::vector<const Card*> Workspace::select_matching(const Query& query,
                                                    const RecordMatcher& holds) const {
  const std::vector<Card>& cards = index().cards;
  std::vector<char> matches(cards.size(), 0);
  parallel_for(cards.size(), jobs(), [&](std::size_t i) {
    CardBody body(repository_, cards[i]);
    matches[i] = query.matches(cards[i], [&] { return body.text(); }, holds) ? 1 : 0;
  });
  std::vector<const Card*> found;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (matches[i] != 0) found.push_back(&cards[i]);
  }
  return found;
}

void show_from(Repository& repository, const std::string& here) {
  const fs::path shown = fs::path(repository.root).lexically_relative(here);
  if (shown != ".") repository.shown = shown.string();
  const fs::path from = fs::path(here).lexically_relative(repository.root);
  if (from != "." && *from.begin() != "..") repository.from = from.string();
}

std::string not_recognised(const std::string& where, const std::string& near) {
  return fmt::format(
      "no process is recognised {}; name one with --process ({}); check can also judge by a "
      "--template{}",
      where, fmt::join(built_in_packs(), ", "), near);
}

Result<std::string> path_to_write(const Repository& repository, const std::string& path) {
  std::error_code failed;
  const fs::path full = fs::weakly_canonical(repository.full_path(path), failed);
  if (failed) return path;  // whoever reads it is told why
  const fs::path within = full.lexically_relative(repository.root);
  if (within.empty() || *within.begin() == "..") {
    return failure("is a symbolic link to a file outside of the repository; left alone");
  }
  return within.string();
}

}  // namespace milepost
