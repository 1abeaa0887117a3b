#include "render/raw_html.h"

#include <algorithm>
#include <initializer_list>

#include "base/strings.h"
#include "render/clean_text.h"
#include "render/safe_address.h"
#include "text/entities.h"

namespace milepost {

namespace {

constexpr std::string_view kForeignLink = R"( rel="noopener nofollow ugc")";

// Headings are known by small letters; so are ids that authors chose.
std::string fragment_address(std::string_view fragment, const std::string& prefix) {
  std::string name = lower(percent_decoded(fragment));
  if (name.empty() || name == "top") return "#";
  constexpr std::string_view kGitHubPrefix = "user-content-";
  if (name.starts_with(kGitHubPrefix)) name.erase(0, kGitHubPrefix.size());
  return "#" + prefix + name;
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// The number in "3", "100px" or "50%", if it is one that a page can bear.
std::optional<std::string> measure_of(std::string_view value) {
  constexpr std::size_t kMostDigits = 4;
  std::size_t digits = 0;
  while (digits < value.size() && is_digit(value[digits])) ++digits;
  if (digits == 0 || digits > kMostDigits) return std::nullopt;
  const std::string_view unit = value.substr(digits);
  if (unit != "" && unit != "px" && unit != "%") return std::nullopt;
  return std::string(value.substr(0, digits)) + (unit == "%" ? "%" : "");
}

bool is_number_below(std::string_view value, std::size_t digits) {
  return !value.empty() && value.size() <= digits && std::ranges::all_of(value, is_digit);
}

bool is_id_char(char c) {
  return is_alnum(c) || c == '-' || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string attribute_html(std::string_view name, std::string_view value) {
  std::string html = " ";
  html.append(name).append("=\"");
  html::append_escaped(html, value);
  return html += '"';
}

std::optional<std::string> link_attributes(std::string_view written, const MarkdownHtml& options) {
  SafeAddress address = read_safe_address(written);
  if (address.kind == AddressKind::kFragment) {
    const std::string_view fragment = std::string_view(address.text).substr(1);
    return attribute_html("href", percent_encoded(fragment_address(fragment, options.id_prefix)));
  }
  if (address.kind == AddressKind::kRelative && options.link) {
    address = read_safe_address(options.link(address.text));
    if (address.text.empty()) return std::nullopt;
  }
  if (address.kind == AddressKind::kUnsafe) return std::nullopt;
  std::string html = attribute_html("href", percent_encoded(address.text));
  if (address.kind == AddressKind::kForeign) html += kForeignLink;
  return html;
}

std::optional<std::string> image_attributes(std::string_view written, const MarkdownHtml& options) {
  SafeAddress address = read_safe_address(written);
  if (address.kind == AddressKind::kRelative && options.image) {
    address = read_safe_address(options.image(address.text));
  }
  if (address.text.empty()) return std::nullopt;
  if (address.kind != AddressKind::kRelative && address.kind != AddressKind::kForeign) {
    return std::nullopt;
  }
  return attribute_html("src", percent_encoded(address.text)) +
         R"( loading="lazy" referrerpolicy="no-referrer")";
}

std::string PageIds::of_heading(std::string_view text) {
  std::string slug = github_slug(text);
  if (slug.empty()) slug = "section";  // of marks alone, such as "???"
  std::string id;
  do {
    id = prefix_ + counter_.unique(slug);
  } while (!used_.insert(id).second);
  return id;
}

std::string PageIds::of_author(std::string_view wanted) {
  if (wanted.empty() || !std::ranges::all_of(wanted, is_id_char)) return {};
  std::string id = prefix_ + lower(wanted);
  return used_.insert(id).second ? id : std::string();
}

void RawHtml::write(std::string_view html) {
  html::TagReader reader(html);
  html::Tag tag;
  std::size_t at = 0;
  while (reader.next(tag, &attributes_)) {
    write_text(html.substr(at, tag.begin - at));
    at = tag.end;
    if (!tag.name.empty()) write_tag(tag, html.substr(tag.begin, tag.end - tag.begin));
  }
  write_text(html.substr(at));
}

void RawHtml::write_text(std::string_view text) {
  if (text.empty()) return;
  std::string decoded;
  html::decode_entities(text, decoded);
  writer_.text(clean_text(decoded));
}

void RawHtml::write_tag(const html::Tag& tag, std::string_view written) {
  const std::string name = lower(tag.name);
  if (typed_kind(name) == ElementKind::kUnknown || !written.ends_with('>')) {
    writer_.text(written);
  } else if (tag.closing) {
    writer_.close_typed(name);
  } else if (const auto attributes = attributes_of(name)) {
    if (writer_.open_typed(name, *attributes) == HtmlWriter::Taken::kText) writer_.text(written);
  }
}

// Nothing for an image that may not be shown: what it is called has been written instead.
std::optional<std::string> RawHtml::attributes_of(std::string_view name) {
  std::string html;
  std::vector<std::string> seen;
  std::string alternative;
  bool shown = false;
  for (const html::Attribute& attribute : attributes_) {
    std::string key = lower(attribute.name);
    if (key == "name") key = "id";
    if (std::ranges::find(seen, key) != seen.end()) continue;
    std::string value;
    html::decode_entities(attribute.value, value);
    value = clean_text(value);
    if (name == "img" && key == "alt") alternative = value;
    const std::string written = attribute_of(name, key, value);
    if (written.empty()) continue;
    seen.push_back(key);
    shown = shown || key == "src";
    html += written;
  }
  if (name != "img") return html;
  if (shown) return html + attribute_html("alt", alternative);
  writer_.text(alternative);
  return std::nullopt;
}

// "" for an attribute that is not written.
std::string RawHtml::attribute_of(std::string_view element, std::string_view name,
                                  const std::string& value) {
  if (name == "id") {
    const std::string id = ids_.of_author(value);
    return id.empty() ? std::string() : attribute_html("id", id);
  }
  if (name == "href" && element == "a") return link_attributes(value, options_).value_or("");
  if (name == "src" && element == "img") return image_attributes(value, options_).value_or("");
  if ((name == "width" || name == "height") && element == "img") {
    const auto measure = measure_of(value);
    return measure ? attribute_html(name, *measure) : std::string();
  }
  if (name == "title" && is_one_of(element, {"a", "img", "abbr", "dfn"})) {
    return attribute_html(name, value);
  }
  if (name == "open" && element == "details") return " open";
  if ((name == "colspan" || name == "rowspan") && is_one_of(element, {"td", "th"}) &&
      is_number_below(value, 2)) {
    return attribute_html(name, value);
  }
  if (name == "start" && element == "ol" && is_number_below(value, 9)) {
    return attribute_html(name, value);
  }
  if (name == "align" && is_one_of(lower(value), {"left", "center", "right"}) &&
      is_one_of(element, {"p", "div", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6"})) {
    return attribute_html("class", "align-" + lower(value));
  }
  return {};
}

}  // namespace milepost
