#include "prose.h"

#include <array>
#include <cctype>
#include <vector>

namespace milepost::bench {

namespace {

constexpr std::size_t kVocabulary = 3000;
constexpr std::size_t kColumns = 79;

// Words of one to four syllables, the short ones first: they are used most.
const std::vector<std::string>& vocabulary() {
  static const std::vector<std::string> words = [] {
    constexpr std::array kOnsets = {"b", "c", "d", "f", "gr", "l",  "m",  "n",
                                    "p", "r", "s", "t", "v",  "pl", "st", "tr"};
    constexpr std::array kVowels = {"a", "e", "i", "o", "u", "ea", "io"};
    constexpr std::array kCodas = {"", "", "", "n", "r", "s", "t", "l", "nd", "st"};
    Random random(20180601);
    std::vector<std::string> made;
    for (std::size_t i = 0; i < kVocabulary; ++i) {
      std::string word;
      for (std::size_t left = 1 + i * 4 / kVocabulary; left > 0; --left) {
        word += kOnsets[random.below(kOnsets.size())];
        word += kVowels[random.below(kVowels.size())];
        word += kCodas[random.below(kCodas.size())];
      }
      made.push_back(std::move(word));
    }
    return made;
  }();
  return words;
}

char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

}  // namespace

std::string_view Prose::word() {
  const double u = random_.unit();
  return vocabulary()[static_cast<std::size_t>(u * u * static_cast<double>(kVocabulary))];
}

std::string Prose::words(std::size_t count) {
  std::string text(word());
  while (--count > 0) text.append(" ").append(word());
  return text;
}

std::string Prose::title(std::size_t count) {
  std::string text = words(count);
  bool start = true;
  for (char& c : text) {
    if (start) c = upper(c);
    start = c == ' ';
  }
  return text;
}

std::string Prose::identifier() {
  std::string name;
  for (std::size_t left = random_.between(2, 3); left > 0; --left) name += title(1);
  return name;
}

std::string Prose::inline_markup() {
  const std::size_t kind = random_.below(100);
  if (kind < 52) return "`" + identifier() + "`";
  if (kind < 56) return "`spec." + words(1) + "." + words(1) + "`";
  if (kind < 72) {
    return "[" + words(random_.between(1, 4)) + "](https://example.org/" + words(1) + "/" +
           std::to_string(random_.below(99999)) + ")";
  }
  if (kind < 75) return "[" + words(2) + "][" + words(1) + "]";
  if (kind < 83) return "**" + words(random_.between(1, 3)) + "**";
  if (kind < 87) return "_" + words(random_.between(1, 2)) + "_";
  if (kind < 92) return "https://example.org/" + words(1) + "/" + words(1);
  if (kind < 93) return "<https://example.org/" + words(1) + ">";
  if (kind < 95) return "\"" + words(2) + "\"";
  if (kind < 96) return words(1) + "\u2019s";
  if (kind < 97) return "\u2014";
  if (kind < 98) return "R&amp;D";
  if (kind < 99) return "1 * 2";
  return "snake_" + words(1) + "_" + words(1);
}

std::string Prose::sentence() {
  std::string text;
  for (std::size_t left = random_.between(6, 20); left > 0; --left) {
    if (!text.empty()) text += random_.chance(0.04) ? ", " : " ";
    if (random_.chance(0.035)) {
      text += inline_markup();
    } else {
      text += word();
    }
  }
  text.front() = upper(text.front());
  text += random_.chance(0.1) ? ":" : ".";
  return text;
}

void Prose::wrapped(std::string& out, std::string_view text, std::string_view indent) {
  std::size_t column = 0;
  while (!text.empty()) {
    const std::size_t space = text.find(' ');
    const std::string_view piece = text.substr(0, space);
    if (column > 0 && column + 1 + piece.size() > kColumns) {
      out += "\n";
      out += indent;
      column = indent.size();
    } else if (column > 0) {
      out += ' ';
      ++column;
    }
    out += piece;
    column += piece.size();
    text.remove_prefix(space == text.npos ? text.size() : space + 1);
  }
  out += '\n';
}

void Prose::paragraph(std::string& out, std::string_view indent) {
  std::string text = sentence();
  for (std::size_t left = random_.below(6); left > 0; --left) text += " " + sentence();
  out += indent;
  if (random_.chance(0.15)) {
    out += text + "\n";  // one long line, as editors without wrapping leave it
  } else {
    wrapped(out, text, indent);
  }
  out += '\n';
}

void Prose::sentence_block(std::string& out) {
  wrapped(out, sentence(), "");
  out += '\n';
}

void Prose::list(std::string& out) {
  const char bullet = random_.chance(0.75) ? '-' : '*';
  const bool tasks = random_.chance(0.04);
  const bool loose = random_.chance(0.1);
  std::size_t depth = 0;
  for (std::size_t left = random_.between(2, 9); left > 0; --left) {
    const std::string indent(depth * 2, ' ');
    out += indent + bullet + ' ';
    if (tasks) out += random_.chance(0.5) ? "[x] " : "[ ] ";
    if (random_.chance(0.06)) out += "**" + words(2) + "**: ";
    wrapped(out, random_.chance(0.7) ? sentence() : words(random_.between(2, 6)), indent + "  ");
    if (loose) out += '\n';
    if (random_.chance(0.3)) {
      depth = depth == 3 ? 0 : depth + 1;
    } else if (depth > 0 && random_.chance(0.4)) {
      --depth;
    }
  }
  if (!loose) out += '\n';
}

void Prose::ordered_list(std::string& out) {
  const std::size_t count = random_.between(2, 6);
  for (std::size_t i = 1; i <= count; ++i) {
    out += std::to_string(i) + ". ";
    wrapped(out, sentence(), "   ");
  }
  out += '\n';
}

void Prose::fence(std::string& out) {
  constexpr std::array kInfos = {"", "yaml", "go", "yaml", "go", "shell", "json"};
  out += std::string("```") + kInfos[random_.below(kInfos.size())] + "\n";
  const std::size_t lines = random_.chance(0.1) ? random_.between(30, 90) : random_.between(2, 22);
  std::size_t depth = 0;
  for (std::size_t i = 0; i < lines; ++i) {
    out.append(depth * 2, ' ');
    const std::size_t kind = random_.below(12);
    if (kind < 5) {
      out += words(1) + ": " + std::string(word());
    } else if (kind < 7) {
      out += identifier() + " *" + identifier() + " `json:\"" + words(1) + ",omitempty\"`";
    } else if (kind < 9) {
      out += "// " + words(random_.between(4, 12)) + ".";
    } else if (kind == 9) {
      out += "# " + words(random_.between(2, 6));
    } else if (kind == 10) {
      out += "- " + words(1) + ": \"" + words(2) + "\"";
    }
    out += '\n';
    if (random_.chance(0.3)) depth = random_.below(5);
  }
  out += "```\n\n";
}

void Prose::table(std::string& out) {
  const std::size_t columns = random_.between(2, 5);
  const auto row = [&](const auto& cell) {
    for (std::size_t c = 0; c < columns; ++c) out += "| " + cell() + " ";
    out += "|\n";
  };
  row([&] { return title(2); });
  row([] { return std::string("---"); });
  for (std::size_t left = random_.between(2, 8); left > 0; --left) {
    row([&] {
      return random_.chance(0.2) ? "`" + identifier() + "`" : words(random_.between(1, 5));
    });
  }
  out += '\n';
}

void Prose::comment(std::string& out) {
  if (random_.chance(0.3)) {
    out += "<!-- " + words(random_.between(2, 8)) + " -->\n\n";
    return;
  }
  out += "<!--\n";
  for (std::size_t left = random_.between(1, 4); left > 0; --left) paragraph(out);
  out.pop_back();
  out += "-->\n\n";
}

void Prose::quote(std::string& out) {
  out += "> ";
  wrapped(out, sentence(), "> ");
  out += '\n';
}

void Prose::definition(std::string& out) {
  out += "[" + words(1) + "]: https://example.org/" + words(1) + "\n\n";
}

void Prose::block(std::string& out) {
  const std::size_t kind = random_.below(1000);
  if (kind < 560) return paragraph(out);
  if (kind < 800) return list(out);
  if (kind < 830) return ordered_list(out);
  if (kind < 920) return fence(out);
  if (kind < 930) return table(out);
  if (kind < 975) return comment(out);
  if (kind < 985) return quote(out);
  definition(out);
}

}  // namespace milepost::bench
