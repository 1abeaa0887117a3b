#include "base/tab_lines.h"

#include "base/strings.h"

namespace milepost {

namespace {

void add_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '\t': out += "\\t"; break;
      case '\n': out += "\\n"; break;
      case '\\': out += "\\\\"; break;
      default: out += c;
    }
  }
}

std::string unescaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      out += text[i];
      continue;
    }
    ++i;
    out += text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
  }
  return out;
}

template <typename Fields>
void add_fields(std::string& out, const Fields& fields) {
  bool first = true;
  for (const std::string_view field : fields) {
    if (!first) out += '\t';
    first = false;
    add_escaped(out, field);
  }
  out += '\n';
}

}  // namespace

void add_line(std::string& out, std::initializer_list<std::string_view> fields) {
  add_fields(out, fields);
}

void add_line(std::string& out, const std::vector<std::string>& fields) { add_fields(out, fields); }

std::string as_field(const std::vector<std::string>& texts) {
  std::string field;
  for (const std::string& text : texts) {
    add_escaped(field, text);
    field += '\n';
  }
  return field;
}

std::vector<std::string> texts_of(std::string_view field) {
  std::vector<std::string> texts;
  while (!field.empty()) {
    const auto [text, rest] = cut(field, '\n');
    texts.push_back(unescaped(text));
    field = rest;
  }
  return texts;
}

bool TabLines::next() {
  if (rest_.empty()) return false;
  const auto [line, rest] = cut(rest_, '\n');
  rest_ = rest;
  fields_.clear();
  std::string_view left = line;
  while (true) {
    const std::size_t tab = left.find('\t');
    fields_.push_back(unescaped(left.substr(0, tab)));
    if (tab == left.npos) return true;
    left = left.substr(tab + 1);
  }
}

}  // namespace milepost
