#include "features/common/web_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workspace/repository_fixture.h"

namespace milepost {
namespace {

using testing::HasSubstr;

class WebPages : public RepositoryFixture {
 protected:
  std::string page_saying(const std::string& message) const {
    Visit visit;
    visit.repository = "ways";
    visit.workspace = *Workspace::open({.directory = at("")}, Instant{1'800'000'000});
    return *error_page(visit, 404, message).body;
  }
};

TEST_F(WebPages, WhatPeopleWroteTurnsNothingElseAround) {
  EXPECT_THAT(page_saying("a\u202eb"), HasSubstr("a\u202eb\u202c"));
}

TEST_F(WebPages, TheSearchHasAnExampleThatFindsSomething) {
  EXPECT_THAT(page_saying(""), HasSubstr("placeholder=\"Search\""));
  propose("1-odd", "title: Odd\nnumber: 1\nstatus: of none\n");
  propose("2-plain", "title: Plain\nnumber: 2\nstatus: accepted\n");
  EXPECT_THAT(page_saying(""), HasSubstr("placeholder=\"Search, or status:accepted …\""));
}

}  // namespace
}  // namespace milepost
