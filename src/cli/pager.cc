#include "cli/pager.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "cli/console.h"
#include "cli/terminal.h"
#include "render/file_links.h"

namespace milepost {

namespace {

constexpr int kNotRunnable = 126, kNotFound = 127;  // what the shell says of a command

// Ctrl-C is for the pager, which goes on; whoever waits for it must not leave it alone with the
// terminal.
class WithoutInterrupts {
 public:
  WithoutInterrupts()
      : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
  ~WithoutInterrupts() {
    std::signal(SIGINT, interrupt_);
    std::signal(SIGQUIT, quit_);
  }
  WithoutInterrupts(const WithoutInterrupts&) = delete;
  WithoutInterrupts& operator=(const WithoutInterrupts&) = delete;

 private:
  void (*interrupt_)(int);
  void (*quit_)(int);
};

// Starts it with its standard input at the pipe; 0 when that failed.
pid_t start(const std::string& command, int input) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) return 0;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return 0;
  }
  sigset_t usual;
  sigemptyset(&usual);
  for (const int signal : {SIGINT, SIGQUIT, SIGPIPE}) sigaddset(&usual, signal);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);

  std::string shell = "sh", option = "-c", words = command;
  const std::array<char*, 4> arguments = {shell.data(), option.data(), words.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments.data(), environ) != 0) {
    child = 0;
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 0;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}

// Older ones show links as the bytes they are made of.
bool passes_links_on(const std::string& command) {
  constexpr int kFirst = 581;
  const std::string_view program = cut(command, ' ').first;
  const std::size_t slash = program.rfind('/');
  if (program.substr(slash == program.npos ? 0 : slash + 1) != "less") return false;
  const std::unique_ptr<FILE, int (*)(FILE*)> answer(
      popen((std::string(program) + " --version 2>/dev/null").c_str(), "r"), pclose);
  int version = 0;
  return answer && std::fscanf(answer.get(), "less %d", &version) == 1 && version >= kFirst;
}

// The escape sequence that the text begins with; 0 when it begins with none.
std::size_t escape_length(std::string_view text) {
  if (text.starts_with("\x1b]")) {
    const std::size_t end = text.find("\x1b\\");
    return end == text.npos ? text.size() : end + 2;
  }
  if (!text.starts_with("\x1b[")) return 0;
  const std::size_t end = text.find_first_not_of("0123456789;", 2);
  return end == text.npos ? text.size() : end + 1;
}

}  // namespace

std::string pager_command() {
  const char* own = std::getenv("MILEPOST_PAGER");
  std::string_view command = own != nullptr ? std::string_view(own) : environment("PAGER");
  if (own == nullptr) {
    const std::string_view terminal = environment("TERM");
    if (terminal.empty() || terminal == "dumb") return {};
    if (std::getenv("PAGER") == nullptr) command = "less";
  }
  command = trim(command);
  return command == "cat" ? std::string() : std::string(command);
}

std::size_t rows_of(std::string_view text, std::uint32_t columns) {
  std::size_t rows = 0;
  while (!text.empty()) {
    auto [line, rest] = cut(text, '\n');
    text = rest;
    std::string shown;
    while (!line.empty()) {
      const std::size_t escape = escape_length(line);
      const std::size_t plain = std::min(line.find('\x1b', 1), line.size());
      if (escape == 0) shown += line.substr(0, plain);
      line.remove_prefix(escape > 0 ? escape : plain);
    }
    const std::size_t width = utf8::width(shown);
    rows += std::max<std::size_t>(1, (width + columns - 1) / std::max(columns, 1U));
  }
  return rows;
}

bool page(const std::string& command, std::string_view text) {
  std::string plain;
  if (text.find("\x1b]8;") != text.npos && !passes_links_on(command)) {
    plain = without_links(text);
    text = plain;
  }
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  setenv("LESS", "FRX", 0);
  setenv("LV", "-c", 0);
  const WithoutInterrupts quiet;
  const pid_t child = start(command, ends[0]);
  ::close(ends[0]);
  // Who closes the pager has seen enough.
  if (child > 0) write_all(ends[1], text);
  ::close(ends[1]);
  if (child == 0) return false;
  const int status = wait_for(child);
  return status != kNotRunnable && status != kNotFound;
}

}  // namespace milepost
