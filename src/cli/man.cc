#include "cli/man.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "base/strings.h"
#include "base/utf8.h"
#include "cli/help.h"

namespace milepost {

namespace {

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff(text)); }
std::string italic(std::string_view text) { return fmt::format("\\fI{}\\fR", roff(text)); }

// A term, and indented below it what it means.
std::string item(std::string_view term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}\n", term, roff(meaning));
}

std::string page_name(const Verb& verb) {
  std::string name = fmt::format("milepost-{}", verb.name);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string reference(std::string_view page) { return bold(page) + "(1)"; }

std::string heading(std::string_view page, std::string_view summary) {
  std::string title(page);
  std::ranges::transform(title, title.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  // Without a date: it would be that of the build, and no two builds alike.
  return fmt::format(".TH {} 1 \"\" \"milepost {}\"\n.SH NAME\n{} \\- {}\n", roff(title),
                     MILEPOST_VERSION, roff(page), roff(summary));
}

std::string synopsis(const Verb& verb) {
  std::string line = fmt::format(".SH SYNOPSIS\n{} [{}...]",
                                 bold(fmt::format("milepost {}", verb.name)), italic("OPTION"));
  const Operands& operands = verb.operands;
  if (!operands.name.empty()) {
    const std::string shown =
        italic(operands.name) +
        (operands.most > std::max<std::size_t>(operands.least, 1) ? "..." : "");
    line += operands.least > 0 ? " " + shown : " [" + shown + "]";
  }
  return line + '\n';
}

std::string description(std::string_view about) {
  std::string out = ".SH DESCRIPTION\n";
  std::string_view before;
  while (!about.empty()) {
    const auto [line, rest] = cut(about, '\n');
    if (line.empty()) {
      out += ".PP\n";
    } else {
      if (!before.empty()) out += ".br\n";
      out += roff(line) + '\n';
    }
    before = line;
    about = rest;
  }
  return out;
}

std::string option_items(std::span<const Option> options) {
  std::string out;
  for (const auto& option : options) {
    std::string term = option.short_name.empty() ? "" : bold(option.short_name) + ", ";
    term += bold(option.name);
    if (!option.value.empty()) term += ' ' + italic(option.value);
    out += item(term, with_choices(option.help, option.choices));
  }
  return out;
}

std::string examples(std::span<const Example> of) {
  std::string out;
  for (const auto& example : of) out += item(bold(example.command), example.purpose);
  return out;
}

std::string statuses(std::string_view lines) {
  std::string out = ".SH EXIT STATUS\n";
  while (!lines.empty()) {
    const auto [line, rest] = cut(lines, '\n');
    const auto [status, meaning] = cut(line, ' ');
    out += item(bold(status), meaning);
    lines = rest;
  }
  return out;
}

std::string environment() {
  std::string out = ".SH ENVIRONMENT\n";
  for (const auto& variable : console_variables())
    out += item(bold(variable.name), variable.effect);
  return out;
}

std::string see_also(const std::vector<std::string>& pages) {
  std::string out = ".SH SEE ALSO\n";
  for (const auto& page : pages) {
    out += reference(page) + (&page == &pages.back() ? "\n" : ",\n");
  }
  return out;
}

// The pages of verbs with the same first word, and of those its text speaks of.
std::vector<std::string> related(const Program& program, const Verb& verb) {
  std::vector<std::string> pages{"milepost"};
  for (const Verb* other : program.verbs) {
    if (other == &verb) continue;
    const bool sibling = cut(other->name, ' ').first == cut(verb.name, ' ').first;
    if (sibling || verb.about.find(fmt::format("milepost {}", other->name)) != verb.about.npos) {
      pages.push_back(page_name(*other));
    }
  }
  return pages;
}

}  // namespace

ManPage man_page(const Program& program, const Verb& verb) {
  ManPage page{page_name(verb), {}};
  page.text =
      heading(page.name, verb.summary) + synopsis(verb) + description(verb.about) + ".SH OPTIONS\n";
  const Operands& operands = verb.operands;
  if (!operands.name.empty()) {
    page.text += item(italic(operands.name), with_choices(operands.help, operands.choices));
  }
  page.text += option_items(verb.options) + option_items(common_options()) + ".SH EXAMPLES\n" +
               examples(verb.examples) + statuses(verb.exit_status);
  page.text += environment() + see_also(related(program, verb));
  return page;
}

ManPage man_overview(const Program& program) {
  ManPage page{"milepost", {}};
  page.text = heading(page.name, program.purpose) +
              fmt::format(".SH SYNOPSIS\n{} {} [{}...]\n", bold("milepost"), italic("VERB"),
                          italic("OPTION")) +
              ".SH DESCRIPTION\nEach verb has a page of its own.\n.SH VERBS\n";
  std::string first_examples;
  std::vector<std::string> pages;
  std::string_view topic;
  for (const Verb* verb : program.verbs) {
    if (verb->topic != topic) page.text += fmt::format(".SS {}\n", roff(verb->topic));
    topic = verb->topic;
    pages.push_back(page_name(*verb));
    page.text += item(reference(pages.back()), verb->summary);
    first_examples += examples(verb->examples.first(1));
  }
  page.text += ".SH OPTIONS\n" + option_items(common_options()) + option_items(program.options) +
               ".SH EXAMPLES\n" + first_examples +
               statuses("0 nothing is wrong\n1 something is wrong\n2 could not run") +
               environment() + see_also(pages);
  return page;
}

std::vector<ManPage> all_man_pages(const Program& program) {
  std::vector<ManPage> pages{man_overview(program)};
  for (const Verb* verb : program.verbs) pages.push_back(man_page(program, *verb));
  return pages;
}

std::string roff(std::string_view text) {
  // Characters that roff takes for its own, or shows as another.
  constexpr std::pair<char32_t, std::string_view> kEscapes[] = {
      {'\\', "\\(rs"}, {'-', "\\-"},   {'\'', "\\(aq"}, {'"', "\\(dq"},
      {'`', "\\(ga"},  {'^', "\\(ha"}, {'~', "\\(ti"},
  };
  text = trim(text);
  std::string out = text.starts_with('.') ? "\\&" : "";  // no request
  while (!text.empty()) {
    const utf8::Decoded next = utf8::decode(text);
    const char32_t c = next.code_point;
    const auto* const escape =
        std::ranges::find(kEscapes, c, [](const auto& one) { return one.first; });
    if (escape != std::end(kEscapes)) {
      out += escape->second;
    } else if (c >= 0x7F) {
      out += fmt::format("\\[u{:04X}]", static_cast<std::uint32_t>(c));
    } else {
      out += c < ' ' ? ' ' : static_cast<char>(c);
    }
    text.remove_prefix(next.length);
  }
  return out;
}

}  // namespace milepost
