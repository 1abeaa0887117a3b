#include "features/show/document_html.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/card_of_key.h"
#include "features/common/host_links.h"
#include "features/common/values_html.h"
#include "features/findings/region.h"
#include "features/show/served_files.h"
#include "http/message.h"
#include "proposal/link_target.h"
#include "render/clean_text.h"
#include "render/markdown_html.h"
#include "text/anchors.h"
#include "text/document.h"
#include "text/entities.h"

namespace milepost::show {

namespace {

std::string escaped_text(std::string_view text) {
  std::string out;
  html::append_escaped(out, clean_text(text));
  return out;
}

std::string page_address(const Index& index, const Card& card, const PageLinks& links) {
  return links.base + "/proposals/" + http::encode(key_of_card(index, card)) + links.ending;
}

// What is behind "#" in the address of a proposal's page.
std::string fragment_on_page(std::string_view fragment) {
  if (fragment.empty()) return {};
  return "#" + lower(fragment);
}

// What stands between backticks is code.
std::string message_html(std::string_view message) {
  std::string html;
  while (!message.empty()) {
    const std::size_t begin = std::min(message.find('`'), message.size());
    const std::size_t end = message.find('`', begin + 1);
    html += escaped_text(message.substr(0, begin));
    if (begin == message.size() || end == message.npos)
      return html + escaped_text(message.substr(begin));
    html += "<code>" + escaped_text(message.substr(begin + 1, end - begin - 1)) + "</code>";
    message.remove_prefix(end + 1);
  }
  return html;
}

// `document` is the path that findings in the text have.
std::string finding_html(const Finding& finding, std::string_view document,
                         findings::Regions& regions, const PageLinks& links) {
  std::string html = fmt::format(
      R"(<li class="{0}"><strong>{5}</strong> <a href="{1}/rules/{2}{3}">{2}</a> {4})",
      name(finding.severity), escaped_text(links.base), finding.code, escaped_text(links.ending),
      message_html(findings::full_message(finding)), severity_word(finding.severity));
  const std::string_view path = findings::path_of(finding);
  const std::string file =
      path == document ? std::string() : escaped_text(path.substr(path.rfind('/') + 1)) + " ";
  html += fmt::format(R"( <span class="quiet">{}line {}</span>)", file, regions.of(finding).line);
  for (const Fix& fix : finding.fixes) {
    html += fmt::format(R"(<div class="how">milepost check --fix can {}</div>)",
                        escaped_text(fix.title));
  }
  return html + "</li>";
}

std::string findings_html(const std::vector<const Finding*>& found, std::string_view document,
                          const PageLinks& links) {
  if (found.empty()) return {};
  std::size_t counts[4] = {};
  Severity worst = Severity::kInfo;
  for (const Finding* finding : found) {
    ++counts[static_cast<std::size_t>(finding->severity)];
    worst = std::max(worst, finding->severity);
  }
  std::vector<std::string> words;
  for (const Severity severity : {Severity::kError, Severity::kWarning, Severity::kInfo}) {
    const std::size_t count = counts[static_cast<std::size_t>(severity)];
    if (count > 0) words.push_back(counted(count, severity_word(severity)));
  }
  std::string html =
      fmt::format(R"(<details class="found {}"><summary>{}</summary><ul class="findings">)",
                  name(worst), fmt::join(words, ", "));
  findings::Regions regions;
  for (const Finding* finding : found) html += finding_html(*finding, document, regions, links);
  return html + "</ul></details>\n";
}

bool has_heading(const Document& document, Span span) {
  const auto& headings = document.headings();
  const auto first = std::ranges::lower_bound(
      headings, span.begin, {}, [](const Heading& heading) { return heading.span.begin; });
  return first != headings.end() && first->span.begin < span.end;
}

// The text without its front matter, and without the table of contents that a tool wrote into it:
// a page has its own.
std::string shown_markdown(const Document& document) {
  std::string shown;
  std::uint32_t at = document.front_matter().span.end;
  for (const Span toc : toc_spans(document)) {
    if (toc.begin < at || has_heading(document, toc)) continue;
    shown += document.text({at, toc.begin});
    at = toc.end;
  }
  return shown += document.text({at, document.source().size()});
}

// Which heading of the Document is the n-th that was rendered. Both read the same text and nearly
// always find the same headings; where they do not, titles tell.
class HeadingJoin {
 public:
  explicit HeadingJoin(const Document& document) : document_(document) {}

  // To be asked in order; from the first on again, when the text is rendered again.
  std::optional<std::uint32_t> find(std::size_t index, const MarkdownHeading& rendered) {
    if (index == 0) next_ = 0;
    const auto& headings = document_.headings();
    const std::string title = single_spaced(rendered.text);
    const std::size_t end = std::min(headings.size(), next_ + kLookAhead);
    for (std::size_t i = next_; i < end; ++i) {
      if (headings[i].level == rendered.level && single_spaced(headings[i].text) == title) {
        return take(i);
      }
    }
    if (next_ < headings.size() && headings[next_].level == rendered.level) return take(next_);
    return std::nullopt;
  }

 private:
  static constexpr std::size_t kLookAhead = 16;

  std::uint32_t take(std::size_t index) {
    next_ = index + 1;
    return static_cast<std::uint32_t>(index);
  }

  const Document& document_;
  std::size_t next_ = 0;
};

class DocumentWriter {
 public:
  DocumentWriter(const Workspace& workspace, const ProposalPage& page, const Document& document,
                 const PageLinks& links)
      : workspace_(workspace),
        page_(page),
        document_(document),
        links_(links),
        path_(workspace.shown_path(page.card.files.document)),
        join_(document) {
    for (const SectionLine& line : page.sections) {
      add_line(line);
      for (const SectionLine& below : line.below) add_line(below);
    }
    place_findings();
  }

  DocumentHtml run() {
    DocumentHtml made;
    MarkdownHtml options;
    options.link = [&](std::string_view address) { return resolve(address); };
    options.image = [&](std::string_view address) { return resolve_image(address); };
    options.section_classes = [&](std::size_t index, const MarkdownHeading& heading) {
      return classes_of(index, heading);
    };
    options.in_heading = [](std::size_t, const MarkdownHeading& heading) {
      return fmt::format(R"( <a class="anchor" href="#{}" aria-label="Link to this section">#</a>)",
                         escaped_text(heading.id));
    };
    options.after_heading = [&](std::size_t index, const MarkdownHeading& heading) {
      const auto joined = joined_to(index, heading);
      if (!joined) return std::string();
      const auto found = by_heading_.find(*joined);
      return found == by_heading_.end() ? std::string()
                                        : findings_html(found->second, path_, links_);
    };
    RenderedMarkdown rendered = render_markdown(shown_markdown(document_), options);
    made.html = findings_html(elsewhere_, path_, links_) + rendered.html + left_out();
    made.contents = contents_of(rendered.headings);
    made.headings = headings_of(rendered.headings);
    made.cut = rendered.cut;
    return made;
  }

 private:
  void add_line(const SectionLine& line) {
    if (line.line > 0) lines_.emplace(line.line, &line);
  }

  const SectionLine* line_of(std::uint32_t heading) const {
    const auto found = lines_.find(document_.headings()[heading].line + 1);
    return found == lines_.end() ? nullptr : found->second;
  }

  // By the heading of the section they are in; those about other files, or before any heading,
  // stand above the text.
  void place_findings() {
    for (const Finding& finding : page_.run.findings) {
      const std::uint32_t section =
          findings::path_of(finding) == path_ ? document_.section_at(finding.span.begin) : kNone;
      if (section == kNone) {
        elsewhere_.push_back(&finding);
      } else {
        by_heading_[document_.sections()[section].heading].push_back(&finding);
      }
    }
  }

  // Asked for several times of each heading, in order.
  std::optional<std::uint32_t> joined_to(std::size_t index, const MarkdownHeading& heading) {
    if (index == 0 && joined_.size() > 1) joined_.clear();
    if (index >= joined_.size()) {
      joined_.resize(index);
      joined_.push_back(join_.find(index, heading));
    }
    return joined_[index];
  }

  std::string classes_of(std::size_t index, const MarkdownHeading& heading) {
    const auto joined = joined_to(index, heading);
    const SectionLine* const line = joined ? line_of(*joined) : nullptr;
    if (line == nullptr) return heading.level == 1 ? "part title" : "part";
    if (line->beyond_template) return "part own";
    return "part " + std::string(name(line->health));
  }

  // What belongs to headings that were not rendered: nothing that was found gets lost.
  std::string left_out() const {
    std::vector<const Finding*> rest;
    for (const auto& [heading, found] : by_heading_) {
      const bool shown = std::ranges::find(joined_, std::optional(heading)) != joined_.end();
      if (!shown) rest.insert(rest.end(), found.begin(), found.end());
    }
    return findings_html(rest, path_, links_);
  }

  std::vector<ContentsLine> contents_of(const std::vector<MarkdownHeading>& headings) {
    std::vector<ContentsLine> contents;
    for (std::size_t i = 0; i < headings.size(); ++i) {
      if (headings[i].nested) continue;
      ContentsLine line;
      line.id = headings[i].id;
      line.title = single_spaced(headings[i].text);
      line.level = headings[i].level;
      const auto joined = i < joined_.size() ? joined_[i] : std::nullopt;
      if (joined) {
        const SectionLine* const section = line_of(*joined);
        if (section != nullptr && !section->beyond_template) line.health = section->health;
        if (const auto found = by_heading_.find(*joined); found != by_heading_.end()) {
          for (const Finding* finding : found->second) {
            line.errors += finding->severity == Severity::kError ? 1 : 0;
            line.warnings += finding->severity == Severity::kWarning ? 1 : 0;
          }
        }
      }
      contents.push_back(std::move(line));
    }
    return contents;
  }

  std::vector<ShownHeading> headings_of(const std::vector<MarkdownHeading>& rendered) const {
    std::vector<ShownHeading> headings;
    for (std::size_t i = 0; i < rendered.size() && i < joined_.size(); ++i) {
      if (joined_[i])
        headings.push_back({document_.headings()[*joined_[i]].line + 1, rendered[i].id});
    }
    return headings;
  }

  std::string resolve(std::string_view address) const {
    return resolve_address(workspace_, page_.card.files.document, address, links_);
  }

  // Only what we serve ourselves can be shown: a host's page about an image is no image.
  std::string resolve_image(std::string_view address) const {
    const LinkTarget target = link_target(page_.card.files.document, address);
    if (target.kind != TargetKind::kFile) return {};
    if (!is_served_file(workspace_, target.path, page_.card.files.document)) return {};
    return links_.base + "/files/" + http::encode_path(target.path);
  }

  const Workspace& workspace_;
  const ProposalPage& page_;
  const Document& document_;
  const PageLinks& links_;
  const std::string path_;  // of the document, as findings have it
  HeadingJoin join_;
  std::vector<std::optional<std::uint32_t>> joined_;             // by rendered heading
  std::unordered_map<std::uint32_t, const SectionLine*> lines_;  // by line, from 1
  std::map<std::uint32_t, std::vector<const Finding*>> by_heading_;
  std::vector<const Finding*> elsewhere_;
};

}  // namespace

std::string resolve_address(const Workspace& workspace, const std::string& document,
                            std::string_view address, const PageLinks& links) {
  const LinkTarget target = link_target(document, address);
  if (target.kind != TargetKind::kFile) return {};
  const std::string fragment = fragment_on_page(target.fragment);
  if (const Card* const card = workspace.index().find(target.path)) {
    if (target.path == card->path || target.path == card->files.document) {
      return target.path == document && !fragment.empty()
                 ? fragment
                 : page_address(workspace.index(), *card, links) + fragment;
    }
  }
  if (is_served_file(workspace, target.path, document)) {
    return links.base + "/files/" + http::encode_path(target.path);
  }
  return host_links(workspace, target.path).view;
}

std::string DocumentHtml::id_at(std::uint32_t line) const {
  const auto after = std::ranges::upper_bound(headings, line, {}, &ShownHeading::line);
  return after == headings.begin() ? std::string() : std::prev(after)->id;
}

Result<DocumentHtml> document_html(const Workspace& workspace, const ProposalPage& page,
                                   const PageLinks& links) {
  const ProposalFiles& files = page.card.files;
  const bool has_text = files.has_document && !files.document.empty();
  std::shared_ptr<const Source> source = std::make_shared<const Source>(files.document, "");
  if (has_text) {
    TRY(source, workspace.repository().read(files.document));
  }
  const Document document(source);
  return DocumentWriter(workspace, page, document, links).run();
}

}  // namespace milepost::show
