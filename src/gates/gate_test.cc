#include "gates/gate.h"

#include "gates/gate_fixture.h"
#include "process/load.h"

namespace milepost {
namespace {

using Question = GateQuestion;
using Remedies = std::vector<Remedy>;

class Gates : public GateFixture {
 protected:
  struct Answer {
    const char* name;
    Question question;
    std::string want;
  };
  void expect(const std::vector<Answer>& cases) {
    for (const Answer& c : cases) EXPECT_EQ(said(c.question), c.want) << c.name;
  }
  void approve(const std::vector<std::pair<std::string, std::string>>& approvals) {
    evidence_.given.emplace();
    for (const auto& [by, when] : approvals)
      evidence_.given->push_back({by, when, true, true, {}, {}});
  }
  // "id" of each condition that was judged, those that close the gate with a "!".
  std::string ids(const Question& question) {
    std::string text;
    for (const Verdict& verdict : ask(question).conditions) {
      text += (text.empty() ? "" : " ") + verdict.id + (verdict.closes() ? "!" : "");
    }
    return text;
  }
  // What can be done about the last condition.
  Remedies remedies(const Question& question) {
    const GateVerdict gate = ask(question);
    return gate.conditions.empty() ? Remedies() : gate.conditions.back().remedies;
  }
  void write_aliases() const {
    write("ALIASES", "aliases:\n  safety: [sam]\n  build-leads: [lee]\n");
  }
};

TEST_F(Gates, Sections) {
  const std::string condition = "id: s, is: sections, role: author";
  const std::string filled =
      std::string(kGateSummary) + "\n## Risks\n\nIt may break, which a test would show.\n";
  expect({
      {"all filled",
       {condition, "status: accepted\n", filled},
       "yes | 2 sections for beta are filled |  |  | "},
      {"one is due",
       {condition, "status: accepted\n", filled, "alpha"},
       "yes | 1 section for alpha is filled |  |  | "},
      {"one is missing",
       {condition, "status: accepted\nauthors: [\"@jane\"]\n"},
       "no | 1 of 2 sections for beta is not filled | :1:1 | @jane | fill-sections\nRisks | "
       "missing | "},
      {"not filled",
       {condition, "status: accepted\n", "\n## Summary\n\n<!--\nSay it.\n-->\n\n## Risks\n\nTBD\n"},
       "no | 2 of 2 sections for beta are not filled | :1:1 |  | fill-sections\nSummary | only "
       "instructions | :9:1\nRisks | says TBD | :15:1"},
      {"few enough may be open",
       {condition + ", most-open: 1", "status: accepted\n"},
       "no | 1 of 2 sections for beta is not filled | :1:1 |  | fill-sections\nRisks | "
       "missing | "},
      {"the small set",
       {condition, "status: accepted\n", std::string(kGateSummary), "draft", {}, "x"},
       "yes | 1 section due when draft is filled |  |  | "},
  });
}

TEST_F(Gates, Template) {
  const std::string condition = "id: t, is: template, role: author";
  expect({
      {"written for the current one",
       {condition, "status: accepted\ntemplate: new\n"},
       "yes | the document follows the current template |  |  | "},
      {"what is newer is there",
       {condition, "status: accepted\ntemplate: old\n",
        std::string(kGateSummary) + "\n## Risks\n\nSome.\n"},
       "yes | the document follows the current template |  |  | "},
      {"what is newer is missing",
       {condition, "status: accepted\ntemplate: old\n"},
       "no | 1 section of the current template is missing; the document was written for that of "
       "2020-01-01 | :1:1 |  | upgrade\nRisks | missing | "},
      {"not due yet",
       {condition, "status: accepted\ntemplate: old\n", std::string(kGateSummary), "alpha"},
       "yes | the document follows the current template |  |  | "},
      {"of a kind whose template has one version",
       {condition, "status: accepted\nkind: rite\n", std::string(kGateSummary), "done"},
       "nothing"},
  });
}

TEST_F(Gates, Findings) {
  const std::string condition = "id: f, is: findings, rules: [MP3, toc-stale], title: it is right";
  EXPECT_EQ(said({condition}), "yes | it is right |  |  | ");
  Finding finding{"MP304", "value-unknown", Severity::kError, nullptr, {4, 5}, "odd", {}, {}, {}};
  findings_ = {finding};
  EXPECT_EQ(said({condition}),
            "no | it is not right yet (1 finding) | :2:1 |  | mend-findings\nMP304 odd |  | :2:1");
  findings_[0].severity = Severity::kWarning;
  EXPECT_EQ(said({condition}), "yes | it is right, but for 1 warning |  |  | \nMP304 odd |  | :2:1")
      << "errors count, if nothing is said";
  EXPECT_TRUE(said({condition + ", severity: warning"}).starts_with("no"));
  findings_[0] = {"MP601", "toc-stale", Severity::kError, nullptr, {}, "stale", {}, {}, {}};
  EXPECT_TRUE(said({condition}).starts_with("no")) << "by its name";
  findings_[0].name = "toc-missing";
  EXPECT_TRUE(said({condition}).starts_with("yes")) << "another rule";
}

TEST_F(Gates, Fields) {
  const std::string condition = "id: f, is: fields, fields: [authors, approvers], role: author";
  expect({
      {"all set",
       {condition, "status: accepted\nauthors: [\"@a\"]\napprovers: [\"@b\"]\n"},
       "yes | authors, approvers are set |  | @a | "},
      {"one is missing",
       {condition, "status: accepted\nauthors: [\"@a\"]\n"},
       "no | approvers is missing | :1:1 | @a | fill-fields"},
      {"a placeholder, and empty",
       {condition, "status: accepted\nauthors: [\"@me\"]\napprovers:\n"},
       "no | authors, approvers say nothing yet | :6:10 | @me | fill-fields\n"
       "authors | is empty | :6:10\napprovers | is empty | :7:11"},
      {"all set, with a title",
       {"id: f, is: fields, fields: [authors], title: somebody writes it",
        "status: accepted\nauthors: [\"@a\"]\n"},
       "yes | somebody writes it |  |  | "},
      {"missing, with a title",
       {"id: f, is: fields, fields: [approvers], title: somebody decides, how: ask around",
        "status: accepted\nauthors: [\"@a\"]\n"},
       "no | not yet: somebody decides | :1:1 |  | advice\napprovers | is missing | :1:1"},
      {"needed later",
       {"id: f, is: fields, fields: [authors, metrics]",
        "status: accepted\nauthors: [\"@a\"]\n",
        {},
        "alpha"},
       "yes | authors is set |  |  | "},
      {"needed now",
       {"id: f, is: fields, fields: [authors, metrics]",
        "status: accepted\nstage: alpha\nauthors: [\"@a\"]\n"},
       "no | metrics is missing | :6:8 |  | fill-fields"},
      {"metadata that breaks off",
       {condition, "status: accepted\nauthors: [\"@a\"]\nx: [\n"},
       "unknown | authors, approvers: the metadata cannot be read to its end | :1:1 | @a | "
       "mend-metadata"},
  });
}

TEST_F(Gates, Resolved) {
  const std::string condition = "id: r, is: resolved, role: author";
  expect({
      {"nothing", {condition}, "yes | nothing is under debate |  |  | "},
      {"two",
       {condition, "status: accepted\n",
        "\n<<[UNRESOLVED the name]>>\nx\n<<[/UNRESOLVED]>>\n\n<<[UNRESOLVED]>>\ny\n"
        "<<[/UNRESOLVED]>>\n"},
       "no | 2 parts are still under debate | :9:1 |  | settle-debate\nthe name |  | "
       ":9:1\nUNRESOLVED |  | :13:1"},
      {"one",
       {condition, "status: accepted\n", "\n<<[UNRESOLVED a]>>\nx\n<<[/UNRESOLVED]>>\n"},
       "no | one part is still under debate | :9:1 |  | settle-debate\na |  | :9:1"},
      {"put off to the stage after the one aimed at",
       {condition, "status: accepted\nstage: alpha\n",
        "\n<<[UNRESOLVED beta: how long?]>>\nx\n<<[/UNRESOLVED]>>\n", "alpha"},
       "yes | nothing is under debate |  |  | "},
      {"put off to the one aimed at",
       {condition, "status: accepted\nstage: alpha\n",
        "\n<<[UNRESOLVED beta: how long?]>>\nx\n<<[/UNRESOLVED]>>\n", "beta"},
       "no | one part is still under debate | :10:1 |  | settle-debate\nbeta: how long? |  | "
       ":10:1"},
  });
}

TEST_F(Gates, ApprovalByEach) {
  const std::string condition = "id: a, is: approval, role: approver";
  const std::string metadata = "status: accepted\napprovers: [\"@ann\", \"@Bob\"]\n";
  EXPECT_EQ(said({condition, metadata}),
            "unknown | approval by each of @Bob, @ann: no record of it |  | @Bob @ann | approve");
  EXPECT_EQ(said({condition, "status: accepted\napprovers: [\"@ann\"]\n"}),
            "unknown | approval by @ann: no record of it |  | @ann | approve");
  const GateQuestion unnamed{condition, "status: accepted\nauthors: [\"@jo\"]\n"};
  EXPECT_EQ(said(unnamed), "no | nobody is named who is an approver |  | @jo | name-people");
  EXPECT_EQ(ask(unnamed).conditions.back().role_title, "the author") << "who names them";
  evidence_.given.emplace();
  EXPECT_TRUE(said({condition, metadata})
                  .starts_with("no | 2 of 2 approvals are missing |  | "
                               "@Bob @ann"));
  approve({{"ANN", "2026-02-03"}, {"eve", "2026-02-04"}});
  EXPECT_EQ(said({condition, metadata}),
            "no | 1 of 2 approvals is missing |  | @Bob | approve\n@ANN (claimed) on 2026-02-03 |  "
            "| \n@eve "
            "(claimed) on 2026-02-04 |  | ");
  approve({{"ann", "2026-02-03"}, {"bob", "2026-02-04"}, {"eve", "2026-02-05"}});
  EXPECT_TRUE(
      said({condition, metadata})
          .starts_with(
              "yes | approved by @ann (claimed) on 2026-02-03, @bob (claimed) on 2026-02-04, text "
              "unchanged since |"));
  (*evidence_.given)[1].valid = false;
  (*evidence_.given)[1].note = "\"Risks\" has changed since";
  EXPECT_EQ(said({condition, metadata}),
            "no | 1 of 2 approvals is missing |  | @Bob | approve\n@ann (claimed) on 2026-02-03 |  "
            "| \n@bob "
            "(claimed) on 2026-02-04 | \"Risks\" has changed "
            "since | \n  shown by compare-approved |  | \n"
            "@eve (claimed) on 2026-02-05 |  | ")
      << "one that the text has outgrown does not count";
}

TEST_F(Gates, ApprovalBySome) {
  const std::string condition = "id: a, is: approval, role: approver, least: 1";
  const std::string metadata = "status: accepted\napprovers: [\"@ann\", \"@bob\"]\n";
  approve({{"bob", "2026-02-04"}});
  EXPECT_TRUE(
      said({condition, metadata})
          .starts_with("yes | approved by @bob (claimed) on 2026-02-04, text unchanged since |"));
  evidence_.given->clear();
  EXPECT_TRUE(said({condition, metadata}).starts_with("no | 1 of 1 approval is missing |"));
  EXPECT_TRUE(said({"id: a, is: approval, role: lead", metadata})
                  .starts_with("unknown | nobody is known as a lead: "));
  write_aliases();
  approve({{"lee", "2026-02-04"}});
  EXPECT_TRUE(said({"id: a, is: approval, role: lead", metadata}).starts_with("yes | approved by"));
}

TEST_F(Gates, ApprovalOfSeveralCompanies) {
  const std::string condition = "id: a, is: approval, role: approver, people: 2, companies: 2";
  const std::string metadata =
      "status: accepted\napprovers: [\"@ann\", \"@bob\", \"@cy\", \"@dee\"]\n";
  approve({{"ann", "2026-02-04"}});
  EXPECT_TRUE(said({condition, metadata})
                  .starts_with("no | 1 of 2 approvals is missing; the approvals are of 1 company "
                               "(Harbour); 2 are needed |"))
      << said({condition, metadata});
  approve({{"ann", "2026-02-04"}, {"bob", "2026-02-05"}, {"dee", "2026-02-05"}});
  EXPECT_TRUE(said({condition, metadata})
                  .starts_with("no | the approvals are of 1 company (Harbour); 2 are needed; no "
                               "company is known of @dee: add it to `companies:` |"))
      << said({condition, metadata});
  EXPECT_NE(said({condition, metadata}).find("| @cy |"), std::string::npos)
      << said({condition, metadata});
  approve({{"ann", "2026-02-04"}, {"cy", "2026-02-05"}});
  EXPECT_NE(said({condition, metadata}).find("yes | approved by"), std::string::npos);
  EXPECT_NE(said({condition, metadata}).find(", of Harbour and Quay"), std::string::npos);
  const std::string only = "id: a, is: approval, role: approver, companies: 2";
  EXPECT_TRUE(said({only, metadata}).starts_with("yes |")) << "two people, not each of them";
}

TEST_F(Gates, Review) {
  const Question question{"id: r, is: review, review: safety, role: safety"};
  const std::string how = "after the answers: approve";
  EXPECT_EQ(said(question),
            "no | no safety review for beta: there is no file for it | "
            "reviews/12.yaml |  | " +
                how);
  write("reviews/12.yaml", "alpha: {by: \"@sam\"}\n");
  EXPECT_EQ(said(question), "no | no safety review for beta | reviews/12.yaml:1:1 |  | " + how);
  write("reviews/12.yaml", "alpha: {by: \"@sam\"}\nbeta:\n  by: \"\"\n");
  EXPECT_EQ(said(question),
            "no | the safety review for beta is asked for and not given | "
            "reviews/12.yaml:3:7 |  | " +
                how);
  write("reviews/12.yaml", "beta:\n  by: \"@sam\"\n");
  EXPECT_EQ(said(question),
            "unknown | whether @sam may approve is not known: there is no file ALIASES that can be "
            "read, with the alias safety | "
            "reviews/12.yaml:2:7 |  | ");
  write_aliases();
  EXPECT_EQ(said(question), "yes | safety review for beta by @sam | reviews/12.yaml:2:7 | @sam | ");
  write("reviews/12.yaml", "beta:\n  by: \"@eve\"\n");
  EXPECT_EQ(said(question),
            "no | @eve, who approved beta, may not: they are not on the roster | "
            "reviews/12.yaml:2:7 | @sam | " +
                how);
  write("reviews/12.yaml", "alpha: {by: \"@sam\"}\nbeta: [\n");
  EXPECT_TRUE(said(question).starts_with("unknown |")) << "what breaks off may say anything";
}

TEST_F(Gates, ReviewThatIsInTheRecordAlone) {
  const Question question{"id: r, is: review, review: safety, role: safety"};
  write_aliases();
  write("reviews/12.yaml", "alpha: {by: \"@sam\"}\n");
  const auto starts = [&](std::string_view with) { return said(question).starts_with(with); };
  approve({{"eve", "2026-09-01"}});
  EXPECT_TRUE(starts("no | no safety review for beta |")) << "who is not on the roster";
  approve({{"sam", "2026-09-02"}});
  const std::string given =
      "yes | safety review for beta by @sam (claimed) on 2026-09-02, not entered";
  EXPECT_TRUE(starts(given)) << said(question);
  write("reviews/12.yaml", "beta: {by: \"@eve\"}\n");
  EXPECT_TRUE(starts(given)) << said(question);
  evidence_.given->front().valid = false;
  EXPECT_TRUE(starts("no | @eve, who approved beta, may not")) << said(question);
  write("reviews/12.yaml", "beta: {by: \"@sam\"}\n");
  EXPECT_TRUE(
      starts("no | @sam (claimed) approved beta on 2026-09-02, but the text has changed since"))
      << said(question);
}

TEST_F(Gates, Checklist) {
  const std::string condition = "id: c, is: checklist, checklist: ready, role: author";
  const auto boxes = [](std::string_view list) { return "\n## Signoff\n\n" + std::string(list); };
  const std::string accepted = "status: accepted\n";
  expect({
      {"no section",
       {condition, accepted},
       "yes | the sign-off checklist asks for nothing yet |  |  | "},
      {"no boxes",
       {condition, accepted, boxes("None.\n")},
       "yes | the sign-off checklist asks for nothing yet |  |  | "},
      {"no mark",
       {condition, accepted, boxes("- [x] a\n")},
       "yes | the sign-off checklist asks for nothing yet |  |  | "},
      {"ticked",
       {condition, accepted, boxes("- [x] (R) a\n- [ ] b\n")},
       "yes | 1 required item of the sign-off checklist is done |  |  | "},
      {"not ticked",
       {condition, accepted, boxes("- [ ] (R) a\n- [X] (R) b\n- [ ] c\n")},
       "no | 1 of 2 required items of the sign-off checklist is open | :11:3 |  | "
       "tick-boxes\n(R) a |  | :11:3"},
      {"struck out",
       {condition, accepted, boxes("- [ ] ~~(R) a~~\n- [x] (R) b\n")},
       "yes | 1 required item of the sign-off checklist is done |  |  | "},
      {"required without the mark",
       {condition, accepted, boxes("- [ ] Everybody was told\n")},
       "no | 1 of 1 required item of the sign-off checklist is open | :11:3 |  | "
       "tick-boxes\nEverybody was told |  | :11:3"},
      {"of a later stage",
       {condition, accepted, boxes("- [x] (R) a\n- [ ] (R) seen in use\n"), "alpha"},
       "yes | 1 required item of the sign-off checklist is done |  |  | "},
      {"of a later stage that it names, in code's word or its own",
       {condition, accepted,
        boxes("- [x] (R) a\n- [ ] (R) Ensure GA e2e tests for meet [it](https://a.b/alpha)\n"
              "- [ ] (R) all Stable endpoints\n- [ ] ~(R) b~\n")},
       "yes | 1 required item of the sign-off checklist is done |  |  | "},
      {"of this stage, which it names",
       {condition, accepted, boxes("- [x] (R) a\n- [ ] (R) tests for all Beta calls\n")},
       "no | 1 of 2 required items of the sign-off checklist is open | :12:3 |  | "
       "tick-boxes\n(R) tests for all Beta calls |  | :12:3"},
      {"a word that only begins like a stage",
       {condition, accepted, boxes("- [x] (R) a\n- [ ] (R) in the GALLERY, stably\n")},
       "no | 1 of 2 required items of the sign-off checklist is open | :12:3 |  | "
       "tick-boxes\n(R) in the GALLERY, stably |  | :12:3"},
      {"of this stage",
       {condition, accepted, boxes("- [x] (R) a\n- [ ] (R) seen in use\n- [ ] soaked\n")},
       "no | 1 of 2 required items of the sign-off checklist is open | :12:3 |  | "
       "tick-boxes\n(R) seen in use |  | :12:3"},
      {"all of them",
       {condition + ", all: true", accepted, boxes("- [x] (R) a\n- [ ] b\n")},
       "no | 1 of 2 items of the sign-off checklist is open | :12:3 |  | tick-boxes\n"
       "b |  | :12:3"},
      {"all, but for later stages",
       {condition + ", all: true", accepted, boxes("- [x] (R) a\n- [ ] soaked\n")},
       "yes | 1 item of the sign-off checklist is done |  |  | "},
      {"without a stage",
       {condition + ", all: true", "status: draft\nkind: rite\n",
        boxes("- [x] (R) a\n- [ ] soaked\n"), "accepted"},
       "yes | 1 item of the sign-off checklist is done |  |  | "},
  });
}

TEST_F(Gates, Milestone) {
  now_ = "2026-08-01T00:00:00Z";
  const std::string condition = "id: m, is: milestone, role: author";
  const std::string alpha = "status: accepted\nstage: alpha\nmilestone: {alpha: v1.3}\n";
  calendar_ = "  - {name: v1.3, freeze: 2026-09-01}\n  - {name: v1.4, freeze: 2026-11-01}\n";
  expect({
      {"none", {condition, alpha}, "no | no release is set for beta |  |  | promote"},
      {"given",
       {condition, alpha, {}, "beta", "1.4"},
       "yes | the release for beta is v1.4 |  |  | "},
      {"set",
       {condition, "status: accepted\nstage: alpha\nmilestone: {beta: v1.4}\n"},
       "yes | the release for beta is v1.4 | :7:19 |  | "},
      {"before the stage before",
       {condition, alpha, {}, "beta", "v1.2"},
       "no | v1.2 for beta lies before v1.3, the release of alpha |  |  | aim-later"},
      {"in the same release",
       {condition, alpha, {}, "beta", "v1.3"},
       "yes | the release for beta is v1.3 |  |  | "},
  });
}

TEST_F(Gates, AMilestoneInThePast) {
  const std::string condition = "id: m, is: milestone, role: author";
  const std::string alpha = "status: accepted\nstage: alpha\nmilestone: {beta: v1.3}\n";
  calendar_ = "  - {name: v1.3, freeze: 2026-09-01}\n  - {name: v1.4, freeze: 2026-11-01}\n";
  now_ = "2026-08-31T00:00:00Z";
  EXPECT_EQ(said({condition, alpha}), "yes | the release for beta is v1.3 | :7:19 |  | ");
  now_ = "2026-10-01T00:00:00Z";
  EXPECT_EQ(said({condition, alpha}),
            "no | the release for beta is v1.3, which is past | :7:19 |  | aim-later");
  EXPECT_EQ(said({condition, "status: accepted\nstage: alpha\nmilestone: {beta: v1.1}\n"}),
            "no | the release for beta is v1.1, which is past | :7:19 |  | aim-later")
      << "older than the calendar";
  EXPECT_EQ(said({condition, "status: accepted\nstage: beta\nmilestone: {beta: v1.3}\n"}),
            "yes | the release for beta is v1.3 | :7:19 |  | ")
      << "it is there already";
  calendar_.clear();
  EXPECT_EQ(said({condition, alpha}), "yes | the release for beta is v1.3 | :7:19 |  | ")
      << "nobody knows";
}

TEST_F(Gates, FreezeIsMetBeforeItsInstant) {
  calendar_ = "  - {name: v1.4, freeze: 2026-10-08}\n  - {name: v1.5}\n";
  const std::string condition = "id: m, is: milestone, freeze: freeze";
  const Question question{condition, "status: accepted\nstage: alpha\n", {}, "beta", "v1.4"};
  now_ = "2026-10-09T11:59:59Z";
  EXPECT_EQ(said(question),
            "yes | the freeze of v1.4 has not passed (Thu 8 Oct 2026, anywhere on earth) |  |  | ");
  EXPECT_EQ(to_string(*ask(question).conditions.back().deadline), "2026-10-09T12:00:00Z");
  now_ = "2026-10-09T12:00:00Z";
  EXPECT_EQ(
      said(question),
      "no | the freeze of v1.4 has passed (Thu 8 Oct 2026, anywhere on earth) |  |  | aim-later or "
      "request-exception");
  Question other = question;
  other.release = "v1.5";
  EXPECT_EQ(said(other), "yes | the freeze of v1.5 has no date yet |  |  | ");
  calendar_.clear();
  EXPECT_EQ(said(question), "yes | the freeze of v1.4 has no date yet |  |  | ");
  other.release.clear();
  EXPECT_EQ(said(other), "nothing") << "that no release is set is for another condition to say";
}

TEST_F(Gates, ReleasesInTheStageBefore) {
  const std::string condition = "id: soak, is: releases, least: 2";
  const std::string alpha = "status: accepted\nstage: alpha\nmilestone: {alpha: v1.3}\n";
  expect({
      {"enough",
       {condition, alpha, {}, "beta", "v1.5"},
       "yes | 2 releases in alpha (v1.3 to v1.5) |  |  | "},
      {"too few",
       {condition, alpha, {}, "beta", "v1.4"},
       "no | 1 release in alpha (v1.3 to v1.4), 2 are asked for |  |  | aim-later"},
      {"of another major version",
       {condition, alpha, {}, "beta", "v2.1"},
       "unknown | how long it was in alpha: its release is not known |  |  | set-milestone"},
      {"not known",
       {condition, "status: accepted\nstage: alpha\n", {}, "beta", "v1.4"},
       "unknown | how long it was in alpha: its release is not known |  |  | set-milestone"},
      {"no release",
       {condition, alpha},
       "unknown | how long it was in alpha: no release is set for beta |  |  | set-milestone"},
      {"the first",
       {condition, "status: accepted\n", {}, "alpha", "v1.4"},
       "yes | nothing comes before alpha |  |  | "},
      {"without stages", {condition, "status: draft\nkind: rite\n", {}, "accepted"}, "nothing"},
  });
  calendar_ = "  - {name: v1.3}\n  - {name: v1.9}\n  - {name: v2.0}\n";
  EXPECT_EQ(said({condition, alpha, {}, "beta", "v2.0"}),
            "yes | 2 releases in alpha (v1.3 to v2.0) |  |  | ")
      << "counted in the calendar";
}

TEST_F(Gates, Shipped) {
  const std::string condition = "id: s, is: shipped, freeze: release";
  const std::string stable = "status: accepted\nstage: stable\nmilestone: {stable: v1.4}\n";
  const Question question{condition, stable, {}, "done"};
  EXPECT_EQ(said(question),
            "unknown | whether v1.4 is out: the calendar does not say |  |  | add-to-calendar");
  calendar_ = "  - {name: v1.4, release: 2026-10-08}\n";
  now_ = "2026-10-07T23:59:59Z";
  EXPECT_EQ(said(question), "no | v1.4 comes out on 2026-10-08 |  |  | await-release");
  now_ = "2026-10-08T00:00:00Z";
  EXPECT_EQ(said(question), "yes | v1.4 is out since 2026-10-08 |  |  | ");
  EXPECT_EQ(said({condition, "status: accepted\nstage: stable\n", {}, "done"}),
            "no | no release is set for stable |  |  | name-release");
}

TEST_F(Gates, StatusAndTop) {
  expect({
      {"in it",
       {"id: s, is: status, statuses: [accepted]"},
       "yes | the status is accepted | :5:9 |  | "},
      {"not in it",
       {"id: s, is: status, statuses: [done, dropped]"},
       "no | the status is accepted, not done or dropped | :5:9 |  | ask-why"},
      {"own advice",
       {"id: s, is: status, statuses: [done], how: \"do {number} first\""},
       "no | the status is accepted, not done | :5:9 |  | advice"},
      {"on top",
       {"id: t, is: top", "status: accepted\nstage: stable\n", {}, "done"},
       "yes | the stage is stable, the last of its ladder | :6:8 |  | "},
      {"on top of another",
       {"id: t, is: top", "status: accepted\nstage: removed\n", {}, "done"},
       "yes | the stage is removed, the last of its ladder | :6:8 |  | "},
      {"below",
       {"id: t, is: top", "status: accepted\nstage: beta\n", {}, "done"},
       "no | the stage is beta: stable comes first | :6:8 |  | ask-why"},
      {"nowhere",
       {"id: t, is: top", "status: accepted\nkind: rite\n", {}, "done"},
       "no | it has no stage yet |  |  | ask-why"},
  });
}

TEST_F(Gates, Successor) {
  const std::string condition = "id: s, is: successor, role: author";
  write("plans/build/13-fastest.md", "---\ntitle: Fastest\nnumber: 13\n---\n# Fastest\n");
  expect({
      {"exists",
       {condition, "status: accepted\nsuperseded-by: [13]\n"},
       "yes | its successor is plans/build/13-fastest.md | :6:17 |  | "},
      {"not named", {condition}, "no | no successor is named | :6:8 |  | name-successor"},
      {"does not exist",
       {condition, "status: accepted\nsuperseded-by: [14]\n"},
       "no | its successor \"14\" does not exist | :6:17 |  | name-successor"},
      {"elsewhere",
       {condition, "status: accepted\nsuperseded-by: [\"https://example.org/x\"]\n"},
       "unknown | its successor https://example.org/x lies elsewhere | :6:17 |  | name-successor"},
  });
}

TEST_F(Gates, Reason) {
  Question question{"id: why, is: reason"};
  EXPECT_TRUE(ask(question).conditions.back().asks_reason()) << "whatever it is called";
  EXPECT_EQ(said(question), "no | the move needs a reason |  |  | give-reason");
  question.reason = "so";
  EXPECT_EQ(said(question), "yes | the move has a reason |  |  | ");
}

TEST_F(Gates, Criteria) {
  const std::string condition = "id: c, is: criteria, kinds: [rite]";
  expect({
      {"confirmed",
       {condition, "kind: rite\nstatus: draft\ncriteria: [cheap, quick]\n", {}, "accepted"},
       "yes | all 2 criteria of the kind rite are confirmed |  |  | "},
      {"one is not",
       {condition, "kind: rite\nstatus: draft\ncriteria: [cheap]\n", {}, "accepted"},
       "no | 1 of 2 criteria of the kind rite is not confirmed | :7:11 |  | confirm-criteria\nIt "
       "takes a day | quick | "},
      {"another kind", {condition, "status: draft\n", {}, "accepted"}, "nothing"},
  });
}

TEST_F(Gates, Links) {
  const std::string condition = "id: l, is: links, sections: [Signoff], title: the guide is linked";
  const std::string no = "no | the guide is not linked yet |  |  | add-link";
  expect({
      {"linked",
       {condition, "status: accepted\n", "\n## Signoff\n\n[guide](/docs/guide.md)\n"},
       "yes | the guide is linked | :11:9 |  | "},
      {"no link", {condition, "status: accepted\n", "\n## Signoff\n\nSoon.\n"}, no},
      {"the template's",
       {condition, "status: accepted\n", "\n## Signoff\n\nhttps://example.org/rules\n"},
       no},
      {"an anchor", {condition, "status: accepted\n", "\n## Signoff\n\n[here](#signoff)\n"}, no},
      {"in another section",
       {condition, "status: accepted\n", "\n## Summary\n\n[guide](/docs/guide.md)\n\n## Signoff\n"},
       no},
  });
}

TEST_F(Gates, FinalPlace) {
  const std::string condition = "id: p, is: place";
  EXPECT_EQ(said({condition}),
            "no | the document is not at its final place, docs/faster.md |  |  | promote");
}

TEST_F(Gates, ObjectionsCloseThem) {
  evidence_.objected = {{4, "eve", "2026-02-03", "a concern of @eve: what of X?"}};
  EXPECT_EQ(ids({""}), "concern-4!");
  freeze_ = "all";
  EXPECT_EQ(ids({""}), "concern-4!") << "also what is asked for at a freeze";
  freeze_.clear();
  const Verdict concern = ask({""}).conditions[0];
  EXPECT_EQ(concern.who, std::vector<std::string>{"eve"});
  EXPECT_TRUE(concern.is_objection());
  EXPECT_EQ(concern.remedies, (Remedies{remedy::Resolve{"12", 4}}));
  evidence_.objected[0].concern.reset();
  EXPECT_EQ(ids({""}), "hold!");
  EXPECT_EQ(remedies({""}), Remedies{remedy::Unhold{"12"}});
}

TEST_F(Gates, Recorded) {
  const std::string condition = "id: r, is: record, title: a lead has agreed, role: lead";
  EXPECT_EQ(said({condition}), "unknown | a lead has agreed: no record of it |  |  | ");
  EXPECT_EQ(said({condition + ", evidence: merge"}),
            "unknown | a lead has agreed: merging the change says so |  |  | ");
  evidence_.said = Recorded{true, ""};
  EXPECT_EQ(said({condition}), "yes | a lead has agreed |  |  | ");
  evidence_.said = Recorded{false, ""};
  EXPECT_EQ(said({condition}), "no | no lead has agreed yet |  |  | ");
}

TEST_F(Gates, UnknownClosesUnlessMergingSettlesIt) {
  EXPECT_EQ(ids({"id: r, is: record"}), "r!");
  EXPECT_EQ(ids({"id: r, is: record, evidence: merge"}), "r");
  EXPECT_EQ(ids({"id: r, is: record, advice: true"}), "r");
  evidence_.said = Recorded{false, ""};
  EXPECT_EQ(ids({"id: r, is: record, evidence: merge"}), "r!") << "known to be missing";
  EXPECT_EQ(ids({"id: r, is: record, advice: true"}), "r");
  const std::string soak = "id: s, is: releases, advice: true";
  const std::string alpha = "status: accepted\nstage: alpha\nmilestone: {alpha: v1.3}\n";
  EXPECT_EQ(said({soak, alpha, {}, "beta", "v1.3"}),
            "no | 0 releases in alpha (v1.3 to v1.3), 1 is asked for |  |  | aim-later");
  EXPECT_EQ(said({soak, alpha, {}, "beta", "v1.4"}),
            "yes | 1 release in alpha (v1.3 to v1.4) |  |  | ")
      << "nothing is to be done about what holds";
  EXPECT_FALSE(ask({"id: r, is: record"}).open());
  EXPECT_TRUE(ask({"id: r, is: record, advice: true"}).open());
  EXPECT_EQ(ids({"id: s, is: sections"}), "s!");
  EXPECT_EQ(ids({"id: s, is: sections, most-open: 1"}), "s");
}

TEST_F(Gates, ConditionsConcernKindsAndStages) {
  EXPECT_EQ(ids({"id: r, is: record, kinds: [rite]"}), "");
  EXPECT_EQ(ids({"id: r, is: record, kinds: [plan]"}), "r!");
  EXPECT_EQ(ids({"id: r, is: record, from: beta"}), "r!");
  EXPECT_EQ(ids({"id: r, is: record, from: beta", "status: accepted\n", {}, "alpha"}), "");
  EXPECT_EQ(ids({"id: r, is: record, from: beta",
                 "status: accepted\nstage: deprecated\n",
                 {},
                 "removed"}),
            "r!")
      << "removed counts as stable";
  EXPECT_EQ(
      ids({"id: r, is: record, from: beta", "status: accepted\nstage: stable\n", {}, "deprecated"}),
      "")
      << "deprecated counts as alpha";
}

TEST_F(Gates, MovesAreJudgedToo) {
  const std::string draft = "status: draft\nauthors: [\"@jane\"]\n";
  const std::string alpha = "status: accepted\nstage: alpha\n";
  expect({
      {"no such way",
       {"", draft, {}, "done"},
       "no | draft → done is no move of this process: from draft the process goes to accepted or "
       "dropped |  |  | "},
      {"a reason is asked for",
       {"", draft, {}, "dropped"},
       "no | draft → dropped needs a reason |  |  | give-reason"},
      {"and given",
       {"", draft, {}, "dropped", {}, "so"},
       "yes | draft → dropped has a reason |  |  | "},
      {"by the right one",
       {"", draft, {}, "dropped", {}, "so", "JANE"},
       "yes | draft → dropped has a reason |  |  | "},
      {"a stage is left out",
       {"", alpha, {}, "stable"},
       "no | alpha → stable is out of order: beta comes before stable |  |  | override"},
      {"back",
       {"", "status: accepted\nstage: beta\n", {}, "alpha"},
       "no | beta → alpha needs a reason |  |  | give-reason"},
      {"onto another ladder",
       {"", "status: accepted\nstage: stable\n", {}, "deprecated"},
       "nothing"},
      {"in order", {"", alpha, {}, "beta"}, "nothing"},
  });
  write_aliases();
  EXPECT_EQ(said({"", draft, {}, "dropped", {}, "so", "eve"}),
            "no | @eve may not make the move draft → dropped |  |  | leave-to");
  EXPECT_EQ(said({"", draft, {}, "dropped", {}, "so", "lee"}),
            "yes | draft → dropped has a reason |  |  | ");
  const GateVerdict illegal = ask({"", draft, {}, "done"});
  EXPECT_TRUE(illegal.illegal);
  EXPECT_EQ(illegal.conditions.back().kind, VerdictKind::kMove);
  EXPECT_EQ(illegal.conditions.back().id, "move");
  EXPECT_EQ(ask({"", alpha, {}, "stable"}).conditions.back().kind, VerdictKind::kOrder);
  EXPECT_TRUE(ask({"", draft, {}, "dropped"}).conditions.back().asks_reason());
  const Verdict mover = ask({"", draft, {}, "dropped", {}, "so", "eve"}).conditions.back();
  EXPECT_EQ(mover.kind, VerdictKind::kMover);
  EXPECT_EQ(mover.id, "mover");
  EXPECT_EQ(mover.remedies, Remedies{remedy::LeaveTo{"the author (@jane) or a lead (@lee)"}});
  EXPECT_FALSE(ask({"", alpha, {}, "stable"}).illegal);
}

std::string conditions(const Process& process, const Step& step, std::string_view kind) {
  std::string text;
  for (const Condition* condition : conditions_of(process, step, kind)) {
    text += (text.empty() ? "" : " ") + condition->id;
  }
  return text;
}

TEST_F(Gates, TheNearestConditionOfAnIdCounts) {
  auto loaded = load_process(built_in_pack("kep"), nullptr);
  ASSERT_TRUE(loaded) << loaded.error().message;
  const Process& process = **loaded;
  const Step beta{"implementable", "implementable", "alpha", "beta", "v1.38", true};
  EXPECT_EQ(conditions(process, beta, "feature"),
            "sections fields issue metadata people gate debate template acknowledged milestone "
            "freeze signoff prr approval opt-in status metrics");
  const Step first{"provisional", "implementable", "alpha", "alpha", "v1.38", false};
  EXPECT_EQ(conditions(process, first, "feature"),
            "sections fields issue acceptance metadata people gate debate template acknowledged "
            "milestone freeze signoff prr approval opt-in")
      << "what merging settles is asked for until the status is left";
  Step done{"implementable", "implemented", "stable", "stable", "v1.38", false};
  EXPECT_EQ(conditions(process, done, "feature"),
            "sections fields issue metadata people gate debate milestone signoff prr approval "
            "opt-in status metrics soak top shipped")
      << "`nothing` takes the freeze and the template away";
  for (const Condition* condition : conditions_of(process, done, "feature")) {
    EXPECT_EQ(condition->all, condition->id == "signoff") << condition->id;
    EXPECT_EQ(condition->advice, condition->id == "soak") << condition->id;
  }
  done.from_stage = done.to_stage = "";
  EXPECT_EQ(conditions(process, done, "process"),
            "sections fields issue metadata criteria people debate signoff approval status soak "
            "documentation");
  const Step removed{"implementable", "implementable", "disabled", "removed", "v1.38", true};
  EXPECT_EQ(conditions(process, removed, "feature"),
            conditions(process, {"implementable", "implementable", "beta", "stable", "", true},
                       "feature"))
      << "what a stage counts as has its gate";
  EXPECT_EQ(conditions(process, {"provisional", "withdrawn", "", "", "", false}, "feature"), "");
}

}  // namespace
}  // namespace milepost
