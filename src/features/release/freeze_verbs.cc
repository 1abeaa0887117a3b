// The verbs about one freeze: what is done at it, undone, and posted.
#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/common_verbs.h"
#include "features/release/freeze.h"
#include "features/release/freeze_text.h"
#include "features/release/messages.h"
#include "features/release/messages_text.h"
#include "features/release/undo.h"

namespace milepost::release {

namespace {

constexpr std::string_view kMessageFormats[] = {"markdown", "json", "mail"};

constexpr Option kFreezeOptions[] = {
    {"--apply", "", "", "record it: who met the freeze, and who is removed"},
    {"--undo", "", "", "undo what applying it recorded, while nobody acted on that"},
    {.name = "--except",
     .short_name = "",
     .value = "PROPOSAL",
     .help = "leave these out, by numbers or paths; with --reason",
     .list = true},
    {"--reason", "", "TEXT", "why they are left out, or why it is undone; recorded with it"},
    {"--dry-run", "", "", "record nothing, say what would be recorded"},
    {"--format", "", "FORMAT", "how to write it; markdown has the messages to post",
     kTextJsonOrMarkdown},
    kAsOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
    {"--quiet", "-q", "", "without what is missing"},
};

constexpr Option kMessagesOptions[] = {
    {"--format", "", "FORMAT", "how to write them; mail has drafts in the mbox form",
     kMessageFormats},
    {"--unposted", "", "", "only those that are not posted yet"},
    {"--posted", "", "", "record that they are posted"},
    {"--where", "", "TEXT", "of --posted: where; recorded with it"},
    {"--dry-run", "", "", "of --posted: record nothing, say what would be recorded"},
    kAsOption,
    kStoreOption,
    kProcessOption,
    kNowOption,
};

FreezeOptions freeze_options(const Arguments& arguments, const std::string& release) {
  FreezeOptions options;
  options.release = release;
  options.freeze = arguments.operands()[1];
  options.actor = identity_of(arguments);
  options.apply = arguments.has("--apply");
  options.dry_run = arguments.has("--dry-run");
  options.except = arguments.values("--except");
  options.reason = arguments.value("--reason");
  return options;
}

bool any_recorded(const std::vector<FreezeRow>& rows, bool dry_run) {
  return !dry_run &&
         std::ranges::any_of(rows, [](const FreezeRow& row) { return row.refused.empty(); });
}

// Says which rows were refused; the exit status.
int report_refused_rows(const std::vector<FreezeRow>& rows, bool dry_run, Console& console) {
  std::vector<RefusedRow> refused;
  for (const FreezeRow& row : rows) {
    if (!row.refused.empty()) refused.push_back({row.proposal.called(), row.refused});
  }
  return report_refused(refused, rows.size(), dry_run, console);
}

int run_undo(const Workspace& workspace, const FreezeOptions& options, std::string_view format,
             Console& console) {
  const auto undo = undo_freeze(workspace, options);
  if (!undo) return console.report_error("nothing was recorded: " + undo.error().message);
  report_notes(undo->notes, console);
  if (format == "json") console.out += render_undo_json(*undo);
  if (!undo->refused()) {
    if (format != "json") console.out += render_undo_text(*undo);
    if (!options.dry_run && !undo->rows.empty()) report_recorded(workspace, console);
    return kClean;
  }
  std::string message = fmt::format("nothing was recorded: the {} of {} was acted on since",
                                    undo->title, undo->release);
  for (const FreezeRow& row : undo->rows) {
    message += fmt::format("\n{}: {}", row.proposal.heading(), row.refused);
  }
  return console.report_error({message, {"--except leaves them as they are and undoes the rest"}});
}

// The messages are for people elsewhere: paths are from the root.
std::string as_markdown(const FreezePlan& plan) {
  FreezeMessages made;
  made.plan = plan;
  for (std::size_t i = 0; i < plan.steps.size(); ++i) {
    if (const auto kind = message_kind(plan, plan.steps[i])) made.messages.push_back({i, *kind});
  }
  return render_messages_markdown(made);
}

int run_freeze(const Arguments& arguments, Console& console) {
  if (arguments.has("--apply") && arguments.has("--undo")) {
    return console.report_error("apply it or undo it: not both");
  }
  const bool writes =
      (arguments.has("--apply") || arguments.has("--undo")) && !arguments.has("--dry-run");
  const auto opened = open_release(arguments, 0, writes ? Access::kWrite : Access::kRead);
  if (!opened) return console.report_error(opened.error());
  const FreezeOptions options = freeze_options(arguments, opened->release);
  const std::string_view format = arguments.value("--format");
  if (arguments.has("--undo")) return run_undo(*opened->workspace, options, format, console);
  const auto workspace =
      format == "markdown" || format == "json" ? opened->workspace->from_root() : opened->workspace;
  const auto plan = freeze_release(*workspace, options);
  if (!plan) {
    return console.report_error(options.apply ? "nothing was recorded: " + plan.error().message
                                              : plan.error().message);
  }
  if (any_recorded(plan->rows, plan->dry_run || !options.apply))
    report_recorded(*workspace, console);
  const int status = report_refused_rows(plan->rows, plan->dry_run, console);
  if (status == kCouldNotRun) return status;
  console.out += format == "json" ? render_freeze_json(*plan)
                 : format == "markdown"
                     ? as_markdown(*plan)
                     : render_freeze_text(*plan, text_options(arguments, console));
  return report_view(plan->view, console) ? status : kCouldNotRun;
}

void report_posted(const FreezeMessages& made, bool dry_run, Console& console) {
  for (const FreezeRow& row : made.rows) {
    if (!row.refused.empty()) continue;
    console.out += fmt::format("{}{}: {}\n", dry_run ? "would record: " : "",
                               printable(row.proposal.heading()), printable(row.text));
  }
  if (made.rows.empty()) console.out += "nothing is left to post; nothing was recorded\n";
}

// Silence could be taken for a mistake.
std::string why_no_message(const FreezeMessages& made, const MessagesOptions& options) {
  const std::string freeze =
      printable(fmt::format("the {} of {}", made.plan.title, made.plan.view.calendar.release));
  if (options.unposted) return fmt::format("no message about {} is left to post\n", freeze);
  const auto& named = options.subjects;
  return fmt::format("no message: {} part in {}\n",
                     named.empty()       ? "no proposal takes"
                     : named.size() == 1 ? printable(named.front()) + " takes no"
                                         : "none of those that were named takes",
                     freeze);
}

int run_messages(const Arguments& arguments, Console& console) {
  const bool writes = arguments.has("--posted") && !arguments.has("--dry-run");
  const auto opened = open_release(arguments, 0, writes ? Access::kWrite : Access::kRead);
  if (!opened) return console.report_error(opened.error());
  MessagesOptions options;
  options.release = opened->release;
  options.freeze = arguments.operands()[1];
  options.subjects.assign(arguments.operands().begin() + 2, arguments.operands().end());
  options.unposted = arguments.has("--unposted");
  options.posted = arguments.has("--posted");
  options.dry_run = arguments.has("--dry-run");
  options.where = arguments.value("--where");
  options.actor = identity_of(arguments);
  const auto made = freeze_messages(*opened->workspace, options);
  if (!made) {
    return console.report_error(options.posted ? "nothing was recorded: " + made.error().message
                                               : made.error().message);
  }
  if (options.posted) {
    report_posted(*made, options.dry_run, console);
    if (any_recorded(made->rows, options.dry_run)) report_recorded(*opened->workspace, console);
    return report_refused_rows(made->rows, options.dry_run, console);
  }
  const std::string_view format = arguments.value("--format");
  console.out += format == "json"   ? render_messages_json(*made)
                 : format == "mail" ? render_messages_mail(*made)
                                    : render_messages_markdown(*made);
  if (made->messages.empty()) console.err += why_no_message(*made, options);
  return report_view(made->plan.view, console) ? kClean : kCouldNotRun;
}

constexpr Example kFreezeExamples[] = {
    {"milepost release freeze v1.38 prr", "what would be done"},
    {"milepost release freeze v1.38 prr --apply --dry-run", "what would be recorded"},
    {"milepost release freeze v1.38 prr --apply --as release-lead", "do it"},
    {"milepost release freeze v1.38 prr --apply --except 4211,4307 --reason \"ill\"",
     "two that did not meet it are not removed"},
    {"milepost release freeze v1.38 prr --undo --reason \"the date was wrong\"", "undo all of it"},
};
constexpr Example kMessagesExamples[] = {
    {"milepost release messages v1.38 prr", "what to post, for each proposal"},
    {"milepost release messages v1.38 prr 4211 --format mail > drafts", "to open as a mailbox"},
    {"milepost release messages v1.38 prr --unposted", "what is still to be posted"},
    {"milepost release messages v1.38 prr --posted --as release-lead", "they are posted"},
};

}  // namespace

extern constinit const Verb kReleaseFreezeVerb{
    "release freeze",
    kReleasing,
    "do what is done at a freeze",
    "Shows what is to be done: who met the freeze, who is removed, what to tell them. With "
    "--apply, once the freeze has passed, it is recorded; again records nothing "
    "twice. What --except leaves out is not removed, then and when it is applied again; the reason "
    "is recorded. --undo undoes what applying it recorded. Where somebody acted on that since "
    "(asked for an exception, deferred it, applied a later freeze) nothing is undone, unless "
    "--except leaves those out. When the date has moved to a later day since, it says what would "
    "come back.",
    kFreezeOptions,
    {"RELEASE FREEZE", "the release, then the freeze: prr, or in full prr-freeze", 2, 2},
    kFreezeExamples,
    "0 shown, or recorded\n1 some were refused, the others are recorded\n2 could not run, or you "
    "may not: nothing is recorded",
    run_freeze,
};

extern constinit const Verb kReleaseMessagesVerb{
    "release messages",
    kReleasing,
    "write what to post about a freeze",
    "For each proposal, or those that are named: where it stands, what is there and what is "
    "missing "
    "with files and lines, by when, whom to ask, and how to ask for an exception, in words for "
    "people who do not have milepost. Before a freeze they are reminders; afterwards they are made "
    "from the record and from what held when it passed, as often as they are asked for. --posted "
    "records that they were posted.",
    kMessagesOptions,
    {"RELEASE FREEZE PROPOSAL",
     "the release, the freeze, then proposals by their numbers or paths; none: all", 2,
     Operands::kAny},
    kMessagesExamples,
    "0 shown, or recorded\n1 some were refused, the others are recorded\n2 could not run, or you "
    "may not: nothing is recorded",
    run_messages,
};

}  // namespace milepost::release
