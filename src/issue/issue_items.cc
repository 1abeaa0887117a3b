// The items of an issue's lists: which boxes there are, what stands below which, and
// by what key each is known.
#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "base/strings.h"
#include "issue/issue.h"
#include "process/heading_key.h"
#include "text/inline.h"
#include "text/sentence.h"
#include "text/tasks.h"

namespace milepost {

namespace {

// How many words of an item stand in its key, and how long a key may become: lists nest.
constexpr std::size_t kKeyWords = 8;
constexpr std::size_t kLongestKey = 160;

bool is_bullet(std::string_view line) {
  return line.size() > 1 && (line[0] == '-' || line[0] == '*' || line[0] == '+') &&
         is_space(line[1]);
}

std::string first_words(std::string_view words) {
  std::string key;
  for (std::size_t i = 0; i < kKeyWords && !words.empty(); ++i) {
    const auto [word, rest] = cut(words, ' ');
    if (!key.empty()) key += '-';
    key += word;
    words = rest;
  }
  return key.empty() ? "item" : key;
}

// The first words, and where there are more something that tells all of them.
std::string own_key(std::string_view words) {
  std::string key = first_words(words);
  if (key.size() >= words.size()) return key;
  return fmt::format("{}-{:08x}", key, hash_bytes(words) & 0xFFFFFFFFU);
}

std::string bounded(std::string key) {
  if (key.size() <= kLongestKey) return key;
  const std::uint64_t hash = hash_bytes(key);
  key.resize(kLongestKey - 17);
  while (!key.empty() && (static_cast<unsigned char>(key.back()) & 0xC0U) == 0x80U) key.pop_back();
  if (!key.empty() && static_cast<unsigned char>(key.back()) >= 0x80U) key.pop_back();
  return fmt::format("{}-{:016x}", key, hash);
}

class ItemReader {
 public:
  ItemReader(const TrackingForm& form, const Document& document)
      : form_(form), document_(document), owners_(document.blocks().size(), kNone) {
    for (const TrackedList& list : form.lists) {
      for (const TrackedItem& item : list.items) {
        for (const std::string& text : item.texts) words_[&item].push_back(heading_words(text));
      }
    }
  }

  std::vector<IssueItem> read() {
    place_lists();
    const std::vector<TaskItem>& tasks = document_.tasks();
    const std::vector<Block>& blocks = document_.blocks();
    std::size_t task = 0;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      const std::uint32_t above = blocks[b].parent == kNone ? kNone : owners_[blocks[b].parent];
      owners_[b] = above;
      while (task < tasks.size() && tasks[task].block < b) ++task;
      if (task < tasks.size() && tasks[task].block == b) {
        if (const TrackedList* list = list_at(tasks[task].span.begin)) {
          owners_[b] = add(*list, above, tasks[task]);
        }
      } else if (blocks[b].kind == BlockKind::kItem && above != kNone) {
        items_[above].notes.push_back(first_text(b));
      }
    }
    return std::move(items_);
  }

 private:
  // The list that a section, or one around it, holds.
  void place_lists() {
    for (const Section& section : document_.sections()) {
      const std::string title = heading_key(document_.heading_of(section).text);
      const TrackedList* found = nullptr;
      for (const TrackedList& list : form_.lists) {
        const bool here = std::ranges::any_of(
            list.sections, [&](const std::string& wanted) { return heading_key(wanted) == title; });
        if (here) found = &list;
      }
      if (!found && section.parent != kNone) found = lists_[section.parent];
      lists_.push_back(found);
    }
  }

  const TrackedList* list_at(std::uint32_t offset) const {
    const std::uint32_t section = document_.section_at(offset);
    return section == kNone ? nullptr : lists_[section];
  }

  std::string first_text(std::uint32_t item) const {
    const std::vector<Block>& blocks = document_.blocks();
    const std::uint32_t next = item + 1;
    if (next >= blocks[item].end_block || blocks[next].kind != BlockKind::kParagraph) return {};
    return plain_text(document_.text(blocks[next].span));
  }

  std::uint32_t add(const TrackedList& list, std::uint32_t parent, const TaskItem& task) {
    const std::uint32_t own = open(list, parent, task.box_span, task.ticked);
    if (own == kNone) return kNone;
    items_[own].span = task.span;
    // Lines that begin like bullets are notes, or boxes that are indented too far.
    std::uint32_t current = own;
    bool in_note = false;
    Span piece{task.text.begin, task.text.begin};
    for (std::uint32_t at = task.text.begin; at < task.text.end;) {
      const std::size_t found = document_.text().find('\n', at);
      const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(
          found == std::string_view::npos ? task.text.end : found, task.text.end));
      std::uint32_t begin = at;
      while (begin < end && is_space(document_.text()[begin])) ++begin;
      const std::string_view line = document_.text(Span{begin, end});
      if (at != task.text.begin && is_bullet(line)) {
        close(current, in_note, piece);
        std::uint32_t content = begin + 1;
        while (content < end && is_space(document_.text()[content])) ++content;
        const auto box = tasks::read_box(document_.text(Span{content, end}));
        in_note = !box;
        if (box) {
          const Span at_box{content, content + box->length};
          const std::uint32_t below = open(list, own, at_box, box->ticked);
          if (below == kNone) return own;
          items_[below].span = {begin, end};
          current = below;
          content = at_box.end;
        }
        piece = {content, end};
      } else {
        piece.end = end;
      }
      at = end + 1;
    }
    close(current, in_note, piece);
    return own;
  }

  std::uint32_t open(const TrackedList& list, std::uint32_t parent, Span box, bool ticked) {
    if (items_.size() >= kMostIssueItems) return kNone;
    IssueItem& item = items_.emplace_back();
    item.list = &list;
    item.parent = parent;
    item.depth = parent == kNone ? 0 : items_[parent].depth + 1;
    item.box = box;
    item.ticked = ticked;
    return static_cast<std::uint32_t>(items_.size() - 1);
  }

  // What was read last is the text of the item, or a note below it.
  void close(std::uint32_t index, bool note, Span piece) {
    const std::string_view text = document_.text();
    while (piece.begin < piece.end && is_space(text[piece.begin])) ++piece.begin;
    while (piece.end > piece.begin && is_space(text[piece.end - 1])) --piece.end;
    IssueItem& item = items_[index];
    if (note) {
      item.notes.push_back(plain_text(piece.of(text)));
      return;
    }
    item.text_span = piece;
    item.span.end = std::max(item.span.end, piece.end);
    item.text = plain_text(piece.of(text));
    const std::string line = single_spaced(item.text);
    item.title = first_sentence(line);
    if (item.title.ends_with('.')) item.title.pop_back();
    item.struck = piece.of(text).starts_with("~~");
    item.marked = !item.list->mark.empty() && item.text.find(item.list->mark) != std::string::npos;
    name(item);
  }

  void name(IssueItem& item) {
    const std::string words = heading_words(item.text);
    for (const TrackedItem& known : item.list->items) {
      const bool same = std::ranges::any_of(
          words_.at(&known), [&](const std::string& wanted) { return has_words(words, wanted); });
      if (!same || !used_.emplace(item.list->id + "\n" + known.key, 1).second) continue;
      formerly_used_.emplace(item.list->id + "\n" + known.key, 1);
      item.form = &known;
      item.key = known.key;
      return;
    }
    const IssueItem* const above = item.parent == kNone ? nullptr : &items_[item.parent];
    const bool renamed = above && !above->former_key.empty();
    item.key = unique(item, above ? above->key : std::string(), own_key(words), used_);
    item.former_key = unique(item,
                             renamed ? above->former_key
                             : above ? above->key
                                     : std::string(),
                             first_words(words), formerly_used_);
    if (item.former_key == item.key) item.former_key.clear();
  }

  using Counts = std::unordered_map<std::string, int>;

  static std::string unique(const IssueItem& item, const std::string& above, const std::string& own,
                            Counts& used) {
    std::string key = bounded(above.empty() ? own : above + "/" + own);
    const int count = ++used[item.list->id + "\n" + key];
    if (count > 1) key += fmt::format("#{}", count);
    return key;
  }

  const TrackingForm& form_;
  const Document& document_;
  std::vector<const TrackedList*> lists_;  // parallel to the document's sections
  std::vector<std::uint32_t> owners_;      // of each block, the item it belongs to
  std::unordered_map<const TrackedItem*, std::vector<std::string>> words_;
  Counts used_, formerly_used_;  // keys of a list
  std::vector<IssueItem> items_;
};

}  // namespace

std::vector<IssueItem> read_items(const TrackingForm& form, const Document& document) {
  return ItemReader(form, document).read();
}

}  // namespace milepost
