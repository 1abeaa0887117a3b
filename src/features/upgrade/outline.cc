#include "features/upgrade/outline.h"

#include <algorithm>
#include <utility>

#include "base/edits.h"
#include "base/strings.h"
#include "proposal/guidance.h"

namespace milepost::upgrade {

namespace {

// A heading of two lines underlined in the old way becomes one line.
std::string on_one_line(std::string_view text) {
  std::string line;
  while (!text.empty()) {
    const auto [first, rest] = cut(text, '\n');
    if (!line.empty()) line += ' ';
    line += trim(first);
    text = rest;
  }
  return line;
}

void collect(OutlineNode& node, std::vector<OutlineNode*>& all) {
  // As deep as levels are: no deeper than the seventh call.
  for (const auto& child : node.below) {
    all.push_back(child.get());
    collect(*child, all);
  }
}

void drop_line_end(std::string& text) {
  if (text.ends_with('\n')) text.pop_back();
  if (text.ends_with('\r')) text.pop_back();
}

}  // namespace

Document as_document(std::string_view text) {
  return Document(std::make_shared<const Source>("text", text));
}

void end_with_blank_line(std::string& text, std::string_view line_end) {
  if (text.empty()) return;
  if (!text.ends_with('\n')) text += line_end;
  std::string_view before = text;
  before.remove_suffix(before.ends_with("\r\n") ? 2 : 1);
  const std::size_t last = before.rfind('\n');
  const bool blank = trim(before.substr(last == before.npos ? 0 : last + 1)).empty();
  if (!blank) text += line_end;
}

Outline::Outline(const Document& document)
    : source_(document.text()), line_end_(line_end_of(document.text())) {
  const auto& sections = document.sections();
  root_.place = {0, sections.empty() ? document.source().size() : sections.front().span.begin};
  root_.body = document.text(root_.place);
  nodes_.reserve(sections.size());
  for (std::uint32_t s = 0; s < sections.size(); ++s) {
    const Heading& heading = document.heading_of(sections[s]);
    auto node = std::make_unique<OutlineNode>();
    node->level = heading.level;
    node->title = on_one_line(document.text(heading.text_span));
    node->head = document.text({sections[s].span.begin, sections[s].body.begin});
    node->body = document.text(sections[s].body);
    node->section = s;
    node->place = {sections[s].span.begin, sections[s].body.end};
    OutlineNode* const above = sections[s].parent == kNone ? &root_ : nodes_[sections[s].parent];
    node->parent = above;
    nodes_.push_back(node.get());
    above->below.push_back(std::move(node));
  }
}

std::unique_ptr<OutlineNode> Outline::make(int level, std::string title,
                                           std::string_view body) const {
  auto node = std::make_unique<OutlineNode>();
  rewrite(*node, level, std::move(title));
  node->body = with_line_ends(body, line_end_);
  return node;
}

void Outline::rewrite(OutlineNode& node, int level, std::string title) const {
  const int shift = level - node.level;
  const bool moved = shift != 0 && node.level != 0;
  node.level = level;
  node.title = std::move(title);
  node.head = std::string(static_cast<std::size_t>(level), '#') + " " + node.title;
  node.head += line_end_;
  if (!moved) return;
  for (const auto& child : node.below) {
    rewrite(*child, std::clamp(child->level + shift, 1, kDeepest), child->title);
  }
}

OutlineNode& Outline::put(OutlineNode& parent, std::size_t index,
                          std::unique_ptr<OutlineNode> node) const {
  const auto count = [&](auto&& holds) {
    return static_cast<std::size_t>(std::ranges::count_if(
        parent.below, [&](const auto& child) { return holds(child->level, node->level); }));
  };
  // Levels never grow from one to the next.
  index = std::clamp(index, count(std::greater<>()), count(std::greater_equal<>()));
  node->parent = &parent;
  const auto at = parent.below.begin() + static_cast<std::ptrdiff_t>(index);
  return **parent.below.insert(at, std::move(node));
}

std::size_t Outline::index_of(const OutlineNode& node) {
  const auto& siblings = node.parent->below;
  const auto own = std::ranges::find(siblings, &node, &std::unique_ptr<OutlineNode>::get);
  return static_cast<std::size_t>(own - siblings.begin());
}

std::unique_ptr<OutlineNode> Outline::take(OutlineNode& node) {
  auto& siblings = node.parent->below;
  const auto at = siblings.begin() + static_cast<std::ptrdiff_t>(index_of(node));
  std::unique_ptr<OutlineNode> taken = std::move(*at);
  siblings.erase(at);
  taken->parent = nullptr;
  return taken;
}

std::vector<OutlineNode*> Outline::in_order() {
  std::vector<OutlineNode*> all;
  collect(root_, all);
  return all;
}

std::string Outline::text() {
  std::string text = root_.body;
  std::uint32_t end = root_.place.end;  // in the document, of what was written last
  for (const OutlineNode* node : in_order()) {
    const bool follows = !node->place.empty() && node->place.begin == end;
    if (!follows) end_with_blank_line(text, line_end_);
    // A document that ends without a line end may end elsewhere now.
    if (!text.empty() && !text.ends_with('\n')) text += line_end_;
    text += node->head;
    if (!node->body.empty() && !text.ends_with('\n')) text += line_end_;
    text += node->body;
    end = node->place.end;
  }
  if (end == source_.size()) return text;
  // Something else stands last now: it ends as the document did.
  while (!text.empty() && is_space(text.back())) text.pop_back();
  text += line_end_;
  if (!source_.ends_with('\n')) drop_line_end(text);
  return text;
}

}  // namespace milepost::upgrade
