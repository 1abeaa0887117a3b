// What `milepost release` does by itself.
#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "cli/verb.h"
#include "features/common/verbs.h"
#include "features/release/common_verbs.h"
#include "features/release/formats.h"
#include "features/release/overview.h"
#include "render/excerpt.h"

namespace milepost::release {

namespace {

constexpr Option kOptions[] = {kStoreOption, kProcessOption, kNowOption};

constexpr Example kExamples[] = {{"milepost release", "the release at work, and what is next"}};

// What a line of the terminal has beside something, and always enough for a few words.
std::uint32_t room_beside(std::size_t taken, const Console& console) {
  constexpr std::uint32_t kLeast = 24;
  const auto used = static_cast<std::uint32_t>(taken);
  return console.columns > used + kLeast ? console.columns - used : kLeast;
}

int run_overview(const Arguments& arguments, Console& console) {
  const auto workspace = open_with_unmerged(arguments);
  if (!workspace) return console.report_error(workspace.error());
  const auto overview = look_over(**workspace);
  if (!overview) return console.report_error(overview.error().message);
  bool all_read = true;
  if (overview->view) {
    TextOptions options = text_options(arguments, console);
    options.quiet = true;
    console.out += render_board_text({*overview->view, {}}, options);
    all_read = report_view(*overview->view, console);
  } else {
    console.out += fmt::format("{} has no release that is still to come\n", overview->file);
  }
  console.out += "\n";
  std::size_t width = 0;
  for (const NextAction& next : overview->next) width = std::max(width, next.command.size());
  for (const NextAction& next : overview->next) {
    std::string before = fmt::format("  {:{}}  ", printable(next.command), width);
    const std::uint32_t room = room_beside(before.size(), console);
    for (const std::string& line : wrap(next.purpose, room, room)) {
      console.out += before + line + "\n";
      before.assign(before.size(), ' ');
    }
  }
  return all_read ? kClean : kCouldNotRun;
}

}  // namespace

extern constinit const Verb kReleaseVerb{
    "release",
    kReleasing,
    "show the release at work, and what can be done next",
    "Where no release is planned, it says how to begin.",
    kOptions,
    {},
    kExamples,
    "0 shown\n2 could not run, or not everything could be read",
    run_overview,
};

}  // namespace milepost::release
