#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/insights/formats.h"
#include "render/excerpt.h"

namespace milepost::insights {

namespace {

std::string head_line(const Report& report) {
  std::string line =
      fmt::format("{} · {}, {} open · {}", printable(report.process),
                  counted(report.proposals, "proposal"), report.open, to_string(report.today));
  if (!report.release.empty()) {
    line += fmt::format(" · {} at work{}", report.release,
                        report.from_calendar ? "" : ", as proposals name it");
  }
  return line;
}

std::string paragraph(std::string_view text, std::uint32_t columns) {
  std::string out;
  for (const std::string& line : wrap(printable(text), columns, columns)) out += line + "\n";
  return out;
}

// In a pipe a line is one, however long.
std::string own_line(std::string_view text, const TextOptions& options) {
  return options.terminal ? paragraph(text, options.columns) : printable(text) + "\n";
}

// With its titles as the first row.
Table titled(Table table) {
  std::vector<std::string> titles;
  for (const TableColumn& column : table.columns) titles.push_back(column.title);
  table.rows.insert(table.rows.begin(), std::move(titles));
  return table;
}

std::string table_text(const ReportTable& table, std::uint32_t columns) {
  std::string out;
  if (!table.title.empty()) out += "\n" + printable(table.title) + "\n";
  const ShownTable shown = shown_of(table);
  if (shown.table.rows.empty()) return out + " none\n";
  out += render_table_text(titled(shown.table), columns);
  if (!shown.left_out.empty()) out += " " + shown.left_out + "\n";
  return out;
}

bool is_shown(const ReportTable& table) { return !table.detail; }

}  // namespace

ShownTable shown_of(const ReportTable& table) {
  const std::vector<std::vector<std::string>>& rows = table.table.rows;
  std::size_t begin = 0;
  std::size_t end = rows.size();
  if (table.latest > 0 && end > table.latest) begin = end - table.latest;
  if (table.first > 0) end = std::min(end, table.first);
  ShownTable shown;
  shown.begin = begin;
  if (begin > 0) shown.left_out = counted(begin, "row") + " before these left out";
  if (end < rows.size()) shown.left_out = counted(rows.size() - end, "row") + " more left out";
  for (std::size_t c = 0; c + table.for_data < table.table.columns.size(); ++c) {
    const bool used = std::ranges::any_of(rows, [&](const auto& row) { return !row[c].empty(); });
    if (!used) continue;
    shown.columns.push_back(c);
    shown.table.columns.push_back(table.table.columns[c]);
  }
  for (std::size_t r = begin; r < end; ++r) {
    std::vector<std::string>& row = shown.table.rows.emplace_back();
    for (const std::size_t c : shown.columns) row.push_back(rows[r][c]);
  }
  return shown;
}

std::string render_report_summary(const Report& report, const TextOptions& options) {
  constexpr std::uint32_t kNames = 11;
  constexpr std::uint32_t kMost = 120;
  const std::uint32_t room = std::min(options.columns, kMost) - kNames - 1;
  std::string out = own_line(head_line(report), options) + "\n";
  for (const ReportPart& part : report.parts) {
    std::string_view name = part.name;
    const auto add = [&](std::string_view line) {
      out += fmt::format("{:{}} {}\n", name, kNames, fitted(printable(line), room));
      name = {};
    };
    if (!part.unknown.empty()) {
      const auto lines = wrap(printable(part.unknown), room, room);
      std::ranges::for_each(lines, add);
    }
    std::ranges::for_each(part.headlines, add);
    if (!name.empty()) add("nothing to tell");
  }
  return out + "\n" +
         own_line("milepost report NAME tells more; --html FILE makes a page with charts", options);
}

std::string render_report_text(const Report& report, const TextOptions& options) {
  constexpr std::uint32_t kProse = 80;
  const std::uint32_t columns = options.terminal ? options.columns : 0;
  std::string out = options.quiet ? std::string() : own_line(head_line(report), options);
  for (const ReportPart& part : report.parts) {
    if (!out.empty()) out += "\n";
    out += own_line(part.title, options) +
           paragraph(part.about, options.terminal ? options.columns : kProse);
    if (!part.unknown.empty()) {
      out += "\n" + paragraph(part.unknown, options.terminal ? options.columns : kProse);
      continue;
    }
    if (part.roadmap) {
      out += "\n" + render_roadmap_text(*part.roadmap, columns);
      continue;
    }
    out += "\n";
    std::string tables;
    for (const ReportTable& table : part.tables) {
      if (is_shown(table)) tables += table_text(table, columns);
    }
    out += tables.starts_with('\n') ? tables.substr(1) : tables;
  }
  return out;
}

std::string render_report_markdown(const Report& report) {
  std::string out;
  for (const ReportPart& part : report.parts) {
    out += fmt::format("{}## {}\n\n{}\n\n", out.empty() ? "" : "\n", part.title, part.about);
    if (!part.unknown.empty()) out += markdown_text(part.unknown) + "\n";
    if (part.roadmap) {
      out += render_roadmap_markdown(*part.roadmap);
      continue;
    }
    bool first = true;
    for (const ReportTable& table : part.tables) {
      if (!is_shown(table)) continue;
      if (!first) out += "\n";
      first = false;
      if (!table.title.empty()) out += fmt::format("### {}\n\n", markdown_text(table.title));
      const ShownTable shown = shown_of(table);
      out += shown.table.rows.empty() ? "none\n" : render_table_markdown(shown.table);
      if (!shown.left_out.empty()) out += "\n" + shown.left_out + "\n";
    }
  }
  return out;
}

}  // namespace milepost::insights
