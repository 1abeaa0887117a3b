// Rows of the list, pages, `why` and the board of a release ask about one and the same
// step of a proposal, and lack the same.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/parallel.h"
#include "corpus_fixture.h"
#include "features/list/rows.h"
#include "features/move/why.h"
#include "features/release/view.h"
#include "features/show/proposal_view.h"
#include "gates/step.h"
#include "workspace/workspace.h"

namespace milepost {
namespace {

using Words = std::set<std::string>;

// Whom a gate waits for.
Words roles_in(const std::vector<Verdict>& verdicts) {
  Words roles;
  for (const Verdict& verdict : verdicts) {
    if (verdict.closes() && !verdict.role.empty()) roles.insert(verdict.role);
  }
  return roles;
}

struct Compared {
  std::size_t all = 0;
  std::size_t of_release = 0;
  std::vector<std::string> faults;
};

// Of all open proposals; `release` is the one whose freeze comes next.
Compared compare(const Workspace& workspace, const std::string& release, bool with_pages) {
  Compared compared;
  std::vector<const Card*> cards;
  for (const Card& card : workspace.index().cards) {
    if (!is_finished(workspace.process(), card)) cards.push_back(&card);
  }
  const auto rows = list::row_states(workspace, cards);
  const auto board = release::view_release(workspace, {release});
  EXPECT_TRUE(rows) << rows.error().message;
  EXPECT_TRUE(board) << board.error().message;
  if (!rows || !board) return compared;
  std::vector<std::string> faults(cards.size());
  std::vector<char> on_board(cards.size());
  parallel_for(cards.size(), 0, [&](std::size_t i) {
    const Card& card = *cards[i];
    move::WhyOptions options;
    options.words = {card.path};
    const auto why = move::why(workspace, options);
    if (!why) {
      if (!(*rows)[i].roles.empty()) faults[i] = card.path + ": only the list has a step";
      return;
    }
    const GateVerdict& gate = why->proposals.front().gate;
    const list::RowState& row = (*rows)[i];
    if (Words(row.roles.begin(), row.roles.end()) != roles_in(gate.conditions)) {
      faults[i] = card.path + ": the list waits for others than why";
    }
    if ((row.waiting == list::Waiting::kReady) != gate.open()) {
      faults[i] = card.path + ": the list and why do not agree that it is ready";
    }
    const auto entry =
        std::ranges::find(board->entries, card.path,
                          [](const release::ReleaseEntry& one) { return one.proposal.path; });
    if (entry != board->entries.end()) {
      on_board[i] = 1;
      if (entry->to_stage != gate.step.to_stage || gate.step.release != release) {
        faults[i] = card.path + ": the board and why ask about different steps";
      }
    }
    if (!with_pages) return;
    const auto page = show::view_proposal(workspace, card.path, "", 1);
    if (!page || !page->gate || page->gate->proposals.front().gate.step.to() != gate.step.to() ||
        page->gate->proposals.front().gate.open() != gate.open()) {
      faults[i] = card.path + ": the page asks another question than why";
    }
  });
  compared.all = cards.size();
  compared.of_release = static_cast<std::size_t>(std::ranges::count(on_board, 1));
  for (std::string& fault : faults) {
    if (!fault.empty()) compared.faults.push_back(std::move(fault));
  }
  return compared;
}

TEST(AtWork, IsOneStepForAllOfTheExample) {
  const struct {
    const char *now, *release;
    std::size_t of_release;
  } cases[] = {
      {"2025-09-01T12:00:00Z", "v1.14", 3},  // ahead of its PRR freeze
      {"2025-09-20T12:00:00Z", "v1.14", 3},  // once it admits nobody any more
      {"2026-02-01T12:00:00Z", "v1.15", 0},  // all of them aim at what is out
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.now);
    const auto workspace = Workspace::open_recognised(
        {.directory = MILEPOST_SOURCE_DIR "/examples/kep"}, *parse_instant(c.now));
    ASSERT_TRUE(workspace) << workspace.error().message;
    const Compared compared = compare(**workspace, c.release, true);
    EXPECT_EQ(compared.faults, std::vector<std::string>());
    EXPECT_EQ(compared.of_release, c.of_release);
  }
}

TEST_F(Corpus, IsOneStepForAll) {
  const auto workspace = Workspace::open_recognised({.directory = keps().string()},
                                                    *parse_instant("2026-11-19T12:00:00Z"));
  ASSERT_TRUE(workspace) << workspace.error().message;
  FileEdits edits;
  edits["releases.yaml"] =
      "schema: 1\nreleases:\n"
      "  - name: v1.37\n    prr-freeze: 2026-11-25\n    enhancements-freeze: 2026-12-02\n"
      "    release: 2027-02-09\n"
      "  - name: v1.38\n    prr-freeze: 2027-03-31\n    enhancements-freeze: 2027-04-07\n"
      "    release: 2027-06-15\n";
  const auto planned = (*workspace)->with(std::move(edits));
  ASSERT_TRUE(planned) << planned.error().message;
  const Compared compared = compare(**planned, "v1.37", false);
  EXPECT_EQ(compared.faults, std::vector<std::string>());
  EXPECT_GT(compared.all, 100u);
  EXPECT_GT(compared.of_release, 10u);
}

}  // namespace
}  // namespace milepost
