#include "accounts/accounts.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/store_fixture.h"

namespace milepost::accounts {
namespace {

constexpr Instant kStart{1'790'000'000};
constexpr std::string_view kGood = "correct horse battery";

Instant later(std::int64_t seconds) { return {kStart.seconds + seconds}; }

// The least that libsodium allows: tests are about what is done, not about how long it takes.
AccountsOptions cheap() {
  AccountsOptions options;
  options.cost.memory = 8192;
  options.cost.passes = 1;
  options.cost.waiting = 100;
  return options;
}

class AccountsTest : public StoreFixture {
 protected:
  std::unique_ptr<Accounts> open_accounts(const AccountsOptions& options = cheap()) const {
    auto opened = Accounts::open(place_, options);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }

  static SignedIn add(Accounts& accounts, std::string_view handle, bool admin = false) {
    const auto code = accounts.invite(handle, admin, kStart);
    EXPECT_TRUE(code) << code.error().message;
    auto made = accounts.use_link(*code, "", "A Person", kGood, kStart);
    EXPECT_TRUE(made) << made.error().message;
    return made.value_or(SignedIn{});
  }

  // Every byte that the accounts are kept in.
  std::string kept_bytes() const {
    if (GetParam() == Dialect::kSqlite) {
      std::ifstream file(at(".milepost/accounts.db"), std::ios::binary);
      return {std::istreambuf_iterator<char>(file), {}};
    }
    std::string all;
    const auto open = database();
    for (const char* const table :
         {"mp_accounts", "mp_sessions", "mp_tokens", "mp_links", "mp_keyed"}) {
      const auto read = open->run("SELECT t::text FROM " + std::string(table) + " t", {},
                                  [&](Row row) { all.append(row[0]) += '\n'; });
      EXPECT_TRUE(read) << read.error().message;
    }
    return all;
  }
};

MILEPOST_BOTH_BACKENDS(AccountsTest);

TEST_P(AccountsTest, SignsInByPassword) {
  const auto accounts = open_accounts();
  add(*accounts, "Jane");
  const auto in = accounts->sign_in("jane", kGood, kStart);
  ASSERT_TRUE(in) << in.error().message;
  const auto who = accounts->by_session(in->cookie, kStart);
  ASSERT_TRUE(who);
  EXPECT_EQ(who->handle, "Jane");
  EXPECT_FALSE(who->admin);
  EXPECT_FALSE(who->by_token);
  EXPECT_EQ(who->csrf, in->identity.csrf);
  EXPECT_EQ(who->csrf.size(), 64U);
  EXPECT_FALSE(accounts->by_session(std::string(43, 'a'), kStart));
  EXPECT_FALSE(accounts->by_session("", kStart));
}

TEST_P(AccountsTest, AnswersAlikeToWhoeverMayNotComeIn) {
  const auto accounts = open_accounts();
  add(*accounts, "root", true);
  add(*accounts, "jane");
  add(*accounts, "gone");
  ASSERT_TRUE(accounts->set_disabled("gone", true));
  ASSERT_TRUE(accounts->sign_in(OidcPerson{"https://id.example", "1", "open", "Open"}, kStart));
  struct Case {
    const char* what;
    std::string_view handle, password;
  };
  const Case cases[] = {
      {"wrong password", "jane", "wrong horse battery"},
      {"unknown handle", "nobody", kGood},
      {"no password", "open", kGood},
      {"an empty one for an account that has none", "open", ""},
      {"disabled", "gone", kGood},
      {"too long", "jane", std::string_view("x\0", 2)},
      {"no handle at all", "", ""},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const std::uint64_t before = accounts->hashes_made();
    const auto in = accounts->sign_in(c.handle, c.password, kStart);
    ASSERT_FALSE(in);
    EXPECT_EQ(in.error().message, "the handle or the password is wrong");
    EXPECT_EQ(in.error().kind, ErrorKind::kForbidden);
    EXPECT_EQ(accounts->hashes_made(), before + 1);
  }
}

TEST_P(AccountsTest, SessionsExpire) {
  AccountsOptions options = cheap();
  options.session_idle = 1000;
  options.session_age = 5000;
  const auto accounts = open_accounts(options);
  const std::string idle = add(*accounts, "jane").cookie;
  EXPECT_TRUE(accounts->by_session(idle, later(999)));
  EXPECT_TRUE(accounts->by_session(idle, later(1998)));
  EXPECT_FALSE(accounts->by_session(idle, later(1998 + 1000)));

  const auto used = accounts->sign_in("jane", kGood, later(10'000));
  ASSERT_TRUE(used);
  for (int at = 10'500; at < 15'000; at += 500) {
    EXPECT_TRUE(accounts->by_session(used->cookie, later(at))) << at;
  }
  // What is remembered ends at the same second.
  EXPECT_TRUE(accounts->by_session(used->cookie, later(14'999)));
  EXPECT_FALSE(accounts->by_session(used->cookie, later(15'000)));
  EXPECT_THAT(*accounts->sessions("jane", later(15'000)), testing::IsEmpty());
}

TEST_P(AccountsTest, SessionsEndWhenTheyAreEnded) {
  const auto accounts = open_accounts();
  const auto first = add(*accounts, "jane");
  const auto second = *accounts->sign_in("jane", kGood, kStart);
  const auto third = *accounts->sign_in("jane", kGood, kStart);
  EXPECT_EQ(accounts->sessions("jane", kStart)->size(), 3U);
  ASSERT_TRUE(accounts->by_session(first.cookie, kStart));  // remembered from here on
  ASSERT_TRUE(accounts->by_session(second.cookie, kStart));

  ASSERT_TRUE(accounts->sign_out(first.cookie));
  EXPECT_FALSE(accounts->by_session(first.cookie, kStart));
  ASSERT_TRUE(accounts->end_session("jane", accounts->session_id(second.cookie)));
  EXPECT_FALSE(accounts->by_session(second.cookie, kStart));
  EXPECT_TRUE(accounts->by_session(third.cookie, kStart));
  EXPECT_FALSE(accounts->end_session("joe", accounts->session_id(third.cookie)));
  EXPECT_TRUE(accounts->by_session(third.cookie, kStart));
}

TEST_P(AccountsTest, ANewPasswordEndsEverySession) {
  const auto accounts = open_accounts();
  const auto before = add(*accounts, "jane");
  ASSERT_TRUE(accounts->by_session(before.cookie, kStart));
  const auto wrong =
      accounts->change_password("jane", "not the password", "a new password", kStart);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().kind, ErrorKind::kForbidden);
  EXPECT_FALSE(accounts->change_password("jane", kGood, "short", kStart));
  EXPECT_TRUE(accounts->by_session(before.cookie, kStart));

  const auto changed = accounts->change_password("jane", kGood, "a new password", kStart);
  ASSERT_TRUE(changed) << changed.error().message;
  EXPECT_FALSE(accounts->by_session(before.cookie, kStart));
  EXPECT_TRUE(accounts->by_session(changed->cookie, kStart));
  EXPECT_FALSE(accounts->sign_in("jane", kGood, kStart));
  EXPECT_TRUE(accounts->sign_in("jane", "a new password", kStart));
}

TEST_P(AccountsTest, PasswordsAreHashedAnewWhenTheCostRises) {
  const auto weak = open_accounts();
  add(*weak, "jane");
  AccountsOptions dearer = cheap();
  dearer.cost.passes = 2;
  const auto accounts = open_accounts(dearer);
  ASSERT_TRUE(accounts->sign_in("jane", kGood, kStart));
  EXPECT_EQ(accounts->hashes_made(), 2U);  // verified, then made anew
  ASSERT_TRUE(accounts->sign_in("jane", kGood, kStart));
  EXPECT_EQ(accounts->hashes_made(), 3U);
}

TEST_P(AccountsTest, TheSetupLinkMakesOneAdmin) {
  const auto accounts = open_accounts();
  const auto code = accounts->make_setup_code(kStart);
  ASSERT_TRUE(code && *code);
  const auto other = accounts->make_setup_code(kStart);  // of another server
  ASSERT_TRUE(other && *other);
  const auto link = accounts->find_link(**code, kStart);
  ASSERT_TRUE(link && *link);
  EXPECT_EQ((*link)->kind, LinkKind::kSetup);
  EXPECT_FALSE(accounts->find_link(**code, later(kSetupAge))->has_value());
  EXPECT_FALSE(accounts->use_link(**code, "jane", "Jane", "short", kStart));
  EXPECT_FALSE(accounts->use_link(**code, "not a handle", "Jane", kGood, kStart));

  const auto in = accounts->use_link(**code, "jane", "Jane", kGood, kStart);
  ASSERT_TRUE(in) << in.error().message;
  EXPECT_TRUE(in->identity.admin);
  for (const std::string& used : {**code, **other}) {
    const auto again = accounts->use_link(used, "mallory", "", kGood, kStart);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::kNotFound);
  }
  EXPECT_FALSE(*accounts->make_setup_code(kStart));
  EXPECT_EQ(accounts->list()->size(), 1U);
}

TEST_P(AccountsTest, InvitationsAreUsedOnce) {
  const auto accounts = open_accounts();
  const std::string first = *accounts->invite("@joe", false, kStart);
  const std::string code = *accounts->invite("joe", false, kStart);  // takes the other's place
  EXPECT_FALSE(accounts->use_link(first, "", "", kGood, kStart));
  EXPECT_FALSE(accounts->use_link(code, "", "", kGood, later(kLinkAge)));
  const auto in = accounts->use_link(code, "mallory", "Joe", kGood, kStart);
  ASSERT_TRUE(in) << in.error().message;
  EXPECT_EQ(in->identity.handle, "joe");  // not who the form says
  EXPECT_FALSE(accounts->use_link(code, "", "", "another password", kStart));
  const auto again = accounts->invite("JOE", true, kStart);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().kind, ErrorKind::kConflict);
}

TEST_P(AccountsTest, OneOfManyUsesALink) {
  const auto accounts = open_accounts();
  const auto others = open_accounts();  // another server
  const std::string code = **accounts->make_setup_code(kStart);
  std::atomic<int> made = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        Accounts& mine = i % 2 == 0 ? *accounts : *others;
        if (mine.use_link(code, "p" + std::to_string(i), "", kGood, kStart)) ++made;
      });
    }
  }
  EXPECT_EQ(made, 1);
  EXPECT_EQ(accounts->list()->size(), 1U);
}

TEST_P(AccountsTest, ResetLinksGiveANewPassword) {
  const auto accounts = open_accounts();
  const auto before = add(*accounts, "jane");
  ASSERT_TRUE(accounts->by_session(before.cookie, kStart));
  const std::string code = *accounts->make_reset_code("jane", kStart);
  const auto in = accounts->use_link(code, "", "", "a new password", kStart);
  ASSERT_TRUE(in) << in.error().message;
  EXPECT_FALSE(accounts->by_session(before.cookie, kStart));
  EXPECT_FALSE(accounts->sign_in("jane", kGood, kStart));
  EXPECT_TRUE(accounts->sign_in("jane", "a new password", kStart));
  EXPECT_FALSE(accounts->make_reset_code("nobody", kStart));
}

TEST_P(AccountsTest, AResetLinkIsForWhoLostThePassword) {
  const auto accounts = open_accounts();
  add(*accounts, "jane");
  const std::string code = *accounts->make_reset_code("jane", kStart);
  ASSERT_TRUE(accounts->change_password("jane", kGood, "another long password", kStart));
  EXPECT_FALSE(*accounts->find_link(code, kStart));
}

TEST_P(AccountsTest, InvitationsAreListedAndWithdrawn) {
  const auto accounts = open_accounts();
  add(*accounts, "jane");
  const std::string code = *accounts->invite("Ghost", true, kStart);
  ASSERT_TRUE(accounts->invite("zed", false, kStart));
  const auto invited = *accounts->invitations(kStart);
  ASSERT_EQ(invited.size(), 2U);
  EXPECT_EQ(invited[0].handle, "Ghost");
  EXPECT_TRUE(invited[0].admin);
  EXPECT_FALSE(invited[1].admin);
  EXPECT_TRUE(accounts->withdraw_invitation("ghost", kStart));
  EXPECT_FALSE(*accounts->find_link(code, kStart));
  for (const std::string handle : {"ghost", "jane"}) {
    const auto again = accounts->withdraw_invitation(handle, kStart);
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().kind, ErrorKind::kNotFound);
  }
  EXPECT_TRUE(accounts->invitations({kStart.seconds + kLinkAge})->empty());
}

TEST_P(AccountsTest, TokensAreScopedExpiringAndRevocable) {
  const auto accounts = open_accounts();
  add(*accounts, "root", true);
  add(*accounts, "jane");
  const auto made = accounts->make_token("jane", "ci", TokenScope::kRecord, 30, kStart);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->secret.substr(0, 3), "mp_");
  EXPECT_EQ(made->secret.size(), 46U);
  const auto who = accounts->by_token(made->secret, later(1000));
  ASSERT_TRUE(who);
  EXPECT_EQ(who->handle, "jane");
  EXPECT_TRUE(who->by_token);
  EXPECT_EQ(who->scope, TokenScope::kRecord);
  EXPECT_EQ(who->csrf, "");
  const auto listed = *accounts->tokens("jane");
  ASSERT_EQ(listed.size(), 1U);
  EXPECT_EQ(listed[0].used, later(1000));
  EXPECT_EQ(listed[0].expires, later(30 * kDay));

  EXPECT_TRUE(accounts->by_token(made->secret, later(30 * kDay - 1)));
  EXPECT_FALSE(accounts->by_token(made->secret, later(30 * kDay)));
  EXPECT_FALSE(accounts->by_session(made->secret, kStart));
  EXPECT_FALSE(accounts->by_token(made->secret.substr(3), kStart));

  ASSERT_TRUE(accounts->set_disabled("jane", true));
  EXPECT_FALSE(accounts->by_token(made->secret, later(1000)));
  ASSERT_TRUE(accounts->set_disabled("jane", false));
  EXPECT_TRUE(accounts->by_token(made->secret, later(1000)));

  EXPECT_FALSE(accounts->revoke_token("root", made->token.id));  // somebody else's
  ASSERT_TRUE(accounts->revoke_token("jane", made->token.id));
  EXPECT_FALSE(accounts->by_token(made->secret, later(1000)));
  EXPECT_FALSE(accounts->revoke_token("jane", made->token.id));

  for (const int days : {0, -1, kMostTokenDays + 1}) {
    EXPECT_FALSE(accounts->make_token("jane", "ci", TokenScope::kRead, days, kStart)) << days;
  }
  EXPECT_FALSE(accounts->make_token("jane", "  ", TokenScope::kRead, 1, kStart));
  EXPECT_FALSE(accounts->make_token("nobody", "ci", TokenScope::kRead, 1, kStart));
}

TEST_P(AccountsTest, OtherServersForgetWithinSeconds) {
  const auto here = open_accounts();
  const auto there = open_accounts();
  const auto in = add(*here, "jane");
  const auto token = *here->make_token("jane", "ci", TokenScope::kRead, 1, kStart);
  ASSERT_TRUE(there->by_session(in.cookie, kStart));
  ASSERT_TRUE(there->by_token(token.secret, kStart));
  ASSERT_TRUE(here->sign_out(in.cookie));
  ASSERT_TRUE(here->revoke_token("jane", token.token.id));
  EXPECT_FALSE(there->by_session(in.cookie, later(kRemembered)));
  EXPECT_FALSE(there->by_token(token.secret, later(kRemembered)));
}

TEST_P(AccountsTest, NothingThatOpensSomethingIsKept) {
  const auto accounts = open_accounts();
  const std::string setup = **accounts->make_setup_code(kStart);
  const auto in = add(*accounts, "jane");
  const std::string invite = *accounts->invite("joe", false, kStart);
  const auto token = *accounts->make_token("jane", "ci", TokenScope::kRead, 1, kStart);
  ASSERT_TRUE(accounts->by_session(in.cookie, kStart));
  ASSERT_TRUE(accounts->by_token(token.secret, kStart));
  const std::string bytes = kept_bytes();
  EXPECT_THAT(bytes, testing::HasSubstr("$argon2id$"));
  EXPECT_THAT(bytes, testing::HasSubstr(token.token.id));
  const std::string bare = token.secret.substr(3);
  for (const std::string& secret :
       {std::string(kGood), in.cookie, in.identity.csrf, bare, setup, invite}) {
    EXPECT_THAT(bytes, testing::Not(testing::HasSubstr(secret)));
  }
}

TEST_P(AccountsTest, AnAdminRemains) {
  const auto accounts = open_accounts();
  const auto first = add(*accounts, "root", true);
  add(*accounts, "jane");
  const auto refused = accounts->set_disabled("ROOT", true);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::kConflict);
  EXPECT_FALSE(accounts->set_admin("root", false));
  ASSERT_TRUE(accounts->set_admin("jane", true));
  ASSERT_TRUE(accounts->by_session(first.cookie, kStart));
  ASSERT_TRUE(accounts->set_disabled("root", true));
  EXPECT_FALSE(accounts->by_session(first.cookie, kStart));
  EXPECT_FALSE(accounts->sign_in("root", kGood, kStart));
  EXPECT_FALSE(accounts->set_disabled("jane", true));
}

TEST_P(AccountsTest, OpenIdConnectTakesOverNobody) {
  const auto accounts = open_accounts();
  add(*accounts, "jane");
  const OidcPerson jane{"https://id.example", "42", "jane", "Jane"};
  const auto taken = accounts->sign_in(jane, kStart);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().kind, ErrorKind::kConflict);

  const OidcPerson joe{"https://id.example", "43", "joe", "Joe"};
  const auto in = accounts->sign_in(joe, kStart);
  ASSERT_TRUE(in) << in.error().message;
  EXPECT_EQ(in->identity.handle, "joe");
  // The subject says who it is, whatever the handle is called by now.
  const auto renamed = accounts->sign_in({"https://id.example", "43", "jane", "Joe"}, kStart);
  ASSERT_TRUE(renamed);
  EXPECT_EQ(renamed->identity.handle, "joe");
  EXPECT_FALSE(accounts->sign_in({"https://other.example", "43", "joe", "Joe"}, kStart));
  EXPECT_FALSE(accounts->sign_in({"https://id.example", "44", "no handle", ""}, kStart));
  EXPECT_FALSE(accounts->make_reset_code("joe", kStart));
}

TEST_P(AccountsTest, AProviderDoesNotTakeAnInvitedHandle) {
  const auto accounts = open_accounts();
  const auto code = accounts->invite("Kim", true, kStart);
  ASSERT_TRUE(code) << code.error().message;
  for (const char* const handle : {"kim", "KIM", "@kim"}) {
    const auto taken =
        accounts->sign_in(OidcPerson{"https://id.example", "45", handle, ""}, kStart);
    ASSERT_FALSE(taken) << handle;
    EXPECT_EQ(taken.error().kind, ErrorKind::kConflict) << handle;
  }
  EXPECT_TRUE(accounts->use_link(*code, "", "Kim", kGood, kStart));
}

TEST_P(AccountsTest, NobodyIsATeam) {
  const auto accounts = open_accounts();
  for (const std::string& handle :
       {std::string("org/leads"), std::string("../x"), std::string(101, 'x')}) {
    EXPECT_FALSE(accounts->invite(handle, false, kStart)) << handle;
    EXPECT_FALSE(accounts->sign_in(OidcPerson{"https://id.example", "46", handle, ""}, kStart))
        << handle;
  }
}

TEST_P(AccountsTest, ManySignInAtOnce) {
  const auto accounts = open_accounts();
  add(*accounts, "jane");
  std::atomic<int> good = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        const auto in = accounts->sign_in("jane", kGood, later(i));
        if (in && accounts->by_session(in->cookie, later(i))) ++good;
      });
    }
  }
  EXPECT_EQ(good, 8);
  EXPECT_EQ(accounts->sessions("jane", later(10))->size(), 9U);
}

TEST_P(AccountsTest, AreThereWhenOpenedAgain) {
  add(*open_accounts(), "jane");
  const auto again = open_accounts();
  EXPECT_TRUE(*again->has_any());
  EXPECT_TRUE(again->sign_in("jane", kGood, kStart));
  if (GetParam() == Dialect::kSqlite) {
    struct stat status{};
    ASSERT_EQ(::stat(at(".milepost/accounts.db").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U);
  }
}

TEST_P(AccountsTest, AreRefusedWhenANewerProgramMadeThem) {
  open_accounts();
  {
    const auto open = GetParam() == Dialect::kSqlite
                          ? *open_sqlite(at(".milepost/accounts.db"), false)
                          : database();
    ASSERT_TRUE(open->run_script("UPDATE mp_schema SET number = 99"));
  }
  const auto again = Accounts::open(place_, cheap());
  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, testing::HasSubstr("newer milepost"));
}

// --- requests that are done once ---

TEST_P(AccountsTest, KeepAnswersForWhoeverAsksAgain) {
  const auto one = open_accounts();
  const auto other = open_accounts();
  const KeyedRequest request{"Jane", "k1", "approve 12", "\"v1\""};
  const auto begin = [&](Accounts& server, const KeyedRequest& asked, std::int64_t after = 0) {
    const auto begun = server.begin_keyed(asked, later(after));
    EXPECT_TRUE(begun) << begun.error().message;
    return begun ? begun->state : KeyedState::kLost;
  };
  EXPECT_EQ(begin(*one, request), KeyedState::kFresh);
  EXPECT_EQ(begin(*other, request), KeyedState::kWorking);
  ASSERT_TRUE(one->keep_keyed(request, std::string("a\0b", 3)));
  const auto again = other->begin_keyed({"jane", "k1", "approve 12", "\"v2\""}, later(5));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->state, KeyedState::kAnswered);
  EXPECT_EQ(again->answer, std::string("a\0b", 3));
  EXPECT_EQ(begin(*other, {"jane", "k1", "approve 13", ""}), KeyedState::kDifferent);
  EXPECT_EQ(begin(*other, {"john", "k1", "approve 12", ""}), KeyedState::kFresh);
  EXPECT_EQ(begin(*other, request, kKeyedAge), KeyedState::kFresh) << "a day is over";
  ASSERT_TRUE(other->forget_keyed(request));
  EXPECT_EQ(begin(*one, request, kKeyedAge), KeyedState::kFresh);
}

TEST_P(AccountsTest, TakeOverFromWhoeverEnded) {
  const auto accounts = open_accounts();
  const KeyedRequest request{"jane", "k1", "approve 12", "\"v1\""};
  ASSERT_TRUE(accounts->begin_keyed(request, kStart));
  const auto state = [&](const KeyedRequest& asked, std::int64_t after) {
    return accounts->begin_keyed(asked, later(after)).value().state;
  };
  KeyedRequest newer = request;
  newer.version = "\"v2\"";
  EXPECT_EQ(state(request, kKeyedLease - 1), KeyedState::kWorking);
  EXPECT_EQ(state(newer, kKeyedLease), KeyedState::kLost);
  EXPECT_EQ(state(request, kKeyedLease), KeyedState::kTakenOver);
  EXPECT_EQ(state(request, kKeyedLease), KeyedState::kWorking) << "by whoever took over";
  KeyedRequest free = request;
  free.key = "k2";
  free.version = "";
  ASSERT_TRUE(accounts->begin_keyed(free, kStart));
  EXPECT_EQ(state(free, kKeyedLease), KeyedState::kLost) << "nothing says whether it was done";
}

// However many servers are asked at the same time.
TEST_P(AccountsTest, LetOneDoWhatHasAKey) {
  std::vector<std::unique_ptr<Accounts>> servers;
  for (int i = 0; i < 4; ++i) servers.push_back(open_accounts());
  for (int round = 0; round < 10; ++round) {
    std::atomic<int> fresh = 0;
    std::atomic<int> failed = 0;
    std::vector<std::thread> threads;
    for (const auto& server : servers) {
      threads.emplace_back([&] {
        const auto begun = server->begin_keyed(
            {"jane", "race " + std::to_string(round), "approve 12", ""}, kStart);
        if (!begun) ++failed;
        if (begun && begun->state == KeyedState::kFresh) ++fresh;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(fresh, 1);
  }
}

TEST_P(AccountsTest, KeepSoManyAnswersOfAnAccount) {
  const auto accounts = open_accounts();
  const auto request = [](std::string handle, std::size_t i) {
    return KeyedRequest{std::move(handle), std::to_string(i), "asked", ""};
  };
  ASSERT_TRUE(accounts->begin_keyed(request("john", 0), kStart));
  constexpr std::size_t kMore = 20;
  for (std::size_t i = 0; i < kMostKeyed + kMore; ++i) {
    ASSERT_TRUE(accounts->begin_keyed(request("jane", i), later(static_cast<std::int64_t>(i))));
  }
  const Instant now = later(static_cast<std::int64_t>(kMostKeyed + kMore));
  EXPECT_EQ(accounts->begin_keyed(request("jane", 0), now)->state, KeyedState::kFresh);
  EXPECT_NE(accounts->begin_keyed(request("jane", kMore + 10), now)->state, KeyedState::kFresh);
  EXPECT_NE(accounts->begin_keyed(request("john", 0), now)->state, KeyedState::kFresh);
}

TEST_P(AccountsTest, OutliveALostConnection) {
  const auto accounts = open_accounts();
  const auto in = add(*accounts, "jane");
  if (GetParam() == Dialect::kSqlite) return;  // nothing to lose
  ASSERT_TRUE(accounts->by_session(in.cookie, kStart));
  sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '" +
      schema_ + "' AND pid <> pg_backend_pid()");
  EXPECT_TRUE(accounts->by_session(in.cookie, later(kRemembered)));
}

TEST_P(AccountsTest, LeaveTheRecordAlone) {
  open_accounts();
  const auto store = open();
  append(*store, {event("proposal/1")});
  add(*open_accounts(), "jane");
  EXPECT_TRUE(open(Access::kRead)->is_there());  // verified, its tables among others'
}

}  // namespace
}  // namespace milepost::accounts
