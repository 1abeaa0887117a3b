#include "text/inline_parser.h"

#include <algorithm>

#include "base/strings.h"
#include "base/utf8.h"
#include "text/entities.h"
#include "text/link_scan.h"
#include "text/punctuation.h"

namespace milepost {

namespace {

constexpr std::array<bool, 256> make_special() {
  std::array<bool, 256> special{};
  for (const char c : std::string_view("\\`&<*_~[]!:w")) {
    special[static_cast<unsigned char>(c)] = true;
  }
  return special;
}
constexpr std::array<bool, 256> kSpecial = make_special();

std::uint32_t narrow(std::size_t offset) { return static_cast<std::uint32_t>(offset); }

std::size_t mark_index(char mark) { return mark == '*' ? 0 : (mark == '_' ? 1 : 2); }

// Tildes are looked through when emphasis beside them is judged, as GitHub does.
constexpr char kSeenThrough = '~';

char32_t character_before(std::string_view text, std::size_t at) {
  if (at == 0) return '\n';
  --at;
  const auto inside = [&] {
    return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U || text[at] == kSeenThrough;
  };
  while (at > 0 && inside()) --at;
  const auto decoded = utf8::decode(text.substr(at));
  return !decoded.valid || decoded.code_point == U'~' ? U'\n' : decoded.code_point;
}

char32_t character_after(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == kSeenThrough) ++at;
  if (at == text.size()) return '\n';
  const auto decoded = utf8::decode(text.substr(at));
  return decoded.valid ? decoded.code_point : U'\n';
}

// Appends text with each run of white space made one space. A space is held back
// until something follows it.
class Collapser {
 public:
  explicit Collapser(std::string& out) : out_(out), begin_(out.size()) {}

  void text(std::string_view text) {
    while (!text.empty()) {
      std::size_t words = 0;
      while (words < text.size() && !is_space(text[words])) ++words;
      if (words > 0) {
        if (space_ && out_.size() > begin_) out_ += ' ';
        space_ = false;
        out_ += text.substr(0, words);
      }
      if (words < text.size()) {
        space_ = true;
        ++words;
      }
      text.remove_prefix(words);
    }
  }

 private:
  std::string& out_;
  const std::size_t begin_;
  bool space_ = false;
};

}  // namespace

void InlineParser::parse(std::string_view text, const links::References& references) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  text_ = text;
  references_ = &references;
  at_ = text_begin_ = 0;
  pieces_.clear();
  links_.clear();
  emphases_.clear();
  delimiters_.clear();
  last_delimiter_ = kNil;
  brackets_.clear();
  barring_brackets_ = 0;
  backticks_scanned_ = false;
  misses_ = {};
  bold_end_ = 0;
  bold_seen_ = false;

  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (!kSpecial[static_cast<unsigned char>(c)]) {
      ++at_;
      continue;
    }
    switch (c) {
      case '\\': read_backslash(); break;
      case '`': read_backticks(); break;
      case '&': read_entity(); break;
      case '<': read_angle(); break;
      case '[': read_open(false); break;
      case ']': read_close(); break;
      case '!':
        if (at_ + 1 < text_.size() && text_[at_ + 1] == '[') {
          read_open(true);
        } else {
          ++at_;
        }
        break;
      case ':':
      case 'w':
        if (barring_brackets_ > 0 || !read_bare_link()) ++at_;
        break;
      default: read_delimiters(c); break;
    }
  }
  flush_text(text_.size());
  pair_delimiters(0);
}

InlinePiece& InlineParser::add(InlinePieceKind kind, std::size_t begin, std::size_t end) {
  flush_text(begin);
  pieces_.push_back({kind, narrow(begin), narrow(end), 0});
  at_ = text_begin_ = end;
  return pieces_.back();
}

void InlineParser::flush_text(std::size_t end) {
  if (text_begin_ >= end) return;
  pieces_.push_back({InlinePieceKind::kText, narrow(text_begin_), narrow(end), 0});
  text_begin_ = end;
}

void InlineParser::read_backslash() {
  const char next = at_ + 1 < text_.size() ? text_[at_ + 1] : ' ';
  if (is_punct(next)) {
    add(InlinePieceKind::kEscape, at_, at_ + 2);
  } else if (next == '\n') {
    add(InlinePieceKind::kMarkup, at_, at_ + 1);
  } else {
    ++at_;
  }
}

void InlineParser::read_backticks() {
  const std::size_t begin = at_;
  const auto run_end = [&](std::size_t at) {
    const std::size_t end = text_.find_first_not_of('`', at);
    return end == text_.npos ? text_.size() : end;
  };
  at_ = run_end(begin);
  const std::size_t length = at_ - begin;
  if (length > kMostBackticks) return;
  if (!backticks_scanned_) {
    // One look ahead tells for every length where its last run is.
    backticks_.fill(0);
    for (std::size_t run = begin; run != text_.npos;) {
      const std::size_t end = run_end(run);
      if (end - run <= kMostBackticks) backticks_[end - run] = run;
      run = text_.find('`', end);
    }
    backticks_scanned_ = true;
  }
  if (backticks_[length] <= begin) return;
  for (std::size_t run = text_.find('`', at_); run != text_.npos;) {
    const std::size_t end = run_end(run);
    if (end - run == length) {
      add(InlinePieceKind::kCode, begin, end).shown = narrow(length);
      return;
    }
    run = text_.find('`', end);
  }
}

void InlineParser::read_entity() {
  std::string ignored;
  const std::size_t length = html::read_entity(text_.substr(at_), ignored);
  if (length == 0) {
    ++at_;
  } else {
    add(InlinePieceKind::kEntity, at_, at_ + length);
  }
}

void InlineParser::read_angle() {
  const std::size_t begin = at_;
  if (const std::size_t end = autolink::angle_end(text_, begin); end != 0) {
    add(InlinePieceKind::kAutolink, begin, end);
    InlineLink link;
    link.kind = LinkKind::kAutolink;
    link.span = {begin, end};
    link.text = link.destination = {begin + 1, end - 1};
    links_.push_back(link);
  } else if (const std::size_t after = html::inline_end(text_, begin, misses_); after != 0) {
    add(InlinePieceKind::kHtml, begin, after);
  } else {
    ++at_;
  }
}

bool InlineParser::read_bare_link() {
  const auto found = autolink::bare(text_, at_, text_begin_);
  if (found.end == 0) return false;
  add(InlinePieceKind::kBareLink, found.begin, found.end);
  InlineLink link;
  link.kind = LinkKind::kBare;
  link.span = link.text = link.destination = {found.begin, found.end};
  links_.push_back(link);
  return true;
}

void InlineParser::read_delimiters(char mark) {
  const std::size_t begin = at_;
  std::size_t end = begin;
  while (end < text_.size() && text_[end] == mark) ++end;
  const char32_t before = character_before(text_, begin);
  const char32_t after = character_after(text_, end);
  const bool space_before = is_unicode_space(before);
  const bool space_after = is_unicode_space(after);
  const bool punct_before = !space_before && is_unicode_punctuation(before);
  const bool punct_after = !space_after && is_unicode_punctuation(after);
  const bool left = !space_after && (!punct_after || space_before || punct_before);
  const bool right = !space_before && (!punct_before || space_after || punct_after);

  Delimiter found;
  found.mark = mark;
  found.length = narrow(end - begin);
  found.can_open = mark == '_' ? left && (!right || punct_before) : left;
  found.can_close = mark == '_' ? right && (!left || punct_after) : right;
  add(InlinePieceKind::kDelimiter, begin, end).shown = found.length;
  if (!found.can_open && !found.can_close) return;
  if (mark == '~' && found.length > 2) return;

  found.piece = narrow(pieces_.size() - 1);
  found.previous = last_delimiter_;
  const std::uint32_t index = narrow(delimiters_.size());
  if (last_delimiter_ != kNil) delimiters_[last_delimiter_].next = index;
  last_delimiter_ = index;
  delimiters_.push_back(found);
}

void InlineParser::unlink(std::uint32_t index) {
  const Delimiter& gone = delimiters_[index];
  if (gone.previous != kNil) delimiters_[gone.previous].next = gone.next;
  if (gone.next != kNil) {
    delimiters_[gone.next].previous = gone.previous;
  } else {
    last_delimiter_ = gone.previous;
  }
}

// Finds a partner for each closing run among those pushed from `bottom` on, then
// forgets them all.
void InlineParser::pair_delimiters(std::uint32_t bottom) {
  if (last_delimiter_ == kNil || last_delimiter_ < bottom) return;
  std::uint32_t closer = last_delimiter_;
  while (delimiters_[closer].previous != kNil && delimiters_[closer].previous >= bottom) {
    closer = delimiters_[closer].previous;
  }
  // Below these nothing can open for a closer of that kind: searched once.
  std::array<std::array<std::uint32_t, 3>, 3> floors;
  for (auto& row : floors) row.fill(bottom);
  while (closer != kNil) {
    const Delimiter& close = delimiters_[closer];
    if (!close.can_close) {
      closer = close.next;
      continue;
    }
    std::uint32_t& floor = floors[mark_index(close.mark)][close.length % 3];
    std::uint32_t opener = close.previous;
    for (; opener != kNil && opener >= floor; opener = delimiters_[opener].previous) {
      const Delimiter& open = delimiters_[opener];
      if (!open.can_open || open.mark != close.mark) continue;
      const bool odd = (close.can_open || open.can_close) && close.length % 3 != 0 &&
                       (open.length + close.length) % 3 == 0;
      if (!odd) break;
    }
    if (opener != kNil && opener >= floor) {
      if (!match(opener, closer)) {
        closer = close.next;
      } else if (pieces_[close.piece].shown == 0) {
        const std::uint32_t next = close.next;
        unlink(closer);
        closer = next;
      }
    } else {
      const std::uint32_t next = close.next;
      floor = closer;
      if (!close.can_open) unlink(closer);
      closer = next;
    }
  }
  while (last_delimiter_ != kNil && last_delimiter_ >= bottom) unlink(last_delimiter_);
}

// Gives false when they are no pair after all: "~" does not close "~~".
bool InlineParser::match(std::uint32_t opener, std::uint32_t closer) {
  InlinePiece& open = pieces_[delimiters_[opener].piece];
  InlinePiece& close = pieces_[delimiters_[closer].piece];
  const bool strike = delimiters_[opener].mark == '~';
  if (strike && open.shown != close.shown) return false;
  while (delimiters_[closer].previous != opener) unlink(delimiters_[closer].previous);
  const bool twice = strike ? open.shown == 2 : open.shown >= 2 && close.shown >= 2;
  const std::uint32_t used = twice ? 2 : 1;
  open.shown -= used;
  close.shown -= used;
  emphases_.push_back({delimiters_[opener].piece, delimiters_[closer].piece,
                       delimiters_[opener].mark, static_cast<std::uint8_t>(used)});
  if (open.begin == 0 && !strike) {
    bold_seen_ = bold_seen_ || used == 2;
    if (open.shown == 0 && bold_seen_) bold_end_ = close.end - close.shown;
  }
  if (open.shown == 0) unlink(opener);
  return true;
}

void InlineParser::read_open(bool image) {
  if (!brackets_.empty()) brackets_.back().bracket_after = true;
  add(InlinePieceKind::kText, at_, at_ + (image ? 2 : 1));
  Bracket bracket;
  bracket.piece = narrow(pieces_.size() - 1);
  bracket.image = image;
  bracket.delimiters = narrow(delimiters_.size());
  brackets_.push_back(bracket);
  ++barring_brackets_;
}

void InlineParser::read_close() {
  const std::size_t close = at_;
  ++at_;
  if (brackets_.empty()) return;
  const Bracket opener = brackets_.back();
  brackets_.pop_back();
  if (opener.bars_links) --barring_brackets_;
  if (!opener.active) return;

  InlineLink link;
  link.text = {pieces_[opener.piece].end, close};
  if (!close_inline(link) && !close_reference(opener, link)) {
    at_ = close + 1;
    return;
  }
  link.span = {pieces_[opener.piece].begin, at_};
  if (opener.image) link.kind = LinkKind::kImage;
  links_.push_back(link);
  pieces_[opener.piece].kind = InlinePieceKind::kMarkup;
  const std::size_t end = at_;
  add(InlinePieceKind::kMarkup, close, end);
  pair_delimiters(opener.delimiters);
  if (opener.image) return;
  // No link holds another. What is below one that was told so before knows it.
  for (std::size_t i = brackets_.size(); i-- > 0;) {
    Bracket& outer = brackets_[i];
    if (!(outer.image ? outer.bars_links : outer.active)) break;
    if (outer.image) {
      outer.bars_links = false;
      --barring_brackets_;
    } else {
      outer.active = false;
    }
  }
}

// "(destination "title")" at the cursor.
bool InlineParser::close_inline(InlineLink& link) {
  if (at_ >= text_.size() || text_[at_] != '(') return false;
  const auto skip = [&](std::size_t at) {
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at;
  };
  const auto target = links::destination(text_, skip(at_ + 1));
  if (!target) return false;
  std::size_t end = skip(target->after);
  if (end != target->after) {
    if (const std::size_t title = links::title_end(text_, end); title != 0) end = skip(title);
  }
  if (end >= text_.size() || text_[end] != ')') return false;
  at_ = end + 1;
  link.destination = target->extent;
  return true;
}

// "[label]" or "[]" at the cursor, or nothing: then the text is the label.
bool InlineParser::close_reference(const Bracket& opener, InlineLink& link) {
  const std::size_t begin = at_;
  const std::size_t end = links::label_end(text_, begin);
  const bool own_label = end > begin + 2;
  if (own_label) {
    link.label = {begin + 1, end - 1};
  } else if (opener.bracket_after) {
    return false;
  } else {
    link.label = link.text;
  }
  const std::string_view label = text_.substr(link.label.begin, link.label.end - link.label.begin);
  if (!references_->defined(label, end == 0)) return false;
  link.kind = LinkKind::kReference;
  link.definition = references_->find(label);
  if (end != 0) at_ = end;
  return true;
}

std::string_view InlineParser::shown(const InlinePiece& piece, std::string& decoded) const {
  std::string_view text = text_.substr(piece.begin, piece.end - piece.begin);
  switch (piece.kind) {
    case InlinePieceKind::kText:
    case InlinePieceKind::kBareLink: break;
    case InlinePieceKind::kEscape: text.remove_prefix(1); break;
    case InlinePieceKind::kEntity:
      html::decode_entities(text, decoded);
      text = decoded;
      break;
    case InlinePieceKind::kCode:
      text = text.substr(piece.shown, text.size() - 2 * std::size_t{piece.shown});
      if (text.size() > 1 && is_space(text.front()) && is_space(text.back()) &&
          !trim(text).empty()) {
        text = text.substr(1, text.size() - 2);
      }
      break;
    case InlinePieceKind::kAutolink:
      html::decode_entities(text.substr(1, text.size() - 2), decoded);
      text = decoded;
      break;
    case InlinePieceKind::kDelimiter: text = text.substr(0, piece.shown); break;
    case InlinePieceKind::kHtml:
    case InlinePieceKind::kMarkup: return {};
  }
  return text;
}

void InlineParser::append_plain(std::string& out, std::size_t begin, std::size_t end) const {
  Collapser collapser(out);
  std::string decoded;
  for (const InlinePiece& piece : pieces_) {
    if (piece.begin < begin) continue;
    if (piece.end > end) break;
    collapser.text(shown(piece, decoded));
  }
}

}  // namespace milepost
