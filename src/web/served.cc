#include "web/served.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <poll.h>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/short_run.h"
#include "base/strings.h"
#include "features/common/queries.h"
#include "features/search/documents.h"
#include "git/remotes.h"
#include "git/revision_tree.h"
#include "store/store.h"
#include "web/fetch.h"
#include "web/live.h"
#include "web/news.h"
#include "workspace/watcher.h"

namespace milepost::web {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

namespace {

// The first part of addresses of the server itself.
constexpr std::array<std::string_view, 8> kOfServer = {"api",   "assets",  "healthz", "invite",
                                                       "login", "metrics", "readyz",  "setup"};

// A save is several events within a few milliseconds, a checkout goes on for longer.
constexpr milliseconds kQuiet{30};
constexpr milliseconds kLongestWait{120};
// A record on another machine tells nobody that it changed.
constexpr milliseconds kRecordEvery{250};
// A look at the record takes milliseconds; one that lasts this long waits for what does not answer.
constexpr milliseconds kLate{1'000};
// An index of texts that nobody is heard of for long is thrown away.
constexpr std::chrono::hours kIndexEvery{12};
// Where the system does not watch all folders.
constexpr milliseconds kLookEvery{5'000};

std::optional<Oid> head_of(const std::string& root) {
  const auto git = Git::find(root);
  if (!git || !*git) return std::nullopt;
  return (*git)->head().value_or(std::nullopt);
}

// How git also takes an address, "git@github.com:owner/name.git", is the path of a folder here.
std::string address_hint(std::string_view place) {
  const std::size_t colon = place.find(':');
  if (colon == place.npos || place.find('@') > colon) return {};
  const std::string_view host = place.substr(place.rfind('/', colon) + 1);
  return fmt::format("; an address of git is written ssh://{}/{}", printable(cut(host, ':').first),
                     printable(cut(host, ':').second));
}

// Asked several times a second: nothing is opened.
bool is_in_git(const std::string& root) {
  std::error_code unknown;
  if (fs::exists(root + "/HEAD", unknown)) return true;
  for (fs::path at = root;; at = at.parent_path()) {
    const fs::path git = at / ".git";
    if (fs::is_regular_file(git, unknown) || fs::exists(git / "HEAD", unknown)) return true;
    if (at == at.parent_path()) return false;
  }
}

bool is_bare(const std::string& root) {
  const auto git = Git::find(root);
  return git && *git && (*git)->work_tree().empty();
}

}  // namespace

// Makes the snapshots, one at a time: its own thread when something is noticed, any other that
// wants to read what it has just recorded.
class Served::Keeper {
 public:
  // `head` is what HEAD was before it was opened.
  Keeper(ServedOptions options, Workspace::Pointer base, std::optional<Oid> head,
         std::unique_ptr<Fetcher> fetcher)
      : options_(std::move(options)),
        fetcher_(std::move(fetcher)),
        base_(std::move(base)),
        bare_(is_bare(base_->root())),
        in_git_(is_in_git(base_->root())),
        head_(std::move(head)) {}
  ~Keeper() {
    stopping_ = true;
    live_->end();
    const std::uint64_t one = 1;
    (void)!::write(wake_.get(), &one, sizeof one);
    if (thread_.joinable()) thread_.join();
    if (warming_.joinable()) warming_.join();
  }
  Keeper(const Keeper&) = delete;
  Keeper& operator=(const Keeper&) = delete;

  Result<void> start() {
    wake_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
    if (wake_.get() < 0) return failure("watching files: " + reason(errno));
    TRY(auto watcher, Watcher::start(*base_));
    watcher_.emplace(std::move(watcher));
    base_ = base_->with_record(Access::kRead);
    recorded_ = record_head();
    live_->tell_recorded({}, recorded_ ? recorded_->number : 0);
    publish();
    watcher_->watch_proposals(base_->index());
    thread_ = std::thread([this] { run(); });
    warm();
    return {};
  }

  const std::string& name() const { return options_.name; }

  std::shared_ptr<const Snapshot> now() const {
    const std::scoped_lock lock(swapping_);
    return snapshot_;
  }

  const search::SearchIndex* search() const { return search_there_; }
  bool answers() const {
    const Clock::duration since = looking_since_.load();
    const bool late = since.count() != 0 && Clock::now().time_since_epoch() - since > kLate;
    return record_answers_ && !late;
  }

  void refresh_record() {
    const std::scoped_lock lock(renewing_);
    renew({.record = true});
  }

 private:
  void run() {
    auto moment = Clock::now() + options_.renew_every;
    auto look = Clock::now() + kLookEvery;
    while (!stopping_) {
      Noticed noticed = wait();
      if (stopping_) return;
      noticed.record = true;  // a look at it costs little
      if (!in_git_ && is_in_git(base_->root())) {
        in_git_ = noticed.lost = true;
        report_git();
      }
      if (!watcher_->complete() && Clock::now() >= look) noticed.lost = true;
      if (noticed.lost) look = Clock::now() + kLookEvery;
      const bool next_minute = Clock::now() >= moment;
      if (next_minute) moment = Clock::now() + options_.renew_every;
      const std::scoped_lock lock(renewing_);
      renew(std::move(noticed), next_minute);
    }
  }

  // The record has another place from then on.
  void report_git() const {
    const std::string former = base_->root() + "/.milepost/record.db";
    std::error_code unknown;
    if (!base_->options().store.empty() || !fs::exists(former, unknown) || !options_.log) return;
    options_.log(
        fmt::format("{}: it is in git now, and so is its record; what was recorded before is in {}",
                    options_.name, printable_path(former)));
  }

  // Until something is noticed and nothing more comes for a while, or it is time to look at the
  // record.
  Noticed wait() {
    Noticed noticed;
    const auto until = Clock::now() + kRecordEvery;
    std::optional<Clock::time_point> first;
    while (!stopping_) {
      const auto left = std::chrono::duration_cast<milliseconds>(
          (first ? *first + kLongestWait : until) - Clock::now());
      const milliseconds patience = first ? std::min(kQuiet, left) : left;
      if (patience.count() <= 0) break;
      std::array<pollfd, 2> watched{
          {{watcher_->descriptor(), POLLIN, 0}, {wake_.get(), POLLIN, 0}}};
      const int ready = ::poll(watched.data(), watched.size(), static_cast<int>(patience.count()));
      if (ready == 0) break;
      if (ready < 0 || (watched[0].revents & POLLIN) == 0) continue;
      noticed.add(watcher_->read());
      if (noticed.any() && !first) first = Clock::now();
    }
    return noticed;
  }

  // Nothing when there is none, or it cannot be read: whoever needs it is told.
  std::optional<Head> record_head() const {
    const auto& record = base_->record();
    if (!record) return std::nullopt;
    const auto head = (*record)->store().head();
    return head ? std::optional(*head) : std::nullopt;
  }

  void look_at_record() {
    looking_since_ = Clock::now().time_since_epoch();
    note_recorded();
    looking_since_ = Clock::duration::zero();
  }

  // What was recorded since it was looked at last.
  void note_recorded() {
    if (!Record::may_be_there(base_->repository(), base_->options().store)) {
      record_answers_ = true;
      return;
    }
    const auto& record = base_->record();
    if (!record || !(*record)->store().is_there()) {
      // It may have come, or have been mended, since it was opened.
      base_ = base_->at_moment(base_->now())->with_record(Access::kRead);
    }
    auto head = record_head();
    const bool answered = record_answers_.exchange(head.has_value());
    if (!head) return;  // what was read before is served on
    if (answered && head == recorded_) return;
    const std::uint64_t known = recorded_ ? recorded_->number : 0;
    const bool is_new = head != recorded_;
    recorded_ = std::move(head);
    news_.record = true;
    if (is_new && base_->record()) add_recorded(**base_->record(), known, news_);
  }

  // Under the lock.
  void renew(Noticed noticed, bool next_minute = false) {
    pending_.add(std::move(noticed));
    if (std::exchange(pending_.record, false)) look_at_record();
    const bool changed = pending_.any() || news_.record;
    if (!changed && !next_minute) return;
    RepositoryChange change{now_utc(), pending_.files, nullptr, pending_.refs, news_.record};
    auto next =
        pending_.lost ? Workspace::open_recognised(base_->options(), change.now) : after(change);
    std::error_code unknown;
    if (!next && !std::filesystem::exists(base_->root(), unknown)) {
      return report(fmt::format("{} is gone", printable_path(base_->root())));
    }
    if (!next) return report(next.error().message);
    failed_.clear();
    const bool anew = pending_.lost || (*next)->repository().process != base_->repository().process;
    const auto former = now();
    base_ = anew ? (*next)->from_root()->with_record(Access::kRead) : *std::move(next);
    pending_ = {};
    if (anew) watcher_->watch_again(*base_);
    search::SearchIndex* const search = search_there_;
    const bool searched = search != nullptr && search->generation() == generation_;
    publish();
    if (!changed) {
      if (searched) search->set_generation(generation_);  // the texts are what they were
      if (Clock::now() >= index_again_.load()) warm();
      return;
    }
    tell(former->workspace->index(), change, anew);
    watcher_->watch_proposals(base_->index());
    warm();
    give_memory_back();
  }

  // After there is something new to look at.
  void tell(const Index& former, const RepositoryChange& change, bool anew) {
    News news = std::exchange(news_, {});
    add_changed(former, now()->workspace->index(), change, news);
    live_->tell({generation_, {news.proposals.begin(), news.proposals.end()}, news.all || anew});
    live_->tell_recorded(news.recorded, recorded_ ? recorded_->number : 0, !news.more);
  }

  Result<Workspace::Pointer> after(RepositoryChange& change) {
    if (bare_ && change.refs) TRY(look_at_head(change));
    TRY(auto next, base_->after(change));
    // Its milepost.yaml is gone, or all of it.
    if (!next->recognised()) return failure("no process is recognised here any more");
    return next;
  }

  // The files of a bare repository are those of its HEAD.
  Result<void> look_at_head(RepositoryChange& change) {
    TRY(const auto git, Git::find(base_->root()));
    if (!git) return failure(base_->root() + " is no git repository any more");
    TRY(const auto head, git->head());
    if (!head || head == head_) return {};
    TRY(const auto differences, git->differences(head_, *head));
    for (const GitChange& file : differences) change.files.insert(file.path);
    TRY(change.tree, commit_tree(git->common_folder(), head));
    head_ = head;
    return {};
  }

  void publish() {
    auto made = std::make_shared<Snapshot>();
    made->workspace = base_->with_unmerged(Access::kRead);
    (void)made->workspace->index();  // whoever asks first need not wait for it
    made->generation = ++generation_;
    made->name = options_.name;
    made->findings = findings_;
    made->live = live_;
    live_->note_generation(made->generation);
    const std::scoped_lock lock(swapping_);
    snapshot_ = std::move(made);
  }

  // Reads ahead what pages need and what takes long, while others are served already.
  void warm() {
    const std::scoped_lock lock(warming_mutex_);
    warm_again_ = true;
    index_again_ = Clock::now() + kIndexEvery;
    if (is_warming_) return;
    if (warming_.joinable()) warming_.join();
    is_warming_ = true;
    warming_ = std::thread([this] {
      while (begin_warming()) {
        const auto snapshot = now();
        (void)snapshot->workspace->past();
        if (!stopping_) (void)snapshot->workspace->facts();
        if (!stopping_) index_texts(*snapshot);
      }
    });
  }

  // False when there is nothing new, and the thread ends.
  bool begin_warming() {
    const std::scoped_lock lock(warming_mutex_);
    is_warming_ = std::exchange(warm_again_, false) && !stopping_;
    return is_warming_;
  }

  void index_texts(const Snapshot& snapshot) {
    const auto failed = [this](const Error& error) {
      if (options_.log) options_.log(options_.name + ": indexing its texts: " + error.message);
    };
    if (!search_) {
      auto opened = search::SearchIndex::open(search::search_place(*snapshot.workspace));
      if (!opened) return failed(opened.error());
      search_ = *std::move(opened);
    }
    const auto done = search::update_index(*snapshot.workspace, *search_).and_then([this](auto&&) {
      return search_->hold_all();
    });
    if (!done) return failed(done.error());
    search_->set_generation(snapshot.generation);
    search_there_ = search_.get();
  }

  // The same message once.
  void report(const std::string& message) {
    if (message == std::exchange(failed_, message) || !options_.log) return;
    options_.log(fmt::format("{}: {}; serving what was read before", options_.name, message));
  }

  const ServedOptions options_;
  const std::unique_ptr<Fetcher> fetcher_;  // of an address
  std::mutex renewing_;                     // of all that follows, up to what is published
  Workspace::Pointer base_;                 // without the texts that are not merged
  const bool bare_;
  bool in_git_;  // of the thread that notices
  std::optional<Oid> head_;
  std::optional<Head> recorded_;
  Noticed pending_;  // what was not read yet
  News news_;        // what nobody was told yet
  std::string failed_;
  std::uint64_t generation_ = 0;
  std::optional<Watcher> watcher_;
  const std::shared_ptr<KeptFindings> findings_ = std::make_shared<KeptFindings>();
  const std::shared_ptr<Live> live_ = std::make_shared<Live>();

  mutable std::mutex swapping_;
  std::shared_ptr<const Snapshot> snapshot_;

  std::unique_ptr<search::SearchIndex> search_;  // of the thread that warms
  std::atomic<search::SearchIndex*> search_there_ = nullptr;

  std::atomic<bool> record_answers_ = true;
  std::atomic<Clock::duration> looking_since_{};  // the clock's; zero: nobody looks
  std::atomic<bool> stopping_ = false;
  std::mutex warming_mutex_;
  std::atomic<Clock::time_point> index_again_{Clock::time_point::max()};
  bool is_warming_ = false;
  bool warm_again_ = false;
  Descriptor wake_;
  std::thread thread_;
  std::thread warming_;
};

Served::Served(std::unique_ptr<Keeper> keeper) : keeper_(std::move(keeper)) {}
Served::~Served() = default;

Result<std::unique_ptr<Served>> Served::open(ServedOptions options) {
  expect_long_run();
  if (options.name.empty()) options.name = served_names({options.place}).front();
  WorkspaceOptions& workspace = options.workspace;
  workspace.directory = options.place;
  workspace.bare = true;
  if (!workspace.find_matching) workspace.find_matching = find_by_query("");
  std::unique_ptr<Fetcher> fetcher;
  if (is_address(options.place)) {
    TRY(fetcher, Fetcher::start({.address = options.place,
                                 .cache = options.cache.empty() ? cache_folder() : options.cache,
                                 .every = options.fetch_every,
                                 .log = options.log}));
    workspace.directory = fetcher->folder();
  }
  std::error_code failed;
  if (!std::filesystem::is_directory(workspace.directory, failed)) {
    return failure("there is no such folder" + address_hint(options.place));
  }
  auto head = head_of(workspace.directory);
  auto opened = Workspace::open_recognised(workspace, now_utc());
  const bool readable = opened || Workspace::open(workspace, now_utc());
  if (!readable && fetcher) {
    const std::string damage =
        fmt::format("its clone {} cannot be read ({})", printable_path(fetcher->folder()),
                    opened.error().message);
    if (options.log) options.log(fmt::format("{}: {}; cloning anew", options.name, damage));
    if (const auto cloned = fetcher->clone_anew(); !cloned) {
      return failure(fmt::format("{}, and {}", damage, cloned.error().message));
    }
    head = head_of(workspace.directory);
    opened = Workspace::open_recognised(workspace, now_utc());
  }
  if (!opened) return tl::unexpected(opened.error());
  auto keeper = std::make_unique<Keeper>(std::move(options), (*opened)->from_root(),
                                         std::move(head), std::move(fetcher));
  TRY(keeper->start());
  return std::unique_ptr<Served>(new Served(std::move(keeper)));
}

const std::string& Served::name() const { return keeper_->name(); }
std::shared_ptr<const Snapshot> Served::now() const { return keeper_->now(); }
const search::SearchIndex* Served::search() const { return keeper_->search(); }
bool Served::answers() const { return keeper_->answers(); }
void Served::refresh_record() { keeper_->refresh_record(); }

std::vector<std::string> served_names(const std::vector<std::string>& places) {
  std::vector<std::string> names;
  std::map<std::string, int> taken;
  for (const std::string& place : places) {
    std::string name = is_address(place) ? place : fs::weakly_canonical(place).string();
    while (name.ends_with('/')) name.pop_back();
    name.erase(0, name.find_last_of("/:") + 1);
    if (name.ends_with(".git") && name.size() > 4) name.resize(name.size() - 4);
    for (char& c : name) {
      const auto byte = static_cast<unsigned char>(c);
      if (std::isalnum(byte) == 0 && c != '-' && c != '_' && c != '.') c = '-';
    }
    if (name.find_first_not_of('.') == name.npos) name = "repository";
    std::string unique = name;
    // Below the names of several repositories are their pages; the server has some of its own.
    const bool reserved = places.size() > 1 && std::ranges::count(kOfServer, unique) > 0;
    while (std::ranges::count(names, unique) > 0 || (reserved && unique == name)) {
      unique = fmt::format("{}-{}", name, ++taken.try_emplace(name, 1).first->second);
    }
    names.push_back(std::move(unique));
  }
  return names;
}

std::vector<std::string> served_titles(const std::vector<std::string>& places,
                                       const std::vector<std::string>& names) {
  std::vector<std::string> titles;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::string& place = places[i];
    std::vector<std::string> addresses;
    if (is_address(place)) {
      addresses.push_back(web_address(place));
    } else {
      // A folder within a clone is not what the clone is called.
      std::error_code failed;
      const GitRemotes remotes = find_remotes(place);
      if (fs::weakly_canonical(place, failed) == remotes.top) addresses = remotes.addresses;
    }
    // "https://host/owner/name"; the first is where edit links lead, too.
    std::string title;
    if (!addresses.empty()) {
      const std::size_t host = addresses.front().find("://") + 3;
      const std::size_t slash = addresses.front().find('/', host);
      if (slash != std::string::npos) title = addresses.front().substr(slash + 1);
    }
    const bool several = std::ranges::count(titles, title) > 0;
    titles.push_back(title.empty() || several ? names[i] : std::move(title));
  }
  return titles;
}

bool is_address(std::string_view place) { return place.find("://") != place.npos; }

std::string cache_folder() {
  const char* const cache = std::getenv("XDG_CACHE_HOME");
  if (cache != nullptr && cache[0] == '/') return std::string(cache) + "/milepost";
  const char* const home = std::getenv("HOME");
  return std::string(home == nullptr ? "/tmp" : home) + "/.cache/milepost";
}

}  // namespace milepost::web
