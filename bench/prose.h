// Invented Markdown: words, sentences and blocks in about the proportions of
// real proposals. Nothing in it means anything.
#pragma once

#include <string>
#include <string_view>

#include "random.h"

namespace milepost::bench {

class Prose {
 public:
  explicit Prose(Random& random) : random_(random) {}

  std::string_view word();
  std::string words(std::size_t count);  // "some words", lower case
  std::string title(std::size_t count);  // "Some Words"
  std::string identifier();              // "SomeWords"

  // One block with the blank line after it, of whatever kind chance gives.
  void block(std::string& out);
  void paragraph(std::string& out, std::string_view indent = "");
  void sentence_block(std::string& out);  // a short paragraph: the answer to a question

 private:
  std::string sentence();
  std::string inline_markup();
  void wrapped(std::string& out, std::string_view text, std::string_view indent);
  void list(std::string& out);
  void ordered_list(std::string& out);
  void fence(std::string& out);
  void table(std::string& out);
  void comment(std::string& out);
  void quote(std::string& out);
  void definition(std::string& out);

  Random& random_;
};

}  // namespace milepost::bench
