#include "features/common/card_json.h"
#include "features/track/formats.h"
#include "render/json_value.h"

namespace milepost::track {

namespace {

Json outcome_json(const PullOutcome& outcome) {
  Json one;
  one["change"] = name(outcome.change);
  one["proposal"] = number_json(outcome.proposal.number);
  one["path"] = outcome.proposal.path;
  one["reference"] = outcome.reference;
  one["title"] = outcome.title;
  one["kind"] = text_or_null(outcome.kind);
  one["state"] = outcome.state;
  one["before"] = text_or_null(outcome.before);
  one["line"] = outcome.line;
  one["why"] = text_or_null(outcome.why);
  return one;
}

}  // namespace

std::string render_pulls_json(const PullReport& report) {
  Json value;
  value["file"] = report.file;
  value["rows"] = report.rows;
  value["dryRun"] = report.dry_run;
  for (const PullChange change :
       {PullChange::kLinked, PullChange::kUpdated, PullChange::kUnchanged, PullChange::kRefused}) {
    value["counts"][name(change)] = report.count(change);
  }
  value["counts"]["unmatched"] = report.unmatched.size();
  value["counts"]["bad"] = report.bad.size();
  value["pulls"] = Json::array();
  for (const PullOutcome& outcome : report.outcomes) {
    value["pulls"].push_back(outcome_json(outcome));
  }
  value["unmatched"] = Json::array();
  for (const UnmatchedPull& pull : report.unmatched) {
    Json one;
    one["reference"] = pull.reference;
    one["title"] = pull.title;
    one["line"] = pull.line;
    value["unmatched"].push_back(std::move(one));
  }
  value["unknown"] = Json::array();
  for (const UnknownMention& mention : report.unknown) {
    Json one;
    one["text"] = mention.text;
    one["reference"] = mention.reference;
    value["unknown"].push_back(std::move(one));
  }
  value["bad"] = Json::array();
  for (const BadRow& row : report.bad) {
    Json one;
    one["line"] = row.line;
    one["why"] = row.why;
    value["bad"].push_back(std::move(one));
  }
  return json_text(value);
}

}  // namespace milepost::track
