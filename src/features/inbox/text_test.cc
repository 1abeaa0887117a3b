#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "features/inbox/formats.h"

namespace milepost::inbox {
namespace {

// Reviews and opt-ins of as many proposals, from number 4001 on.
Inbox inbox_of(int proposals, bool opts_in) {
  Inbox inbox;
  inbox.addressee.name = "lea";
  inbox.now = *parse_instant("2026-01-20T00:00:00Z");
  for (int i = 1; i <= proposals; ++i) {
    ProposalItem one;
    one.proposal.number = std::to_string(4000 + i);
    one.stream = "proposal/" + one.proposal.number;
    one.proposal.title = "Title of " + one.proposal.number;
    one.item.kind = opts_in ? ItemKind::kConfirm : ItemKind::kReview;
    one.item.what = opts_in ? "opt it in to v1.2 as a lead" : "review it for beta";
    one.item.why = fmt::format("reason {}", opts_in ? 0 : i);
    one.item.remedy = opts_in ? Remedy(remedy::OptIn{"v1.2", {one.proposal.number}})
                              : Remedy(remedy::Approve{one.proposal.number, "prr", ""});
    one.item.opts_in = opts_in;
    one.item.since = Instant{inbox.now.seconds - 86400 * i};
    inbox.items.push_back(std::move(one));
  }
  return inbox;
}

std::string rendered(const Inbox& inbox, bool each = false) {
  return render_inbox_text(inbox, {}, each);
}

TEST(InboxText, OneTaskForSeveral) {
  EXPECT_EQ(rendered(inbox_of(3, true)),
            "3 things await @lea\n"
            "\n"
            "Others wait for it\n"
            "  3 proposals: 4001, 4002, 4003\n"
            "    opt it in to v1.2 as a lead\n"
            "      reason 0\n"
            "      asked between 3 days ago and 1 day ago\n"
            "      → milepost release opt-in v1.2 4001 4002 4003\n"
            "\n"
            "milepost inbox --all shows each on its own\n");
  EXPECT_EQ(rendered(inbox_of(3, false)),
            "3 things await @lea\n"
            "\n"
            "Others wait for it\n"
            "  3 proposals: 4001, 4002, 4003\n"
            "    review it for beta\n"
            "      asked between 3 days ago and 1 day ago\n"
            "      → for n in 4001 4002 4003; do milepost approve $n --role prr; done\n"
            "\n"
            "milepost inbox --all shows each on its own\n")
      << "where they differ, nothing is said";
}

TEST(InboxText, EachOnItsOwn) {
  const std::string text = rendered(inbox_of(3, true), true);
  for (const char* part : {"  4002 Title of 4002\n", "→ milepost release opt-in v1.2 4002\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  }
  EXPECT_EQ(text.find("proposals"), std::string::npos);
  EXPECT_EQ(text.find("--all"), std::string::npos);
  EXPECT_EQ(rendered(inbox_of(2, true)), rendered(inbox_of(2, true), true)) << "two are few";
}

TEST(InboxText, ALongCommandCanBePasted) {
  const std::string text = rendered(inbox_of(40, true));
  std::string command;
  bool within = false;
  for (std::string_view rest = text; !rest.empty();) {
    const auto [line, after] = cut(rest, '\n');
    EXPECT_LE(utf8::width(line), 80U) << line;
    const std::size_t arrow = line.find("→ ");
    if (arrow != line.npos || within) {
      std::string_view part = arrow == line.npos ? line : line.substr(arrow + 4);
      within = part.ends_with(" \\");
      if (within) part.remove_suffix(1);
      command += trim(part);
      if (within) command += ' ';
    }
    rest = after;
  }
  EXPECT_TRUE(command.starts_with("milepost release opt-in v1.2 4001 4002 ")) << command;
  EXPECT_TRUE(command.ends_with(" 4039 4040")) << command;
  EXPECT_EQ(command.size(), std::string_view("milepost release opt-in v1.2").size() + 40 * 5);
}

}  // namespace
}  // namespace milepost::inbox
