#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/strings.h"
#include "text/inline_parser.h"
#include "text/scan.h"

namespace milepost {

namespace {

constexpr std::string_view kWord = "UNRESOLVED";
constexpr std::size_t kLongestOpening = 32;  // "&lt;&lt; [ / "
constexpr std::size_t kLongestContext = 500;

struct Marker {
  Span span;
  Span context;
  bool closing = false;
  bool malformed = false;
  bool one_line = false;  // all of it stands on the line: nothing need end it
  bool bare = false;      // without brackets
  bool hidden = false;
  bool in_code = false;
};

// Takes `mark` ("<" or "&lt;") off the end of `text`, at most `most` times.
int strip_back(std::string_view& text, char mark, std::string_view entity, int most) {
  int count = 0;
  for (; count < most; ++count) {
    if (!text.empty() && text.back() == mark) {
      text.remove_suffix(1);
    } else if (text.ends_with(entity)) {
      text.remove_suffix(entity.size());
    } else {
      break;
    }
  }
  return count;
}

int strip_front(std::string_view& text, char mark, std::string_view entity, int most) {
  int count = 0;
  for (; count < most; ++count) {
    if (!text.empty() && text.front() == mark) {
      text.remove_prefix(1);
    } else if (text.starts_with(entity)) {
      text.remove_prefix(entity.size());
    } else {
      break;
    }
  }
  return count;
}

void trim_back(std::string_view& text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
}

void trim_front(std::string_view& text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
}

// What may stand before a marker that begins its line.
constexpr std::string_view kLineMarkers = " \t>-*+_0123456789.)";

// "UNRESOLVED: how long?", without brackets, at the beginning of a line. `before` is what the
// line has before the word, `after` what follows.
std::optional<Marker> read_bare_marker(std::string_view source, std::size_t at,
                                       std::string_view before, std::string_view after) {
  if (before.find_first_not_of(kLineMarkers) != before.npos) return std::nullopt;
  std::string_view text = after.substr(std::min(after.find_first_not_of("*_"), after.size()));
  if (!text.starts_with(':')) return std::nullopt;
  text.remove_prefix(1);
  while (!text.empty() && (text.front() == '*' || text.front() == '_')) text.remove_prefix(1);
  trim_front(text);
  if (text.empty()) return std::nullopt;
  const auto begin = static_cast<std::uint32_t>(at);
  const auto context = static_cast<std::uint32_t>(text.data() - source.data());
  const auto end = static_cast<std::uint32_t>(at + kWord.size());
  Marker found;
  found.span = {begin, end};
  found.context = {context, context};
  found.one_line = found.bare = true;
  return found;
}

// Whether what the marker is about stands on its line: behind it, or within it where a blank
// line follows.
bool is_one_line(std::string_view source, const Marker& marker) {
  std::string_view rest = source.substr(marker.span.end);
  // No further than the first word: a line may hold very many markers.
  std::size_t end = 0;
  while (end < rest.size() && rest[end] != '\n' && is_space(rest[end])) ++end;
  if (end < rest.size() && rest[end] != '\n') return true;
  rest.remove_prefix(std::min(end + 1, rest.size()));
  const std::string_view next = trim(rest.substr(0, rest.find('\n')));
  return !marker.context.empty() && next.empty();
}

// Whether an offset stands in a line that links to a heading, as those of a table of contents:
// what the heading says is said there.
bool is_in_link_line(std::string_view source, std::uint32_t at) {
  constexpr std::size_t kLongestLine = 2000;
  const std::size_t window = at - std::min<std::size_t>(at, kLongestLine);
  const std::size_t before = source.substr(window, at - window).find_last_of("\r\n");
  const std::size_t begin = before == source.npos ? window : window + before + 1;
  std::string_view line = source.substr(begin, 2 * kLongestLine);
  line = trim(line.substr(0, line.find_first_of("\r\n")));
  const std::size_t text = line.find_first_not_of(kLineMarkers);
  return text != line.npos && line[text] == '[' && line.ends_with(')') &&
         line.find("](#") != line.npos;
}

// Reads the marker around the word at `at`; there is none without a bracket
// before the word.
std::optional<Marker> read_marker(std::string_view source, std::size_t at) {
  // A marker stands on one line and is short.
  const std::size_t window = std::max(at, kLongestOpening) - kLongestOpening;
  std::string_view before = source.substr(window, at - window);
  if (const auto line = before.find_last_of("\r\n"); line != before.npos) {
    before.remove_prefix(line + 1);
  }
  std::string_view after = source.substr(at + kWord.size(), kLongestContext);
  after = after.substr(0, after.find_first_of("\r\n"));

  Marker found;
  trim_back(before);
  if (before.ends_with('/')) {
    found.closing = true;
    before.remove_suffix(1);
    trim_back(before);
  }
  const bool square = before.ends_with('[');
  if (square) before.remove_suffix(1);
  std::string_view outer = before;
  trim_back(outer);
  const int angles = strip_back(outer, '<', "&lt;", 2);
  if (angles > 0) before = outer;
  if (!square && angles == 0) {
    return found.closing ? std::nullopt : read_bare_marker(source, at, before, after);
  }
  // In mid-sentence "[UNRESOLVED]" is a word in brackets.
  if (angles == 0 && before.find_first_not_of(kLineMarkers) != before.npos) {
    return std::nullopt;
  }

  // The context ends with "]>>", else with the first closing bracket, else with
  // the line. It may hold brackets of its own.
  std::size_t close = after.find("]>>");
  if (close == after.npos || angles == 0 || after.find(kWord) < close) {
    close = std::min({after.find(']'), after.find(">>"), after.find("&gt;"),
                      square ? after.npos : after.find('>')});
  }
  if (!after.empty() && close != 0 && is_alnum(after[0])) return std::nullopt;
  std::string_view rest = close == after.npos ? std::string_view() : after.substr(close);
  std::string_view context = after.substr(0, std::min(close, after.size()));
  const bool closed_square = rest.starts_with(']');
  if (closed_square) rest.remove_prefix(1);
  // Brackets alone may be a link or its definition.
  if (angles == 0 &&
      (!closed_square || rest.starts_with('(') || rest.starts_with(':') || rest.starts_with('['))) {
    return std::nullopt;
  }
  std::string_view tail = rest;
  trim_front(tail);
  const int closing_angles = strip_front(tail, '>', "&gt;", 2);
  if (closing_angles > 0) rest = tail;

  const auto offset = [&](const char* to) {
    return static_cast<std::uint32_t>(to - source.data());
  };
  const std::uint32_t begin = offset(before.data() + before.size());
  const std::uint32_t end =
      close == after.npos ? offset(context.data() + context.size()) : offset(rest.data());
  found.span = {begin, end};
  trim_front(context);
  trim_back(context);
  if (context.starts_with(':')) {
    context.remove_prefix(1);
    trim_front(context);
  }
  found.context = {offset(context.data()), offset(context.data() + context.size())};
  const std::string_view whole = found.span.of(source);
  found.malformed = !(whole.starts_with(found.closing ? "<<[/UNRESOLVED" : "<<[UNRESOLVED") &&
                      whole.ends_with("]>>"));
  const bool usual = !found.malformed || angles == 0;
  found.one_line = usual && !found.closing && is_one_line(source, found);
  return found;
}

// "V" is the rarest of the word's letters in real documents.
constexpr std::size_t kRareAt = kWord.find('V');

// "<<[unresolved": in small letters it is a marker only with all of its marks. Gives where the
// word stands.
std::size_t find_small_word(std::string_view text, std::size_t from) {
  constexpr std::string_view kOpening = "<<[";
  for (std::size_t at = text.find(kOpening, from); at != text.npos;
       at = text.find(kOpening, at + 1)) {
    std::size_t word = at + kOpening.size();
    if (word < text.size() && text[word] == '/') ++word;
    const std::string_view found = text.substr(std::min(word, text.size()), kWord.size());
    if (found != kWord && equal_ignoring_case(found, kWord)) return word;
  }
  return text.npos;
}

std::size_t find_word(std::string_view text, std::size_t from) {
  for (std::size_t at = from + kRareAt; at < text.size(); ++at) {
    const void* hit = std::memchr(text.data() + at, kWord[kRareAt], text.size() - at);
    if (hit == nullptr) break;
    at = static_cast<std::size_t>(static_cast<const char*>(hit) - text.data());
    if (text.substr(at - kRareAt, kWord.size()) == kWord) return at - kRareAt;
  }
  return text.npos;
}

class UnresolvedFinder {
 public:
  UnresolvedFinder(std::string_view source, Scan& scan, InlineReader& reader)
      : source_(source), scan_(scan), parser_(reader.parser), joined_(reader.joined) {}

  void run();

 private:
  void place(Marker& marker);
  bool in_code_span(std::uint32_t block, std::uint32_t at);
  void open(const Marker& marker);
  void close(const Marker& marker);

  std::string_view source_;
  Scan& scan_;
  // Those not closed yet, the visible and the hidden ones apart.
  struct Open {
    std::size_t index;
    bool one_line;
  };
  std::array<std::vector<Open>, 2> open_;
  std::size_t comment_ = 0;
  std::uint32_t code_block_ = kNone;  // the block whose code spans are these
  std::vector<Span> code_spans_;
  InlineParser& parser_;
  JoinedText& joined_;
};

void UnresolvedFinder::run() {
  const std::size_t begin = scan_.front_matter.closed ? scan_.front_matter.span.end : 0;
  std::size_t large = find_word(source_, begin);
  std::size_t small = find_small_word(source_, begin);
  while (std::min(large, small) != source_.npos) {
    const std::size_t at = std::min(large, small);
    if (auto marker = read_marker(source_, at)) {
      place(*marker);
      // In code a word without brackets is what a program says.
      const bool text = marker->bare && marker->in_code;
      if (!text) marker->closing ? close(*marker) : open(*marker);
    }
    if (at == large) {
      large = find_word(source_, at + kWord.size());
    } else {
      small = find_small_word(source_, at + kWord.size());
    }
  }
  for (const auto& open : open_) {
    for (const Open& marker : open) scan_.unresolved[marker.index].malformed = !marker.one_line;
  }
}

void UnresolvedFinder::place(Marker& marker) {
  const std::uint32_t at = marker.span.begin;
  while (comment_ < scan_.comments.size() && scan_.comments[comment_].span.end <= at) ++comment_;
  marker.hidden = comment_ < scan_.comments.size() && scan_.comments[comment_].span.contains(at);
  const std::uint32_t index = scan_.block_at(at);
  if (marker.hidden || index == kNone) return;
  const Block& block = scan_.blocks[index];
  marker.in_code = block.kind == BlockKind::kFencedCode || block.kind == BlockKind::kIndentedCode;
  if (!marker.in_code && in_code_span(index, at)) marker.in_code = marker.hidden = true;
  if (!marker.in_code && is_in_link_line(source_, at)) marker.hidden = true;
}

bool UnresolvedFinder::in_code_span(std::uint32_t block, std::uint32_t at) {
  if (block != code_block_) {
    code_block_ = block;
    code_spans_.clear();
    joined_.assign(source_, scan_.lines_of(scan_.blocks[block]));
    if (joined_.text().find('`') == std::string_view::npos) return false;
    parser_.parse(joined_.text(), {});
    for (const InlinePiece& piece : parser_.pieces()) {
      if (piece.kind != InlinePieceKind::kCode) continue;
      code_spans_.push_back(joined_.to_source(piece.begin, piece.end));
    }
  }
  const auto after =
      std::upper_bound(code_spans_.begin(), code_spans_.end(), at,
                       [](std::uint32_t offset, Span span) { return offset < span.begin; });
  return after != code_spans_.begin() && std::prev(after)->contains(at);
}

void UnresolvedFinder::open(const Marker& marker) {
  Unresolved found;
  found.open = marker.span;
  found.context = marker.context;
  found.malformed = marker.malformed;
  found.hidden = marker.hidden;
  found.in_code = marker.in_code;
  auto& open = open_[marker.hidden ? 1 : 0];
  while (!open.empty() && open.back().one_line) {
    scan_.unresolved[open.back().index].malformed = false;
    open.pop_back();
  }
  // One inside another is a closing marker forgotten, as a rule.
  found.malformed |= !open.empty();
  open.push_back({scan_.unresolved.size(), marker.one_line});
  scan_.unresolved.push_back(found);
}

void UnresolvedFinder::close(const Marker& marker) {
  auto& open = open_[marker.hidden ? 1 : 0];
  if (!open.empty()) {
    Unresolved& found = scan_.unresolved[open.back().index];
    found.close = marker.span;
    found.malformed |= marker.malformed;
    open.pop_back();
    return;
  }
  Unresolved found;
  found.close = marker.span;
  found.malformed = true;
  found.hidden = marker.hidden;
  found.in_code = marker.in_code;
  scan_.unresolved.push_back(found);
}

}  // namespace

void find_unresolved(std::string_view source, Scan& scan, InlineReader& reader) {
  UnresolvedFinder(source, scan, reader).run();
}

}  // namespace milepost
