#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_json.h"
#include "features/insights/formats.h"
#include "render/json_value.h"

namespace milepost::insights {

namespace {

// "median days" is medianDays.
std::string key_of(std::string_view title) {
  std::string key;
  bool begins = false;
  for (const char c : title) {
    if (c == ' ') {
      begins = !key.empty();
    } else {
      const bool turned = begins && c >= 'a' && c <= 'z';
      key += turned ? static_cast<char>(c - 'a' + 'A') : c;
      begins = false;
    }
  }
  return key;
}

bool is_whole_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == text.npos;
}

Json cell_json(const TableColumn& column, const std::string& text) {
  if (text.empty()) return {};
  return column.right && is_whole_number(text) ? number_json(text) : Json(text);
}

Json rows_json(const Table& table) {
  Json rows = Json::array();
  for (const auto& cells : table.rows) {
    Json row = Json::object();
    for (std::size_t c = 0; c < cells.size(); ++c) {
      row[key_of(table.columns[c].title)] = cell_json(table.columns[c], cells[c]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace

std::string render_report_json(const Report& report) {
  Json value;
  value["process"] = report.process;
  value["date"] = to_string(report.today);
  value["release"] = text_or_null(report.release);
  value["fromCalendar"] = report.from_calendar;
  value["proposals"] = report.proposals;
  value["open"] = report.open;
  Json parts = Json::object();
  for (const ReportPart& part : report.parts) {
    Json one;
    one["title"] = part.title;
    one["unknown"] = text_or_null(part.unknown);
    Json tables = Json::object();
    for (const ReportTable& table : part.tables) tables[table.by] = rows_json(table.table);
    one["by"] = std::move(tables);
    parts[part.name] = std::move(one);
  }
  value["reports"] = std::move(parts);
  return json_text(value);
}

}  // namespace milepost::insights
