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
bool may_ask(const Guard& guard, const Who& who, bool anonymous_reading, bool on_its_machine) {
  if (who.token && *who.token < guard.scope) return false;
  switch (guard.caller) {
    case Caller::kAnyone: return true;
    case Caller::kReader: return anonymous_reading || who.signed_in;
    case Caller::kPerson: return who.signed_in;
    case Caller::kAdmin: return who.admin;
    case Caller::kOperator: return who.admin || on_its_machine;
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
  http::Request asked(const Route& row, const Who& who, const Arrival& arrival) const {
    http::Request made = request(row.method, address_of(row.pattern));
    for (const auto& [name, value] : who.headers) {
      made.headers.add(name, (name == "cookie" && arrival.tls ? "__Host-" : "") + value);
    }
    made.headers.add("origin", (arrival.tls ? "https" : "http") + std::string("://milepost.test"));
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
        // From this machine, and from elsewhere by TLS.
        for (const Arrival& arrival : {Arrival{"127.0.0.1", false}, Arrival{"203.0.113.7", true}}) {
          SCOPED_TRACE(fmt::format("{} {}, {} from {}{}", http::name(row.method), row.pattern,
                                   who.name, arrival.peer,
                                   anonymous_reading ? "" : ", no anonymous reading"));
          milliseconds_ += 60'000;
          const Answered answered = ask(asked(row, who, arrival), arrival);
          const bool let_in = answered.response->status == 200;
          EXPECT_EQ(let_in, may_ask(row.guard, who, anonymous_reading, !arrival.tls))
              << answered.response->status;
          if (!let_in) {
            const bool to_sign_in = !who.signed_in && row.guard.caller != Caller::kOperator;
            const std::set<int> refusals = to_sign_in ? std::set{401, 303} : std::set{403};
            EXPECT_TRUE(refusals.contains(answered.response->status)) << answered.response->status;
          }
          ++looked;
        }
      }
    }
  }
  EXPECT_EQ(looked, 2 * 2 * rows_.size() * 9);
}

TEST(Routes, OnesThatContradictThemselvesAreRefused) {
  constexpr Guard kReads{Caller::kReader, Scope::kRead, Rate::kRead, Csrf::kSafe};
  constexpr Guard kWrites{Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kToken};
  using http::Method;
  const RouteText text{"what it does"};
  const struct {
    std::string name;
    Method method;
    std::string_view pattern;
    Guard guard;
    Precondition match;
    bool answered;
    std::string_view why;  // "" for what is sound
  } cases[] = {
      {"reading", Method::kGet, "/a", kReads, Precondition::kFree, true, ""},
      {"recording", Method::kPost, "/{proposal}", kWrites, Precondition::kProposal, true, ""},
      {"no handler", Method::kGet, "/a", kReads, Precondition::kFree, false, "a handler"},
      {"no slash", Method::kGet, "a", kReads, Precondition::kFree, true, "slash"},
      {"a version of nothing", Method::kPost, "/a", kWrites, Precondition::kProposal, true,
       "proposal of the address"},
      {"reading with a version", Method::kGet, "/{proposal}", kReads, Precondition::kProposal, true,
       "needs no If-Match"},
      {"recording that is not guarded", Method::kPost, "/a", kReads, Precondition::kFree, true,
       "guarded"},
      {"reading that is", Method::kGet, "/a", kWrites, Precondition::kFree, true, "guarded"},
      {"recording by a token to read",
       Method::kPost,
       "/a",
       {Caller::kPerson, Scope::kRead, Rate::kWrite, Csrf::kToken},
       Precondition::kFree,
       true,
       "takes a token for it"},
      {"recording by anyone",
       Method::kPost,
       "/a",
       {Caller::kAnyone, Scope::kNothing, Rate::kWrite, Csrf::kOrigin},
       Precondition::kFree,
       true,
       "takes a token for it"},
      {"recording by a reader",
       Method::kPost,
       "/a",
       {Caller::kReader, Scope::kRecord, Rate::kWrite, Csrf::kToken},
       Precondition::kFree,
       true,
       "a reader changes nothing"},
      {"recording counted as reading",
       Method::kPost,
       "/a",
       {Caller::kPerson, Scope::kRecord, Rate::kRead, Csrf::kToken},
       Precondition::kFree,
       true,
       "counted"},
      {"recording without a session",
       Method::kPost,
       "/a",
       {Caller::kPerson, Scope::kRecord, Rate::kWrite, Csrf::kOrigin},
       Precondition::kFree,
       true,
       "has a session"},
      {"reading for no scope",
       Method::kGet,
       "/a",
       {Caller::kReader, Scope::kNothing, Rate::kRead, Csrf::kSafe},
       Precondition::kFree,
       true,
       "good for nothing"},
      {"admins by a token to record",
       Method::kPost,
       "/a",
       {Caller::kAdmin, Scope::kRecord, Rate::kWrite, Csrf::kToken},
       Precondition::kFree,
       true,
       "for accounts"},
      {"a password by a token to read",
       Method::kPost,
       "/a",
       {Caller::kPerson, Scope::kRead, Rate::kSignIn, Csrf::kToken},
       Precondition::kFree,
       true,
       "password"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.name);
    const auto why = contradiction(c.method, c.pattern, c.guard, c.match, c.answered, text);
    EXPECT_EQ(why.empty(), c.why.empty()) << why;
    EXPECT_THAT(std::string(why), testing::HasSubstr(std::string(c.why)));
  }
  EXPECT_EQ(contradiction(Method::kGet, "/api/v1/a", kReads, Precondition::kFree, true, {}),
            "the interface is described");
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
