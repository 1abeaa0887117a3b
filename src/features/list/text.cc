#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/list/formats.h"
#include "features/list/listing_json.h"
#include "proposal/unmerged.h"
#include "proposal/unread.h"
#include "render/excerpt.h"
#include "render/json_value.h"
#include "render/table.h"

namespace milepost::list {

namespace {

std::vector<std::string> values_in(const Listing& listing, const Card& card,
                                   const QueryField& field) {
  std::vector<std::string> values = shown_values(card, field, *listing.process);
  if (field.kind == QueryField::Kind::kPerson) {
    for (std::string& value : values) value = person_text(value);
  }
  return values;
}

std::string cell(const Listing& listing, const Card& card, const QueryField& field) {
  return fmt::format("{}", fmt::join(values_in(listing, card, field), ", "));
}

// The chosen columns by their names.
Json columns_json(const Listing& listing, const Card& card) {
  Json value = Json::object();
  for (const QueryField& field : listing.columns) {
    const std::vector<std::string> values = values_in(listing, card, field);
    value[field.name] = has_several(field)       ? Json(values)
                        : values.empty()         ? Json()
                        : field.name == "number" ? number_json(values.front())
                                                 : Json(values.front());
  }
  return value;
}

bool shrinks(const QueryField& field) {
  return field.kind == QueryField::Kind::kPerson || field.field != nullptr ||
         field.name == "title" || field.name == "path" || field.name == "participating";
}

Table make_table(const Listing& listing) {
  Table table;
  for (const QueryField& field : listing.columns) {
    table.columns.push_back({field.name, field.kind == QueryField::Kind::kNumber, shrinks(field)});
  }
  const bool counts = !listing.findings.empty();
  if (counts) {
    for (const char* title : {"errors", "warnings", "infos"}) {
      table.columns.push_back({title, true, false});
    }
  }
  for (std::size_t i = 0; i < listing.found.size(); ++i) {
    std::vector<std::string>& row = table.rows.emplace_back();
    for (const QueryField& field : listing.columns)
      row.push_back(cell(listing, *listing.found[i], field));
    if (!counts) continue;
    const FindingCounts& found = listing.findings[i];
    for (const std::size_t count : {found.errors, found.warnings, found.infos}) {
      row.push_back(std::to_string(count));
    }
  }
  return table;
}

// In words, for people: "2 errors, 1 warning".
std::string counts_text(const FindingCounts& counts) {
  std::vector<std::string> parts;
  if (counts.errors > 0) parts.push_back(counted(counts.errors, "error"));
  if (counts.warnings > 0) parts.push_back(counted(counts.warnings, "warning"));
  if (counts.infos > 0) parts.push_back(counted(counts.infos, "info"));
  return parts.empty() ? "clean" : fmt::format("{}", fmt::join(parts, ", "));
}

// Where the texts are that are not merged, when there are any.
void add_unmerged(const Listing& listing, Table& table) {
  const auto is_unmerged = [](const Card* card) { return card->unmerged != nullptr; };
  if (listing.chosen || std::ranges::none_of(listing.found, is_unmerged)) return;
  table.columns.push_back({"text", false, true});
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const Card& card = *listing.found[i];
    table.rows[i].push_back(card.unmerged ? note_of(*card.unmerged) : std::string());
  }
}

// In a pipe a note is one line.
std::vector<std::string> note_lines(const std::string& note, std::uint32_t columns) {
  if (columns == 0) return {printable(note)};
  return wrap(printable(note), columns, columns);
}

}  // namespace

std::string render_listing_text(const Listing& listing, const TextOptions& options) {
  Table table = make_table(listing);
  if (!listing.findings.empty()) {
    const std::size_t kept = listing.columns.size();
    table.columns.resize(kept);
    table.columns.push_back({"findings", false, false});
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
      table.rows[i].resize(kept);
      table.rows[i].push_back(counts_text(listing.findings[i]));
    }
  }
  add_unmerged(listing, table);
  std::string out = render_table_text(table, options.terminal ? options.columns : 0);
  if (options.quiet) return out;
  const std::size_t all = listing.index->cards.size();
  for (const std::string& note : listing.notes) {
    const std::uint32_t room = options.terminal ? options.columns : 0;
    out += fmt::format("{}\n", fmt::join(note_lines(note, room), "\n"));
  }
  if (all == 0) {
    return out + fmt::format("no proposals found; documents are {}\n",
                             searched_places(listing.process->layout));
  }
  return out + (listing.found.size() == all
                    ? counted(all, "proposal") + "\n"
                    : fmt::format("{} of {}\n", listing.found.size(), counted(all, "proposal")));
}

Json listing_json(const Listing& listing) {
  Json list = Json::array();
  for (std::size_t i = 0; i < listing.found.size(); ++i) {
    const Card& card = *listing.found[i];
    Json value = listing.chosen ? columns_json(listing, card) : card_json(card);
    if (!listing.findings.empty()) {
      const FindingCounts& counts = listing.findings[i];
      value["findings"] = {
          {"errors", counts.errors}, {"warnings", counts.warnings}, {"infos", counts.infos}};
    }
    list.push_back(std::move(value));
  }
  return list;
}

std::string render_listing_json(const Listing& listing) { return json_text(listing_json(listing)); }

std::string render_listing_csv(const Listing& listing, bool for_terminal) {
  return render_table_csv(make_table(listing), for_terminal);
}

std::string render_listing_markdown(const Listing& listing) {
  return render_table_markdown(make_table(listing));
}

}  // namespace milepost::list
