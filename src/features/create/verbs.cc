#include "features/common/verbs.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "cli/dialogue.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/create/formats.h"
#include "features/create/new_proposal.h"
#include "workspace/names.h"

namespace milepost::create {

namespace {

constexpr Option kOptions[] = {
    {"--group", "", "GROUP", "the group it belongs to; GROUP/FOLDER for one of its subprojects"},
    {"--number", "", "N",
     "its number, where the process does not give numbers out; a candidate's brings its title and "
     "group"},
    {"--kind", "", "KIND", "of this kind (the first of the process)"},
    {"--slug", "", "NAME", "name files after this instead of the title"},
    {"--author", "", "HANDLES", "who writes it (you)", {}, true},
    {"--confirm", "", "IDS", "these criteria of the kind hold; all: each of them does", {}, true},
    kAsOption,
    kNowOption,
    kStoreOption,
    kProcessOption,
    {"--format", "", "FORMAT", "how to write the answer", kTextOrJson},
    {"--dry-run", "", "", "make nothing; print the files as a diff"},
    {"--yes", "-y", "", "go on although a proposal has the same title, or a group is new"},
};

constexpr Example kExamples[] = {
    {"milepost new \"Faster probes\" --group sig-node --number 4211", "a proposal for an issue"},
    {"milepost new --number 6122", "the text of a candidate, with its title and group"},
    {"milepost new", "at a terminal: asks for what it needs"},
    {"milepost new \"Review rotation\" --kind process --confirm all", "of another kind"},
    {"milepost new \"Faster probes\" --group sig-node --number 4211 --dry-run",
     "what would it be?"},
};

// Asks for what the command line left open. False when the input ends.
class Interview {
 public:
  Interview(const Drafting& drafting, NewOptions& options)
      : drafting_(drafting), options_(options) {}

  // A number that will not do is reported before anything is asked, and asked for in its turn.
  void check_number() {
    if (options_.number.empty()) return;
    const auto checked = drafting_.check_answer(Answer::kNumber, options_);
    if (checked) return;
    tell(fmt::format("  {}\n", printable(checked.error().message)));
    options_.number.clear();
  }

  // The title comes first, since it may turn out that there is such a proposal.
  bool ask_title() {
    return fill(options_.title, Answer::kTitle, [] { return ask_for("Title"); });
  }

  bool ask_rest() {
    const Process& process = drafting_.process();
    return ask_kind(process) && ask_criteria(process) &&
           (!drafting_.wants_group() ||
            fill(options_.group, Answer::kGroup, [&] { return ask_group(); })) &&
           (process.layout.numbering != Numbering::kGiven ||
            fill(options_.number, Answer::kNumber, [] { return ask_number(); })) &&
           ask_author();
  }

  // Whether a criterion of the kind was said not to hold.
  bool declined() const { return declined_; }

 private:
  // Until there is an answer that will do; what was answered before stays.
  template <typename Ask>
  bool fill(std::string& value, Answer which, Ask ask) {
    while (true) {
      if (value.empty()) {
        auto answer = ask();
        if (!answer) return false;
        value = std::move(*answer);
      }
      const auto checked = drafting_.check_answer(which, options_);
      if (checked) return true;
      tell(fmt::format("  {}\n", printable(as_asked(checked.error().message))));
      value.clear();
    }
  }

  // Nobody has typed the options that messages speak of.
  static std::string as_asked(std::string message) {
    if (message.starts_with("--")) message.replace(0, message.find(' '), "the answer");
    message.resize(std::min(message.find("; --yes"), message.size()));
    return message;
  }

  bool ask_kind(const Process& process) {
    if (process.kinds.size() < 2) return true;
    std::vector<std::string> kinds;
    for (const Kind& kind : process.kinds) kinds.push_back(kind.id);
    const std::string question = fmt::format("Kind ({})", fmt::join(kinds, ", "));
    return fill(options_.kind, Answer::kKind, [&] { return ask_for(question, kinds.front()); });
  }

  // One that does not hold settles it; what follows from that is reported later.
  bool ask_criteria(const Process& process) {
    const Kind* kind = process.find_kind(options_.kind);
    if (!kind) return true;
    for (const Criterion* criterion : drafting_.unconfirmed(*kind, options_)) {
      const auto holds = confirm(printable(criterion->question) + "?");
      if (!holds) return false;
      if (*holds) options_.confirmed.push_back(criterion->id);
      if (!*holds) declined_ = true;
    }
    return true;
  }

  // Also as "#4211", as it is written elsewhere.
  static std::optional<std::string> ask_number() {
    auto answer = ask_for("Number of the tracking issue");
    if (!answer || number_in(*answer).empty()) return answer;
    return std::string(number_in(*answer));
  }

  std::optional<std::string> ask_group() {
    const std::vector<std::string> known = drafting_.groups();
    const std::string question =
        known.empty() ? "Group" : fmt::format("Group ({})", fmt::join(known, ", "));
    while (true) {
      auto answer = ask_for(printable(question));
      if (!answer) return std::nullopt;
      const auto doubt = doubt_of(*answer);
      if (!doubt) return answer;
      tell(fmt::format("  {}\n", printable(*doubt)));
      const auto begin = confirm("Begin it as a new group?");
      if (!begin) return std::nullopt;
      if (!*begin) continue;
      options_.yes = true;  // which is asked of nothing else after this
      return answer;
    }
  }

  // What is wrong with a group that could be begun all the same; those on a roster are all there
  // are.
  std::optional<std::string> doubt_of(const std::string& group) const {
    const Field* const field = drafting_.process().field(FieldRole::kGroup);
    if (field && !field->roster.empty()) return std::nullopt;
    NewOptions tried = options_;
    tried.group = group;
    const auto checked = drafting_.check_answer(Answer::kGroup, tried);
    tried.yes = true;
    if (checked || !drafting_.check_answer(Answer::kGroup, tried)) return std::nullopt;
    return as_asked(checked.error().message);
  }

  bool ask_author() {
    if (!drafting_.wants_author() || !options_.authors.empty()) return true;
    const auto me = drafting_.identity(options_.me);
    if (!me || !me->empty()) return true;  // what is wrong is reported later
    return fill(options_.me, Answer::kAuthor, [] { return ask_for("Your handle, such as @jane"); });
  }

  const Drafting& drafting_;
  NewOptions& options_;
  bool declined_ = false;
};

std::string quoted(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](char c) {
    return is_alpha(c) || is_digit(c) ||
           std::string_view("-_./@,").find(c) != std::string_view::npos;
  });
  if (plain && !word.empty()) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// The command that begins with what was answered already.
std::string command_of(const NewOptions& options) {
  std::string command = "milepost new";
  const auto add = [&](std::string_view option, const std::string& value) {
    if (!value.empty()) command += fmt::format("{}{}", option, quoted(value));
  };
  add(" ", options.title);
  add(" --kind ", options.kind);
  add(" --confirm ", fmt::format("{}", fmt::join(options.confirmed, ",")));
  add(" --group ", options.group);
  add(" --number ", options.number);
  add(" --slug ", options.slug);
  add(" --author ", fmt::format("{}", fmt::join(options.authors, ",")));
  add(" --as ", options.me);
  if (options.yes || options.another) command += " --yes";
  return printable(command);
}

// What was answered, as a command to go on with: of a kind whose criteria do not hold, as another.
std::string command_after_refusal(const Process& process, NewOptions options, bool declined) {
  const auto other = std::ranges::find_if(
      process.kinds, [&](const Kind& kind) { return kind.id != options.kind; });
  if (!declined || other == process.kinds.end()) {
    return command_of(options) + " has all that was answered";
  }
  options.kind = other->id;
  options.confirmed.clear();
  return fmt::format("{} goes on with it as a {}", command_of(options), printable(other->id));
}

int give_up(const NewOptions& options, Console& console) {
  console.report_error(
      {"nothing was made", options.title.empty()
                               ? std::vector<std::string>()
                               : std::vector{command_of(options) + " goes on from here"}});
  return kFound;
}

void print_diff(const NewFiles& files, Console& console) {
  for (const FileChange& change : files.changes) {
    console.out += shown_change(change, console);
  }
}

int run_new(const Arguments& arguments, Console& console) {
  const auto workspace = open_workspace(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto drafting = Drafting::open(**workspace);
  if (!drafting) return console.report_error(drafting.error().message);
  NewOptions options;
  options.title = fmt::format("{}", fmt::join(arguments.operands(), " "));
  options.group = arguments.value("--group");
  options.number = arguments.value("--number");
  options.kind = arguments.value("--kind");
  options.slug = arguments.value("--slug");
  options.authors = arguments.values("--author");
  options.confirmed = arguments.values("--confirm");
  options.me = identity_of(arguments);
  options.yes = arguments.has("--yes");

  drafting->fill_from_candidate(options);
  const bool asks = console.can_ask();
  Interview interview(*drafting, options);
  if (asks) interview.check_number();
  if (asks && !interview.ask_title()) return give_up(options, console);
  if (options.title.empty() && !asks) {
    return console.report_error(
        {"which title? it comes after the verb", {"milepost new \"TITLE\""}});
  }
  const auto similar = drafting->similar(options.title);
  if (!similar.empty()) {
    const std::string shown = "proposals with a similar title:\n" + render_similar(similar);
    if (asks) {
      tell(shown);
      const auto go_on = options.yes ? std::optional(true) : confirm("Go on with a new one?");
      if (!go_on.value_or(false)) return give_up(options, console);
      options.another = true;
    } else {
      console.err += shown;
    }
  }
  if (asks && !interview.ask_rest()) return give_up(options, console);

  const bool dry_run = arguments.has("--dry-run");
  const auto files = dry_run ? drafting->plan(options) : drafting->make(options);
  if (!files) {
    std::vector<std::string> help;
    if (asks) {
      help.push_back(command_after_refusal(drafting->process(), options, interview.declined()));
    }
    return console.report_error({files.error().message, std::move(help)});
  }
  if (arguments.value("--format") == "json") {
    console.out += render_created_json(files->created);
  } else if (dry_run) {
    print_diff(*files, console);
  } else {
    console.out += render_created_text(files->created);
  }
  if (!dry_run && !files->created.recorded.empty()) {
    console.err +=
        fmt::format("criteria of the kind {} confirmed: {}\n", printable(files->kind),
                    printable(fmt::format("{}", fmt::join(files->created.recorded, ", "))));
    report_recorded(**workspace, console);
  }
  return kClean;
}

}  // namespace

extern constinit const Verb kNewVerb{
    "new",
    kWriting,
    "make a proposal from its template",
    "Makes the folder or file of a new proposal where the process keeps them, from the template "
    "of its kind, with title, number, group, authors, status and dates filled in. Instructions "
    "stay as comments until you have followed them. All files are made, or none; nothing that is "
    "there is overwritten.\n"
    "\n"
    "Proposals with a similar title are listed first: a feature has one proposal for life. At a "
    "terminal milepost asks for what is missing; elsewhere that is an error.\n"
    "\n"
    "The repository's own template, and the metadata beside it, is the template where it has one: "
    "the proposal begins with that text and has no other fields. Criteria of a kind that such "
    "metadata has no field for go into the record.\n"
    "\n"
    "Where the process gives numbers out, the next one is reserved before anything is written, as "
    "refs/milepost/numbers/N in git. To settle it between clones, push what you reserved: "
    "git push origin 'refs/milepost/numbers/*'",
    kOptions,
    {"TITLE", "what the proposal is about, in a few words", 0, Operands::kAny},
    kExamples,
    "0 made, or shown with --dry-run\n"
    "1 not made, because you said no\n"
    "2 could not be made",
    run_new,
};

}  // namespace milepost::create
