#include "features/common/verbs.h"

#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verb.h"
#include "features/show/formats.h"
#include "features/show/page.h"
#include "workspace/as_of.h"

namespace milepost::show {

namespace {

constexpr Option kOptions[] = {
    {"--to", "", "STAGE", "judge as if the proposal were at this stage", {}, false, "--for"},
    {"--format", "", "FORMAT", "how to write the page", kTextOrJson},
    kStoreOption,
    kProcessOption,
    kAsOfOption,
};

constexpr Example kExamples[] = {
    {"milepost show 4211", "the proposal of this number"},
    {"milepost show keps/sig-node/4211-faster-probes --to beta", "how far is it from beta?"},
    {"milepost show faster probes", "the proposal with these words in its title"},
    {"milepost show 4211 --format json", "the same as data"},
};

// The repository that the subject is in, at the end of a day when one is named.
Result<Workspace::Pointer> open_on(const std::optional<Date>& as_of, const std::string& subject,
                                   const WorkspaceOptions& options) {
  const Instant now = now_utc();
  TRY(const auto files, Workspace::open_for({subject}, options, now));
  const auto workspace = files->with_unmerged(Access::kRead);
  if (!as_of) return workspace;
  // The files of that day, judged as of today.
  TRY(const auto then, workspace->at(end_of(*as_of)));
  return then->at_moment(now);
}

int run_show(const Arguments& arguments, Console& console) {
  const auto subject = subject_of(arguments, "show");
  if (!subject) return console.report_error(subject.error());
  WorkspaceOptions options = workspace_options(arguments);
  options.judging.stage = arguments.value("--to");
  const auto as_of = day_of(arguments, "--as-of");
  if (!as_of) return console.report_error(as_of.error());
  const auto workspace = open_on(*as_of, *subject, options);
  if (!workspace) return console.report_error(workspace.error().message);
  auto made = make_page(**workspace, *subject);
  if (!made) return console.report_error(made.error().message);
  const ProposalPage page = with_reviews(**workspace, *subject, std::move(*made));
  console.out += arguments.value("--format") == "json"
                     ? render_page_json(page)
                     : render_page_text(page, text_options(arguments, console));
  report_notes(page.run.notes, console);
  return kClean;
}

}  // namespace

extern constinit const Verb kShowVerb{
    "show",
    kFinding,
    "show one proposal: metadata, reviews, findings, relations",
    "Each section of the template has a mark: filled, not filled, missing, or not asked for yet; "
    "the dots after a section are those below it. Sections of the author's own are marked +.",
    kOptions,
    kOneProposal,
    kExamples,
    "0 shown\n2 there is no such proposal, or it could not be read",
    run_show,
};

}  // namespace milepost::show
