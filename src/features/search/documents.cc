#include "features/search/documents.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <unistd.h>
#include <unordered_map>

#include <fmt/format.h>

#include "base/parallel.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "store/postgresql_address.h"
#include "text/anchors.h"
#include "text/document.h"
#include "text/inline.h"
#include "text/slug.h"
#include "workspace/examine.h"

namespace milepost::search {

namespace {

using Clock = std::chrono::steady_clock;

// The words of a block as a reader sees them. Of code they are found as they stand.
std::string words_of(const Document& document, const Block& block) {
  switch (block.kind) {
    case BlockKind::kParagraph:
    case BlockKind::kTable: {
      std::string lines;
      for (const Span line : document.lines_of(block)) {
        lines += document.text(line);
        lines += ' ';
      }
      return plain_text(lines);
    }
    case BlockKind::kFencedCode:
    case BlockKind::kIndentedCode: return std::string(document.text(block.content));
    default: return {};
  }
}

// A table of contents repeats the headings.
bool is_within(const std::vector<Span>& spans, const Block& block) {
  return std::ranges::any_of(spans, [&](Span span) {
    return span.begin <= block.span.begin && block.span.end <= span.end;
  });
}

void add_text(const Document& document, const std::vector<Span>& contents, Span span,
              std::string& text) {
  const auto [first, last] = document.blocks_in(span);
  for (std::uint32_t i = first; i < last; ++i) {
    if (is_within(contents, document.blocks()[i])) continue;
    const std::string words = words_of(document, document.blocks()[i]);
    if (words.empty()) continue;
    if (!text.empty()) text += ' ';
    text += words;
  }
}

std::vector<SearchPart> parts_of(const Document& document) {
  std::vector<SearchPart> parts;
  const auto& sections = document.sections();
  const auto start = sections.empty() ? static_cast<std::uint32_t>(document.text().size())
                                      : sections.front().span.begin;
  const std::vector<Span> contents = toc_spans(document);
  SearchPart before;
  add_text(document, contents, {0, start}, before.text);
  if (!before.text.empty()) parts.push_back(std::move(before));

  SlugCounter slugs;
  std::unordered_map<std::uint32_t, std::string> anchors;  // by heading
  for (std::uint32_t i = 0; i < document.headings().size(); ++i) {
    anchors[i] = slugs.unique(github_slug(document.headings()[i].text));
  }
  for (const Section& section : sections) {
    SearchPart part{std::string(document.heading_of(section).text), anchors[section.heading], {}};
    add_text(document, contents, section.body, part.text);
    parts.push_back(std::move(part));
  }
  return parts;
}

struct Text {
  const Card* card = nullptr;
  std::shared_ptr<const Source> source;  // null: it has none that can be read
  std::string why_unread;
  std::string version;
};

std::vector<Text> read_texts(const Workspace& workspace) {
  const auto& cards = workspace.index().cards;
  std::vector<Text> texts(cards.size());
  parallel_for(cards.size(), workspace.jobs(), [&](std::size_t i) {
    Text& text = texts[i];
    text.card = &cards[i];
    auto source = read_document({&workspace, &cards[i]});
    if (source) {
      text.source = *std::move(source);
    } else {
      text.why_unread = std::move(source.error().message);
    }
    const std::string_view bytes = text.source ? text.source->text() : std::string_view();
    // The first figure is of how texts are read: another makes all anew.
    text.version = "2-" + std::to_string(hash_bytes(bytes)) + '-' + std::to_string(bytes.size()) +
                   '-' + std::to_string(hash_bytes(heading(cards[i])));
  });
  return texts;
}

TitleWords titles_of(const Workspace& workspace) {
  std::vector<std::string_view> titles;
  for (const Card& card : workspace.index().cards) titles.push_back(card.title);
  return TitleWords(titles);
}

// Texts that people have only here are nobody else's to find: each checkout of each machine has an
// index of its own, and where nothing can be kept each process. A repository may have several
// folders, judged by one process or another.
std::string owner_of(const Workspace& workspace, const std::string& state_folder) {
  std::array<char, 256> host{};
  ::gethostname(host.data(), host.size() - 1);
  const std::string place =
      state_folder.empty()
          ? fmt::format("process {} of {}", ::getpid(), Clock::now().time_since_epoch().count())
          : state_folder;
  std::error_code failed;
  const auto root = std::filesystem::weakly_canonical(workspace.root(), failed);
  return fmt::format("{:016x}",
                     hash_bytes(fmt::format("{}\n{}\n{}\n{}", host.data(), place, root.string(),
                                            workspace.options().process)));
}

}  // namespace

SearchPlace search_place(const Workspace& workspace) {
  SearchPlace place;
  if (const auto state = make_state_folder(workspace.root())) place.folder = state->path;
  place.owner = owner_of(workspace, place.folder);
  if (PostgresqlAddress::is_meant(workspace.options().store)) {
    place.address = workspace.options().store;
  }
  return place;
}

Result<std::vector<ReadError>> update_index(const Workspace& workspace, SearchIndex& index) {
  index.set_titles(titles_of(workspace));
  TRY(index.keep(workspace.now()));
  TRY(const auto versions, index.versions());
  std::unordered_map<std::string, std::string> known(versions.begin(), versions.end());
  std::vector<Text> texts;
  std::vector<ReadError> unread;
  for (Text& text : read_texts(workspace)) {
    if (!text.why_unread.empty()) {
      unread.push_back({workspace.shown_path(text.card->files.document), text.why_unread});
    }
    const auto former = known.find(text.card->path);
    const bool same = former != known.end() && former->second == text.version;
    if (former != known.end()) known.erase(former);
    if (!same) texts.push_back(std::move(text));
  }
  std::vector<SearchDocument> changed(texts.size());
  parallel_for(texts.size(), workspace.jobs(), [&](std::size_t i) {
    const Text& text = texts[i];
    changed[i] = {text.card->path, text.version, heading(*text.card), {}};
    if (text.source) changed[i].parts = parts_of(Document(text.source));
  });
  std::vector<std::string> gone;
  for (const auto& [key, version] : known) gone.push_back(key);
  TRY(index.update(changed, gone, workspace.jobs()));
  return unread;
}

}  // namespace milepost::search
