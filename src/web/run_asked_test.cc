#include <chrono>
#include <fstream>
#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/digest.h"
#include "store/events.h"
#include "store/record.h"
#include "web/dispatch_rows_fixture.h"
#include "web/kept_answers.h"

namespace milepost::web {
namespace {

using http::Method;
using testing::HasSubstr;

class RunAskedTest : public DispatchRows {};

// --- which version ---

// Each decides upon the version that both have seen: the first changes it.
http::Response decide_slowly(const http::Request& /*request*/, const Visit& visit) {
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const Card& card = *visit.workspace->index().find_number("12");
  std::ofstream(visit.workspace->repository().full_path(card.files.document), std::ios::app)
      << "decided\n";
  return http::text_response(201, "application/json", "{}");
}

TEST_F(RunAskedTest, OfTwoWhoSawTheSameOneDecides) {
  static constexpr Route kDeciding[] = {{Method::kPost, "/api/v1/proposals/{proposal}/decide",
                                         kWriting, Precondition::kProposal, decide_slowly, kText}};
  serve(kDeciding);
  const auto tag = proposal_tag(*workspace_, *workspace_->index().find_number("12"));
  ASSERT_TRUE(tag) << tag.error().message;
  const auto decide = [&] {
    return ask(request(Method::kPost, "/api/v1/proposals/12/decide",
                       {{"authorization", "Bearer person record"}, {"if-match", *tag}}))
        .response->status;
  };
  auto other = std::async(std::launch::async, decide);
  const std::vector<int> both = {decide(), other.get()};
  EXPECT_THAT(both, testing::UnorderedElementsAre(201, 412));
}

// Before this one has recorded anything, another server, or the command line, has.
http::Response record_after_another(const http::Request& request, const Visit& visit) {
  const Card& card = *visit.workspace->index().find_number("12");
  const Actor other{"other", now_utc()};
  const auto concern = [&](const Actor& actor) {
    return [&card, actor](const ProposalState&) -> Result<Decision> {
      return Decision{{event_of(card, actor, events::Concern{"", "", "wait"})}, {}};
    };
  };
  auto theirs = Record::open(visit.workspace->repository(), "", Access::kWrite);
  if (!theirs) return problem(theirs.error(), request);
  if (request.query.has("late")) {
    const auto done =
        std::async(std::launch::async, [&] { return theirs->act(card, concern(other)); }).get();
    if (!done) return problem(done.error(), request);
  }
  const auto ours = visit.to_record()->open_record(Access::kWrite);
  if (!ours) return problem(ours.error(), request);
  const auto done = (*ours)->act(card, concern({"person", now_utc()}));
  return done ? http::text_response(201, "application/json", "{}") : problem(done.error(), request);
}

TEST_F(RunAskedTest, NothingIsRecordedUponWhatTheClientHasNotSeen) {
  static constexpr Route kDeciding[] = {{Method::kPost, "/api/v1/proposals/{proposal}/decide",
                                         kWriting, Precondition::kProposal, record_after_another,
                                         kText}};
  serve(kDeciding);
  const auto decide = [&](const std::string& target) {
    const auto latest = workspace_->at_moment(kTestNow);
    const auto tag = proposal_tag(*latest, *latest->index().find_number("12"));
    workspace_ = latest;
    return ask(request(Method::kPost, target,
                       {{"authorization", "Bearer person record"}, {"if-match", *tag}}));
  };
  EXPECT_EQ(decide("/api/v1/proposals/12/decide").response->status, 201);
  const Answered late = decide("/api/v1/proposals/12/decide?late=1");
  EXPECT_EQ(late.response->status, 412);
  EXPECT_TRUE(late.response->headers.has("ETag"));
  const auto record = Record::open(workspace_->repository(), "", Access::kRead);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->head()->number, 2U);
  EXPECT_EQ(decide("/api/v1/proposals/12/decide").response->status, 201);
}

TEST_F(RunAskedTest, DecisionsNameTheirVersion) {
  serve(kRows);
  const std::string tag = *proposal_tag(*workspace_, *workspace_->index().find_number("12"));
  const std::string target = "/api/v1/proposals/12/approvals";
  const auto status = [&](const Headers& headers) {
    return post(target, headers, "{}").response->status;
  };
  EXPECT_EQ(status(kToken), 428);
  EXPECT_EQ(status(with(kToken, "if-match", "*")), 428);
  EXPECT_EQ(status(with(kToken, "if-match", "\"old\"")), 412);
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(status(with(kToken, "if-match", tag)), 201);
  // As a proxy that packs answers makes it: the version is the same.
  EXPECT_EQ(status(with(kToken, "if-match", "W/" + tag)), 201);
  EXPECT_EQ(status(with(kToken, "if-match", "\"old\", " + tag)), 201);
  EXPECT_EQ(post(target, with(kToken, "if-match", "\"old\""), "{}").response->headers.get("ETag"),
            tag);
  EXPECT_EQ(
      post("/api/v1/proposals/13/approvals", with(kToken, "if-match", tag), "{}").response->status,
      412);
  EXPECT_EQ(post("/proposals/12/approve", kForm, "_csrf=csrf-1").response->status, 428);
  EXPECT_EQ(post("/proposals/12/approve", kForm, "_csrf=csrf-1&_match=old").response->status, 412);
}

TEST_F(RunAskedTest, WhoCameTooLateIsLedBackWithWhatTheyWrote) {
  serve(kRows);
  const Answered late =
      post("/proposals/12/approve", kForm,
           "_csrf=csrf-1&_match=old&role=prr&stage=beta&comment=fine+%26+%3Cb%3E");
  EXPECT_EQ(late.response->status, 412);
  EXPECT_THAT(body(late), HasSubstr("href=\"/proposals/12/approve?role=prr&amp;stage=beta\""));
  EXPECT_THAT(body(late), HasSubstr("fine &amp; &lt;b&gt;</textarea>"));
  EXPECT_THAT(body(get("/nowhere")), testing::Not(HasSubstr("Look again")));
}

TEST_F(RunAskedTest, WhoeverWroteReadsIt) {
  serve(kRows);
  const auto before = generation_;
  post("/api/v1/later", kToken, "{}");
  EXPECT_EQ(generation_, before) << "nothing was done";
  post("/api/v1/check", {{"content-type", "application/json"}}, "{}");
  EXPECT_EQ(generation_, before) << "nothing is recorded by it";
  post("/api/v1/things", kToken, "{}");
  EXPECT_EQ(generation_, before + 1);
}

// --- done once ---

TEST_F(RunAskedTest, KeysAreGoodForOneRequest) {
  keep_accounts();
  serve(kRows);
  const Headers keyed = with(kToken, "idempotency-key", "k1");
  const Answered first = post("/api/v1/things", keyed, "{\"a\":1}");
  EXPECT_EQ(body(first), "1{\"a\":1}");
  const Answered again = post("/api/v1/things", keyed, "{\"a\":1}");
  EXPECT_EQ(again.response->status, 201);
  EXPECT_EQ(body(again), body(first));
  EXPECT_EQ(again.response->headers.get("Idempotency-Replayed"), "true");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(post("/api/v1/things", keyed, "{\"a\":2}").response->status, 422);
  Headers other = keyed;
  other.front().second = "Bearer other record";
  EXPECT_EQ(body(post("/api/v1/things", other, "{\"a\":1}")), "2{\"a\":1}");
  EXPECT_EQ(post("/api/v1/things", with(kToken, "idempotency-key", std::string(201, 'k')), "{}")
                .response->status,
            400);
  const Headers failing = with(kToken, "idempotency-key", "k2");
  post("/api/v1/later", failing, "{}");
  post("/api/v1/later", failing, "{}");
  EXPECT_EQ(calls, 4) << "what failed may be tried again";
}

TEST_F(RunAskedTest, WhatWasRefusedMayBeTriedAgainWithItsKey) {
  static constexpr Route kDeciding[] = {{Method::kPost, "/api/v1/proposals/{proposal}/decide",
                                         kWriting, Precondition::kProposal, count_call, kText}};
  keep_accounts();
  serve(kDeciding);
  const auto tag = proposal_tag(*workspace_, *workspace_->index().find_number("12"));
  ASSERT_TRUE(tag) << tag.error().message;
  const auto decide = [&](const std::string& version) {
    return ask(request(Method::kPost, "/api/v1/proposals/12/decide",
                       {{"authorization", "Bearer person record"},
                        {"idempotency-key", "k1"},
                        {"if-match", version}}));
  };
  EXPECT_EQ(decide("\"old\"").response->status, 412);
  const Answered done = decide(*tag);
  EXPECT_LT(done.response->status, 300);
  EXPECT_FALSE(done.response->headers.has("Idempotency-Replayed"));
  EXPECT_EQ(decide(*tag).response->headers.get("Idempotency-Replayed"), "true");
}

// Another server of the same accounts: it has not seen the request.
TEST_F(RunAskedTest, ASecretIsKeptForNoKey) {
  keep_accounts();
  serve(kRows);
  const Headers keyed = with(kToken, "idempotency-key", "a");
  EXPECT_THAT(body(post("/api/v1/secrets", keyed, "{}")), HasSubstr("mp_opensesame"));
  const Answered again = post("/api/v1/secrets", keyed, "{}");
  EXPECT_EQ(again.response->status, 409);
  EXPECT_THAT(body(again), HasSubstr("shown once"));
  EXPECT_EQ(calls, 1);
  const std::string path = accounts_->name();
  accounts_.reset();
  std::ifstream file(path, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(bytes, HasSubstr("Shown once"));
  EXPECT_THAT(bytes, testing::Not(HasSubstr("opensesame")));
}

TEST_F(RunAskedTest, KeysHoldOnEveryServer) {
  keep_accounts();
  serve(kRows);
  const Headers keyed = with(kToken, "idempotency-key", "k1");
  const Answered first = post("/api/v1/things", keyed, "{}");
  serve(kRows);
  const Answered again = post("/api/v1/things", keyed, "{}");
  EXPECT_EQ(body(again), body(first));
  EXPECT_EQ(again.response->type, first.response->type);
  EXPECT_EQ(again.response->headers.get("Idempotency-Replayed"), "true");
  EXPECT_EQ(calls, 1);
}

// Whoever began was killed: what it decided upon says whether it had come to an end.
TEST_F(RunAskedTest, WhatWasBegunAndNotAnsweredIsDoneOnce) {
  keep_accounts();
  serve(kRows);
  const auto tag = proposal_tag(*workspace_, *workspace_->index().find_number("12"));
  ASSERT_TRUE(tag) << tag.error().message;
  const std::string target = "/api/v1/proposals/12/approvals";
  const auto begin = [&](const std::string& key, const std::string& version) {
    const auto sha256 = *Sha256::load();
    const auto begun = accounts_->begin_keyed(
        {"person", key, sha256.of("POST\n" + target + "\n{}").hex(), version},
        {kTestNow.seconds - accounts::kKeyedLease});
    ASSERT_TRUE(begun) << begun.error().message;
  };
  const auto ask_again = [&](const std::string& key, const std::string& version) {
    return post(target, with(with(kToken, "idempotency-key", key), "if-match", version), "{}")
        .response->status;
  };
  begin("not-done", *tag);
  EXPECT_EQ(ask_again("not-done", "\"another\""), 409) << "nobody knows";
  EXPECT_EQ(calls, 0);
  EXPECT_EQ(ask_again("not-done", *tag), 201);
  EXPECT_EQ(ask_again("not-done", *tag), 201);
  EXPECT_EQ(calls, 1);

  begin("done", "\"before\"");
  EXPECT_EQ(ask_again("done", "\"before\""), 412) << "the proposal has another version since";
  EXPECT_EQ(ask_again("done", *tag), 409) << "as long as the lease is";
  EXPECT_EQ(calls, 1);
}

TEST(KeptAnswersTest, AreReadAsTheyWere) {
  http::Response response = http::text_response(201, "application/json", std::string("{\0}", 4));
  response.etag = "\"a\"";
  response.headers.add("Location", "/there");
  response.headers.add("X-Two", "1");
  response.headers.add("X-Two", "2");
  const auto read = read_answer(write_answer(response));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->status, 201);
  EXPECT_EQ(read->type, response.type);
  EXPECT_EQ(*read->body, *response.body);
  EXPECT_EQ(read->etag, response.etag);
  EXPECT_EQ(read->headers.all("X-Two").size(), 2U);
  EXPECT_FALSE(read_answer("12:what is this,"));
  EXPECT_FALSE(read_answer(""));
}

}  // namespace
}  // namespace milepost::web
