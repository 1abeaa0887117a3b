#include "text/anchors.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/strings.h"
#include "text/entities.h"
#include "text/html_tags.h"
#include "text/inline_parser.h"
#include "text/slug.h"

namespace milepost {

namespace {

// What of a document can become an anchor.
struct Found {
  std::vector<std::string> headings;  // as GitHub sees their text, in order
  std::vector<std::string> names;     // of ids and names
};

class Finder {
 public:
  explicit Finder(const Document& document)
      : document_(document), references_(document.text(), document.definitions()) {}

  Found run() {
    for (const Block& block : document_.blocks()) {
      const std::string_view text = document_.text(block.span);
      switch (block.kind) {
        case BlockKind::kHeading:
          read_heading(block);
          read_html(text, false);
          break;
        case BlockKind::kHtml: read_html(text, true); break;
        // What looks like a tag in a code span counts too: nobody would notice.
        case BlockKind::kParagraph:
        case BlockKind::kTable: read_html(text, false); break;
        default: break;
      }
    }
    return std::move(found_);
  }

 private:
  // Unlike Heading::text this keeps spaces as they are, each of which becomes a
  // hyphen, and leaves out what images are called.
  void read_heading(const Block& block) {
    joined_.assign(document_.text(), document_.lines_of(block));
    parser_.parse(joined_.text(), references_);
    std::vector<links::Extent> images;
    for (const InlineLink& link : parser_.found_links()) {
      if (link.kind == LinkKind::kImage) images.push_back(link.span);
    }
    std::sort(images.begin(), images.end(),
              [](const auto& a, const auto& b) { return a.begin < b.begin; });
    std::string text;
    std::string decoded;
    std::size_t image_end = 0;
    auto image = images.begin();
    for (const InlinePiece& piece : parser_.pieces()) {
      for (; image != images.end() && image->begin <= piece.begin; ++image) {
        image_end = std::max(image_end, image->end);
      }
      if (piece.begin >= image_end) text += parser_.shown(piece, decoded);
    }
    found_.headings.push_back(std::move(text));
  }

  void read_html(std::string_view text, bool with_headings) {
    html::TagReader reader(text);
    html::Tag tag;
    html::Tag heading;
    while (reader.next(tag)) {
      add_name(tag.id);
      if (tag.anchor_name != tag.id) add_name(tag.anchor_name);
      const bool is_heading = tag.name.size() == 2 && to_lower(tag.name[0]) == 'h' &&
                              tag.name[1] >= '1' && tag.name[1] <= '6';
      if (!with_headings || !is_heading) continue;
      if (tag.closing && !heading.name.empty()) {
        found_.headings.push_back(html::text_of(text.substr(heading.end, tag.begin - heading.end)));
      }
      heading = tag.closing ? html::Tag{} : tag;
    }
  }

  void add_name(std::string_view value) {
    if (value.empty()) return;
    html::decode_entities(value, decoded_);
    found_.names.push_back(decoded_);
  }

  const Document& document_;
  const links::References references_;
  InlineParser parser_;
  JoinedText joined_;
  std::string decoded_;
  Found found_;
};

// The text with runs of white space made one space, none at the ends.
std::string collapsed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : trim(text)) {
    if (!is_space(c)) {
      out += c;
    } else if (out.back() != ' ') {
      out += ' ';
    }
  }
  return out;
}

// The text without ":tada:" and the like. GitHub keeps the word in the slug; it
// would be gone were it taken for the emoji it shows.
std::string without_shortcodes(std::string_view text) {
  if (text.find(':') == text.npos) return std::string(text);
  const auto is_code = [](char c) { return is_alnum(c) || c == '_' || c == '-' || c == '+'; };
  std::string out;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t end = at + 1;
    if (text[at] == ':') {
      while (end < text.size() && is_code(text[end])) ++end;
      if (end > at + 1 && end < text.size() && text[end] == ':') {
        at = end + 1;
        continue;
      }
    }
    out += text.substr(at, end - at);
    at = end;
  }
  return out;
}

// "L10", "L10-L20", "L10-20", "L10C3-L20C5".
bool is_line(std::string_view fragment) {
  const auto take = [&](char mark) {
    if (!fragment.starts_with(mark)) return false;
    fragment.remove_prefix(1);
    return true;
  };
  const auto take_number = [&] {
    const std::size_t before = fragment.size();
    while (!fragment.empty() && is_digit(fragment.front())) fragment.remove_prefix(1);
    return fragment.size() != before;
  };
  const auto take_place = [&] { return take_number() && (!take('C') || take_number()); };
  if (!take('L') || !take_place()) return false;
  if (take('-')) {
    take('L');
    if (!take_place()) return false;
  }
  return fragment.empty();
}

constexpr std::string_view kPrefix = "user-content-";

}  // namespace

Anchors::Anchors(const Document& document) {
  Found found = Finder(document).run();
  std::vector<std::string> tidy;
  std::vector<std::string> bare;
  for (const std::string& text : found.headings) {
    tidy.push_back(collapsed(text));
    bare.push_back(without_shortcodes(text));
  }
  const bool untidy = tidy != found.headings;
  const bool coded = bare != found.headings;
  offered_ = add_slugs(found.headings);
  if (untidy) add_slugs(tidy);
  if (coded) add_slugs(bare);
  for (std::string& name : found.names) {
    const auto [added, is_new] = names_.insert(std::move(name));
    if (is_new) offered_.push_back(*added);
  }
}

std::vector<std::string> Anchors::add_slugs(const std::vector<std::string>& texts) {
  SlugCounter counter;
  std::vector<std::string> slugs;
  for (const std::string& text : texts) {
    slugs.push_back(counter.unique(github_slug(text)));
    slug_keys_.insert(slug_key(slugs.back()));
  }
  return slugs;
}

Fingerprint Anchors::fingerprint() const {
  Fingerprinter print;
  print.add(offered_.size());
  for (const std::string& name : offered_) print.add(name);
  for (const auto* const names : {&slug_keys_, &names_}) {
    const std::set<std::string_view> sorted(names->begin(), names->end());
    print.add(sorted.size());
    for (const std::string_view name : sorted) print.add(name);
  }
  return print.made();
}

bool Anchors::has(std::string_view fragment) const {
  fragment = fragment.substr(0, fragment.find(":~:"));  // words to be shown marked
  const std::string decoded = percent_decoded(fragment);
  if (decoded.empty() || equal_ignoring_case(decoded, "top") || is_line(decoded)) return true;
  const auto offers = [&](std::string_view wanted) {
    return names_.contains(std::string(wanted)) || names_.contains(lower(wanted)) ||
           slug_keys_.contains(slug_key(wanted));
  };
  if (offers(decoded)) return true;
  return decoded.starts_with(kPrefix) && offers(std::string_view(decoded).substr(kPrefix.size()));
}

std::string_view Anchors::nearest(std::string_view fragment) const {
  return milepost::nearest(percent_decoded(fragment), offered_);
}

std::vector<Span> toc_spans(const Document& document) {
  std::vector<Span> spans;
  const TocMarker* open = nullptr;
  for (const TocMarker& marker : document.toc_markers()) {
    if (!marker.closing) {
      if (open == nullptr) open = &marker;
    } else if (open != nullptr) {
      spans.push_back(cover(open->span, marker.span));
      open = nullptr;
    }
  }
  return spans;
}

}  // namespace milepost
