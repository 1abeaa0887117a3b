#include "features/templates/template_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/findings/findings_json.h"
#include "render/excerpt.h"

namespace milepost::templates {

namespace {

constexpr std::uint32_t kMostTitle = 60;
constexpr std::uint32_t kIndent = 8;  // "  line  "

std::string due(const SectionRow& row) {
  if (!row.required) return "optional";
  return row.stage.empty() ? "required" : "required from " + printable(row.stage);
}

std::string indented_title(const SectionRow& row, int top) {
  const auto depth = static_cast<std::size_t>(std::clamp(row.level - top, 0, 6));
  return std::string(2 * depth, ' ') + printable(row.title);
}

std::uint32_t title_columns(const TemplateView& view, int top, std::uint32_t columns) {
  std::uint32_t widest_title = 7;
  std::uint32_t widest_due = 8;
  for (const auto& row : view.sections) {
    widest_title = std::max(widest_title, utf8::width(indented_title(row, top)));
    widest_due = std::max(widest_due, utf8::width(due(row)));
  }
  const std::uint32_t taken = kIndent + 2 + widest_due;
  const std::uint32_t room = std::max(columns, kLeastColumns + taken) - taken;
  return std::min({widest_title, room, kMostTitle});
}

}  // namespace

std::string render_template_text(const TemplateView& view, const TextOptions& options) {
  int top = 6;
  for (const auto& row : view.sections) top = std::min(top, row.level);
  const std::uint32_t width = title_columns(view, top, options.columns);

  std::string out;
  for (const auto& row : view.sections) {
    const std::string title = indented_title(row, top);
    const std::size_t lead = title.find_first_not_of(' ');
    const std::size_t indent = lead == title.npos ? 0 : lead;
    // A title that goes on does so under its own beginning.
    const auto room = static_cast<std::uint32_t>(std::max<std::size_t>(width - indent, 20));
    const auto lines = wrap(std::string_view(title).substr(indent), room, room);
    const auto used = static_cast<std::uint32_t>(indent) + utf8::width(lines.front());
    const std::size_t gap = 2 + (width > used ? width - used : 0);
    out += fmt::format("{:>6}  {:{}}{}{:{}}{}\n", row.line, "", indent, lines.front(), "", gap,
                       due(row));
    for (std::size_t i = 1; i < lines.size(); ++i) {
      out += fmt::format("{:{}}{}\n", "", kIndent + indent, lines[i]);
    }
  }
  if (options.quiet) return out;

  const auto required = std::ranges::count(view.sections, true, &SectionRow::required);
  if (!view.sections.empty()) out.push_back('\n');
  out += fmt::format("{}, {} required", counted(view.sections.size(), "section"), required);
  const std::size_t findings = view.run.findings.size();
  if (findings > 0) {
    out += fmt::format("; {} in the template, see milepost template check",
                       counted(findings, "finding"));
  }
  return out + '\n';
}

std::string render_template_json(const TemplateView& view) {
  Json sections = Json::array();
  for (const auto& row : view.sections) {
    sections.push_back({{"title", row.title},
                        {"level", row.level},
                        {"required", row.required},
                        {"stage", text_or_null(row.stage)},
                        {"line", row.line}});
  }
  Json report;
  report["sections"] = std::move(sections);
  report["findings"] = findings::json_findings(view.run);
  return json_text(report);
}

}  // namespace milepost::templates
