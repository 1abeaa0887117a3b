// Raw HTML of a Markdown document, written anew: tags, attributes and addresses that are on the
// list; all else as text. And the ids and addresses that it shares with what Markdown says.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "render/html_writer.h"
#include "render/markdown_html.h"
#include "text/html_tags.h"
#include "text/slug.h"

namespace milepost {

// ` name="value"`, escaped.
std::string attribute_html(std::string_view name, std::string_view value);

// Where an address that an author wrote leads, as attributes; nothing when it may lead nowhere.
std::optional<std::string> link_attributes(std::string_view written, const MarkdownHtml& options);
std::optional<std::string> image_attributes(std::string_view written, const MarkdownHtml& options);

// The ids of one page: each is given once.
class PageIds {
 public:
  explicit PageIds(std::string prefix) : prefix_(std::move(prefix)) {}

  std::string of_heading(std::string_view text);
  // One that an author chose; "" when it is taken, or has odd characters.
  std::string of_author(std::string_view wanted);

 private:
  std::string prefix_;
  SlugCounter counter_;
  std::unordered_set<std::string> used_;
};

class RawHtml {
 public:
  RawHtml(HtmlWriter& writer, const MarkdownHtml& options, PageIds& ids)
      : writer_(writer), options_(options), ids_(ids) {}

  // A whole block, or tags that stand in a line of text.
  void write(std::string_view html);

 private:
  void write_text(std::string_view text);
  void write_tag(const html::Tag& tag, std::string_view written);
  std::optional<std::string> attributes_of(std::string_view name);
  std::string attribute_of(std::string_view element, std::string_view name,
                           const std::string& value);

  HtmlWriter& writer_;
  const MarkdownHtml& options_;
  PageIds& ids_;
  std::vector<html::Attribute> attributes_;  // of the tag at hand
};

}  // namespace milepost
