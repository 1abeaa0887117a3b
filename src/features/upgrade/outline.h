// The headings of a document as a tree whose branches can be renamed, moved,
// added and cut, and which is then written out again. What nothing touches comes
// out byte for byte.
//
// The tree is the one the levels make: a heading stands below the last one of a
// lesser level. Each change keeps it so.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "text/document.h"

namespace milepost::upgrade {

struct OutlineNode {
  int level = 0;                  // 0: the root, whose body is what stands before the first heading
  std::string title;              // as Markdown
  std::string head;               // the heading's lines
  std::string body;               // its own text, up to the next heading
  std::uint32_t wanted = kNone;   // the template's section it stands for
  std::uint32_t section = kNone;  // the document's section it is; none for what is new
  Span place;                     // of head and body in the document; empty for what is new
  OutlineNode* parent = nullptr;
  std::vector<std::unique_ptr<OutlineNode>> below;
};

class Outline {
 public:
  static constexpr int kDeepest = 6;

  explicit Outline(const Document& document);

  OutlineNode& root() { return root_; }
  // The node of a section of the document.
  OutlineNode* of(std::uint32_t section) { return nodes_[section]; }

  // A node that is not in the tree yet; its texts have LF for line ends.
  std::unique_ptr<OutlineNode> make(int level, std::string title, std::string_view body) const;

  // Writes the heading anew, the levels below going along.
  void rewrite(OutlineNode& node, int level, std::string title) const;

  // Puts a node below another, as near to `index` as its level allows: before it
  // none that is above it, after it none that would fall below it.
  OutlineNode& put(OutlineNode& parent, std::size_t index, std::unique_ptr<OutlineNode> node) const;
  static std::unique_ptr<OutlineNode> take(OutlineNode& node);
  static std::size_t index_of(const OutlineNode& node);  // among those below its parent

  // All but the root, in the order in which they are written.
  std::vector<OutlineNode*> in_order();
  std::string text();

 private:
  std::string_view source_;
  std::string_view line_end_;
  OutlineNode root_;
  std::vector<OutlineNode*> nodes_;  // parallel to the document's sections
};

// A text as a document of its own.
Document as_document(std::string_view text);

// Ends the text with a blank line, unless it is empty or does so already.
void end_with_blank_line(std::string& text, std::string_view line_end);

}  // namespace milepost::upgrade
