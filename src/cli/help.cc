#include "cli/help.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "render/excerpt.h"

namespace milepost {

namespace {

constexpr std::uint32_t kLeastColumns = 40;
constexpr std::uint32_t kLeastRoom = 16;

std::uint32_t width_of(std::uint32_t columns) {
  return std::clamp(columns, kLeastColumns, kHelpColumns);
}

using Rows = std::vector<std::pair<std::string, std::string>>;

// Two columns, the second wrapped under itself; the first at least `left` wide.
std::string table(const Rows& rows, std::uint32_t columns, std::uint32_t left = 0) {
  for (const auto& [term, text] : rows) left = std::max(left, utf8::width(term));
  std::string out;
  for (const auto& [term, text] : rows) {
    const std::uint32_t room = std::max(width_of(columns), left + 4 + kLeastRoom) - 4 - left;
    const auto lines = wrap(text, room, room);
    out += fmt::format("  {}{:{}}  {}\n", term, "", left - utf8::width(term), lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      out += fmt::format("{:{}}{}\n", "", left + 4, lines[i]);
    }
  }
  return out;
}

std::string paragraphs(std::string_view text, std::uint32_t columns) {
  std::string out;
  while (!text.empty()) {
    const auto [line, rest] = cut(text, '\n');
    for (const auto& wrapped : wrap(line, width_of(columns), width_of(columns)))
      out += wrapped + '\n';
    text = rest;
  }
  return out;
}

std::string usage(const Verb& verb) {
  std::string line = fmt::format("usage: milepost {} [OPTION…]", verb.name);
  if (verb.operands.name.empty()) return line;
  const bool many = verb.operands.most > std::max<std::size_t>(verb.operands.least, 1);
  const std::string shown = fmt::format("{}{}", verb.operands.name, many ? "…" : "");
  return line + (verb.operands.least > 0 ? " " + shown : " [" + shown + "]");
}

void add_options(Rows& rows, std::span<const Option> options) {
  for (const auto& option : options) {
    std::string term(option.short_name.empty() ? "" : fmt::format("{}, ", option.short_name));
    term += option.name;
    if (!option.value.empty()) term += fmt::format(" {}", option.value);
    rows.emplace_back(std::move(term), with_choices(option.help, option.choices));
  }
}

Rows rows_of(std::span<const Example> examples) {
  Rows rows;
  for (const Example& example : examples) rows.emplace_back(example.command, example.purpose);
  return rows;
}

// The verbs under the heading of their topic, all in the same two columns.
std::string topics(const Program& program, std::uint32_t columns) {
  std::uint32_t left = 0;
  for (const Verb* verb : program.verbs) left = std::max(left, utf8::width(verb->name));
  std::string out;
  std::string_view topic;
  for (const Verb* verb : program.verbs) {
    if (verb->topic != topic) out += fmt::format("\n{}\n", verb->topic);
    topic = verb->topic;
    out += table({{std::string(verb->name), std::string(verb->summary)}}, columns, left);
  }
  return out;
}

}  // namespace

std::string help_first_steps(const Program& program, std::uint32_t columns) {
  return fmt::format("milepost {}.\n\n", program.purpose) +
         table(rows_of(program.first_steps), columns);
}

std::string help_overview(const Program& program, std::uint32_t columns) {
  Rows options;
  add_options(options, common_options());
  add_options(options, program.options);
  return fmt::format("milepost {}.\n\nusage: milepost VERB [OPTION…]\n", program.purpose) +
         topics(program, columns) + "\noptions\n" + table(options, columns) + "\nto go on\n" +
         table(rows_of(program.further), columns);
}

std::string help_for(const Verb& verb, std::uint32_t columns) {
  std::string out = fmt::format("milepost {}: {}\n\n{}\n\n", verb.name, verb.summary, usage(verb));
  out += paragraphs(verb.about, columns);
  Rows options;
  if (!verb.operands.name.empty()) {
    options.emplace_back(verb.operands.name,
                         with_choices(verb.operands.help, verb.operands.choices));
  }
  add_options(options, verb.options);
  add_options(options, common_options());
  out += "\noptions\n" + table(options, columns);
  if (!verb.examples.empty()) {
    out += "\nexamples\n";
    for (const auto& example : verb.examples) {
      out += fmt::format("  {}\n      {}\n", example.command, example.purpose);
    }
  }
  out += "\nexit status\n";
  Rows statuses;
  std::string_view rest = verb.exit_status;
  while (!rest.empty()) {
    const auto [line, tail] = cut(rest, '\n');
    const auto [status, meaning] = cut(line, ' ');
    statuses.emplace_back(status, meaning);
    rest = tail;
  }
  return out + table(statuses, columns);
}

std::string help_for_group(const Program& program, std::string_view word, std::uint32_t columns) {
  Rows rows;
  for (const Verb* verb : program.verbs) {
    if (cut(verb->name, ' ').first == word) rows.emplace_back(verb->name, verb->summary);
  }
  return rows.empty() ? std::string() : "verbs\n" + table(rows, columns);
}

}  // namespace milepost
