// Writes HTML of two kinds of elements: our own, which the caller opens and closes, and typed
// ones, which an author wrote as tags somewhere between.
//
// Whatever is typed, all elements are balanced and stand where a browser leaves them: a typed end
// tag closes typed elements alone, never our own; what may not stand at a place is left out, and
// what HTML would open or close by itself is written. Nesting is bounded by Limits::nesting.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

namespace milepost {

// By what may stand in an element, and where it may stand.
enum class ElementKind : std::uint8_t {
  kUnknown,    // not on the list: its tags are text
  kIgnored,    // its tags are left out, what is in it stays
  kPhrase,     // within text: <b>
  kPoint,      // the same without content: <br>
  kLine,       // a block of text: <p>, <h2>
  kContainer,  // a block of blocks
  kRule,       // a block without content: <hr>
  kList,       // holds items
  kItem,
  kTerms,  // holds terms
  kTerm,
  kTable,
  kCaption,
  kRows,  // <tbody>
  kRow,
  kCell,
};

// What an author may type. `name` is in small letters.
ElementKind typed_kind(std::string_view name);

class HtmlWriter {
 public:
  enum class Taken : std::uint8_t { kWritten, kLeftOut, kText };

  explicit HtmlWriter(std::string& out) : out_(out) {}

  // Typed elements that are to be text or left out: those that were never closed when the same was
  // written before. See unclosed().
  void set_suppressed(std::unordered_set<std::size_t> ordinals) {
    suppressed_ = std::move(ordinals);
  }

  // Our own. Attributes are written as they are: ` class="x"`. False when it is nested too deep:
  // then it is closed like others, but has no tags.
  bool open(std::string_view name, ElementKind kind, std::string_view attributes = {});
  void close();  // the innermost of our own, with what was typed in it
  void add(std::string_view name, ElementKind kind, std::string_view attributes = {});

  // kText: the tag is to be shown.
  Taken open_typed(std::string_view name, std::string_view attributes);
  void close_typed(std::string_view name);

  void text(std::string_view text);              // escapes it
  void html(std::string_view html);              // whole elements within text
  void block_html(std::string_view html);        // whole blocks
  void finish() { pop_to(0, Ending::kForced); }  // closes everything

  // Makes room for a block of ours: what cannot hold one is closed.
  void begin_block();
  std::size_t depth() const { return stack_.size() + skipped_; }
  bool in_link() const { return links_ > 0; }

  // Which of the typed elements, by their order, had no end tag though they need one.
  const std::unordered_set<std::size_t>& unclosed() const { return unclosed_; }

 private:
  enum class Ending : std::uint8_t { kByTag, kForced };
  struct Element {
    std::string name;
    ElementKind kind = ElementKind::kPhrase;
    bool ours = true;
    std::size_t ordinal = 0;
  };

  bool is_full() const;
  void push(std::string_view name, ElementKind kind, std::string_view attributes, bool ours);
  void pop_to(std::size_t size, Ending ending);
  void enter_cell();  // text may not stand between cells
  bool make_room(bool ours);
  bool enter(ElementKind holder, ElementKind own);
  bool enter_part(ElementKind part);
  bool place(ElementKind kind);

  std::string& out_;
  std::vector<Element> stack_;
  std::size_t skipped_ = 0;  // elements of ours that are nested too deep to be written
  std::size_t links_ = 0;
  std::size_t typed_ = 0;  // how many were met
  std::unordered_set<std::size_t> suppressed_;
  std::unordered_set<std::size_t> unclosed_;
};

}  // namespace milepost
