#include "render/html_writer.h"

#include <algorithm>

#include "base/limits.h"
#include "text/entities.h"

namespace milepost {

namespace {

struct TypedElement {
  std::string_view name;
  ElementKind kind;
};

constexpr TypedElement kTypedElements[] = {
    {"a", ElementKind::kPhrase},         {"abbr", ElementKind::kPhrase},
    {"b", ElementKind::kPhrase},         {"blockquote", ElementKind::kContainer},
    {"br", ElementKind::kPoint},         {"caption", ElementKind::kCaption},
    {"center", ElementKind::kIgnored},   {"cite", ElementKind::kPhrase},
    {"code", ElementKind::kPhrase},      {"col", ElementKind::kIgnored},
    {"colgroup", ElementKind::kIgnored}, {"dd", ElementKind::kTerm},
    {"del", ElementKind::kPhrase},       {"details", ElementKind::kContainer},
    {"dfn", ElementKind::kPhrase},       {"div", ElementKind::kContainer},
    {"dl", ElementKind::kTerms},         {"dt", ElementKind::kTerm},
    {"em", ElementKind::kPhrase},        {"font", ElementKind::kIgnored},
    {"h1", ElementKind::kLine},          {"h2", ElementKind::kLine},
    {"h3", ElementKind::kLine},          {"h4", ElementKind::kLine},
    {"h5", ElementKind::kLine},          {"h6", ElementKind::kLine},
    {"hr", ElementKind::kRule},          {"i", ElementKind::kPhrase},
    {"img", ElementKind::kPoint},        {"ins", ElementKind::kPhrase},
    {"kbd", ElementKind::kPhrase},       {"li", ElementKind::kItem},
    {"mark", ElementKind::kPhrase},      {"ol", ElementKind::kList},
    {"p", ElementKind::kLine},           {"picture", ElementKind::kIgnored},
    {"pre", ElementKind::kContainer},    {"q", ElementKind::kPhrase},
    {"s", ElementKind::kPhrase},         {"samp", ElementKind::kPhrase},
    {"small", ElementKind::kPhrase},     {"source", ElementKind::kIgnored},
    {"span", ElementKind::kPhrase},      {"strong", ElementKind::kPhrase},
    {"sub", ElementKind::kPhrase},       {"summary", ElementKind::kContainer},
    {"sup", ElementKind::kPhrase},       {"table", ElementKind::kTable},
    {"tbody", ElementKind::kRows},       {"td", ElementKind::kCell},
    {"tfoot", ElementKind::kRows},       {"th", ElementKind::kCell},
    {"thead", ElementKind::kRows},       {"tr", ElementKind::kRow},
    {"u", ElementKind::kPhrase},         {"ul", ElementKind::kList},
    {"var", ElementKind::kPhrase},       {"wbr", ElementKind::kPoint},
};
static_assert(std::ranges::is_sorted(kTypedElements, {}, &TypedElement::name));

constexpr bool is_of_table_kind(ElementKind kind) {
  return kind == ElementKind::kTable || kind == ElementKind::kCaption ||
         kind == ElementKind::kRows || kind == ElementKind::kRow || kind == ElementKind::kCell;
}

// HTML lets authors leave out their end tags.
bool ends_by_itself(std::string_view name, ElementKind kind) {
  return name == "p" || kind == ElementKind::kItem || kind == ElementKind::kTerm ||
         kind == ElementKind::kRows || kind == ElementKind::kRow || kind == ElementKind::kCell;
}

constexpr bool has_content(ElementKind kind) {
  return kind != ElementKind::kPoint && kind != ElementKind::kRule;
}

// Whether an end tag of one kind may close what is around an element of another.
constexpr bool reaches_over(ElementKind closing, ElementKind open) {
  if (is_of_table_kind(open)) return is_of_table_kind(closing) && open != ElementKind::kTable;
  if (closing == ElementKind::kPhrase) return open == ElementKind::kPhrase;
  if (closing == ElementKind::kItem) return open != ElementKind::kList;
  if (closing == ElementKind::kTerm) return open != ElementKind::kTerms;
  return true;
}

}  // namespace

ElementKind typed_kind(std::string_view name) {
  const auto* const found = std::ranges::lower_bound(kTypedElements, name, {}, &TypedElement::name);
  if (found == std::end(kTypedElements) || found->name != name) return ElementKind::kUnknown;
  return found->kind;
}

bool HtmlWriter::open(std::string_view name, ElementKind kind, std::string_view attributes) {
  if (is_full()) {
    ++skipped_;
    return false;
  }
  if (kind == ElementKind::kPhrase) {
    enter_cell();
  } else if (!is_of_table_kind(kind) || kind == ElementKind::kTable) {
    begin_block();
  }
  push(name, kind, attributes, true);
  return true;
}

void HtmlWriter::close() {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  const auto ours = std::find_if(stack_.rbegin(), stack_.rend(),
                                 [](const Element& element) { return element.ours; });
  if (ours == stack_.rend()) return;
  pop_to(static_cast<std::size_t>(stack_.rend() - ours) - 1, Ending::kForced);
}

void HtmlWriter::add(std::string_view name, ElementKind kind, std::string_view attributes) {
  if (kind == ElementKind::kRule) {
    begin_block();
  } else {
    enter_cell();
  }
  out_.append("<").append(name).append(attributes).append(">");
}

HtmlWriter::Taken HtmlWriter::open_typed(std::string_view name, std::string_view attributes) {
  const ElementKind kind = typed_kind(name);
  if (kind == ElementKind::kUnknown) return Taken::kText;
  if (kind == ElementKind::kIgnored) return Taken::kLeftOut;
  if (has_content(kind)) {
    const std::size_t ordinal = typed_++;
    if (suppressed_.contains(ordinal)) {
      return kind == ElementKind::kPhrase ? Taken::kText : Taken::kLeftOut;
    }
    if (is_full()) return Taken::kLeftOut;
  }
  if (name == "a" && in_link()) return Taken::kLeftOut;
  if (!place(kind)) return Taken::kLeftOut;
  if (has_content(kind)) {
    push(name, kind, attributes, false);
    stack_.back().ordinal = typed_ - 1;
  } else {
    out_.append("<").append(name).append(attributes).append(">");
  }
  return Taken::kWritten;
}

void HtmlWriter::close_typed(std::string_view name) {
  if (skipped_ > 0) return;  // it is in an element of ours that was not written
  const ElementKind kind = typed_kind(name);
  for (std::size_t at = stack_.size(); at > 0; --at) {
    const Element& element = stack_[at - 1];
    if (element.ours) return;
    if (element.name == name) {
      pop_to(at, Ending::kForced);
      pop_to(at - 1, Ending::kByTag);
      return;
    }
    if (!reaches_over(kind, element.kind)) return;
  }
}

void HtmlWriter::text(std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") != text.npos) enter_cell();
  html::append_escaped(out_, text);
}

void HtmlWriter::html(std::string_view html) {
  enter_cell();
  out_ += html;
}

void HtmlWriter::block_html(std::string_view html) {
  begin_block();
  out_ += html;
}

void HtmlWriter::begin_block() {
  make_room(true);
  enter_cell();
}

bool HtmlWriter::is_full() const {
  return skipped_ > 0 || stack_.size() >= static_cast<std::size_t>(kLimits.nesting);
}

void HtmlWriter::push(std::string_view name, ElementKind kind, std::string_view attributes,
                      bool ours) {
  out_.append("<").append(name).append(attributes).append(">");
  stack_.push_back({std::string(name), kind, ours});
  if (name == "a") ++links_;
}

void HtmlWriter::pop_to(std::size_t size, Ending ending) {
  while (stack_.size() > size) {
    const Element& element = stack_.back();
    out_.append("</").append(element.name).append(">");
    if (element.name == "a") --links_;
    if (!element.ours && ending == Ending::kForced && !ends_by_itself(element.name, element.kind)) {
      unclosed_.insert(element.ordinal);
    }
    stack_.pop_back();
  }
}

void HtmlWriter::enter_cell() {
  const auto opens = [&](std::string_view name, ElementKind kind) { push(name, kind, {}, false); };
  if (stack_.empty()) return;
  const ElementKind top = stack_.back().kind;
  if (top == ElementKind::kTable || top == ElementKind::kRows) opens("tr", ElementKind::kRow);
  if (stack_.back().kind == ElementKind::kRow) opens("td", ElementKind::kCell);
}

// A block cannot stand in a line. A typed one is closed; false when it is our own.
bool HtmlWriter::make_room(bool ours) {
  for (std::size_t at = stack_.size(); at > 0; --at) {
    const Element& element = stack_[at - 1];
    if (element.kind == ElementKind::kLine) {
      if (element.ours) return false;
      pop_to(at - 1, Ending::kForced);
      return true;
    }
    if (element.kind != ElementKind::kPhrase) return true;
    if (element.ours && !ours) return false;
  }
  return true;
}

// Ends what is open in the nearest holder, so that another of its own kind may follow.
bool HtmlWriter::enter(ElementKind holder, ElementKind own) {
  for (std::size_t at = stack_.size(); at > 0; --at) {
    const Element& element = stack_[at - 1];
    if (element.ours) return false;
    if (element.kind == holder) {
      pop_to(at, Ending::kForced);
      return true;
    }
    if (element.kind != own && element.kind != ElementKind::kPhrase &&
        element.kind != ElementKind::kLine) {
      return false;
    }
  }
  return false;
}

// The same for parts of a table: no further out than the innermost table.
bool HtmlWriter::enter_part(ElementKind part) {
  for (std::size_t at = stack_.size(); at > 0; --at) {
    const Element& element = stack_[at - 1];
    if (element.ours) return false;
    if (element.kind == part) {
      pop_to(at, Ending::kForced);
      return true;
    }
    if (element.kind == ElementKind::kTable) return false;
  }
  return false;
}

// Whether an element may stand here, when what is in its way is closed and what it needs opened.
bool HtmlWriter::place(ElementKind kind) {
  switch (kind) {
    case ElementKind::kPhrase:
    case ElementKind::kPoint: enter_cell(); return true;
    case ElementKind::kItem: return enter(ElementKind::kList, kind);
    case ElementKind::kTerm: return enter(ElementKind::kTerms, kind);
    case ElementKind::kCaption:
    case ElementKind::kRows: return enter_part(ElementKind::kTable);
    case ElementKind::kRow:
      return enter_part(ElementKind::kRows) || enter_part(ElementKind::kTable);
    case ElementKind::kCell:
      if (!enter_part(ElementKind::kRow)) {
        if (!enter_part(ElementKind::kRows) && !enter_part(ElementKind::kTable)) return false;
        push("tr", ElementKind::kRow, {}, false);
      }
      return true;
    default:
      if (!make_room(false)) return false;
      enter_cell();
      return true;
  }
}

}  // namespace milepost
