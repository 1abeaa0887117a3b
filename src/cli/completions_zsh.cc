// The script for zsh: for each verb the arguments of _arguments, which does the
// rest. It serves as a function that zsh loads when needed, and to be sourced.
#include <algorithm>

#include <fmt/format.h>

#include "cli/completions.h"

namespace milepost {

namespace {

constexpr std::string_view kHead =
    R"(#compdef milepost
# Completes the command line of milepost in zsh; made by: milepost completions zsh
)";

constexpr std::string_view kMain = R"zsh(
# Sets `where` to the folder that the command line names.
_milepost_where() {
  local name
  for name in -C --directory; do
    if (( $+opt_args[$name] )); then where=(-C ${${(Q)opt_args[$name]}/#\~\//$HOME/}); fi
  done
}

# LIST, then arguments for compadd: what milepost knows of it here.
_milepost_ask() {
  local name=$1 one
  local -a known after
  shift
  _milepost_where
  for one in ${(f)"$(command milepost complete $where $name -- ${(Q)PREFIX} 2>/dev/null)"}; do
    known+=("${${one%%$'\t'*}//:/\\:}:${one#*$'\t'}")
    if [[ $one == *:$'\t'* ]]; then after=(-S ''); fi
  done
  (( $#known )) && _describe -t $name $name known "$@" "${after[@]}"
}

_milepost() {
  local curcontext=$curcontext state verb ret=1
  local -a line known where
  local -A opt_args

  _milepost_known ''
  _arguments -C -S -A '-*' $known && return
  _milepost_where
  case $state in
    (verb) _milepost_verbs ''; return ;;
    (rest) ;;
    (*) return 1 ;;
  esac

  verb=$words[1]
  if (( CURRENT > 2 )) && _milepost_known "$verb $words[2]"; then
    verb="$verb $words[2]"
    shift words
    (( CURRENT-- ))
  fi
  if (( CURRENT == 2 )); then _milepost_verbs "$verb" && ret=0; fi
  if _milepost_known "$verb"; then
    curcontext="${curcontext%:*:*}:milepost-${verb// /-}:"
    _arguments -S $known && ret=0
  fi
  return ret
}

# Loaded by zsh, it completes at once; sourced, it says what it is for.
if [[ $funcstack[1] == _milepost ]]; then
  _milepost "$@"
else
  compdef _milepost milepost
fi
)zsh";

// With a backslash before each of the characters.
std::string escaped(std::string_view text, std::string_view characters) {
  std::string out;
  for (const char c : text) {
    if (characters.find(c) != characters.npos) out += '\\';
    out += c;
  }
  return out;
}

// An element of an array.
std::string entry(std::string_view text) { return fmt::format("      {}\n", quoted(text)); }

// A branch of a `case` that adds to the array.
std::string branch(std::string_view pattern, std::string_view entries) {
  return fmt::format("    ({}) known+=(\n{}    ) ;;\n", quoted(pattern), entries);
}

// For _describe: the word, a colon and what is said of it; it takes backslashes off.
std::string described(const std::vector<Candidate>& words) {
  std::string entries;
  for (const auto& one : words) {
    entries += entry(escaped(one.word, ":\\") + ':' + escaped(one.about, "\\"));
  }
  return entries;
}

std::string list_function(const WordList& list) {
  return fmt::format(
      "\n_milepost_{0}() {{\n  local -a known=(\n{1}  )\n"
      "  _describe -t {0} {0} known \"$@\"{2}\n}}\n",
      list.name, described(list.words), list.or_folder ? " || _directories \"$@\"" : "");
}

std::string asked_function(const Metavariable& asked) {
  return fmt::format("\n_milepost_{0}() {{ _milepost_ask {0} \"$@\"{1} }}\n", asked.list,
                     asked.otherwise == Completes::kFile ? " || _files \"$@\"" : "");
}

std::string verb_functions(std::span<const Verb* const> verbs) {
  std::string branches = branch("", described(next_words(verbs, "")));
  for (const auto group : groups(verbs)) {
    branches += branch(group, described(next_words(verbs, group)));
  }
  return "\n# WORDS: what may follow them in a verb.\n"
         "_milepost_verbs() {\n  local -a known\n  case $1 in\n" +
         branches +
         "  esac\n  (( $#known )) && _describe -t verbs verb known\n}\n"
         "\n# The same for an operand: what may follow those before it.\n"
         "_milepost_next_words() { _milepost_verbs \"$line[1,-2]\" }\n";
}

// What follows the name of a value or an operand: "PATH:_files".
std::string typed(const CommandLine& line, std::string_view metavariable,
                  std::span<const std::string_view> choices, bool many) {
  constexpr std::string_view kSpecial = " :\\'\"`$&;|<>()[]{}*?~#!^=";
  const auto [name, what, words, otherwise] = find_metavariable(line, metavariable);
  const WordList* list = find_list(line, words);
  std::string action = " ";  // shows the name, and completes nothing
  if (!choices.empty()) {
    action.clear();
    for (const auto choice : choices) action += ' ' + escaped(choice, kSpecial);
    action = many ? "_sequence compadd -" + action : '(' + action.substr(1) + ')';
  } else if (what == Completes::kFile) {
    action = "_files";
  } else if (what == Completes::kFolder) {
    action = "_directories";
  } else if (what == Completes::kVerb) {
    action = "_milepost_next_words";
  } else if (what == Completes::kAsked) {
    action = fmt::format("{}_milepost_{}", many ? "_sequence " : "", words);
  } else if (list != nullptr) {
    action = fmt::format("{}_milepost_{}", many ? "_sequence " : "", list->name);
  }
  return fmt::format(":{}:{}", metavariable, action);
}

// Arguments of _arguments for the options, each on a line of its own.
std::string option_lines(const CommandLine& line, std::span<const Option> options) {
  std::string lines;
  for (const auto& option : options) {
    const bool valued = !option.value.empty();
    const bool paired = !option.short_name.empty();
    std::string before;
    if (paired) before = fmt::format("({} {})", option.short_name, option.name);
    if (option.list) before = "*";  // again and again
    const std::string after =
        fmt::format("[{}]{}", escaped(option.help, "[]:\\"),
                    valued ? typed(line, option.value, option.choices, option.list) : "");
    if (paired) {
      lines += entry(fmt::format("{}{}{}{}", before, option.short_name, valued ? "+" : "", after));
    }
    lines += entry(fmt::format("{}{}{}{}", before, option.name, valued ? "=" : "", after));
    if (!option.alias.empty()) {
      lines += entry(fmt::format("!{}{}{}{}", before, option.alias, valued ? "=" : "", after));
    }
  }
  return lines;
}

std::string operand_lines(const CommandLine& line, const Operands& operands) {
  const auto names = operand_names(operands);
  std::string lines;
  for (std::size_t i = 0; i < operands.most; ++i) {
    const std::string_view name = names[std::min(i, names.size() - 1)];
    const bool rest = i + 1 >= names.size() && operands.most == Operands::kAny;
    lines +=
        entry((rest ? "*" : std::to_string(i + 1)) + typed(line, name, operands.choices, false));
    if (rest) break;
  }
  return lines;
}

std::string known_function(const CommandLine& line) {
  std::string branches =
      branch("", option_lines(line, line.options) + entry("1: :->verb") + entry("*:: :->rest"));
  for (const Verb* verb : line.verbs) {
    branches +=
        branch(verb->name, option_lines(line, verb->options) + operand_lines(line, verb->operands));
  }
  return "\n# VERB: sets `known` to what _arguments is to know; fails when there is no such "
         "verb.\n"
         "_milepost_known() {\n  known=(\n" +
         option_lines(line, common_options()) + "  )\n  case $1 in\n" + branches +
         "    (*) return 1 ;;\n  esac\n}\n";
}

}  // namespace

std::string zsh_completions(const CommandLine& line) {
  std::string script(kHead);
  for (const auto& list : line.lists) script += list_function(list);
  for (const auto& asked : asked_lists(line)) script += asked_function(asked);
  script += verb_functions(line.verbs) + known_function(line);
  return script.append(kMain);
}

}  // namespace milepost
