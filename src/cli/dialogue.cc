#include "cli/dialogue.h"

#include <cerrno>
#include <unistd.h>

#include <fmt/format.h>

#include "base/strings.h"
#include "cli/console.h"

namespace milepost {

void tell(std::string_view text) { write_all(STDERR_FILENO, text); }

std::optional<std::string> ask(std::string_view question) {
  constexpr std::size_t kLongest = 4096;  // what a terminal holds of one line
  tell(question);
  std::string line;
  while (line.size() < kLongest) {
    char c = 0;
    const ssize_t got = ::read(STDIN_FILENO, &c, 1);
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
  }
}

std::optional<bool> confirm(std::string_view question) {
  const auto answer = ask(fmt::format("{} [y/N] ", question));
  if (!answer) return std::nullopt;
  return equal_ignoring_case(*answer, "y") || equal_ignoring_case(*answer, "yes");
}

}  // namespace milepost
