#include "render/markdown_html.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <md4c.h>

#include "base/limits.h"
#include "base/strings.h"
#include "render/clean_text.h"
#include "render/code_html.h"
#include "render/footnotes.h"
#include "render/html_writer.h"
#include "render/markdown_guard.h"
#include "render/raw_html.h"
#include "text/entities.h"

namespace milepost {

namespace {

// Real documents grow by half. One short definition that many links name, or a table with one long
// row, could grow with the square of its length.
constexpr std::size_t kLeastRoom = 1024 * 1024;
constexpr std::size_t kMostGrowth = 8;

std::string decoded_entity(std::string_view entity) {
  std::string decoded;
  if (html::read_entity(entity, decoded) != entity.size()) return std::string(entity);
  return clean_text(decoded);
}

std::string value_of(const MD_ATTRIBUTE& attribute) {
  std::string value;
  if (attribute.size == 0) return value;
  const std::string_view text(attribute.text, attribute.size);
  for (std::size_t i = 0; attribute.substr_offsets[i] < attribute.size; ++i) {
    const std::size_t begin = attribute.substr_offsets[i];
    const std::string_view part = text.substr(begin, attribute.substr_offsets[i + 1] - begin);
    value += attribute.substr_types[i] == MD_TEXT_ENTITY ? decoded_entity(part) : std::string(part);
  }
  return value;
}

std::string title_attribute(const MD_ATTRIBUTE& title) {
  return title.size == 0 ? std::string() : attribute_html("title", value_of(title));
}

std::string_view align_attribute(MD_ALIGN align) {
  switch (align) {
    case MD_ALIGN_LEFT: return R"( class="align-left")";
    case MD_ALIGN_CENTER: return R"( class="align-center")";
    case MD_ALIGN_RIGHT: return R"( class="align-right")";
    default: return {};
  }
}

std::string_view heading_tag(int level) {
  constexpr std::string_view kTags[] = {"h1", "h2", "h3", "h4", "h5", "h6"};
  return kTags[std::clamp(level, 1, 6) - 1];
}

// Of a fence's words: "go" of "go {linenos=true}".
std::string language_class(std::string_view language) {
  const bool plain = !language.empty() && std::ranges::all_of(language, [](char c) {
    return is_alnum(c) || c == '-' || c == '_' || c == '+' || c == '#';
  });
  return plain ? attribute_html("class", "language-" + lower(language)) : std::string();
}

// One rendering of one text. md4c calls it with what it finds, in order.
class MarkdownWriter {
 public:
  MarkdownWriter(std::string_view text, const MarkdownHtml& options)
      : text_(text),
        options_(options),
        room_(kLeastRoom + kMostGrowth * text.size()),
        footnotes_(text, options.id_prefix),
        writer_(made_.html),
        ids_(options.id_prefix),
        raw_html_(writer_, options, ids_) {
    made_.html.reserve(text.size() * 2);
  }
  MarkdownWriter(const MarkdownWriter&) = delete;
  MarkdownWriter& operator=(const MarkdownWriter&) = delete;

  HtmlWriter& writer() { return writer_; }

  RenderedMarkdown run() {
    MD_PARSER parser{};
    parser.flags = MD_DIALECT_GITHUB;
    if (has_too_many_addresses(text_)) parser.flags &= ~unsigned{MD_FLAG_PERMISSIVEWWWAUTOLINKS};
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<MarkdownWriter*>(self)->begin(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return static_cast<MarkdownWriter*>(self)->end(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* self) {
      return static_cast<MarkdownWriter*>(self)->begin(type, detail);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<MarkdownWriter*>(self)->end(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<MarkdownWriter*>(self)->take(type, {text, size});
    };
    made_.cut = md_parse(text_.data(), static_cast<MD_SIZE>(text_.size()), &parser, this) != 0;
    writer_.finish();
    return std::move(made_);
  }

 private:
  struct OpenSpan {
    MD_SPANTYPE type;
    bool written;
  };

  // What callbacks give: anything but 0 ends the reading.
  int status() const { return made_.html.size() > room_ ? 1 : 0; }

  int begin(MD_BLOCKTYPE type, void* detail) {
    write_raw();
    end_spans(0);
    end_label();
    line_start_ = LineStart::kBlock;
    switch (type) {
      case MD_BLOCK_QUOTE: writer_.open("blockquote", ElementKind::kContainer); break;
      case MD_BLOCK_UL: writer_.open("ul", ElementKind::kList); break;
      case MD_BLOCK_OL: {
        const unsigned start = static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start;
        writer_.open("ol", ElementKind::kList,
                     start == 1 ? std::string() : fmt::format(R"( start="{}")", start));
        break;
      }
      case MD_BLOCK_LI: begin_item(*static_cast<MD_BLOCK_LI_DETAIL*>(detail)); break;
      case MD_BLOCK_HR: writer_.add("hr", ElementKind::kRule); break;
      case MD_BLOCK_H:
        begin_heading(static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level));
        break;
      case MD_BLOCK_CODE:
        language_ = value_of(static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang);
        code_.clear();
        in_code_ = true;
        break;
      case MD_BLOCK_P:
        writer_.open("p", ElementKind::kLine);
        begin_label();
        break;
      case MD_BLOCK_TABLE:
        // It may be wider than its column: whoever has no mouse must be able to scroll it, too.
        writer_.open("div", ElementKind::kContainer, R"( class="table" tabindex="0")");
        writer_.open("table", ElementKind::kTable);
        break;
      case MD_BLOCK_THEAD: writer_.open("thead", ElementKind::kRows); break;
      case MD_BLOCK_TBODY: writer_.open("tbody", ElementKind::kRows); break;
      case MD_BLOCK_TR: writer_.open("tr", ElementKind::kRow); break;
      case MD_BLOCK_TH:
        writer_.open("th", ElementKind::kCell,
                     R"( scope="col")" + std::string(align_attribute(
                                             static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align)));
        break;
      case MD_BLOCK_TD:
        writer_.open("td", ElementKind::kCell,
                     align_attribute(static_cast<MD_BLOCK_TD_DETAIL*>(detail)->align));
        break;
      default: break;
    }
    return status();
  }

  int end(MD_BLOCKTYPE type) {
    write_raw();
    end_spans(0);
    if (type == MD_BLOCK_LI) begin_label();  // of an item without words
    end_label();
    switch (type) {
      case MD_BLOCK_DOC:
      case MD_BLOCK_HR:
      case MD_BLOCK_HTML: break;
      case MD_BLOCK_H: end_heading(); break;
      case MD_BLOCK_CODE: write_code(); break;
      case MD_BLOCK_TABLE:
        writer_.close();
        writer_.close();
        break;
      default: writer_.close(); break;
    }
    if (type != MD_BLOCK_TH && type != MD_BLOCK_TD && type != MD_BLOCK_HTML &&
        type != MD_BLOCK_DOC) {
      made_.html += '\n';
    }
    return status();
  }

  int begin(MD_SPANTYPE type, void* detail) {
    write_raw();
    begin_label();
    line_start_ = LineStart::kInside;
    if (image_depth_ > 0) {
      if (type == MD_SPAN_IMG) ++image_depth_;
      spans_.push_back({type, false});
      return status();
    }
    bool written = true;
    switch (type) {
      case MD_SPAN_EM: writer_.open("em", ElementKind::kPhrase); break;
      case MD_SPAN_STRONG: writer_.open("strong", ElementKind::kPhrase); break;
      case MD_SPAN_DEL: writer_.open("del", ElementKind::kPhrase); break;
      case MD_SPAN_CODE: writer_.open("code", ElementKind::kPhrase); break;
      case MD_SPAN_A: written = begin_link(*static_cast<MD_SPAN_A_DETAIL*>(detail)); break;
      case MD_SPAN_IMG: begin_image(*static_cast<MD_SPAN_IMG_DETAIL*>(detail)); break;
      default: written = false; break;
    }
    spans_.push_back({type, written});
    return status();
  }

  // md4c does not promise that spans are nested: where an address is also a part of a link, they
  // may cross, or end without a begin.
  int end(MD_SPANTYPE type) {
    write_raw();
    const auto found = std::find_if(spans_.rbegin(), spans_.rend(),
                                    [&](const OpenSpan& span) { return span.type == type; });
    if (found != spans_.rend()) end_spans(static_cast<std::size_t>(spans_.rend() - found) - 1);
    return status();
  }

  void end_spans(std::size_t but) {
    while (spans_.size() > but) {
      const OpenSpan span = spans_.back();
      spans_.pop_back();
      if (span.type == MD_SPAN_IMG) {
        if (--image_depth_ == 0) end_image();
      } else if (span.written) {
        writer_.close();
      }
    }
  }

  int take(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_HTML) {
      begin_label();
      if (image_depth_ == 0) raw_ += text;
      return status();
    }
    write_raw();
    if (in_code_) {
      code_ += text;
      return status();
    }
    begin_label();
    switch (type) {
      case MD_TEXT_BR: write_break(true); break;
      case MD_TEXT_SOFTBR: write_break(false); break;
      case MD_TEXT_ENTITY: write_text(decoded_entity(text)); break;
      case MD_TEXT_CODE: write_text(text); break;
      default:
        if (image_depth_ == 0 && !in_heading_ && !writer_.in_link()) {
          footnotes_.write(text, line_start_, writer_);
        } else {
          write_text(text);
        }
        break;
    }
    line_start_ = type == MD_TEXT_SOFTBR ? LineStart::kLine : LineStart::kInside;
    return status();
  }

  void write_text(std::string_view text) {
    if (image_depth_ > 0) {
      alternative_ += text;
      return;
    }
    if (in_heading_) made_.headings.back().text += text;
    writer_.text(text);
  }

  void write_break(bool hard) {
    if (image_depth_ > 0 || in_heading_) {
      write_text(" ");
      return;
    }
    if (hard) writer_.add("br", ElementKind::kPoint);
    writer_.text("\n");
  }

  void write_raw() {
    if (raw_.empty()) return;
    raw_html_.write(raw_);
    raw_.clear();
  }

  void begin_item(const MD_BLOCK_LI_DETAIL& item) {
    if (item.is_task == 0) {
      writer_.open("li", ElementKind::kItem);
      return;
    }
    writer_.open("li", ElementKind::kItem, R"( class="task")");
    waiting_box_ = item.task_mark;
  }

  // A box stands before the first words of its item, which say what it is for.
  void begin_label() {
    if (!waiting_box_) return;
    const bool ticked = *std::exchange(waiting_box_, std::nullopt) != ' ';
    in_label_ = true;
    writer_.open("label", ElementKind::kPhrase);
    writer_.add("input", ElementKind::kPoint,
                ticked ? R"( type="checkbox" disabled checked)" : R"( type="checkbox" disabled)");
    writer_.text(" ");
  }

  void end_label() {
    if (std::exchange(in_label_, false)) writer_.close();
  }

  void begin_heading(int level) {
    writer_.begin_block();
    MarkdownHeading heading;
    heading.level = level;
    heading.nested = writer_.depth() > (in_section_ ? 1U : 0U);
    section_at_ = heading_at_ = 0;
    if (!heading.nested && options_.section_classes) {
      if (in_section_) writer_.close();
      in_section_ = true;
      writer_.open("section", ElementKind::kContainer);
      section_at_ = made_.html.size() - 1;
    }
    if (writer_.open(heading_tag(level), ElementKind::kLine)) heading_at_ = made_.html.size() - 1;
    in_heading_ = true;
    made_.headings.push_back(std::move(heading));
  }

  // Attributes are written last, since they come of the text.
  void end_heading() {
    in_heading_ = false;
    const std::size_t index = made_.headings.size() - 1;
    MarkdownHeading& heading = made_.headings[index];
    heading.id = ids_.of_heading(heading.text);
    if (options_.in_heading) writer_.html(options_.in_heading(index, heading));
    writer_.close();
    if (heading_at_ > 0) made_.html.insert(heading_at_, attribute_html("id", heading.id));
    if (section_at_ > 0) {
      made_.html.insert(section_at_,
                        attribute_html("class", options_.section_classes(index, heading)));
    }
    if (options_.after_heading) writer_.block_html(options_.after_heading(index, heading));
  }

  void write_code() {
    in_code_ = false;
    writer_.open("pre", ElementKind::kContainer, R"( tabindex="0")");
    writer_.open("code", ElementKind::kPhrase, language_class(language_));
    writer_.html(code_html(code_, language_));
    writer_.close();
    writer_.close();
  }

  // Whether it is one.
  bool begin_link(const MD_SPAN_A_DETAIL& link) {
    const auto attributes =
        writer_.in_link() ? std::nullopt : link_attributes(value_of(link.href), options_);
    if (!attributes) return false;
    writer_.open("a", ElementKind::kPhrase, *attributes + title_attribute(link.title));
    return true;
  }

  void begin_image(const MD_SPAN_IMG_DETAIL& image) {
    image_depth_ = 1;
    alternative_.clear();
    image_ = image_attributes(value_of(image.src), options_);
    if (image_) *image_ += title_attribute(image.title);
  }

  void end_image() {
    if (!image_) {
      writer_.text(alternative_);
      return;
    }
    writer_.add("img", ElementKind::kPoint, *image_ + attribute_html("alt", alternative_));
  }

  std::string_view text_;
  const MarkdownHtml& options_;
  std::size_t room_;
  RenderedMarkdown made_;
  Footnotes footnotes_;
  HtmlWriter writer_;
  PageIds ids_;
  RawHtml raw_html_;

  std::string raw_;  // HTML that is not written yet: md4c gives it in pieces
  std::string code_, language_;
  std::string alternative_;                      // what an image is called
  std::optional<std::string> image_;             // its attributes; none: it may not be shown
  int image_depth_ = 0;                          // an image's text may hold images
  std::vector<OpenSpan> spans_;                  // of the block at hand
  std::optional<char> waiting_box_;              // the mark in the box of an item
  std::size_t section_at_ = 0, heading_at_ = 0;  // where their attributes go; 0: nowhere
  bool in_code_ = false, in_label_ = false, in_heading_ = false, in_section_ = false;
  LineStart line_start_ = LineStart::kInside;
};

}  // namespace

RenderedMarkdown render_markdown(std::string_view text, const MarkdownHtml& options) {
  const bool too_long = text.size() > kLimits.document_bytes;
  const std::string clean = guarded_markdown(clean_text(text.substr(0, kLimits.document_bytes)));
  MarkdownWriter first(clean, options);
  RenderedMarkdown made = first.run();
  if (!first.writer().unclosed().empty()) {
    // Tags without an end would reach to the end of the document.
    MarkdownWriter second(clean, options);
    second.writer().set_suppressed(first.writer().unclosed());
    made = second.run();
  }
  made.cut = made.cut || too_long;
  return made;
}

}  // namespace milepost
