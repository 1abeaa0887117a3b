// What scanning a file yields, as it is put together, and the passes that add to it.
// Only src/text sees this; everybody else sees the finished Document.
#pragma once

#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "text/document.h"

namespace milepost {

struct InlineReader;

// Keeps text that is not in the source (a heading with its markup removed) at
// one place for the life of the Document.
class TextPool {
 public:
  std::string_view keep(std::string_view text) {
    if (text.empty()) return {};
    if (text.size() > room_) {
      room_ = text.size() > kChunk ? text.size() : kChunk;
      chunks_.push_back(std::make_unique<char[]>(room_));
      free_ = chunks_.back().get();
    }
    std::memcpy(free_, text.data(), text.size());
    const std::string_view kept(free_, text.size());
    free_ += text.size();
    room_ -= text.size();
    return kept;
  }

 private:
  static constexpr std::size_t kChunk = 4096;
  std::vector<std::unique_ptr<char[]>> chunks_;
  char* free_ = nullptr;
  std::size_t room_ = 0;
};

// A list item whose text begins with "**" or "__".
struct BoldCandidate {
  std::uint32_t item = 0;  // its text is the block after it
  std::uint32_t begin = 0;
};

struct Scan {
  FrontMatter front_matter;
  std::vector<Block> blocks;
  std::vector<Span> lines;  // of text, in order, without what belongs to containers
  std::vector<Heading> headings;
  std::vector<Section> sections;
  std::vector<Comment> comments;
  std::vector<TaskItem> tasks;
  std::vector<BoldCandidate> bold_candidates;
  std::vector<BoldItem> bold_items;
  std::vector<Unresolved> unresolved;
  std::vector<TocMarker> toc_markers;
  std::vector<LinkDefinition> definitions;
  std::vector<Problem> problems;
  TextPool pool;

  std::span<const Span> lines_of(const Block& block) const;
  // The innermost block that contains `offset`, kNone between blocks.
  std::uint32_t block_at(std::uint32_t offset) const;
};

// What is wrong with a file's bytes as text: byte order mark, carriage returns,
// NUL, invalid UTF-8, and UTF-8 that was once read as Windows-1252 and saved so.
// Free for ASCII.
void find_encoding_problems(const Source& source, std::vector<Problem>& problems);

// HTML comments, wherever they stand; the table-of-contents markers among them;
// and comment ends that close nothing, which the reader sees.
void find_comments(std::string_view source, Scan& scan, InlineReader& reader);

// Blocks that authors mark as not agreed yet:
//
//   <<[UNRESOLVED names or context]>>
//   what is argued about
//   <<[/UNRESOLVED]>>
//
// They are found however the brackets came out, but prose that mentions the word
// is left alone. Call after find_comments.
void find_unresolved(std::string_view source, Scan& scan, InlineReader& reader);

}  // namespace milepost
