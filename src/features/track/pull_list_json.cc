// The list of gh: an array of objects. It is cut into its elements by hand, which says where
// each begins, and lets one that is broken be passed over.
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/track/pull_list.h"
#include "render/json_value.h"

namespace milepost::track {

namespace {

class Elements {
 public:
  struct Element {
    std::size_t line;
    std::string_view text;
  };

  explicit Elements(std::string_view text) : text_(text) {
    skip_spaces();
    ++at_;  // the bracket that opens the list
  }

  // The next; nothing when the list has ended, or broke off.
  std::optional<Element> next() {
    skip_spaces();
    if (take(']')) {
      skip_spaces();
      closed_ = at_ == text_.size();
      return std::nullopt;
    }
    if (!first_ && !take(',')) return std::nullopt;
    first_ = false;
    skip_spaces();
    const std::size_t line = line_;
    const std::size_t begin = at_;
    if (!skip_value()) return std::nullopt;
    return Element{line, text_.substr(begin, at_ - begin)};
  }

  bool closed() const { return closed_; }  // the list, and nothing came after it
  std::size_t line() const { return line_; }

 private:
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void step() {
    if (text_[at_++] == '\n') ++line_;
  }

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) step();
  }

  bool skip_text() {
    for (step(); at_ < text_.size(); step()) {
      if (text_[at_] == '"') {
        step();
        return true;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) step();
    }
    return false;
  }

  // Up to the comma or bracket that ends it. False at the end of the file.
  bool skip_value() {
    for (int depth = 0; at_ < text_.size();) {
      const char c = text_[at_];
      if (depth == 0 && (c == ',' || c == ']')) return true;
      if (c == '"') {
        if (!skip_text()) return false;
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (depth < 0) return false;
      step();
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool first_ = true;
  bool closed_ = false;
};

Result<std::string> text_in(const Json& value, const std::string& key) {
  const auto found = value.find(key);
  if (found == value.end() || found->is_null()) return std::string();
  if (found->is_string()) return found->get<std::string>();
  if (key == "number" && found->is_number_unsigned()) {
    return std::to_string(found->get<std::uint64_t>());
  }
  return failure(fmt::format("its {} is no {}", key, key == "number" ? "number" : "text"));
}

// [{"name": "kind/feature"}], or the names alone.
Result<std::vector<std::string>> labels_in(const Json& value) {
  std::vector<std::string> labels;
  const auto found = value.find("labels");
  if (found == value.end() || found->is_null()) return labels;
  if (!found->is_array()) return failure("its labels are no list");
  for (const Json& label : *found) {
    if (label.is_string()) {
      labels.push_back(label.get<std::string>());
      continue;
    }
    const auto name = label.is_object() ? label.find("name") : label.end();
    if (!label.is_object() || name == label.end() || !name->is_string()) {
      return failure("a label has no name");
    }
    labels.push_back(name->get<std::string>());
  }
  return labels;
}

Result<PullRow> read_row(const Elements::Element& element) {
  const Json value = read_json(element.text);
  if (value.is_discarded()) return failure("it is no JSON, or is nested too deep");
  if (!value.is_object()) return failure("it is no pull request: {\"number\": … is expected");
  PullRow row{element.line, {}, {}};
  for (const char* const key : {"number", "title", "state", "mergedAt", "url", "body"}) {
    TRY(row.fields[key], text_in(value, key));
  }
  TRY(row.labels, labels_in(value));
  return row;
}

}  // namespace

Result<PullRows> read_pull_json(std::string_view text) {
  PullRows read;
  Elements elements(text);
  while (const auto element = elements.next()) {
    if (!read.room()) return read;
    auto row = read_row(*element);
    if (row) {
      read.rows.push_back(std::move(*row));
    } else {
      read.bad.push_back({element->line, std::move(row.error().message)});
    }
  }
  if (!elements.closed()) {
    return failure(fmt::format("is no JSON: the list breaks off in line {}", elements.line()));
  }
  return read;
}

}  // namespace milepost::track
