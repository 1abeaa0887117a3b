#include "gates/remedy.h"

#include <set>

#include <gtest/gtest.h>

namespace milepost {
namespace {

TEST(Remedies, AboutAnotherProposal) {
  const Remedy approve(remedy::Approve{"12", "prr", "12"}, "after the answers");
  EXPECT_EQ(about(approve, {"N"}), Remedy(remedy::Approve{"N", "prr", "12"}, "after the answers"));
  EXPECT_FALSE(takes_several(approve));
  const Remedy opt_in(remedy::OptIn{"v1.2", {"12"}});
  EXPECT_EQ(about(opt_in, {"1", "2"}), Remedy(remedy::OptIn{"v1.2", {"1", "2"}}));
  EXPECT_TRUE(takes_several(opt_in));
  const Remedy advice(remedy::Advice{"ask 12"});
  EXPECT_EQ(about(advice, {"N"}), advice) << "no words are replaced";
}

TEST(Remedies, AreToldApart) {
  EXPECT_NE(Remedy(remedy::TickItem{"1", "a"}), Remedy(remedy::ApproveItem{"1", "a"}));
  EXPECT_NE(Remedy(remedy::TickItem{"1", "a"}), Remedy(remedy::TickItem{"1", "b"}));
  EXPECT_TRUE(Remedy(remedy::TickItem{"1", "a"}).is_command());
  EXPECT_FALSE(Remedy(remedy::TickBoxes{}).is_command());
}

template <typename... Whats>
void add_names(const std::variant<Whats...>*, std::multiset<std::string_view>& names) {
  (names.insert(Whats::kName), ...);
}

TEST(Remedies, EachHasANameOfItsOwn) {
  std::multiset<std::string_view> names;
  add_names(static_cast<remedy::Command*>(nullptr), names);
  add_names(static_cast<remedy::Edit*>(nullptr), names);
  for (const std::string_view name : names) EXPECT_EQ(names.count(name), 1U) << name;
  EXPECT_EQ(names.count(""), 0U);
  EXPECT_EQ(name(Remedy(remedy::LinkPullRequest{"12", "docs"})), "link-pr");
}

}  // namespace
}  // namespace milepost
