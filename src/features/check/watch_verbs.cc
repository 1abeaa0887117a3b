#include "features/check/watch_verbs.h"

#include <cerrno>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/posix.h"
#include "base/printable.h"
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

std::string headline_of(const Noticed& saved) {
  if (saved.files.empty()) return "\nfiles were saved\n";
  const std::string first = printable_path(*saved.files.begin());
  if (saved.files.size() == 1) return fmt::format("\n{} was saved\n", first);
  return fmt::format("\n{} and {} more were saved\n", first, saved.files.size() - 1);
}

bool flush(Console& console) {
  const bool written =
      write_all(STDOUT_FILENO, console.out) && write_all(STDERR_FILENO, console.err);
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
  if (!(*workspace)->recognised()) return check(arguments, console);
  auto watcher = Watcher::start(**workspace);
  if (!watcher) return console.report_error(watcher.error().message);
  while (true) {
    watcher->watch_proposals((*workspace)->index());
    check(arguments, console);
    console.err += "watching; Ctrl-C ends it\n";
    if (!flush(console)) return kClean;  // nobody reads any more
    const auto saved = next_save(*watcher);
    if (!saved) return console.report_error(saved.error().message);
    console.err += headline_of(*saved);
    // milepost.yaml may have changed, and be wrong for a while: the check then says so.
    if (auto anew = open(); anew && (*anew)->recognised()) {
      workspace = std::move(anew);
      if (saved->lost || saved->files.contains("milepost.yaml")) watcher->watch_again(**workspace);
    }
  }
}

}  // namespace milepost::check
