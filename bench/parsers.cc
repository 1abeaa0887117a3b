#include "parsers.h"

#include <cmark.h>
#include <md4c.h>

namespace milepost::bench {

void parse_with_md4c(std::string_view text) {
  MD_PARSER parser{};
  parser.flags = MD_DIALECT_GITHUB;
  parser.enter_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.leave_block = [](MD_BLOCKTYPE, void*, void*) { return 0; };
  parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
  parser.text = [](MD_TEXTTYPE, const MD_CHAR*, MD_SIZE, void*) { return 0; };
  md_parse(text.data(), static_cast<MD_SIZE>(text.size()), &parser, nullptr);
}

void parse_with_cmark(std::string_view text) {
  cmark_node_free(cmark_parse_document(text.data(), text.size(), CMARK_OPT_DEFAULT));
}

}  // namespace milepost::bench
