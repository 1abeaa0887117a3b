#include "cli/options.h"

#include <algorithm>
#include <array>
#include <ranges>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kColorChoices[] = {"auto", "always", "never"};

constexpr Option kCommon[] = {
    {"--directory", "-C", "DIR", "run as if started in DIR"},
    {"--color", "", "WHEN",
     "auto looks at the terminal and NO_COLOR, always also keeps the terminal's layout in a pipe",
     kColorChoices},
    {"--no-pager", "", "", "write to the terminal also what is longer than the screen"},
    {"--help", "-h", "", "show this help"},
};

constexpr std::size_t kLongestWord = 40;

// How many slips of the finger apart two words are: a letter too many, missing,
// wrong, or two swapped.
std::size_t slips_between(std::string_view a, std::string_view b) {
  if (a.size() > kLongestWord || b.size() > kLongestWord) return a.size() + b.size();
  std::array<std::array<std::size_t, kLongestWord + 1>, kLongestWord + 1> cost{};
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        cost[i][j] = i + j;
        continue;
      }
      const std::size_t wrong = a[i - 1] == b[j - 1] ? 0 : 1;
      cost[i][j] = std::min({cost[i - 1][j] + 1, cost[i][j - 1] + 1, cost[i - 1][j - 1] + wrong});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
      }
    }
  }
  return cost[a.size()][b.size()];
}

class Parser {
 public:
  Parser(const Syntax& syntax, std::span<const std::string_view> words)
      : syntax_(syntax), words_(words) {}

  tl::expected<Arguments, UsageError> parse() {
    while (!words_.empty()) {
      const std::string_view word = words_.front();
      words_ = words_.subspan(1);
      if (word == "--" && !syntax_.stop_at_operand) {
        for (const auto rest : words_) found_.add_operand(rest);
        break;
      }
      if (word.size() < 2 || word[0] != '-' || is_negated(word)) {
        found_.add_operand(word);
        if (!syntax_.stop_at_operand) continue;
        for (const auto rest : words_) found_.add_operand(rest);
        return std::move(found_);
      }
      if (!read_option(word)) return tl::unexpected(std::move(usage_error_));
    }
    if (!found_.has("--help") && !accept_operands()) return tl::unexpected(std::move(usage_error_));
    return std::move(found_);
  }

 private:
  const Option* find(std::string_view name) const {
    for (const auto table : {syntax_.options, common_options()}) {
      const auto found = std::ranges::find_if(table, [&](const Option& option) {
        return option.name == name || (!option.short_name.empty() && option.short_name == name) ||
               (!option.alias.empty() && option.alias == name);
      });
      if (found != table.end()) return &*found;
    }
    return nullptr;
  }

  // "-status:implemented" of a query; an option has no colon in its name.
  bool is_negated(std::string_view word) const {
    return syntax_.operands.negated && !word.starts_with("--") &&
           (find(word.substr(0, 2)) == nullptr || word.find(':') != word.npos);
  }

  bool read_option(std::string_view word) {
    const bool is_long = word.starts_with("--");
    const std::size_t equals = word.find('=');
    const bool attached = is_long ? equals != word.npos : word.size() > 2;
    const std::string_view name = is_long ? word.substr(0, equals) : word.substr(0, 2);
    const Option* option = find(name);
    if (option == nullptr) return unknown(is_long ? name : word);
    if (option->value.empty()) {
      if (attached) return report_error(fmt::format("{} takes no value", option->name));
      found_.add(option->name, "");
      return true;
    }
    if (attached) return accept(*option, word.substr(is_long ? equals + 1 : 2));
    // The value was forgotten, rather than named like an option.
    if (words_.empty() || (words_.front().size() > 1 && find(words_.front()) != nullptr)) {
      return missing_value(*option);
    }
    const std::string_view value = words_.front();
    words_ = words_.subspan(1);
    return accept(*option, value);
  }

  bool accept(const Option& option, std::string_view value) {
    if (trim(value).empty()) return missing_value(option);
    if (!option.choices.empty() && !is_choice(option.choices, option.name, value)) return false;
    found_.add(option.name, std::string(value));
    return true;
  }

  bool is_choice(std::span<const std::string_view> choices, std::string_view name,
                 std::string_view word) {
    if (std::ranges::find(choices, word) != choices.end()) return true;
    usage_error_.message =
        fmt::format("{} is {}, not \"{}\"", name, alternatives(choices), printable(word));
    suggest(usage_error_, word, choices);
    return false;
  }

  bool report_error(std::string message) {
    usage_error_.message = std::move(message);
    point_to_help();
    return false;
  }

  bool missing_value(const Option& option) {
    return report_error(
        option.choices.empty()
            ? fmt::format("{} needs a value: {} {}", option.name, option.name, option.value)
            : fmt::format("{} needs a value: {}", option.name, alternatives(option.choices)));
  }

  bool unknown(std::string_view name) {
    usage_error_.message = fmt::format("unknown option {}", printable(name));
    std::vector<std::string_view> names;
    for (const auto table : {syntax_.options, common_options()}) {
      for (const auto& option : table) names.push_back(option.name);
    }
    suggest(usage_error_, name, names);
    // As git and others call it.
    const bool is_message = name == "-m" || name == "--message";
    if (is_message && std::ranges::find(names, "--comment") != names.end()) {
      usage_error_.help = {"did you mean --comment?"};
    }
    point_to_help();
    return false;
  }

  bool accept_operands() {
    const auto& wanted = syntax_.operands;
    const auto& given = found_.operands();
    if (given.size() < wanted.least) {
      const bool vowel = std::string_view("AEIOU").find(wanted.name[0]) != std::string_view::npos;
      const std::string_view article = wanted.name.ends_with('S') ? "" : vowel ? "an " : "a ";
      return report_error(fmt::format(
          "{} needs {}{}{}", syntax_.verb, article, wanted.name,
          wanted.choices.empty() ? std::string() : ": " + alternatives(wanted.choices)));
    }
    if (given.size() > wanted.most) {
      const std::string extra = printable(given[wanted.most]);
      return report_error(
          wanted.most == 0
              ? fmt::format("{} takes no words after it, but got \"{}\"", syntax_.verb, extra)
              : fmt::format("{} takes one {}; \"{}\" is too much", syntax_.verb, wanted.name,
                            extra));
    }
    if (wanted.choices.empty()) return true;
    for (const auto& word : given) {
      if (wanted.pairs && word.find(':') != word.npos) continue;
      if (!is_choice(wanted.choices, wanted.name, word)) return false;
    }
    return true;
  }

  void point_to_help() {
    if (syntax_.verb.empty()) {
      usage_error_.help.emplace_back("a verb's options stand after it: milepost check --strict");
      usage_error_.help.emplace_back("milepost help lists the verbs");
    } else {
      usage_error_.help.push_back(
          fmt::format("milepost help {} lists what it takes", syntax_.verb));
    }
  }

  const Syntax& syntax_;
  std::span<const std::string_view> words_;
  Arguments found_;
  UsageError usage_error_;
};

}  // namespace

std::span<const Option> common_options() { return kCommon; }

bool Arguments::has(std::string_view option) const {
  return std::ranges::find(given_, option, [](const auto& one) { return one.first; }) !=
         given_.end();
}

std::string_view Arguments::value(std::string_view option) const {
  for (const auto& [name, text] : std::views::reverse(given_)) {
    if (name == option) return text;
  }
  return {};
}

std::vector<std::string> Arguments::values(std::string_view option) const {
  std::vector<std::string> values;
  for (const auto& [name, text] : given_) {
    if (name != option) continue;
    std::string_view rest = text;
    while (!rest.empty()) {
      const auto [one, tail] = cut(rest, ',');
      if (!trim(one).empty()) values.emplace_back(trim(one));
      rest = tail;
    }
  }
  return values;
}

tl::expected<Arguments, UsageError> parse_options(const Syntax& syntax,
                                                  std::span<const std::string_view> words) {
  return Parser(syntax, words).parse();
}

void suggest(UsageError& usage_error, std::string_view word,
             std::span<const std::string_view> candidates) {
  std::string_view near;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const auto candidate : candidates) {
    const std::size_t slips = slips_between(lower(word), lower(candidate));
    if (slips >= least) continue;
    least = slips;
    near = candidate;
  }
  if (!near.empty()) usage_error.help.push_back(fmt::format("did you mean {}?", near));
}

std::string alternatives(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string with_choices(std::string_view help, std::span<const std::string_view> choices) {
  return choices.empty() ? std::string(help) : fmt::format("{}: {}", help, alternatives(choices));
}

}  // namespace milepost
