// The script for fish: one `complete` for each word, under the condition that
// the command line up to the cursor has come to the verb it belongs to.
#include <fmt/format.h>

#include "cli/completions.h"

namespace milepost {

namespace {

constexpr std::string_view kHead =
    R"(# Completes the command line of milepost in fish; made by: milepost completions fish
)";

constexpr std::string_view kWalk = R"(
# Prints the verb up to the cursor, as far as it has come, then the operands.
function __milepost_line
    set -l verb ''
    set -l operands
    set -l option ''
    set -l ended ''
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            set option ''
        else if test -z "$ended" -a "x$word" = x--
            set ended yes
        else if test -z "$ended"; and string match -qr -- '^-.' $word
            if __milepost_takes_value "$verb" $word
                set option $word
            end
        else if test -z "$operands"; and __milepost_is_verb (string trim -- "$verb $word")
            set verb (string trim -- "$verb $word")
        else
            set -a operands $word
        end
    end
    printf '%s\n' "$verb" $operands
end

# VERB: whether the command line has come to it.
function __milepost_at
    set -l line (__milepost_line)
    test "$line[1]" = "$argv[1]"
end

# VERB NUMBER [NUMBER]: whether it is followed by so many operands or more, and by
# fewer than the second number.
function __milepost_operand
    set -l line (__milepost_line)
    test "$line[1]" = "$argv[1]" -a (count $line) -gt $argv[2]
    and test -z "$argv[3]" -o (count $line) -le "$argv[3]"
end

# The words of a verb that may follow those given as operands.
function __milepost_next_words
    set -l line (__milepost_line)
    __milepost_verbs "$line[2..-1]"
end

# What is typed of a value, without the option before it.
function __milepost_typed
    commandline -ct | string replace -r -- '^(--[^=]*=|-[^-])' '' | string replace -r -- '^["\']' ''
end

# The folder that the command line names, as milepost takes it.
function __milepost_where
    set -l option ''
    for word in (commandline -opc)[2..-1]
        if test -n "$option"
            printf '%s\n' -C (string replace -r -- '^~/' "$HOME/" $word)
            set option ''
        else if contains -- $word -C --directory
            set option $word
        else if string match -qr -- '^(-C.|--directory=)' $word
            printf '%s\n' $word
        end
    end
end

# LIST: what milepost knows of it here.
function __milepost_ask
    command milepost complete (__milepost_where) $argv[1] -- (__milepost_typed) 2>/dev/null
end

function __milepost_folders
    __fish_complete_directories (__milepost_typed)
end

# Puts before every word what stands before the last comma at the cursor, and
# leaves out the words given there.
function __milepost_list
    set -l before (__milepost_typed | string match -r -- '^.*,')
    while read -l -d \t word about
        if not contains -- $word (string split , -- $before)
            printf '%s%s\t%s\n' "$before" $word $about
        end
    end
end
)";

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + '\'';
}

std::string fish_word(std::string_view text) {
  return is_plain_word(text) ? std::string(text) : fish_quoted(text);
}

// Prints words, each with what is said of it.
std::string print_words(const std::vector<Candidate>& words, std::string_view indent) {
  std::string out = fmt::format("{}printf '%s\\t%s\\n'", indent);
  for (const auto& one : words) {
    out += fmt::format(" \\\n{}    {} {}", indent, fish_word(one.word), fish_quoted(one.about));
  }
  return out + '\n';
}

std::string list_function(const WordList& list) {
  return fmt::format("\nfunction __milepost_{}\n{}end\n", list.name,
                     print_words(list.words, "    "));
}

std::string verb_functions(std::span<const Verb* const> verbs) {
  std::string begun;
  for (const auto& words : verbs_begun(verbs)) begun += ' ' + fish_word(words);
  std::string next = "        case ''\n" + print_words(next_words(verbs, ""), "            ");
  for (const auto group : groups(verbs)) {
    next += fmt::format("        case {}\n{}", fish_word(group),
                        print_words(next_words(verbs, group), "            "));
  }
  return "\n# WORDS: whether they are a verb, or the first word of one.\n"
         "function __milepost_is_verb\n    contains -- $argv[1]" +
         begun +
         "\nend\n"
         "\n# WORDS: what may follow them in a verb.\n"
         "function __milepost_verbs\n    switch $argv[1]\n" +
         next + "    end\nend\n";
}

std::string value_function(std::span<const Verb* const> verbs) {
  std::string cases;
  const auto add = [&](std::string_view verb, std::span<const Option> options) {
    for (const auto& option : options) {
      if (option.value.empty()) continue;
      for (const auto name : {option.name, option.short_name, option.alias}) {
        if (!name.empty()) cases += ' ' + fish_quoted(fmt::format("{} {}", verb, name));
      }
    }
  };
  for (const Verb* verb : verbs) add(verb->name, verb->options);
  add("*", common_options());
  return "\n# VERB OPTION: whether the option takes a value.\n"
         "function __milepost_takes_value\n    switch \"$argv[1] $argv[2]\"\n        case" +
         cases + "\n            return 0\n    end\n    return 1\nend\n";
}

// Flags of `complete` that say what may be typed for a value or an operand.
std::string typed(const CommandLine& line, std::string_view metavariable,
                  std::span<const std::string_view> choices, bool many) {
  std::string from;
  const auto [name, what, words, otherwise] = find_metavariable(line, metavariable);
  const WordList* list = find_list(line, words);
  if (!choices.empty()) {
    for (const auto choice : choices) from += (from.empty() ? "" : " ") + fish_word(choice);
    if (many) from = fmt::format("(printf '%s\\n' {} | __milepost_list)", from);
  } else if (what == Completes::kFile) {
    return " -F";
  } else if (what == Completes::kFolder) {
    from = "(__milepost_folders)";
  } else if (what == Completes::kVerb) {
    from = "(__milepost_next_words)";
  } else if (what == Completes::kAsked) {
    from = fmt::format("(__milepost_ask {}{})", words, many ? " | __milepost_list" : "");
    if (otherwise == Completes::kFile) return " -F -a " + fish_quoted(from);
  } else if (list != nullptr) {
    from = fmt::format("(__milepost_{}{}{})", list->name,
                       list->or_folder ? "; __milepost_folders" : "",
                       many ? " | __milepost_list" : "");
  }
  return from.empty() ? "" : " -a " + fish_quoted(from);
}

std::string complete(std::string_view condition, std::string_view flags) {
  const std::string when = condition.empty() ? "" : " -n " + fish_quoted(condition);
  return fmt::format("complete -c milepost{}{}\n", when, flags);
}

std::string complete_options(const CommandLine& line, std::string_view condition,
                             std::span<const Option> options) {
  std::string out;
  for (const auto& option : options) {
    std::string flags;
    if (!option.short_name.empty()) flags += fmt::format(" -s {}", option.short_name.substr(1));
    flags += fmt::format(" -l {} -d {}", option.name.substr(2), fish_quoted(option.help));
    std::string alias_flags =
        option.alias.empty() ? "" : fmt::format(" -l {}", option.alias.substr(2));
    if (!option.value.empty()) {
      const std::string value = typed(line, option.value, option.choices, option.list);
      for (std::string* const one : {&flags, &alias_flags}) {
        *one += (value.starts_with(" -F") ? " -r" : " -x") + value;
      }
    }
    out += complete(condition, flags);
    // Once it has been typed: it is not listed.
    if (!option.alias.empty()) {
      out += complete(
          fmt::format("{}; and contains -- {} (commandline -opc)", condition, option.alias),
          alias_flags);
    }
  }
  return out;
}

std::string complete_operands(const CommandLine& line, const Verb& verb) {
  const std::string name = fish_word(verb.name);
  const Operands& operands = verb.operands;
  if (operands.most == 0) return {};
  const auto names = operand_names(operands);
  std::string out;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string words = typed(line, names[i], operands.choices, false);
    const bool last = i + 1 == names.size();
    const std::size_t end = last ? operands.most : i + 1;
    if (words.empty()) continue;
    std::string condition = fmt::format("__milepost_operand {} {}", name, i);
    if (end != Operands::kAny) condition += fmt::format(" {}", end);
    out += complete(i == 0 && end == Operands::kAny ? "__milepost_at " + name : condition, words);
  }
  return out;
}

std::string complete_verb(const CommandLine& line, const Verb& verb) {
  return fmt::format("\n# milepost {}\n", verb.name) +
         complete_options(line, "__milepost_at " + fish_word(verb.name), verb.options) +
         complete_operands(line, verb);
}

}  // namespace

std::string fish_completions(const CommandLine& line) {
  std::string script(kHead);
  for (const auto& list : line.lists) script += list_function(list);
  script += verb_functions(line.verbs) + value_function(line.verbs);
  script.append(kWalk);
  script += '\n' + complete("", " -f") + complete_options(line, "", common_options()) +
            complete_options(line, "__milepost_at ''", line.options) +
            complete("__milepost_operand '' 0 1", " -a '(__milepost_verbs \"\")'");
  for (const auto group : groups(line.verbs)) {
    const std::string name = fish_word(group);
    script += complete(fmt::format("__milepost_operand {} 0 1", name),
                       " -a " + fish_quoted("(__milepost_verbs " + name + ")"));
  }
  for (const Verb* verb : line.verbs) script += complete_verb(line, *verb);
  return script;
}

}  // namespace milepost
