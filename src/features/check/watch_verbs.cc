#include "features/check/watch_verbs.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/posix.h"
#include "base/printable.h"
#include "cli/messages.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "workspace/watcher.h"

namespace milepost::check {

namespace {

// Editors write a file in several steps; they are one save.
constexpr int kSettledAfterMs = 100;

// Whether there is something to read; with the timeout -1 it waits until there is.
Result<bool> wait_for(const Watcher& watcher, int timeout) {
  pollfd waiting{watcher.descriptor(), POLLIN, 0};
  while (true) {
    const int ready = ::poll(&waiting, 1, timeout);
    if (ready >= 0) return ready > 0;
    if (errno != EINTR) return failure("waiting for a save: " + reason(errno));
  }
}

// The files of the next save; git's refs and the record do not count.
Result<Noticed> next_save(Watcher& watcher) {
  Noticed noticed;
  while (noticed.files.empty() && !noticed.lost) {
    TRY([[maybe_unused]] const bool ready, wait_for(watcher, -1));
    noticed.add(watcher.read());
  }
  while (true) {
    TRY(const bool more, wait_for(watcher, kSettledAfterMs));
    if (!more) return noticed;
    noticed.add(watcher.read());
  }
}

// What a save left behind: the files that editors write and rename are gone again.
struct Saved {
  std::vector<std::string> files;  // absolute
  std::string headline;
};

Saved saved_in(const Noticed& noticed, const std::string& root) {
  std::vector<std::string> there;
  std::vector<std::string> gone;
  for (const std::string& file : noticed.files) {
    std::error_code failed;
    const bool is_there = std::filesystem::exists(std::filesystem::path(root) / file, failed);
    (is_there ? there : gone).push_back(file);
  }
  const std::vector<std::string>& names = there.empty() ? gone : there;
  const std::string_view done = there.empty() ? "removed" : "saved";
  Saved saved;
  for (const std::string& file : names) saved.files.push_back(fmt::format("{}/{}", root, file));
  if (names.empty()) {
    saved.headline = "\nfiles were saved\n";
  } else if (names.size() == 1) {
    saved.headline = fmt::format("\n{} was {}\n", printable_path(names.front()), done);
  } else {
    saved.headline = fmt::format("\n{} and {} more were {}\n", printable_path(names.front()),
                                 names.size() - 1, done);
  }
  return saved;
}

// Whether a save may change what is found elsewhere, too.
bool concerns_all(const Noticed& noticed, const Index& index) {
  return noticed.lost || std::ranges::any_of(noticed.files, [&](const std::string& file) {
           return index.find(file) == nullptr;
         });
}

bool flush(Console& console) {
  const bool written = write_all(STDOUT_FILENO, console.out) && write_messages(console);
  console.out.clear();
  console.err.clear();
  return written;
}

}  // namespace

int check_on_save(const Arguments& arguments, Console& console, CheckVerb check) {
  const auto open = [&] {
    return Workspace::open_for(arguments.operands(), workspace_options(arguments), now_utc());
  };
  auto workspace = open();
  if (!workspace) return console.report_error(workspace.error().message);
  if (!(*workspace)->recognised()) return check(arguments, console, {});
  auto watcher = Watcher::start(**workspace);
  if (!watcher) return console.report_error(watcher.error().message);
  std::vector<std::string> changed;
  while (true) {
    watcher->watch_proposals((*workspace)->index());
    check(arguments, console, changed);
    console.err += "watching; Ctrl-C ends it\n";
    if (!flush(console)) return kClean;  // nobody reads any more
    const auto saved = next_save(*watcher);
    if (!saved) return console.report_error(saved.error().message);
    Saved now = saved_in(*saved, (*workspace)->root());
    console.err += now.headline;
    // Of a whole repository, only what was saved is looked at again; what a baseline has beyond
    // that is not gone.
    const bool all = !arguments.operands().empty() || arguments.has("--baseline") ||
                     concerns_all(*saved, (*workspace)->index());
    changed = all ? std::vector<std::string>() : std::move(now.files);
    // milepost.yaml may have changed, and be wrong for a while: the check then says so.
    if (auto anew = open(); anew && (*anew)->recognised()) {
      workspace = std::move(anew);
      if (saved->lost || saved->files.contains("milepost.yaml")) watcher->watch_again(**workspace);
    }
  }
}

}  // namespace milepost::check
