#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/track/formats.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::track {

namespace {

constexpr std::uint32_t kLeastText = 24;

std::string when(const Action& done) {
  return fmt::format("@{} on {}", done.by, to_string(date_of(done.time)));
}

class TrackerText {
 public:
  TrackerText(const TrackerPage& page, const TextOptions& options)
      : page_(page),
        options_(options),
        room_(std::max(options.columns, 60U)),
        status_(page.status_label + " ") {}

  std::string render(bool rules) {
    show_head();
    show_links();
    show_lists();
    show_requests();
    show_drifts();
    show_comments();
    if (rules) show_rules();
    return std::move(out_);
  }

 private:
  void add(std::string_view line) {
    const std::size_t end = line.find_last_not_of(' ');
    out_.append(line.substr(0, end == line.npos ? 0 : end + 1));
    out_.push_back('\n');
  }

  void wrapped(std::uint32_t indent, const std::string& text) {
    const std::string before(indent, ' ');
    for (const std::string& line : wrap(printable(text), room_ - indent, room_ - indent)) {
      add(before + line);
    }
  }

  std::string painted(int code, std::string_view text) const {
    return options_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
  }

  void show_head() {
    std::string head = page_.proposal.heading();
    const std::string where = page_.stage.empty() || page_.status.empty()
                                  ? page_.status + page_.stage
                                  : page_.status + ", " + page_.stage;
    for (const std::string* word : {&page_.proposal.group, &where, &page_.release}) {
      if (!word->empty()) head += " · " + *word;
    }
    wrapped(0, head);
    std::vector<std::string> facts;
    if (!page_.status_label.empty()) {
      facts.push_back(fmt::format("{} {}{}", page_.status_label, page_.tracker_status,
                                  page_.corrected ? " (" + corrected_text() + ")" : ""));
    }
    for (const LabelView& label : page_.tracker.labels) facts.push_back(label_text(label));
    if (!page_.state.tracker.contact.empty()) {
      facts.push_back("contact " + page_.state.tracker.contact);
    }
    if (page_.state.tracker.comments > 0) {
      facts.push_back(counted(page_.state.tracker.comments, "comment"));
    }
    if (!facts.empty()) wrapped(0, fmt::format("{}", fmt::join(facts, " · ")));
    const TrackerState& tracker = page_.state.tracker;
    if (tracker.proposed) {
      wrapped(0, fmt::format("\"{}\": proposed, not confirmed", tracker.description));
    }
  }

  std::string corrected_text() const {
    return fmt::format("corrected from {} by {}", page_.corrected->was,
                       when(page_.corrected->action));
  }

  static std::string label_text(const LabelView& label) {
    switch (label.status) {
      case LabelStatus::kComputed: return fmt::format("{} ({})", label.label, label.why);
      case LabelStatus::kFallen:
        return fmt::format("{} (no longer confirmed: {})", label.label, label.why);
      case LabelStatus::kClaimed:
      case LabelStatus::kConfirmed: break;
    }
    return fmt::format("{} ({} by @{})", label.label, name(label.status), label.state->action.by);
  }

  void show_links() {
    for (const LinkState& link : page_.state.links) {
      wrapped(0, fmt::format("{} {} {}", link.kind, link.reference, link.word()));
    }
    std::vector<std::string_view> words;
    for (const IssuePlaceholder& placeholder : page_.issue->placeholders) {
      const bool filled = std::ranges::any_of(page_.state.links, [&](const LinkState& link) {
        const auto& kinds = placeholder.word->kinds;
        return std::ranges::find(kinds, link.kind) != kinds.end();
      });
      if (!filled) words.push_back(placeholder.word->text);
    }
    if (!words.empty()) {
      wrapped(0, fmt::format("still to be filled in: {} (milepost track link-pr)",
                             fmt::join(words, ", ")));
    }
  }

  void show_lists() {
    std::vector<const TrackedList*> lists;
    for (const ItemView& view : page_.tracker.items) {
      if (std::ranges::find(lists, view.item->list) == lists.end()) {
        lists.push_back(view.item->list);
      }
    }
    for (const TrackedList* const list : lists) {
      show_list(*list);
      bool absent = false;
      bool alone = false;
      for (std::size_t i = 0; i < page_.tracker.items.size(); ++i) {
        const IssueItem& item = *page_.tracker.items[i].item;
        if (item.list != list) continue;
        if (item.absent && !std::exchange(absent, true)) add("  Taken out of the issue");
        if (page_.tracker.items[i].in_document_alone() && !std::exchange(alone, true)) {
          add("  In the document alone");
        }
        show_item(i);
      }
    }
  }

  void show_list(const TrackedList& list) {
    std::string release;
    std::size_t all = 0;
    std::size_t done = 0;
    for (const ItemView& view : page_.tracker.items) {
      if (view.item->list == &list) release = view.release;
      if (view.item->list != &list || view.status == ItemStatus::kNotApplicable || !view.due) {
        continue;
      }
      ++all;
      done += view.status == ItemStatus::kDone ? 1 : 0;
    }
    add("");
    std::string head = list.sections.front();
    if (!release.empty()) head += " · " + release;
    wrapped(0, fmt::format("{} · {} of {} due done", head, done, all));
  }

  std::string mark(const ItemView& view) const {
    switch (view.status) {
      case ItemStatus::kDone: return painted(32, "✓");
      case ItemStatus::kNotApplicable: return "–";
      case ItemStatus::kOpen: break;
    }
    if (!view.due) return "○";
    return view.computed || view.item->absent ? painted(31, "✗") : "·";
  }

  // The text, with the key to tick it by at the right.
  void show_item(std::size_t index) {
    const ItemView& view = page_.tracker.items[index];
    const std::uint32_t indent = 2 + 2 * std::min(view.item->depth, 8U);
    std::string text = printable(view.item->title);
    const std::string key = printable(view.item->key);
    const std::uint32_t beside = indent + 2 + utf8::width(key) + 2;
    const bool fits = beside + kLeastText <= room_;
    text = fitted(text, fits ? room_ - beside : room_ - indent - 2);
    const std::string before(indent, ' ');
    if (fits) {
      const std::string gap(room_ - indent - 2 - utf8::width(text) - utf8::width(key), ' ');
      add(fmt::format("{}{} {}{}{}", before, mark(view), text, gap, painted(2, key)));
    } else {
      add(fmt::format("{}{} {}", before, mark(view), text));
      add(fmt::format("{}  {}", before, key));
    }
    const std::string more = about(view, page_.who[index]);
    if (!more.empty()) wrapped(indent + 4, more);
    if (view.status != ItemStatus::kOpen || !view.due) return;
    for (const std::string& note : view.item->notes) wrapped(indent + 4, "note: " + note);
  }

  static std::string about(const ItemView& view, const std::string& who) {
    switch (view.status) {
      case ItemStatus::kDone: {
        std::string text = view.by_document ? "ticked in the document"
                           : view.computed  ? view.evidence
                           : view.state     ? "ticked by " + when(view.state->action)
                                            : "";
        if (view.state && view.state->agreed) {
          text +=
              fmt::format("{}approved by {}", text.empty() ? "" : ", ", when(*view.state->agreed));
        }
        return text;
      }
      case ItemStatus::kNotApplicable: return "does not apply: " + view.evidence;
      case ItemStatus::kOpen: break;
    }
    if (!view.due) return "from " + view.from;
    const std::string first = fmt::format("{}", fmt::join(texts_of(view.lacking), "; "));
    if (view.computed || view.item->absent) return first.empty() ? view.evidence : first;
    if (view.state && view.state->mark == Mark::kTicked) {
      return fmt::format("ticked by {}, but: {}", when(view.state->action), first);
    }
    return fmt::format("{} can tick it{}{}", who, first.empty() ? "" : ", first: ", first);
  }

  void show_requests() {
    if (page_.tracker.requests.empty()) return;
    add("");
    add("Waiting for");
    for (std::size_t i = 0; i < page_.tracker.requests.size(); ++i) {
      const ItemRequest& asked = page_.tracker.requests[i];
      wrapped(2, fmt::format(
                     "{}, {}: {}{}", page_.request_titles[i],
                     !asked.label.empty() ? "to confirm"
                     : asked.approves     ? "to approve"
                                          : "to know",
                     asked.label.empty() ? page_.tracker.items[asked.item].item->key : asked.label,
                     asked.where.empty() ? "" : ", on " + asked.where));
      wrapped(6, asked.text);
    }
  }

  static std::string drift_text(const ListDrift& drift) {
    switch (drift.found_in) {
      case FoundIn::kDocument:
        return fmt::format("stands in {}:{}, not here", drift.path, drift.line);
      case FoundIn::kIssue: return fmt::format("stands here, not in {}", drift.path);
      case FoundIn::kBoth: break;
    }
    return fmt::format("{} in {}:{}, {}", drift.in_document ? "ticked" : "not ticked", drift.path,
                       drift.line,
                       drift.computed   ? drift.evidence
                       : drift.in_issue ? "done here"
                                        : "open here");
  }

  void show_drifts() {
    if (page_.drifts.empty()) return;
    add("");
    add("The document says otherwise");
    for (const ListDrift& drift : page_.drifts) {
      wrapped(2, fmt::format("{}: {}", drift.key, drift_text(drift)));
    }
  }

  void show_comments() {
    if (page_.comments.empty()) return;
    add("");
    add("Comments");
    for (const Action& comment : page_.comments) {
      wrapped(2, fmt::format("{}: {}", when(comment), comment.comment));
    }
  }

  void show_rules() {
    add("");
    add("What the process says");
    for (const TrackerRule& rule : page_.rules) {
      const std::string_view before = rule.of == RuleOf::kLabel    ? "label "
                                      : rule.of == RuleOf::kStatus ? std::string_view(status_)
                                                                   : "";
      wrapped(2, fmt::format("{}{}", before, rule.name));
      wrapped(6, rule.text);
    }
  }

  const TrackerPage& page_;
  const TextOptions& options_;
  const std::uint32_t room_;
  const std::string status_;  // what its label is called, before a value
  std::string out_;
};

void add_changes(std::string& out, std::string_view title,
                 const std::vector<IssueChange>& changes) {
  if (changes.empty()) return;
  out += fmt::format("{}\n", title);
  for (const IssueChange& change : changes) {
    out += fmt::format("  {}: {} in the text, {} in the record{}\n", printable(change.what),
                       printable(change.file.empty() ? "nothing" : change.file),
                       printable(change.record.empty() ? "nothing" : change.record),
                       change.base == change.file || change.base == change.record
                           ? ""
                           : fmt::format(", {} before", printable(change.base)));
  }
}

}  // namespace

std::string render_tracker_text(const TrackerPage& page, const TextOptions& options, bool rules) {
  return TrackerText(page, options).render(rules);
}

std::string render_import_text(const ImportReport& report) {
  std::string out;
  if (!report.taken.empty()) {
    out += report.written ? "taken from the text\n" : "edited in the text\n";
    for (const std::string& line : report.taken) out += fmt::format("  {}\n", printable(line));
  }
  add_changes(out, "kept as the record has it: the text is older", report.merge.kept);
  add_changes(out, "both have changed", report.merge.conflicts);
  if (!report.refused.empty()) out += "not taken\n";
  for (const auto& [key, why] : report.refused) {
    out += fmt::format("  {}: {}\n", printable(key), printable(why));
  }
  for (const std::string& key : report.merge.gone) {
    out += fmt::format("the text has it no longer: {}\n", printable(key));
  }
  if (!report.hints.empty()) out += "its targets are for a lead to opt in to\n";
  for (const std::string& hint : report.hints) out += fmt::format("  {}\n", printable(hint));
  return out;
}

}  // namespace milepost::track
