#include <algorithm>

#include <fmt/format.h>

#include "base/strings.h"
#include "report/deadline.h"
#include "report/excerpt.h"
#include "report/inbox.h"
#include "report/printable.h"
#include "report/table.h"

namespace milepost {

namespace {

constexpr std::size_t kShownDetails = 8;

class InboxText {
 public:
  InboxText(const Inbox& inbox, const TextOptions& options)
      : inbox_(inbox), room_(std::max(options.columns, 60U)), quiet_(options.quiet) {}

  std::string render() {
    if (!quiet_) add(summary());
    std::string heading;
    const Awaited* last = nullptr;
    for (const Awaited& one : inbox_.items) {
      std::string now = heading_of(one.ask);
      if (now != heading) {
        add("");
        wrapped("", now);
        last = nullptr;
      }
      heading = std::move(now);
      if (!last || last->stream != one.stream) show_proposal(one);
      last = &one;
      show_ask(one);
    }
    return std::move(out_);
  }

 private:
  void add(std::string_view line) { out_.append(line).push_back('\n'); }

  void wrapped(const std::string& indent, const std::string& text, std::string_view first = {}) {
    const std::uint32_t room = room_ - static_cast<std::uint32_t>(indent.size());
    const std::uint32_t taken = first.empty() ? 0 : 2;
    const auto lines = wrap(text, room - taken, room - taken);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string_view mark = i == 0 ? first : std::string_view(first.empty() ? "" : "  ");
      add(fmt::format("{}{}{}", indent, mark, lines[i]));
    }
  }

  std::string summary() const {
    const std::string whom = "@" + printable(inbox_.addressee.name);
    const std::string in = inbox_.release.empty() ? "" : " in " + printable(inbox_.release);
    if (inbox_.items.empty()) return fmt::format("nothing awaits {}{}", whom, in);
    const std::size_t count = inbox_.items.size();
    return fmt::format("{} {} {}{}", counted(count, "thing"), count == 1 ? "awaits" : "await", whom,
                       in);
  }

  std::string heading_of(const Ask& ask) const {
    switch (urgency_of(ask)) {
      case Urgency::kFreeze:
        return fmt::format("{}{}{} {} ({})", printable(ask.deadline_title),
                           ask.release.empty() ? "" : " of ", printable(ask.release),
                           from_now(*ask.deadline, inbox_.now),
                           deadline_text(*ask.deadline, inbox_.anywhere_on_earth));
      case Urgency::kOthers: return "Others wait for it";
      case Urgency::kRest: break;
    }
    return "Besides";
  }

  void show_proposal(const Awaited& one) {
    const std::string head =
        one.number.empty() ? printable_path(one.path) + " " : printable(one.number) + " ";
    add(fitted("  " + head + printable(one.title), room_));
  }

  // "for 12 days, any of 3 people"
  std::string circumstances(const Ask& ask) const {
    std::vector<std::string> parts;
    if (ask.since && *ask.since < inbox_.now) {
      const std::string ago = from_now(*ask.since, inbox_.now);
      parts.push_back((ask.since_change ? "last changed " : "asked ") + ago);
    }
    if (ask.any && ask.who.size() > 1)
      parts.push_back(fmt::format("any of {} can", ask.who.size()));
    if (!ask.where.empty()) parts.push_back("to be said on " + printable(ask.where));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  void show_ask(const Awaited& one) {
    const Ask& ask = one.ask;
    wrapped("    ", printable(ask.what));
    if (!ask.why.empty()) {
      wrapped("      ", printable(ask.why) + (is_in_text(ask) ? " " + place(one) : ""));
    }
    const std::string besides = circumstances(ask);
    if (!besides.empty()) wrapped("      ", besides);
    for (std::size_t i = 0; i < std::min(ask.details.size(), kShownDetails); ++i) {
      wrapped("      ", printable(ask.details[i]), "- ");
    }
    if (ask.details.size() > kShownDetails) {
      add(fmt::format("      and {} more", ask.details.size() - kShownDetails));
    }
    if (!ask.draft.empty()) wrapped("      ", printable(ask.draft), "> ");
    if (!ask.command.empty()) wrapped("      ", printable(ask.command), "→ ");
  }

  static bool is_in_text(const Ask& ask) {
    return ask.kind == AskKind::kUnresolved && ask.spot.has_value();
  }

  static std::string place(const Awaited& one) {
    return fmt::format("({}:{})", printable_path(one.ask.spot->path), one.ask.spot->line);
  }

  const Inbox& inbox_;
  const std::uint32_t room_;
  const bool quiet_;
  std::string out_;
};

}  // namespace

std::string render_inbox_text(const Inbox& inbox, const TextOptions& options) {
  return InboxText(inbox, options).render();
}

}  // namespace milepost
