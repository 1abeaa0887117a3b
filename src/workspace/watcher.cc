#include "workspace/watcher.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <sys/inotify.h>
#include <unistd.h>
#include <utility>

#include "base/state_folder.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t kEvents = IN_MODIFY | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE |
                                  IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF | IN_MOVE_SELF |
                                  IN_ONLYDIR | IN_DONT_FOLLOW;
// A proposal's own folders nest a few deep; a deeper one was made by somebody who means harm.
constexpr int kMostDepth = 16;

bool is_below(std::string_view path, std::string_view folder) {
  return path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/';
}

// What editors leave beside a file while it is open, and what walks do not enter.
bool is_passed_over(std::string_view name) {
  return name.starts_with('.') || name.starts_with('#') || name.ends_with('~') ||
         name == "node_modules" || name == "4913";
}

std::string folder_of(const std::string& path) { return fs::path(path).parent_path().string(); }

}  // namespace

void Noticed::add(Noticed other) {
  files.merge(other.files);
  refs |= other.refs;
  record |= other.record;
  lost |= other.lost;
}

Result<Watcher> Watcher::start(const Workspace& workspace) {
  Descriptor inotify(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC));
  if (inotify.get() < 0) return failure("watching files: " + reason(errno));
  Watcher watcher(std::move(inotify));
  watcher.watch_again(workspace);
  return watcher;
}

void Watcher::watch_again(const Workspace& workspace) {
  for (const auto& [descriptor, watched] : watched_) {
    ::inotify_rm_watch(inotify_.get(), descriptor);
  }
  watched_.clear();
  known_.clear();
  fixed_.clear();
  named_.clear();
  complete_ = true;
  root_ = workspace.root();
  process_ = workspace.repository().process;
  state_.clear();
  if (workspace.options().store.empty()) state_ = find_state_folder(root_).value_or("");
  const auto name = [&](const std::string& path) {
    const fs::path full = fs::path(path).is_absolute() ? fs::path(path) : fs::path(root_) / path;
    named_.insert(full.lexically_normal().string());
    fixed_.insert(folder_of(full.lexically_normal().string()));
  };
  const Process& process = *process_;
  name("milepost.yaml");
  if (!process.calendar.file.empty()) name(process.calendar.file);
  for (const RosterSource& roster : process.rosters) {
    if (!roster.file.empty()) name(roster.file);
  }
  for (const auto& source : process.sources) {
    if (source->path().starts_with('/')) name(source->path());  // others are built in
  }
  watch_git();
  watch_record();
  const bool has_files = !workspace.options().bare || !fs::exists(root_ + "/HEAD");
  if (!has_files) return;
  for (const std::string& folder : fixed_) watch_files(folder);
  watch_tree(root_, nullptr);
}

Watcher::Watched* Watcher::watch(const std::string& folder) {
  const int descriptor = ::inotify_add_watch(inotify_.get(), folder.c_str(), kEvents);
  if (descriptor < 0) {
    if (errno == ENOSPC || errno == ENOMEM) complete_ = false;
    return nullptr;
  }
  Watched& watched = watched_[descriptor];
  watched.folder = folder;
  return &watched;
}

void Watcher::watch_files(const std::string& folder) {
  if (Watched* const watched = watch(folder)) watched->files = true;
}

// A folder is watched before it is listed: what comes in between is told twice, not never.
void Watcher::watch_tree(const std::string& folder, Noticed* noticed) {
  watch_files(folder);
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    const std::string path = at->path().string();
    std::error_code unknown;
    if (!at->is_directory(unknown) || at->is_symlink(unknown)) {
      if (noticed) noticed->files.insert(from_root(path));
    } else if (!is_passed_over(at->path().filename().string()) && is_wanted(path)) {
      watch_tree(path, noticed);
    }
  }
}

void Watcher::watch_all_below(const std::string& folder, Noticed* noticed) {
  watch_files(folder);
  std::error_code failed;
  fs::recursive_directory_iterator at(folder, failed);
  for (; !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    std::error_code unknown;
    if (!at->is_directory(unknown) || at->is_symlink(unknown)) {
      if (noticed) noticed->files.insert(from_root(at->path().string()));
    } else if (is_passed_over(at->path().filename().string()) || at.depth() > kMostDepth) {
      at.disable_recursion_pending();
    } else {
      watch_files(at->path().string());
    }
  }
}

void Watcher::watch_proposals(const Index& index) {
  for (const Card& card : index.cards) {
    if (card.path == card.files.document || !card.has_text()) continue;
    if (known_.insert(card.path).second) watch_all_below(root_ + "/" + card.path, nullptr);
  }
}

void Watcher::watch_git() {
  const auto folders = find_git_folders(root_);
  if (!folders || !*folders) return;
  for (const std::string& folder : {(*folders)->own, (*folders)->common}) {
    if (Watched* const watched = watch(folder)) watched->heads = true;
  }
  watch_refs((*folders)->common + "/refs");
  if ((*folders)->own != (*folders)->common) watch_refs((*folders)->own + "/refs");
}

void Watcher::watch_refs(const std::string& folder) {
  Watched* const watched = watch(folder);
  if (!watched) return;
  watched->refs = true;
  std::error_code failed;
  for (fs::directory_iterator at(folder, failed), end; !failed && at != end; at.increment(failed)) {
    std::error_code unknown;
    if (at->is_directory(unknown) && !at->is_symlink(unknown)) watch_refs(at->path().string());
  }
}

void Watcher::watch_record() {
  if (state_.empty()) return;
  if (Watched* const watched = watch(state_)) watched->record = true;
  // Until it is there.
  (void)watch(folder_of(state_));
}

void Watcher::forget_below(const std::string& folder) {
  for (auto at = watched_.begin(); at != watched_.end();) {
    const bool gone = at->second.folder == folder || is_below(at->second.folder, folder);
    if (gone) ::inotify_rm_watch(inotify_.get(), at->first);
    at = gone ? watched_.erase(at) : std::next(at);
  }
  std::erase_if(known_, [&](const std::string& path) {
    const std::string full = root_ + "/" + path;
    return full == folder || is_below(full, folder);
  });
}

// Whether a folder may hold what the process names.
bool Watcher::is_wanted(const std::string& folder) const {
  const bool leads_on = std::ranges::any_of(
      fixed_, [&](const std::string& fixed) { return fixed == folder || is_below(fixed, folder); });
  if (leads_on) return true;
  const std::string path = from_root(folder);
  const Layout& layout = process_->layout;
  const auto may_match = [&](const Glob& glob) { return glob.may_match_below(path); };
  if (std::ranges::any_of(layout.documents, may_match)) return true;
  if (std::ranges::any_of(layout.templates, may_match)) return true;
  return std::ranges::any_of(process_->reviews, [&](const Review& review) {
    const std::string reviews = review.file.fixed_folder();
    return reviews.empty() || path == reviews || is_below(path, reviews) || is_below(reviews, path);
  });
}

std::string Watcher::from_root(const std::string& path) const {
  return fs::path(path).lexically_relative(root_).string();
}

Noticed Watcher::read() {
  Noticed noticed;
  alignas(inotify_event) std::array<char, 64 * 1024> bytes;
  while (true) {
    const ssize_t size = ::read(inotify_.get(), bytes.data(), bytes.size());
    if (size <= 0) return noticed;
    for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
      const auto* const event = reinterpret_cast<const inotify_event*>(&bytes[at]);
      const std::string_view name = event->len > 0 ? std::string_view(event->name) : "";
      notice(event->wd, event->mask, name, noticed);
      at += sizeof(inotify_event) + event->len;
    }
  }
}

void Watcher::notice(int descriptor, std::uint32_t what, std::string_view name, Noticed& noticed) {
  if ((what & IN_Q_OVERFLOW) != 0) noticed.lost = true;
  const auto found = watched_.find(descriptor);
  if (found == watched_.end()) return;
  const Watched watched = found->second;
  if ((what & IN_IGNORED) != 0) watched_.erase(found);
  if ((what & (IN_DELETE_SELF | IN_MOVE_SELF)) != 0 && watched.folder == root_) noticed.lost = true;
  if (name.empty()) return;
  const std::string path = watched.folder + "/" + std::string(name);
  const bool comes = (what & (IN_CREATE | IN_MOVED_TO)) != 0;
  if (path == state_ && comes) watch_record();
  if (path == state_ || (watched.record && name.starts_with("record.db"))) noticed.record = true;
  if (watched.heads && (name == "HEAD" || name == "packed-refs")) noticed.refs = true;
  if (watched.refs && !name.ends_with(".lock")) {
    noticed.refs = true;
    if (comes && (what & IN_ISDIR) != 0) watch_refs(path);
  }
  if (watched.files) notice_file(path, what, noticed);
}

void Watcher::notice_file(const std::string& path, std::uint32_t what, Noticed& noticed) {
  if (!named_.contains(path) && is_passed_over(fs::path(path).filename().string())) return;
  if ((what & IN_ISDIR) == 0) {
    noticed.files.insert(from_root(path));
    return;
  }
  if ((what & (IN_DELETE | IN_MOVED_FROM)) != 0) {
    forget_below(path);
    noticed.files.insert(from_root(path));
  }
  if ((what & (IN_CREATE | IN_MOVED_TO)) == 0) return;
  const std::string above = from_root(folder_of(path));
  const bool in_proposal = std::ranges::any_of(known_, [&](const std::string& proposal) {
    return above == proposal || is_below(above, proposal);
  });
  if (!in_proposal && !is_wanted(path)) return;
  noticed.files.insert(from_root(path));
  watch_all_below(path, &noticed);
}

}  // namespace milepost
