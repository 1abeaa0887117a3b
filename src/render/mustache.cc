#include "render/mustache.h"

#include <algorithm>
#include <ranges>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"

namespace milepost {

namespace {

constexpr int kDeepestPartial = 10;  // partials within partials

// Nothing to show, so that {{#text}} leaves it out.
bool is_nothing(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null:
    case Json::value_t::discarded: return true;
    case Json::value_t::boolean: return !value.get<bool>();
    case Json::value_t::string: return value.get_ref<const std::string&>().empty();
    case Json::value_t::array: return value.empty();
    default: return false;
  }
}

std::string_view escape_of(char c) {
  switch (c) {
    case '&': return "&amp;";
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '"': return "&quot;";
    case '\'': return "&apos;";
    default: return {};
  }
}

const Json* find_member(const Json* object, const std::string& name) {
  if (object == nullptr || !object->is_object()) return nullptr;
  const auto found = object->find(name);
  return found == object->end() ? nullptr : &*found;
}

void append_for_html(std::string& out, std::string_view text) {
  std::size_t from = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view escape = escape_of(text[at]);
    if (escape.empty()) continue;
    out += text.substr(from, at - from);
    out += escape;
    from = at + 1;
  }
  out += text.substr(from);
}

}  // namespace

class Mustache::Parser {
 public:
  Parser(const FindPartial& partial, std::vector<Part>& parts) : partial_(partial), parts_(parts) {}

  // Partials stand where they are named, as if their text did.
  Result<void> read(std::string_view text, int depth = 0) {
    if (depth > kDeepestPartial)
      return failure("the template is wrong: a partial stands in itself");
    std::vector<Open> open;
    while (true) {
      const std::size_t begin = std::min(text.find("{{"), text.size());
      add_text(text.substr(0, begin));
      text.remove_prefix(begin);
      if (text.empty()) break;
      TRY(const Tag tag, take_tag(text));
      switch (tag.mark) {
        case '>': TRY(read(partial_(tag.name), depth + 1)); break;
        case '/': TRY(close(tag.name, open)); break;
        case '#': add(Part::Kind::kSection, tag.name, &open); break;
        case '^': add(Part::Kind::kInverted, tag.name, &open); break;
        case '{': add(Part::Kind::kHtml, tag.name); break;
        default: add(Part::Kind::kValue, tag.name);
      }
    }
    if (open.empty()) return {};
    return failure(fmt::format("the template is wrong: the section {} has no end", open[0].name));
  }

 private:
  struct Tag {
    char mark = '\0';
    std::string_view name;
  };
  struct Open {
    std::string_view name;
    std::size_t part = 0;
  };

  // Takes the tag off the front.
  static Result<Tag> take_tag(std::string_view& text) {
    const std::string_view closing = text.starts_with("{{{") ? "}}}" : "}}";
    const std::size_t end = text.find(closing);
    if (end == text.npos) return failure("the template is wrong: a tag has no end");
    Tag tag{'\0', trim(text.substr(2, end - 2))};
    text.remove_prefix(end + closing.size());
    constexpr std::string_view kMarks = "{#^/>";
    if (!tag.name.empty() && kMarks.find(tag.name.front()) != kMarks.npos) {
      tag = {tag.name.front(), trim(tag.name.substr(1))};
    }
    return tag;
  }

  Result<void> close(std::string_view name, std::vector<Open>& open) {
    if (open.empty() || open.back().name != name) {
      return failure(fmt::format("the template is wrong: no section {} ends there", name));
    }
    parts_[open.back().part].end = parts_.size();
    open.pop_back();
    return {};
  }

  void add_text(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      if (end != 0) parts_.push_back({Part::Kind::kText, std::string(text.substr(0, end)), {}});
      if (end == text.npos) return;
      parts_.push_back({Part::Kind::kLineEnd, {}, {}});
      text.remove_prefix(end + 1);
    }
  }

  void add(Part::Kind kind, std::string_view name, std::vector<Open>* open = nullptr) {
    if (open != nullptr) open->push_back({name, parts_.size()});
    Part part{kind, {}, {}};
    while (!name.empty() && name != ".") {
      const auto [first, rest] = cut(name, '.');
      part.names.emplace_back(first);
      name = rest;
    }
    parts_.push_back(std::move(part));
  }

  const FindPartial& partial_;
  std::vector<Part>& parts_;
};

class Mustache::Filler {
 public:
  Filler(const std::vector<Part>& parts, const Json& data) : parts_(parts), around_{&data} {}

  std::string fill() {
    fill(0, parts_.size());
    end_line({});
    return std::move(out_);
  }

 private:
  void fill(std::size_t from, std::size_t to) {
    for (std::size_t at = from; at < to; ++at) {
      const Part& part = parts_[at];
      switch (part.kind) {
        case Part::Kind::kText: out_ += part.text; break;
        case Part::Kind::kLineEnd: end_line("\n"); break;
        case Part::Kind::kValue:
        case Part::Kind::kHtml: fill_value(part); break;
        case Part::Kind::kSection:
        case Part::Kind::kInverted:
          fill_section(at);
          at = part.end - 1;
          break;
      }
    }
  }

  void fill_value(const Part& part) {
    const Json* const value = find(part.names);
    if (value == nullptr) return;
    if (value->is_number()) out_ += value->dump();
    if (!value->is_string()) return;
    const auto& text = value->get_ref<const std::string&>();
    if (part.kind == Part::Kind::kHtml) {
      out_ += text;
    } else {
      append_for_html(out_, text);
    }
  }

  void fill_section(std::size_t at) {
    const Part& part = parts_[at];
    const Json* const value = find(part.names);
    const bool shown = value != nullptr && !is_nothing(*value);
    if (shown != (part.kind == Part::Kind::kSection)) return;
    if (shown && value->is_array()) {
      for (const Json& one : *value) fill_within(one, at);
    } else {
      fill_within(shown ? *value : *around_.back(), at);
    }
  }

  void fill_within(const Json& value, std::size_t at) {
    has_section_tag_ = true;
    around_.push_back(&value);
    fill(at + 1, parts_[at].end);
    around_.pop_back();
    has_section_tag_ = true;
  }

  // Looked for in what is around it, from the inside out; null where there is none.
  const Json* find(const std::vector<std::string>& names) const {
    if (names.empty()) return around_.back();
    for (const Json* found : std::views::reverse(around_)) {
      for (const std::string& name : names) found = find_member(found, name);
      if (found != nullptr) return found;
    }
    return nullptr;
  }

  void end_line(std::string_view ending) {
    const bool blank = out_.find_first_not_of(" \t", line_) == out_.npos;
    if (has_section_tag_ && blank) {
      out_.resize(line_);
    } else {
      out_ += ending;
    }
    line_ = out_.size();
    has_section_tag_ = false;
  }

  const std::vector<Part>& parts_;
  std::vector<const Json*> around_;
  std::string out_;
  std::size_t line_ = 0;  // where the line begins
  bool has_section_tag_ = false;
};

Result<Mustache> Mustache::parse(std::string_view text, const FindPartial& partial) {
  Mustache made;
  Parser parser(partial, made.parts_);
  TRY(parser.read(text));
  return made;
}

std::string Mustache::fill(const Json& data) const { return Filler(parts_, data).fill(); }

}  // namespace milepost
