#include "features/insights/data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost::insights {
namespace {

using testing::ElementsAre;

class ReportedProposals : public RepositoryFixture {
 protected:
  ReportedProposals() {
    propose("1-x", "number: 1\nstatus: draft\n");
    propose("2-y", "number: 2\nstatus: draft\n");
    write("ways/3-z/README.md", std::string("\0\1\2\0\3\0", 6));
  }

  void gather(const std::string& folder, const std::string& process) {
    const auto workspace =
        Workspace::open({.directory = at(folder), .process = process}, now_utc());
    ASSERT_TRUE(workspace);
    auto gathered = gather_report_data(**workspace, std::nullopt, {}, true);
    ASSERT_TRUE(gathered) << gathered.error().message;
    numbers_.clear();
    for (const Subject& subject : gathered->data->all) numbers_.push_back(subject.card->number);
    read_errors_.clear();
    for (const ReadError& read_error : gathered->selection.read_errors)
      read_errors_.push_back(read_error.path);
    EXPECT_EQ(gathered->data->readings.size(), numbers_.size());
  }

  std::vector<std::string> numbers_, read_errors_;
};

TEST_F(ReportedProposals, AreAllWhereverOneStands) {
  for (const char* folder : {"", "ways", "ways/1-x"}) {
    SCOPED_TRACE(folder);
    gather(folder, "");
    EXPECT_THAT(numbers_, ElementsAre("1", "2"));
    EXPECT_THAT(read_errors_, ElementsAre("ways/3-z/README.md"));
  }
}

TEST_F(ReportedProposals, AreThoseOfTheFolderByANamedProcess) {
  gather("ways/1-x", at("pack"));
  EXPECT_THAT(numbers_, ElementsAre("1"));
  EXPECT_THAT(read_errors_, ElementsAre());
  gather("ways", at("pack"));
  EXPECT_THAT(numbers_, ElementsAre("1", "2"));
  EXPECT_THAT(read_errors_, ElementsAre("3-z/README.md"));
}

TEST_F(ReportedProposals, AreToldFromTheRootOfTheRepository) {
  write("pack/process.yaml", read("pack/process.yaml") +
                                 "calendar: {file: releases.yaml, dates: [{id: start, title: it "
                                 "starts}, {id: release, title: it is out}]}\n");
  write("releases.yaml", "releases: [\n");
  const auto workspace = Workspace::open({.directory = at("ways")}, now_utc());
  ASSERT_TRUE(workspace);
  EXPECT_FALSE((*workspace)->calendar()) << "it is read anew";
  const auto gathered = gather_report_data(**workspace, std::nullopt, {}, false);
  ASSERT_FALSE(gathered);
  EXPECT_TRUE(gathered.error().message.starts_with("releases.yaml:")) << gathered.error().message;
}

TEST_F(ReportedProposals, HaveNoHistoryInAFolderAsItWasGiven) {
  const std::string given = at("ways") + "/../ways";
  const auto workspace = Workspace::open({.directory = given}, now_utc());
  ASSERT_TRUE(workspace);
  const auto gathered = gather_report_data(**workspace, std::nullopt, {}, false);
  ASSERT_TRUE(gathered) << gathered.error().message;
  EXPECT_EQ(gathered->data->no_history, given + " is in no git repository, so it has no history");
}

TEST_F(ReportedProposals, NeedAProcess) {
  std::filesystem::remove(root_ / "milepost.yaml");
  const auto workspace = Workspace::open({.directory = at("")}, now_utc());
  ASSERT_TRUE(workspace);
  const auto gathered = gather_report_data(**workspace, std::nullopt, {}, false);
  ASSERT_FALSE(gathered);
  EXPECT_TRUE(gathered.error().message.starts_with("no process is recognised here"));
}

}  // namespace
}  // namespace milepost::insights
