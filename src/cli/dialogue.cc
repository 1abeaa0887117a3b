#include "cli/dialogue.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/console.h"

namespace milepost {

void tell(std::string_view text) { write_all(STDERR_FILENO, text); }

namespace {

volatile std::sig_atomic_t interrupted = 0;

// While it lives, Ctrl-C ends the waiting and not the program: what was answered can still be told.
// The signal is let in nowhere but in wait(), lest one that comes before it be missed.
class Interruptible {
 public:
  Interruptible() {
    interrupted = 0;
    sigset_t blocked;
    ::sigemptyset(&blocked);
    ::sigaddset(&blocked, SIGINT);
    ::pthread_sigmask(SIG_BLOCK, &blocked, &mask_);
    struct sigaction action{};
    action.sa_handler = [](int) { interrupted = 1; };
    ::sigaction(SIGINT, &action, &before_);
  }
  ~Interruptible() {
    ::sigaction(SIGINT, &before_, nullptr);
    ::pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
  }
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  // For something to read on standard input. False once it was interrupted.
  bool wait() const {
    sigset_t open = mask_;
    ::sigdelset(&open, SIGINT);
    pollfd input{STDIN_FILENO, POLLIN, 0};
    while (interrupted == 0) {
      if (::ppoll(&input, 1, nullptr, &open) >= 0 || errno != EINTR) return true;
    }
    return false;
  }

 private:
  sigset_t mask_{};
  struct sigaction before_{};
};

}  // namespace

std::optional<std::string> ask(std::string_view question) {
  constexpr std::size_t kLongest = 4096;  // what a terminal holds of one line
  const Interruptible interruptible;
  tell(question);
  std::string line;
  while (line.size() < kLongest) {
    char c = 0;
    const ssize_t got = interruptible.wait() ? ::read(STDIN_FILENO, &c, 1) : 0;
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      tell("\n");
      return std::nullopt;
    }
    if (c == '\n') break;
    line += c;
  }
  return std::string(trim(line));
}

std::optional<std::string> ask_for(std::string_view question, std::string_view otherwise) {
  const std::string shown = otherwise.empty() ? fmt::format("{}: ", question)
                                              : fmt::format("{} [{}]: ", question, otherwise);
  while (true) {
    auto answer = ask(shown);
    if (!answer || !answer->empty()) return answer;
    if (!otherwise.empty()) return std::string(otherwise);
    tell("  an answer is needed; Ctrl-C ends here\n");
  }
}

std::optional<bool> confirm(std::string_view question) {
  while (true) {
    const auto answer = ask(fmt::format("{} [y/N] ", question));
    if (!answer) return std::nullopt;
    const std::string word = lower(*answer);
    if (word == "y" || word == "yes") return true;
    if (word.empty() || word == "n" || word == "no") return false;
    tell("  y or n\n");
  }
}

}  // namespace milepost
