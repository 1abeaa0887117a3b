// Any bytes make a Document whose parts lie where they should.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "base/source.h"
#include "proposal/link_target.h"
#include "text/anchors.h"
#include "text/document.h"
#include "text/inline.h"
#include "text/slug.h"

namespace {

using namespace milepost;

void require(bool holds) {
  if (!holds) std::abort();
}

void check_blocks(const Document& document, Span whole) {
  const auto& blocks = document.blocks();
  std::uint32_t before = 0;
  for (std::uint32_t i = 0; i < blocks.size(); ++i) {
    const Block& block = blocks[i];
    require(block.span.begin <= block.span.end && whole.contains(block.span));
    require(block.content.begin <= block.content.end && block.span.contains(block.content));
    require(block.span.begin >= before);
    before = block.span.begin;
    require(block.end_block > i && block.end_block <= blocks.size());
    if (block.parent == kNone) {
      require(block.depth == 0);
    } else {
      const Block& parent = blocks[block.parent];
      require(block.parent < i && i < parent.end_block && block.end_block <= parent.end_block);
      require(parent.span.contains(block.span) && block.depth == parent.depth + 1);
    }
    for (const Span line : document.lines_of(block)) require(block.span.contains(line));
  }
}

void check_sections(const Document& document, Span whole) {
  const auto& sections = document.sections();
  for (std::uint32_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    const Heading& heading = document.heading_of(section);
    require(!heading.nested && section.span.contains(heading.span));
    require(whole.contains(section.span) && section.body.begin <= section.body.end);
    require(section.span.contains(section.body));
    require(section.end_section > i && section.end_section <= sections.size());
    require(document.section_at(section.span.begin) == i);
    if (section.parent == kNone) continue;
    require(section.parent < i && sections[section.parent].span.contains(section.span));
    require(document.heading_of(sections[section.parent]).level < heading.level);
  }
  for (const Heading& heading : document.headings()) {
    require(heading.level >= 1 && heading.level <= 6 && heading.span.contains(heading.text_span));
    require(document.source().line_at(heading.span.begin) == heading.line);
    require(heading.text.size() <= 4 * std::size_t{heading.text_span.size()});
  }
}

// A path handed on leads nowhere but into the repository.
void check_target(const std::string& destination) {
  const LinkTarget target = link_target("a/b.md", destination);
  require((target.kind == TargetKind::kMalformed) == (target.fault != LinkFault::kSound));
  if (target.kind != TargetKind::kFile) return;
  const std::string path = "/" + target.path + "/";
  require(path.find("/../") == path.npos && path.find("/./") == path.npos);
  require(path == "//" || path.find("//") == path.npos);
  require(path.find('\0') == path.npos);
}

// A heading's plain text leads to it.
void check_anchors(const Document& document) {
  const Anchors anchors(document);
  for (const Heading& heading : document.headings()) {
    const std::string_view raw = document.text(heading.text_span);
    if (raw.find("![") != raw.npos) continue;  // what images are called is in the text alone
    require(anchors.has(github_slug(heading.text)));
  }
  for (const Span span : toc_spans(document)) {
    require(document.text(span).starts_with("<!--") && document.text(span).ends_with("-->"));
  }
}

void check_marks(const Document& document, Span whole) {
  std::uint32_t before = 0;
  for (const Comment& comment : document.comments()) {
    require(comment.span.begin >= before && whole.contains(comment.span));
    require(comment.inner.begin <= comment.inner.end && comment.span.contains(comment.inner));
    require(document.text(comment.span).starts_with("<!--"));
    require(!comment.closed || document.text(comment.span).ends_with("-->"));
    before = comment.span.end;
  }
  for (const TaskItem& task : document.tasks()) {
    require(task.span.contains(task.box_span) && task.span.contains(task.text));
    require(document.text(task.box_span).starts_with('['));
  }
  for (const BoldItem& item : document.bold_items()) require(item.span.contains(item.bold));
  for (const Unresolved& found : document.unresolved()) {
    require(whole.contains(found.open) && whole.contains(found.close));
    require(!found.open.empty() || !found.close.empty());
    require(found.open.empty() || found.open.contains(found.context));
  }
  for (const Problem& problem : document.problems()) require(whole.contains(problem.span));
  for (const Link& link : find_links(document)) {
    require(link.span.begin < link.span.end && whole.contains(link.span));
    require(link.text.empty() || link.span.contains(link.text));
    require(whole.contains(link.destination) && whole.contains(link.label));
    check_target(destination_of(document, link));
  }
  if (document.front_matter().present()) {
    require(whole.contains(document.front_matter().span));
    require(!document.front_matter().closed ||
            document.front_matter().span.contains(document.front_matter().content));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const ScanOptions options{.lenient_directives = (data[0] & 1U) != 0};
  const auto source = std::make_shared<Source>(
      "fuzz.md", std::string(reinterpret_cast<const char*>(data) + 1, size - 1));
  const Document document(source, options);
  const Span whole{0, source->size()};
  check_blocks(document, whole);
  check_sections(document, whole);
  check_marks(document, whole);
  check_anchors(document);
  (void)plain_text(source->text());
  return 0;
}
