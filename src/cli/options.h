// What a verb understands on the command line, as data: the parser, the help and
// the tests read the same table.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace milepost {

struct Option {
  std::string_view name;        // "--format"
  std::string_view short_name;  // "-C", or ""
  std::string_view value;       // what follows it, as help calls it; "" for a switch
  std::string_view help;
  std::span<const std::string_view> choices = {};  // none: any value
  bool list = false;            // may be repeated, and values hold commas: "MP201,MP203"
  std::string_view alias = {};  // an older name, which is understood and not listed
};

// The words that are no options.
struct Operands {
  std::string_view name;  // "PATH"; "" when the verb takes none
  std::string_view help = {};
  std::size_t least = 0;
  std::size_t most = 0;
  std::span<const std::string_view> choices = {};  // none: any word
  bool negated = false;  // one may begin with a hyphen: -status:implemented
  bool pairs = false;    // beside the choices, words such as KEY:VALUE

  static constexpr std::size_t kAny = std::numeric_limits<std::size_t>::max();
};

// Why a command was not understood, and lines that help.
struct UsageError {
  std::string message;
  std::vector<std::string> help;
};

class Arguments {
 public:
  bool has(std::string_view option) const;
  // The last value given, else "".
  std::string_view value(std::string_view option) const;
  // All values of a list, in order.
  std::vector<std::string> values(std::string_view option) const;
  const std::vector<std::string>& operands() const { return operands_; }

  void add(std::string_view option, std::string value) {
    given_.emplace_back(option, std::move(value));
  }
  void add_operand(std::string_view word) { operands_.emplace_back(word); }

 private:
  std::vector<std::pair<std::string_view, std::string>> given_;  // names are the table's
  std::vector<std::string> operands_;
};

struct Syntax {
  std::string_view verb;  // "template show"; "" for what stands before the verb
  std::span<const Option> options;
  Operands operands;
  bool stop_at_operand = false;  // leave everything from the first operand on
};

// -C, --color, --no-pager and --help, which stand before or after any verb.
std::span<const Option> common_options();

// Understands `--name value`, `--name=value`, `-C value`, `-Cvalue`; `--` makes
// operands of the rest, `-` is an operand. With --help nothing is missed.
tl::expected<Arguments, UsageError> parse_options(const Syntax& syntax,
                                                  std::span<const std::string_view> words);

// Adds "did you mean" when a candidate is near, for the help of a UsageError.
void suggest(UsageError& usage_error, std::string_view word,
             std::span<const std::string_view> candidates);

// "a, b or c"
std::string alternatives(std::span<const std::string_view> words);

// What help says of an option or operand, then its choices: "how to write: text or json".
std::string with_choices(std::string_view help, std::span<const std::string_view> choices);

}  // namespace milepost
