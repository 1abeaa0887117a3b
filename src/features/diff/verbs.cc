#include "features/common/verbs.h"

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "features/diff/diff.h"
#include "features/diff/formats.h"
#include "workspace/names.h"

namespace milepost::diff {

namespace {

constexpr Option kOptions[] = {
    {"--approved", "", "", "compare with the text that was approved last, instead of a revision"},
    {"--role", "", "ROLE", "with --approved: as what, such as approver or prr"},
    {"--by", "", "HANDLE", "with --approved: by whom"},
    kStoreOption,
    {"--format", "", "FORMAT", "how to write it (text)", kTextJsonOrMarkdown},
    kProcessOption,
    {"--quiet", "-q", "", "without the summary"},
};

constexpr Example kExamples[] = {
    {"milepost diff 4211", "what you changed since the last commit"},
    {"milepost diff 4211 v1.36", "what changed since that tag, up to the work tree"},
    {"milepost diff 4211 HEAD~20 HEAD", "between two commits"},
    {"milepost diff keps/sig-node/20190101-probes.md v1.20", "by the path it had"},
    {"milepost diff 4211 main --format markdown", "for a comment on a review"},
    {"milepost diff 4211 --approved --role prr", "what changed since it was approved"},
};

UsageError as_usage_error(const Error& error) { return {error.message, {}}; }

// All operands may be words of one title, which are no revisions.
UsageError with_title_hint(const Error& error, const Arguments& arguments) {
  UsageError usage_error = as_usage_error(error);
  if (arguments.operands().size() < 2) return usage_error;
  const auto workspace = open_workspace(arguments);
  if (!workspace || !(*workspace)->recognised()) return usage_error;
  const std::string title = fmt::format("{}", fmt::join(arguments.operands(), " "));
  const auto titled = find_titled(**workspace, title);
  if (titled && *titled) {
    usage_error.help.push_back("put words of a title in quotes: milepost diff \"" +
                               printable(title) + "\"");
  }
  return usage_error;
}

tl::expected<ProposalDiff, UsageError> compare(const Arguments& arguments) {
  const auto& operands = arguments.operands();
  if (arguments.has("--approved")) {
    ApprovedDiffOptions options;
    options.subject = operands[0];
    options.role = arguments.value("--role");
    options.person = arguments.value("--by");
    TRY(const auto workspace, open_workspace(arguments, {options.subject}));
    return diff_approved(*workspace, options).map_error(as_usage_error);
  }
  DiffOptions options;
  options.subject = operands[0];
  options.from = operands.size() > 1 ? operands[1] : "HEAD";
  if (operands.size() > 2) options.to = operands[2];
  const auto opened = open_newer(workspace_options(arguments), now_utc(), options);
  if (!opened) return tl::unexpected(with_title_hint(opened.error(), arguments));
  const auto& newer = *opened;
  return diff_proposal(*newer, options).map_error(as_usage_error);
}

int run_diff(const Arguments& arguments, Console& console) {
  const bool approved = arguments.has("--approved");
  if (approved && arguments.operands().size() > 1) {
    return console.report_error(
        "--approved stands in the place of revisions: leave one of them out");
  }
  if (!approved && (arguments.has("--role") || arguments.has("--by"))) {
    return console.report_error("--role and --by go with --approved");
  }
  const auto diff = compare(arguments);
  if (!diff) return console.report_error(diff.error());
  const std::string_view format = arguments.value("--format");
  console.out += format == "json"       ? render_diff_json(*diff)
                 : format == "markdown" ? render_diff_markdown(*diff)
                                        : render_diff_text(*diff, text_options(arguments, console));
  return kClean;
}

}  // namespace

extern constinit const Verb kDiffVerb{
    "diff",
    kComparing,
    "show what changed in a proposal, by section",
    "First the fields of the metadata that changed, then the sections that were added, removed, "
    "renamed or moved, and the words that changed in the others. How text is wrapped, comments and "
    "tables of contents do not count; text that only moved is shown as moved.\n"
    "\n"
    "The operands are the proposal, its number, a path it has or had, its address or words of its "
    "title in quotes, the revision to compare with, which is HEAD when none is named, and one more "
    "in place of the work tree. With "
    "--approved it is the text that somebody "
    "approved, as the record keeps it: what makes an approval void is read there.",
    kOptions,
    {"PROPOSAL [REV]", "the proposal, then one revision or two", 1, 3},
    kExamples,
    "0 compared, whether something changed or not\n2 there is no such proposal or revision",
    run_diff,
};

}  // namespace milepost::diff
