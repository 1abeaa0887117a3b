// The script for bash: functions that know the tables, and one that walks the
// words up to the cursor. It needs bash alone, not the package bash-completion.
#include <fmt/format.h>

#include "cli/completions.h"

namespace milepost {

namespace {

constexpr std::string_view kHead =
    R"(# Completes the command line of milepost in bash; made by: milepost completions bash
#
# The functions below add to `words` what may stand at the cursor, set `ask` where
# milepost knows it, `paths` where files or folders may stand, and `list` where
# commas join several words.
)";

constexpr std::string_view kWalk = R"(
# Sets `typed` to the words up to the cursor: bash also breaks them at = and :, where
# no space is between.
_milepost_typed() {
  local rest=${COMP_LINE:0:COMP_POINT} word i
  typed=()
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 0)) && [[ -n $word && $rest != [[:space:]]* ]]; then
      typed[${#typed[@]} - 1]+=$word
    else
      typed+=("$word")
      rest=${rest#"${rest%%[![:space:]]*}"}
    fi
    rest=${rest#"$word"}
  done
}

# LIST TYPED: adds what milepost knows of it here.
_milepost_ask() {
  local word
  while IFS=$'\t' read -r word _; do
    words+=("$word")
  done < <(command milepost complete "${where[@]}" "$1" -- "$2" 2>/dev/null)
}

_milepost() {
  local cur kept='' given='' verb='' option='' ended='' word i broken='' quoted=''
  local typed=() where=() operands=() words=() ask='' paths='' list=''
  COMPREPLY=()
  _milepost_typed
  cur=${typed[${#typed[@]} - 1]}
  # Readline completes what follows an opening quote as it is, and closes it.
  if [[ $cur == [\"\']* ]]; then
    cur=${cur:1}
    quoted=yes
  fi
  # What readline keeps of the word at the cursor: it breaks words here, and before an @.
  broken=${cur%"${cur##*[=:@<>]}"}
  broken=${broken%@}
  if [[ -n $quoted ]]; then broken=''; fi

  for ((i = 1; i < ${#typed[@]} - 1; i++)); do
    word=${typed[i]}
    if [[ -n $option ]]; then
      if [[ $option == -C || $option == --directory ]]; then
        where=(-C "${word/#'~/'/$HOME/}")
      fi
      option=''
    elif [[ -z $ended && $word == -- ]]; then
      ended=yes
    elif [[ -z $ended && $word == -?* ]]; then
      if [[ $word == --directory=* || $word == -C?* ]]; then where=("$word"); fi
      if _milepost_value "$verb" "$word"; then option=$word; fi
    elif ((${#operands[@]} == 0)) && _milepost_is_verb "${verb:+$verb }$word"; then
      verb=${verb:+$verb }$word
    else
      operands+=("$word")
    fi
  done
  if [[ -z $verb ]] && ((${#operands[@]})); then return; fi

  words=() ask='' paths='' list=''
  if [[ -n $option ]]; then
    _milepost_value "$verb" "$option"
  elif [[ -z $ended && $cur == --*=* ]]; then
    kept=${cur%%=*}=
    cur=${cur#*=}
    _milepost_value "$verb" "${kept%=}"
  elif [[ -z $ended && $cur == -* ]]; then
    _milepost_options "$verb"
  else
    if ((${#operands[@]} == 0)); then _milepost_verbs "$verb"; fi
    _milepost_operand "$verb" "${operands[@]}"
    # Where no word can stand, options are all there is.
    if [[ -z $ended$paths$ask ]] && ((${#words[@]} == 0)); then _milepost_options "$verb"; fi
  fi

  if [[ -n $ask ]]; then _milepost_ask "$ask" "$cur"; fi
  if [[ -n $list ]]; then
    compopt -o nospace
    if [[ $cur == *,* ]]; then
      given=,${cur%,*},
      kept+=${cur%,*},
      cur=${cur##*,}
    fi
  fi
  for word in "${words[@]}"; do
    if [[ $word == "$cur"* && $given != *",$word,"* ]]; then
      word=$kept$word
      COMPREPLY+=("${word#"$broken"}")
    fi
  done
  # What ends with a colon is followed by a value.
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *: ]]; then compopt -o nospace; fi
  # Where no word fits, readline completes paths: it knows how they are quoted.
  case $paths in
    files) compopt -o default ;;
    folders) compopt -o dirnames ;;
  esac
}

complete -F _milepost milepost
)";

using Words = std::vector<std::string>;

std::string shell_word(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : quoted(text);
}

Words shell_words(std::span<const std::string_view> texts) {
  Words words;
  for (const auto text : texts) words.push_back(shell_word(text));
  return words;
}

Words shell_words(const std::vector<Candidate>& candidates) {
  Words words;
  for (const auto& candidate : candidates) words.push_back(shell_word(candidate.word));
  return words;
}

std::string add_words(const Words& words) {
  return fmt::format("words+=({})", fmt::join(words, " "));
}

// One branch of a `case`.
std::string branch(const Words& patterns, std::string_view statements) {
  return fmt::format("    {}) {} ;;\n", fmt::join(patterns, " | "), statements);
}

// Adds what may be typed for a value or an operand.
std::string statements(const CommandLine& line, std::string_view metavariable,
                       std::span<const std::string_view> choices) {
  if (!choices.empty()) return add_words(shell_words(choices));
  const auto [name, what, words, otherwise] = find_metavariable(line, metavariable);
  if (what == Completes::kAsked) {
    return fmt::format("ask={}{}", words, otherwise == Completes::kFile ? "; paths=files" : "");
  }
  if (what == Completes::kFile) return "paths=files";
  if (what == Completes::kFolder) return "paths=folders";
  if (what == Completes::kVerb) return "_milepost_verbs \"$*\"";
  const WordList* list = find_list(line, words);
  if (list == nullptr) return ":";
  return fmt::format("_milepost_{}{}", list->name, list->or_folder ? "; paths=folders" : "");
}

std::string list_function(const WordList& list) {
  return fmt::format("\n_milepost_{}() {{\n  words+=(\n    {}\n  )\n}}\n", list.name,
                     fmt::join(shell_words(list.words), "\n    "));
}

std::string verb_functions(const CommandLine& line) {
  Words begun;
  for (const auto& words : verbs_begun(line.verbs)) begun.push_back(shell_word(words));
  std::string next = branch({"''"}, add_words(shell_words(next_words(line.verbs, ""))));
  for (const auto group : groups(line.verbs)) {
    next += branch({shell_word(group)}, add_words(shell_words(next_words(line.verbs, group))));
  }
  return "\n# WORDS: a verb, or the first word of one.\n_milepost_is_verb() {\n  case $1 in\n" +
         branch(begun, "true") +
         "    *) false ;;\n  esac\n}\n"
         "\n# WORDS: what may follow them in a verb.\n_milepost_verbs() {\n  case $1 in\n" +
         next + "  esac\n}\n";
}

void add_names(Words& names, std::span<const Option> options) {
  for (const auto& option : options) {
    names.emplace_back(option.name);
    if (!option.short_name.empty()) names.emplace_back(option.short_name);
  }
}

// `verb` is "*" for the options of all of them.
std::string value_branches(const CommandLine& line, std::string_view verb,
                           std::span<const Option> options) {
  std::string branches;
  for (const auto& option : options) {
    if (option.value.empty()) continue;
    Words patterns;
    for (const auto name : {option.name, option.short_name, option.alias}) {
      if (name.empty()) continue;
      patterns.push_back(verb == "*" ? fmt::format("*{}", quoted(fmt::format(" {}", name)))
                                     : quoted(fmt::format("{} {}", verb, name)));
    }
    branches += branch(patterns, (option.list ? "list=yes; " : "") +
                                     statements(line, option.value, option.choices));
  }
  return branches;
}

std::string option_functions(const CommandLine& line) {
  Words names;
  add_names(names, line.options);
  std::string named = branch({"''"}, add_words(names));
  std::string values;
  for (const Verb* verb : line.verbs) {
    names.clear();
    add_names(names, verb->options);
    if (!names.empty()) named += branch({shell_word(verb->name)}, add_words(names));
    values += value_branches(line, verb->name, verb->options);
  }
  values += value_branches(line, "*", common_options());
  names.clear();
  add_names(names, common_options());
  return "\n# VERB: its options.\n_milepost_options() {\n  case $1 in\n" + named + "  esac\n  " +
         add_words(names) +
         "\n}\n"
         "\n# VERB OPTION: the option's value; fails when it takes none.\n"
         "_milepost_value() {\n  case \"$1 $2\" in\n" +
         values + "    *) false ;;\n  esac\n}\n";
}

// Adds what may stand as the operand after `$#` others.
std::string operand_statements(const CommandLine& line, const Operands& operands) {
  const auto names = operand_names(operands);
  if (names.size() < 2) {
    const std::string typed = statements(line, operands.name, operands.choices);
    return operands.most == Operands::kAny
               ? typed
               : fmt::format("if (($# < {})); then {}; fi", operands.most, typed);
  }
  std::string places = "case $# in";
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool more = i + 1 == names.size() && operands.most > names.size();
    places += fmt::format(" {}) {} ;;", more ? "*" : std::to_string(i),
                          statements(line, names[i], operands.choices));
  }
  return places + " esac";
}

std::string operand_function(const CommandLine& line) {
  std::string branches;
  for (const Verb* verb : line.verbs) {
    if (verb->operands.most == 0) continue;
    branches += branch({shell_word(verb->name)}, operand_statements(line, verb->operands));
  }
  return "\n# VERB WORDS: the operand after those.\n"
         "_milepost_operand() {\n  local verb=$1\n  shift\n  case $verb in\n" +
         branches + "  esac\n}\n";
}

}  // namespace

std::string bash_completions(const CommandLine& line) {
  std::string script(kHead);
  for (const auto& list : line.lists) script += list_function(list);
  script += verb_functions(line) + option_functions(line) + operand_function(line);
  return script.append(kWalk);
}

}  // namespace milepost
