#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/insights/formats.h"
#include "render/svg.h"

namespace milepost::insights {

namespace {

std::string text(std::string_view raw) { return xml_text(printable(raw)); }

std::string variables(const svg::Colours& colours) {
  return fmt::format("--paper:{};--surface:{};--text:{};--faint:{};--line:{};--active:{}",
                     colours.paper, colours.surface, colours.text, colours.faint, colours.line,
                     colours.active);
}

std::string style() {
  return fmt::format(
             ":root{{color-scheme:light dark;{}}}\n"
             "@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
             variables(svg::kLight), variables(svg::kDark)) +
         "*{box-sizing:border-box}\n"
         "body{margin:0 auto;max-width:68rem;padding:1rem;background:var(--paper);"
         "color:var(--text);font:16px/1.5 \"Helvetica Neue\",Helvetica,Arial,\"Liberation "
         "Sans\",sans-serif}\n"
         "h1{font-size:1.6rem;margin:.5rem 0}\n"
         "h2{font-size:1.25rem;margin:2.5rem 0 .25rem;border-bottom:1px solid var(--line)}\n"
         "h3{font-size:1rem;margin:1.25rem 0 .25rem}\n"
         "h4{font-size:1rem;margin:.75rem 0 0}\n"
         "p{margin:.25rem 0 .75rem;max-width:45rem}\n"
         "a{color:var(--active)}\n"
         ".faint{color:var(--faint)}\n"
         "nav ul{list-style:none;margin:0;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}\n"
         "dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:1rem 0}\n"
         "dt{grid-column:1;font-weight:bold}\n"
         "dd{grid-column:2;margin:0}\n"
         "@media (max-width:40rem){dl{display:block}dd{margin:0 0 .25rem 1rem}}\n"
         ".wide{overflow-x:auto;margin:.5rem 0}\n"
         ".wide>svg{display:block;max-width:100%;min-width:40rem;height:auto}\n"
         "table{border-collapse:collapse;font-size:.875rem}\n"
         "th,td{padding:.2rem .6rem;text-align:left;border-bottom:1px solid var(--surface);"
         "vertical-align:top}\n"
         "th{border-bottom-color:var(--line);white-space:nowrap}\n"
         ".n{text-align:right;font-variant-numeric:tabular-nums}\n"
         "ul{margin:.25rem 0;padding-left:1.25rem}\n"
         "summary{font-weight:bold;cursor:pointer;padding:.25rem 0}\n"
         "@media print{body{max-width:none;padding:0;font-size:11px}nav{display:none}"
         ".wide{overflow:visible}.wide>svg{min-width:0}h2{break-after:avoid}"
         "tr,.wide>svg{break-inside:avoid}}\n";
}

std::string cell(std::string_view tag, const TableColumn& column, std::string_view raw,
                 const std::string& link = {}) {
  const std::string_view scope = tag == "th" ? " scope=\"col\"" : "";
  const std::string shown =
      link.empty() ? text(raw) : fmt::format("<a href=\"{}\">{}</a>", text(link), text(raw));
  return fmt::format("<{0}{1}{2}>{3}</{0}>", tag, scope, column.right ? " class=\"n\"" : "", shown);
}

// Where the proposal of a row is shown. Tables of proposals tell programs its path.
std::string row_link(const Table& table, std::size_t row, const ProposalAddress& address) {
  const auto path = std::ranges::find(table.columns, "path", &TableColumn::title);
  if (!address || path == table.columns.end()) return {};
  return address(table.rows[row][static_cast<std::size_t>(path - table.columns.begin())]);
}

bool is_linked(const TableColumn& column) {
  return column.title == "number" || column.title == "title";
}

std::string table_html(const ReportTable& table, const ProposalAddress& address) {
  std::string out;
  if (!table.title.empty()) out += fmt::format("<h3>{}</h3>\n", text(table.title));
  const ShownTable shown = shown_of(table);
  if (shown.table.rows.empty()) return out + "<p>none</p>\n";
  const std::vector<TableColumn>& columns = shown.table.columns;
  out += "<div class=\"wide\"><table>\n<thead><tr>";
  for (const TableColumn& column : columns) out += cell("th", column, column.title);
  out += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < shown.table.rows.size(); ++r) {
    const auto& row = shown.table.rows[r];
    const std::string link = row_link(table.table, shown.begin + r, address);
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      out += cell("td", columns[c], row[c], is_linked(columns[c]) ? link : std::string());
    }
    out += "</tr>\n";
  }
  out += "</tbody>\n</table></div>\n";
  if (!shown.left_out.empty()) out += fmt::format("<p class=\"faint\">{}</p>\n", shown.left_out);
  return out;
}

std::string part_html(const ReportPart& part, const ProposalAddress& address) {
  std::string out = fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n<p class=\"faint\">{}</p>\n",
                                text(part.name), text(part.title), text(part.about));
  if (!part.unknown.empty()) {
    out += fmt::format("<p>{}</p>\n", text(part.unknown));
  } else {
    if (part.chart) out += "<div class=\"wide\">" + render_chart(*part.chart) + "</div>\n";
    if (part.roadmap) {
      out += render_roadmap_html(*part.roadmap, address);
    } else {
      for (const ReportTable& table : part.tables) {
        // What is long is folded.
        if (table.detail) {
          out += fmt::format("<details><summary>{}</summary>\n", text(table.title));
          ReportTable untitled = table;
          untitled.title.clear();
          out += table_html(untitled, address) + "</details>\n";
        } else {
          out += table_html(table, address);
        }
      }
    }
  }
  return out + "</section>\n";
}

}  // namespace

std::string render_report_html(const Report& report, const ProposalAddress& address) {
  const std::string title =
      report.repository.empty()
          ? fmt::format("Proposals on {}", to_string(report.today))
          : fmt::format("Proposals of {} on {}", report.repository, to_string(report.today));
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n";
  out += fmt::format("<title>{}</title>\n<style>\n{}</style>\n</head>\n<body>\n", text(title),
                     style());
  out += fmt::format("<h1>{}</h1>\n<p class=\"faint\">Process {}; {}, {} open{}</p>\n", text(title),
                     text(report.process), counted(report.proposals, "proposal"), report.open,
                     report.release.empty() ? "" : fmt::format("; {} at work", report.release));
  if (report.parts.size() > 1) {
    out += "<nav><ul>\n";
    for (const ReportPart& part : report.parts) {
      out += fmt::format("<li><a href=\"#{0}\">{0}</a></li>\n", text(part.name));
    }
    out += "</ul></nav>\n<dl>\n";
    for (const ReportPart& part : report.parts) {
      if (part.headlines.empty()) continue;
      out += fmt::format("<dt>{}</dt>\n", text(part.title));
      for (const std::string& line : part.headlines)
        out += fmt::format("<dd>{}</dd>\n", text(line));
    }
    out += "</dl>\n";
  }
  for (const ReportPart& part : report.parts) out += part_html(part, address);
  for (const std::string& note : report.notes) {
    out += fmt::format("<p class=\"faint\">{}</p>\n", text(note));
  }
  return out + "</body>\n</html>\n";
}

}  // namespace milepost::insights
