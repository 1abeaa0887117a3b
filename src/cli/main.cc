// Runs the command line and writes what it said.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "cli/console.h"
#include "cli/verb.h"

namespace {

int finish(milepost::Console& console, int status) {
  if (!milepost::write_all(STDOUT_FILENO, console.out)) {
    // Who stops reading has seen enough; anything else loses the answer.
    if (errno != EPIPE) {
      status = console.complain(std::string("writing the output: ") + std::strerror(errno));
    }
  }
  milepost::write_all(STDERR_FILENO, console.err);
  return status;
}

}  // namespace

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);
  milepost::Console console = milepost::process_console();
  try {
    const std::vector<std::string_view> arguments(words + (count > 0 ? 1 : 0), words + count);
    return finish(console, milepost::run_command_line(arguments, console));
  } catch (const std::bad_alloc&) {
    milepost::write_all(STDERR_FILENO, "milepost: out of memory\n");
  } catch (const std::exception& error) {
    console.err.clear();
    console.complain(std::string("this is a mistake in milepost, please report it: ") +
                     error.what());
    milepost::write_all(STDERR_FILENO, console.err);
  }
  return milepost::kCouldNotRun;
}
