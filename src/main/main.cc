// Runs the command line and writes what it said.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "base/short_run.h"
#include "cli/console.h"
#include "cli/messages.h"
#include "cli/pager.h"
#include "features/record/remote.h"
#include "main/verbs.h"
#include "store/waiting.h"

// Which commit this is, in a file of its own that the build writes (cmake/commit.cmake).
extern const char* const kMilepostBuiltFrom;

namespace {

// Memory is asked for everywhere, also where nothing may be thrown and while something is: so the
// program ends here and now. Whatever it was writing is as if it had been killed, which loses
// nothing.
[[noreturn]] void end_without_memory() {
  constexpr std::string_view kMessage = "milepost: out of memory\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(milepost::kCouldNotRun);
}

// Before main(), where what is made first asks for memory, too.
[[gnu::constructor(101)]] void expect_little_memory() { std::set_new_handler(end_without_memory); }

// What is longer than the screen goes through the pager, which has room for one row less.
bool was_paged(const milepost::Console& console) {
  if (console.pager.empty() || console.rows == 0) return false;
  if (milepost::rows_of(console.out, console.columns) < console.rows) return false;
  return milepost::page(console.pager, console.out);
}

void report_waiting() {
  milepost::write_all(STDERR_FILENO,
                      "waiting for the record, which another process is writing; Ctrl-C ends it\n");
}

int finish(milepost::Console& console, int status) {
  if (!was_paged(console) && !milepost::write_all(STDOUT_FILENO, console.out)) {
    // Who stops reading has seen enough; anything else loses the answer.
    if (errno != EPIPE) {
      status = console.report_error(std::string("writing the output: ") + std::strerror(errno));
    }
  }
  milepost::write_messages(console);
  return status;
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);
  milepost::expect_short_run();
  milepost::set_built_from(kMilepostBuiltFrom);
  milepost::set_remote_opener(milepost::record::open_server);
  milepost::Console console = milepost::process_console();
  if (console.err_is_terminal) milepost::set_wait_notice(report_waiting);
  try {
    const std::vector<std::string_view> arguments(words + (count > 0 ? 1 : 0), words + count);
    return finish(console, milepost::run_command_line(arguments, console));
  } catch (const std::bad_alloc&) {
    end_without_memory();
  } catch (const std::exception& error) {
    console.err.clear();
    console.report_error(std::string("this is a mistake in milepost, please report it: ") +
                         error.what());
    milepost::write_messages(console);
  }
  return milepost::kCouldNotRun;
}
