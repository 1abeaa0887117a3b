#include "features/rules/rule_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "render/excerpt.h"
#include "render/json_value.h"

namespace milepost::rules {

namespace {

std::string_view next_line(std::string_view& text) {
  const auto [line, rest] = cut(text, '\n');
  text = rest;
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

// How many `#` open a heading, or 0.
std::size_t heading_marks(std::string_view line) {
  const std::size_t marks = line.find_first_not_of('#');
  return marks != line.npos && marks <= 6 && line[marks] == ' ' ? marks : 0;
}

// How many columns the mark of a list item takes, with the spaces around it; 0
// for what is no item.
std::size_t item_indent(std::string_view line) {
  const std::size_t mark = std::min(line.find_first_not_of(' '), line.size());
  std::size_t end = mark;
  while (end < line.size() && is_digit(line[end])) ++end;
  const bool numbered = end > mark && line.substr(end).starts_with(". ");
  const bool bullet = line.substr(mark).starts_with("- ") || line.substr(mark).starts_with("* ");
  return numbered ? end + 2 : bullet ? mark + 2 : 0;
}

class Page {
 public:
  explicit Page(const PageOptions& options) : options_(options) {}

  std::string render(std::string_view markdown) {
    while (!markdown.empty()) add(next_line(markdown));
    end_paragraph();
    while (out_.ends_with("\n\n")) out_.pop_back();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    const std::string_view text = trim(line);
    if (!fence_.empty()) {
      add_code(line, text);
    } else if (comment_ || text.starts_with("<!--")) {
      comment_ = text.find("-->") == text.npos;
    } else if (text.starts_with("```") || text.starts_with("~~~")) {
      end_paragraph();
      fence_ = text.substr(0, text.find_first_not_of(text[0]));
    } else if (const std::size_t marks = heading_marks(line); marks > 0) {
      end_paragraph();
      const std::string_view title = trim(line.substr(marks));
      out_ += options_.bold ? fmt::format("\x1b[1m{}\x1b[0m\n", title) : fmt::format("{}\n", title);
    } else if (text.empty()) {
      end_paragraph();
      if (!out_.empty() && !out_.ends_with("\n\n")) out_.push_back('\n');
    } else {
      add_text(line, text);
    }
  }

  void add_code(std::string_view line, std::string_view text) {
    const bool closes = text.starts_with(fence_) && text.find_first_not_of(fence_[0]) == text.npos;
    if (closes) {
      fence_ = {};
    } else {
      out_ += line.empty() ? "\n" : fmt::format("    {}\n", line);
    }
  }

  void add_text(std::string_view line, std::string_view text) {
    const std::size_t item = item_indent(line);
    const bool table = text.starts_with('|');
    if (item > 0 || table) end_paragraph();
    if (table) {
      out_ += fmt::format("{}\n", text);
      return;
    }
    if (paragraph_.empty()) {
      indent_ = item;
      mark_ = line.substr(0, item);
      text = trim(line.substr(item));
    } else {
      paragraph_.push_back(' ');
    }
    paragraph_ += text;
  }

  // Lines that belong together are filled to the width of the terminal.
  void end_paragraph() {
    if (paragraph_.empty()) return;
    const auto room =
        static_cast<std::uint32_t>(std::max<std::size_t>(options_.columns, indent_ + 20) - indent_);
    const auto lines = wrap(paragraph_, room, room);
    out_ += fmt::format("{}{}\n", mark_, lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      out_ += fmt::format("{:{}}{}\n", "", indent_, lines[i]);
    }
    paragraph_.clear();
  }

  const PageOptions& options_;
  std::string out_;
  std::string_view fence_;  // what opened the code, empty outside
  bool comment_ = false;
  std::string paragraph_;
  std::string_view mark_;  // "- "
  std::size_t indent_ = 0;
};

}  // namespace

std::string render_rules_text(std::span<const Rule> rules, const TextOptions& options) {
  std::size_t widest = 0;
  for (const auto& rule : rules) widest = std::max(widest, rule.name.size());
  constexpr std::size_t kLeast = 20;
  std::string out;
  for (const auto& rule : rules) {
    const std::string begin =
        fmt::format("{}  {:7}  {:{}}  ", rule.code, name(rule.severity), rule.name, widest);
    const std::size_t left = std::max<std::size_t>(options.columns, begin.size() + kLeast);
    const auto width =
        options.terminal ? static_cast<std::uint32_t>(left - begin.size()) : UINT32_MAX;
    const std::string indent = '\n' + std::string(begin.size(), ' ');
    out += fmt::format("{}{}\n", begin, fmt::join(wrap(rule.summary, width, width), indent));
  }
  return out;
}

Json rule_json(const Rule& rule) {
  return {{"rule", rule.code},
          {"name", rule.name},
          {"severity", name(rule.severity)},
          {"summary", rule.summary}};
}

std::string render_rules_json(std::span<const Rule> rules) {
  Json rows = Json::array();
  for (const auto& rule : rules) rows.push_back(rule_json(rule));
  Json report;
  report["rules"] = std::move(rows);
  return json_text(report);
}

std::string render_page(std::string_view markdown, const PageOptions& options) {
  return Page(options).render(markdown);
}

}  // namespace milepost::rules
