#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/remedy_text.h"
#include "features/inbox/formats.h"
#include "features/inbox/item_text.h"
#include "render/excerpt.h"
#include "render/table.h"

namespace milepost::inbox {

namespace {

constexpr std::size_t kShownDetails = 8;

class InboxText {
 public:
  InboxText(const Inbox& inbox, const TextOptions& options)
      : inbox_(inbox), room_(std::max(options.columns, 60U)), quiet_(options.quiet) {}

  std::string render(bool each) {
    if (!quiet_) add(summary());
    std::string heading;
    std::string last;  // what was last spoken of
    bool folded = false;
    for (const Bundle& bundle : each ? one_by_one() : make_bundles(inbox_.items)) {
      std::string now = heading_of(bundle.front()->item);
      if (now != heading) {
        add("");
        wrapped("", now);
        last.clear();
      }
      heading = std::move(now);
      std::string subject = subject_of(bundle);
      if (subject != last) wrapped("  ", subject);
      last = std::move(subject);
      show_item(bundle);
      folded = folded || bundle.size() > 1;
    }
    if (folded && !quiet_) {
      add("");
      add("milepost inbox --all shows each on its own");
    }
    return std::move(out_);
  }

 private:
  void add(std::string_view line) { out_.append(line).push_back('\n'); }

  // Each line but the last ends with `more`: a command that is pasted goes on.
  void wrapped(const std::string& indent, const std::string& text, std::string_view first = {},
               std::string_view more = {}) {
    const std::uint32_t taken =
        static_cast<std::uint32_t>(indent.size() + more.size()) + (first.empty() ? 0 : 2);
    const auto lines = wrap(text, room_ - taken, room_ - taken);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string_view mark = i == 0 ? first : std::string_view(first.empty() ? "" : "  ");
      add(fmt::format("{}{}{}{}", indent, mark, lines[i], i + 1 < lines.size() ? more : ""));
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

  std::string heading_of(const InboxItem& item) const {
    switch (urgency_of(item)) {
      case Urgency::kFreeze:
        return fmt::format("{}{}{} {} ({})", printable(item.deadline_title),
                           item.release.empty() ? "" : " of ", printable(item.release),
                           from_now(*item.deadline, inbox_.now),
                           deadline_text(*item.deadline, inbox_.anywhere_on_earth));
      case Urgency::kOthers: return "Others wait for it";
      case Urgency::kRest: break;
    }
    return "Besides";
  }

  std::vector<Bundle> one_by_one() const {
    std::vector<Bundle> bundles;
    for (const ProposalItem& one : inbox_.items) bundles.push_back({&one});
    return bundles;
  }

  static bool is_debate(const Bundle& bundle) {
    return bundle.size() > 1 && bundle.front()->item.kind == ItemKind::kUnresolved;
  }

  static std::string called(const ProposalItem& one) {
    return printable_path(one.proposal.called());
  }

  static std::vector<std::string> called(const Bundle& bundle) {
    std::vector<std::string> names;
    for (const ProposalItem* one : bundle) names.push_back(called(*one));
    return names;
  }

  // "140 Priority Lanes", or "3 proposals: 140, 158, 171".
  std::string subject_of(const Bundle& bundle) const {
    const ProposalItem& first = *bundle.front();
    if (bundle.size() == 1 || is_debate(bundle)) {
      const std::string note = first.proposal.unmerged.empty()
                                   ? std::string()
                                   : fmt::format(" ({})", printable(first.proposal.unmerged));
      const std::string title =
          fmt::format("{} {}", called(first), printable(first.proposal.title));
      return fitted(title, room_ - 2 - std::min(utf8::width(note), room_ / 2)) + note;
    }
    return fmt::format("{}: {}", counted(bundle.size(), "proposal"),
                       fmt::join(called(bundle), ", "));
  }

  // One for all of a bundle, where there is such a command, else one for each.
  static std::string command_of(const Bundle& bundle) {
    const std::optional<Remedy>& remedy = bundle.front()->item.remedy;
    if (!remedy) return {};
    if (bundle.size() == 1) return command_text(*remedy);
    if (takes_several(*remedy)) return command_text(about(*remedy, called(bundle)));
    return fmt::format("for n in {}; do {}; done", fmt::join(called(bundle), " "),
                       command_text(about(*remedy, {"$n"})));
  }

  // "last changed 12 days ago"
  std::string age(const Bundle& bundle) const {
    std::optional<Instant> oldest;
    std::optional<Instant> newest;
    for (const ProposalItem* one : bundle) {
      const auto since = one->item.since;
      if (!since || !(*since < inbox_.now)) continue;
      if (!oldest || *since < *oldest) oldest = since;
      if (!newest || *newest < *since) newest = since;
    }
    if (!oldest) return {};
    const std::string_view verb = bundle.front()->item.since_change ? "last changed" : "asked";
    const std::string first = from_now(*oldest, inbox_.now);
    const std::string last = from_now(*newest, inbox_.now);
    if (first == last) return fmt::format("{} {}", verb, first);
    return fmt::format("{} between {} and {}", verb, first, last);
  }

  // "last changed 12 days ago; any of 3 can"
  std::string circumstances(const InboxItem& item, const Bundle& bundle) const {
    std::vector<std::string> parts;
    if (std::string since = age(bundle); !since.empty()) parts.push_back(std::move(since));
    if (item.any && item.who.size() > 1)
      parts.push_back(fmt::format("any of {} can", item.who.size()));
    if (!item.where.empty()) parts.push_back("to be posted on " + printable(item.where));
    return fmt::format("{}", fmt::join(parts, "; "));
  }

  void show_item(const Bundle& bundle) {
    const InboxItem item = common_item(bundle);
    const bool debates = is_debate(bundle);
    wrapped("    ", printable(item.what) +
                        (debates ? fmt::format(", in {} places", bundle.size()) : std::string()));
    const ProposalItem& first = *bundle.front();
    if (!debates && !item.why.empty()) {
      wrapped("      ", printable(item.why) + (is_in_text(item) ? " " + place(first) : ""));
    }
    const std::string besides = circumstances(item, bundle);
    if (!besides.empty()) wrapped("      ", besides);
    if (debates) {
      for (const ProposalItem* one : bundle) {
        wrapped("      ", fmt::format("{} {}", printable(one->item.why), place(*one)), "- ");
      }
    }
    for (std::size_t i = 0; i < std::min(item.details.size(), kShownDetails); ++i) {
      wrapped("      ", printable(line_of(item.details[i])), "- ");
    }
    if (item.details.size() > kShownDetails) {
      add(fmt::format("      and {} more", item.details.size() - kShownDetails));
    }
    if (!item.draft.empty()) wrapped("      ", printable(item.draft), "> ");
    const std::string command = command_of(bundle);
    if (!command.empty()) wrapped("      ", printable(command), "→ ", " \\");
  }

  static bool is_in_text(const InboxItem& item) {
    return item.kind == ItemKind::kUnresolved && item.spot.has_value();
  }

  static std::string place(const ProposalItem& one) {
    return fmt::format("({}:{})", printable_path(one.item.spot->path), one.item.spot->line);
  }

  const Inbox& inbox_;
  const std::uint32_t room_;
  const bool quiet_;
  std::string out_;
};

}  // namespace

std::string render_inbox_text(const Inbox& inbox, const TextOptions& options, bool each) {
  return InboxText(inbox, options).render(each);
}

}  // namespace milepost::inbox
