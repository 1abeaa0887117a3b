#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/create/formats.h"
#include "render/json_value.h"
#include "render/table.h"

namespace milepost::create {

namespace {

std::string quoted(const std::string& path) {
  constexpr std::string_view kPlain = "-_./";
  for (const char c : path) {
    const bool plain = is_alnum(c) || kPlain.find(c) != kPlain.npos;
    if (!plain) return "'" + printable_path(path) + "'";
  }
  return path;
}

}  // namespace

std::string render_similar(const std::vector<SimilarProposal>& similar) {
  Table table;
  table.columns = {{"number", true, false}, {"title", false, true}, {"status"}, {"path"}};
  for (const SimilarProposal& one : similar) {
    table.rows.push_back({one.proposal.number, one.proposal.title, one.status, one.proposal.path});
  }
  return render_table_text(table, 0);
}

std::string render_created_text(const CreatedProposal& created) {
  std::string out = "created\n";
  for (const std::string& file : created.files) out += "  " + printable_path(file) + "\n";
  if (!created.to_write.empty()) {
    out += fmt::format("to write now: {}\n",
                       printable(fmt::format("{}", fmt::join(created.to_write, ", "))));
  }
  for (const std::string& fault : created.to_mend) {
    out += fmt::format("to fill in: {}\n", printable(fault));
  }
  if (!created.note.empty()) out += fmt::format("note: {}\n", printable(created.note));
  std::string_view lead = "to write later: ";
  for (const auto& [stage, count] : created.later) {
    out += lead;
    out += counted(count, "section");
    if (!stage.empty()) out += " for " + printable(stage);
    lead = ", ";
  }
  if (!created.later.empty()) out += "\n";
  lead = "whom to ask: ";
  for (const auto& [alias, people] : created.ask) {
    out += fmt::format("{}@{} ({})", lead, printable(fmt::format("{}", fmt::join(people, ", @"))),
                       printable(alias));
    lead = "; ";
  }
  if (!created.ask.empty()) out += "\n";
  out +=
      fmt::format("next: write the text, then milepost check {}\n", quoted(created.proposal.path));
  if (!created.reservation.empty()) {
    out +=
        fmt::format("the number {} is reserved in this clone; to tell others: git push origin {}\n",
                    created.proposal.number, created.reservation);
  }
  return out;
}

std::string render_created_json(const CreatedProposal& created) {
  Json later = Json::array();
  for (const auto& [stage, count] : created.later) {
    later.push_back({{"stage", text_or_null(stage)}, {"sections", count}});
  }
  Json ask = Json::array();
  for (const auto& [alias, people] : created.ask)
    ask.push_back({{"alias", alias}, {"people", people}});
  Json similar = Json::array();
  for (const SimilarProposal& one : created.similar) {
    similar.push_back({{"number", text_or_null(one.proposal.number)},
                       {"title", one.proposal.title},
                       {"status", text_or_null(one.status)},
                       {"path", one.proposal.path},
                       {"sameTitle", one.same_title}});
  }
  Json value;
  value["number"] =
      created.proposal.number.empty() ? Json() : Json(std::stoll(created.proposal.number));
  value["title"] = created.proposal.title;
  value["path"] = created.proposal.path;
  value["files"] = created.files;
  value["toWrite"] = created.to_write;
  value["toMend"] = created.to_mend;
  value["note"] = text_or_null(created.note);
  value["later"] = std::move(later);
  value["ask"] = std::move(ask);
  value["similar"] = std::move(similar);
  value["recorded"] = created.recorded;
  value["reservation"] = text_or_null(created.reservation);
  return json_text(value);
}

}  // namespace milepost::create
