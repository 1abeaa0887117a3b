#include <gtest/gtest.h>

#include "features/create/formats.h"

namespace milepost::create {
namespace {

CreatedProposal created() {
  CreatedProposal made;
  made.proposal.number = "7";
  made.proposal.title = "A \x1b[31mtitle";
  made.proposal.path = "notes/7 a.md";
  made.files = {"notes/7 a.md"};
  made.to_write = {"Why", "What"};
  made.later = {{"alpha", 3}, {"beta", 1}};
  made.ask = {{"a-leads", {"jane", "oscar"}}, {"a-reviewers", {"alice"}}};
  made.similar = {{{"3", "notes/3.md", "Another", ""}, "open", true, false}};
  made.reservation = "refs/milepost/numbers/7";
  return made;
}

TEST(Created, Text) {
  EXPECT_EQ(render_created_text(created()),
            "created\n"
            "  notes/7 a.md\n"
            "to write now: Why, What\n"
            "to write later: 3 sections for alpha, 1 section for beta\n"
            "whom to ask: @jane, @oscar (a-leads); @alice (a-reviewers)\n"
            "next: write the text, then milepost check 'notes/7 a.md'\n"
            "the number 7 is reserved in this clone; to tell others: git push origin "
            "refs/milepost/numbers/7\n");
  CreatedProposal bare;
  bare.proposal.path = "a.md";
  EXPECT_EQ(render_created_text(bare), "created\nnext: write the text, then milepost check a.md\n");
}

TEST(Created, Json) {
  const std::string json = render_created_json(created());
  for (const auto* part :
       {"\"number\": 7", "\"toWrite\": [", "\"sameTitle\": true", "\"stage\": \"alpha\"",
        "\"reservation\": \"refs/milepost/numbers/7\"", "\\u001b[31mtitle"}) {
    EXPECT_NE(json.find(part), std::string::npos) << part << " in\n" << json;
  }
  EXPECT_NE(render_created_json({}).find("\"number\": null"), std::string::npos);
}

TEST(Created, SimilarOnes) {
  EXPECT_EQ(render_similar(created().similar), " 3  Another  open  notes/3.md\n");
}

}  // namespace
}  // namespace milepost::create
