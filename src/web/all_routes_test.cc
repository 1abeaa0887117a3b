// Every route × who asks × what their token is for, as the rows of the whole program say it.
#include "web/all_routes.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"
#include "web/dispatch_fixture.h"

namespace milepost::web {
namespace {

http::Response reached(const http::Request& /*request*/, const Visit& /*visit*/) {
  return http::text_response(200, "text/plain", "reached");
}

// An address that the pattern matches, and that a more exact pattern is not likely to take away.
std::string address_of(std::string_view pattern) {
  std::string address;
  std::string_view rest = pattern;
  while (!rest.empty()) {
    const std::size_t open = std::min(rest.find('{'), rest.size());
    address += rest.substr(0, open);
    rest.remove_prefix(open);
    if (rest.empty()) break;
    const auto [name, after] = cut(rest.substr(1), '}');
    address += name == "proposal" ? "12" : "7x7";
    rest = after;
  }
  return address;
}

struct Who {
  std::string name;
  std::vector<std::pair<std::string, std::string>> headers;
  bool signed_in = false;
  bool admin = false;
  std::optional<Scope> token = {};
};

std::vector<Who> everybody() {
  std::vector<Who> all = {{"nobody", {}}};
  for (const std::string handle : {"person", "admin"}) {
    const bool admin = handle == "admin";
    all.push_back({handle + " by session",
                   {{"cookie", "milepost=" + handle}, {"x-csrf-token", "csrf-1"}},
                   true,
                   admin});
    const std::pair<std::string, Scope> scopes[] = {
        {"read", Scope::kRead}, {"record", Scope::kRecord}, {"accounts", Scope::kAccounts}};
    for (const auto& [scope, value] : scopes) {
      all.push_back({handle + " by a token to " + scope,
                     {{"authorization", "Bearer " + handle + " " + scope}},
                     true,
                     admin,
                     value});
    }
  }
  return all;
}

// What the row says, in the plainest words.
bool may_ask(const Guard& guard, const Who& who, bool anonymous_reading) {
  if (who.token && *who.token < guard.scope) return false;
  switch (guard.caller) {
    case Caller::kAnyone: return true;
    case Caller::kReader: return anonymous_reading || who.signed_in;
    case Caller::kPerson: return who.signed_in;
    case Caller::kAdmin: return who.admin;
  }
  return false;
}

class AllRoutesTest : public DispatchFixture {
 protected:
  AllRoutesTest() {
    for (const Route* route : all_routes()) {
      rows_.push_back(*route);
      rows_.back().handler = reached;
    }
  }

  // With all that the row demands, but for who asks.
  http::Request asked(const Route& row, const Who& who) const {
    http::Request made = request(row.method, address_of(row.pattern), who.headers);
    made.headers.add("origin", "http://milepost.test");
    if (row.match == Precondition::kProposal) {
      const Card* card = workspace_->index().find_number("12");
      made.headers.add("if-match", *proposal_tag(*workspace_, *card));
    }
    return made;
  }

  std::vector<Route> rows_;
};

TEST_F(AllRoutesTest, NoneStandsInTheWayOfAnother) {
  serve(rows_);
  EXPECT_THAT(state_->table.collisions(), testing::IsEmpty());
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const auto target = read_target(address_of(rows_[i].pattern));
    ASSERT_TRUE(target) << rows_[i].pattern;
    const auto match = state_->table.find(rows_[i].method, target->segments);
    ASSERT_TRUE(match) << rows_[i].pattern;
    EXPECT_EQ(match->number, i) << rows_[i].pattern << " is taken by "
                                << state_->table.row(match->number).pattern;
  }
}

TEST_F(AllRoutesTest, EachIsForWhomItSays) {
  std::size_t looked = 0;
  for (const bool anonymous_reading : {true, false}) {
    options_.anonymous_reading = anonymous_reading;
    serve(rows_);
    for (const Route& row : rows_) {
      for (const Who& who : everybody()) {
        SCOPED_TRACE(fmt::format("{} {}, {}{}", http::name(row.method), row.pattern, who.name,
                                 anonymous_reading ? "" : ", no anonymous reading"));
        milliseconds_ += 60'000;
        const Answered answered = ask(asked(row, who));
        const bool let_in = answered.response->status == 200;
        EXPECT_EQ(let_in, may_ask(row.guard, who, anonymous_reading)) << answered.response->status;
        if (!let_in) {
          const std::set<int> refusals = who.signed_in ? std::set{403} : std::set{401, 303};
          EXPECT_TRUE(refusals.contains(answered.response->status)) << answered.response->status;
        }
        ++looked;
      }
    }
  }
  EXPECT_EQ(looked, 2 * rows_.size() * 9);
}

TEST_F(AllRoutesTest, WhatChangesSomethingIsNotForged) {
  serve(rows_);
  for (const Route& row : rows_) {
    if (http::is_safe(row.method)) continue;
    SCOPED_TRACE(fmt::format("{} {}", http::name(row.method), row.pattern));
    const Who admin{"admin", {{"cookie", "milepost=admin"}}, true, true};
    const auto status = [&](const std::string& name, const std::string& value) {
      milliseconds_ += 60'000;
      http::Request made = request(row.method, address_of(row.pattern), admin.headers);
      made.headers.add(name, value);
      if (row.match == Precondition::kProposal) {
        const Card* card = workspace_->index().find_number("12");
        made.headers.add("if-match", *proposal_tag(*workspace_, *card));
      }
      return ask(made).response->status;
    };
    EXPECT_EQ(status("origin", "http://evil.test"), 403);
    EXPECT_EQ(status("sec-fetch-site", "cross-site"), 403);
    EXPECT_EQ(status("x-csrf-token", "wrong"), 403);
    EXPECT_EQ(status("x-nothing", ""), 403);
    if (row.guard.csrf == Csrf::kToken) {
      EXPECT_EQ(status("x-csrf-token", "csrf-1"), 200);
    } else {
      EXPECT_EQ(status("origin", "http://milepost.test"), 200);
    }
  }
}

}  // namespace
}  // namespace milepost::web
