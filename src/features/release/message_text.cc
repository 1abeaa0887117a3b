#include "features/release/message_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/deadline.h"
#include "base/printable.h"
#include "base/strings.h"
#include "features/common/person.h"
#include "features/common/remedy_text.h"
#include "features/release/board_text.h"
#include "render/table.h"

namespace milepost::release {

// A host takes "\@jane" for a mention all the same, but not one with a comment in it.
std::string text_of_others(std::string_view text) {
  std::string out;
  for (const char c : markdown_text(text)) {
    out += c;
    if (c == '@') out += "<!-- -->";
  }
  return out;
}

namespace {

constexpr std::size_t kMostDetails = 5;
constexpr std::size_t kMostSettled = 6;

// "@tlind, @iduarte"
std::string people(const std::vector<std::string>& handles) {
  std::vector<std::string> texts;
  for (const std::string& handle : handles) texts.push_back(printable(person_text(handle)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string link(std::string_view text, std::string_view address) {
  return address.empty() ? std::string(text) : fmt::format("[{}]({})", text, address);
}

// A file of the repository, or a folder of it.
std::string page_address(const Site& site, std::string_view page, std::string_view path) {
  if (site.address.empty() || path.empty()) return {};
  return fmt::format("{}/{}/HEAD/{}{}{}", site.address, page, site.folder,
                     site.folder.empty() ? "" : "/", path);
}

// "`README.md` line 12", which leads there; without an address the whole path.
std::string spot_text(const Site& site, const Spot& spot) {
  std::string address = spot.line > 0 ? page_address(site, "blob", spot.path) : std::string();
  const std::size_t folder = address.empty() ? spot.path.npos : spot.path.rfind('/');
  std::string text = fmt::format(
      "`{}`", printable_path(folder == spot.path.npos ? spot.path : spot.path.substr(folder + 1)));
  if (spot.line > 0) {
    text += fmt::format(" line {}", spot.line);
    if (!address.empty()) address += fmt::format("#L{}", spot.line);
  }
  return link(text, address);
}

// Writes one message.
class Writer {
 public:
  Writer(const FreezePlan& plan, const FreezeStep& step)
      : plan_(plan),
        step_(step),
        entry_(plan.view.entries[step.entry]),
        freeze_(entry_.freezes[plan.freeze]),
        release_(plan.view.calendar.release),
        of_(fmt::format("{} of {}", printable(plan.title), release_)) {}

  std::string subject(MessageKind kind) const {
    return fmt::format("[{}] {}: {}", release_, printable(entry_.proposal.heading()), state(kind));
  }

  std::string body(MessageKind kind) const {
    std::string text = greeting() + opening(kind) + "\n";
    if (kind == MessageKind::kReady || kind == MessageKind::kMet) return text + next();
    text += missing(kind);
    text += settled(kind);
    return text + ways_out(kind);
  }

 private:
  std::string state(MessageKind kind) const {
    const std::string title = printable(plan_.title);
    switch (kind) {
      case MessageKind::kReady: return "ready for the " + title;
      case MessageKind::kMet: return "met the " + title;
      case MessageKind::kAtRisk: return "at risk at the " + title;
      case MessageKind::kRemoved: return "removed at the " + title;
      case MessageKind::kMoved: return fmt::format("the {} moved", title);
      case MessageKind::kPending: return fmt::format("exception to the {} asked for", title);
      case MessageKind::kException: return "exception to the " + title;
      case MessageKind::kLeftOut: break;
    }
    return fmt::format("{} missed, still in", title);
  }

  std::string greeting() const {
    return entry_.authors.empty() ? std::string()
                                  : fmt::format("Hello {},\n\n", people(entry_.authors));
  }

  // The proposal with its addresses, and the step that it makes in the release.
  std::string subject_link() const {
    std::vector<std::string> besides;
    if (!entry_.to_stage.empty()) besides.push_back(printable(step_text(entry_)));
    const std::string issue = issue_address(plan_, entry_);
    if (!issue.empty()) besides.push_back(link("tracking issue", issue));
    return link(text_of_others(entry_.proposal.heading()), proposal_address(plan_, entry_)) +
           (besides.empty() ? "" : fmt::format(" ({})", fmt::join(besides, ", ")));
  }

  std::string when(Instant instant) const {
    return deadline_in_full(instant, plan_.view.calendar.anywhere_on_earth);
  }

  std::string date() const {
    return plan_.deadline ? when(*plan_.deadline) : std::string("a day that is not set yet");
  }

  std::string opening(MessageKind kind) const {
    const std::string it = subject_link();
    switch (kind) {
      case MessageKind::kReady:
        return fmt::format(
            "{} has everything that the {} asks for, and is **tracked**. The freeze "
            "is {}; what is there must still be there then.",
            it, of_, date());
      case MessageKind::kMet:
        return fmt::format("{} met the {}, which was {}. It is **tracked** for {}.", it, of_,
                           date(), release_);
      case MessageKind::kAtRisk:
        return fmt::format(
            "{} is **at risk** at the {}: something that it asks for is missing. The "
            "freeze is {}.",
            it, of_, date());
      case MessageKind::kRemoved:
        return fmt::format("{} did not meet the {}, which was {}. It is **removed from {}**.", it,
                           of_, date(), release_);
      case MessageKind::kMoved:
        return fmt::format(
            "{} was removed from {} at the {}, whose date has **moved** since: it is "
            "{} now.",
            it, release_, printable(plan_.title), date());
      case MessageKind::kPending:
        return fmt::format("{} is waiting for a decision: an **exception** to the {} is asked for.",
                           it, of_);
      case MessageKind::kException:
        return fmt::format("{} has an **exception** to the {}{}.", it, of_,
                           freeze_.deadline ? ", until " + when(*freeze_.deadline) : "");
      case MessageKind::kLeftOut: break;
    }
    return fmt::format("{} did not meet the {}, which was {}. It is **not removed**{}.", it, of_,
                       date(), step_.why.empty() ? "" : ": " + markdown_text(step_.why));
  }

  // The next freeze after this one.
  std::string next() const {
    bool after = false;
    for (const ReleaseDate& date : plan_.view.calendar.dates) {
      if (after && date.freeze && date.at) {
        return fmt::format("\nNext: {}, {}.\n", printable(date.title), when(*date.at));
      }
      if (date.id == plan_.id) after = true;
    }
    return {};
  }

  static bool is_past(MessageKind kind) {
    return kind == MessageKind::kRemoved || kind == MessageKind::kLeftOut;
  }

  std::string missing(MessageKind kind) const {
    if (freeze_.missing.empty()) return "\nNothing of what it asks for is missing now.\n";
    std::string text = fmt::format("\nWhat {} missing:\n\n", is_past(kind) ? "was" : "is");
    for (const Verdict& verdict : freeze_.missing) text += item(verdict);
    return text;
  }

  // Concerns and holds are in the words of whoever has them.
  static std::string verdict_text(const Verdict& verdict) {
    return verdict.is_objection() ? text_of_others(verdict.message)
                                  : markdown_text(verdict.message);
  }

  // What is missing, where, and whom it waits for.
  std::string item(const Verdict& verdict) const {
    std::string text = "- " + verdict_text(verdict);
    const bool has_places = std::ranges::any_of(
        verdict.details, [](const Detail& one) { return one.spot.has_value(); });
    if (verdict.spot && !has_places) text += ", see " + spot_text(plan_.site, *verdict.spot);
    std::string who = printable(verdict.role_title);
    if (!verdict.who.empty()) {
      who = who.empty() ? people(verdict.who) : fmt::format("{} ({})", who, people(verdict.who));
    }
    if (!who.empty()) text += "; waiting for " + who;
    for (const std::string& line : details(verdict)) text += "\n  - " + line;
    for (const Remedy& remedy : verdict.remedies) {
      const std::string words = markdown_text(remedy_text(remedy));
      if (!remedy.is_command() && !words.empty()) text += "\n  - to do: " + words;
    }
    const auto command = std::ranges::find_if(verdict.remedies, &Remedy::is_command);
    if (command != verdict.remedies.end()) {
      text += fmt::format("\n  - with milepost: `{}`", printable(command_text(*command)));
    }
    return text + "\n";
  }

  std::vector<std::string> details(const Verdict& verdict) const {
    std::vector<std::string> lines;
    std::size_t left = 0;
    for (const Detail& detail : verdict.details) {
      if (detail.remedy) continue;  // a command that shows more
      if (lines.size() == kMostDetails) {
        ++left;
        continue;
      }
      std::string line = text_of_others(detail.text);
      if (!detail.note.empty()) line += ": " + text_of_others(detail.note);
      if (detail.spot) line += fmt::format(" ({})", spot_text(plan_.site, *detail.spot));
      lines.push_back(std::move(line));
    }
    if (left > 0) lines.push_back(fmt::format("and {} more", left));
    return lines;
  }

  std::string settled(MessageKind kind) const {
    std::vector<std::string> messages;
    for (const Verdict& verdict : freeze_.settled) {
      if (!verdict.message.empty()) messages.push_back(verdict_text(verdict));
    }
    if (messages.empty()) return {};
    std::string text = fmt::format("\nWhat {} there:\n\n", is_past(kind) ? "was" : "is");
    for (std::size_t i = 0; i < std::min(messages.size(), kMostSettled); ++i) {
      text += "- " + messages[i] + "\n";
    }
    if (messages.size() > kMostSettled) {
      text += fmt::format("- and {} more\n", messages.size() - kMostSettled);
    }
    return text;
  }

  // Where people write: what milepost records is somebody's to enter.
  std::string where() const {
    const std::string issue = issue_address(plan_, entry_);
    return issue.empty() ? std::string("the tracking issue")
                         : fmt::format("the {}", link("tracking issue", issue));
  }

  std::string ways_out(MessageKind kind) const {
    switch (kind) {
      case MessageKind::kMoved:
        return fmt::format("\nTo be in {} again, ask {} in {}.\n", release_,
                           printable(step_.deciders), where());
      case MessageKind::kPending:
        return fmt::format("\n{} decides; ask in {}.\n", capitalised(printable(step_.deciders)),
                           where());
      default: break;
    }
    std::string text;
    if (!is_past(kind)) {
      text = fmt::format(
          "\nWhat is to be written goes into the files by a pull request; for the "
          "rest, ask the people named above in {}.\n",
          where());
    }
    return text + (kind == MessageKind::kException ? "" : exception(kind));
  }

  std::string exception(MessageKind kind) const {
    if (!plan_.ask_until || !(plan_.view.now < *plan_.ask_until)) {
      return is_past(kind)
                 ? fmt::format("\nQuestions: {}, in {}.\n", printable(step_.deciders), where())
                 : std::string();
    }
    return fmt::format(
        "\n{} an exception can be asked for until {}: write in {} why it is needed and until which "
        "day; {} decides. With milepost: `{}`\n",
        is_past(kind) ? fmt::format("To be in {} nevertheless,", release_)
                      : std::string("Where that cannot be done in time,"),
        utc_text(*plan_.ask_until), where(), printable(step_.deciders),
        command_text(
            remedy::RequestException{release_, printable(entry_.proposal.called()), plan_.id}));
  }

  static std::string capitalised(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
      text[0] = static_cast<char>(text[0] - 32);
    return text;
  }

  const FreezePlan& plan_;
  const FreezeStep& step_;
  const ReleaseEntry& entry_;
  const FreezeEntry& freeze_;
  const std::string& release_;
  const std::string of_;
};

}  // namespace

std::string proposal_address(const FreezePlan& plan, const ReleaseEntry& entry) {
  return page_address(plan.site, "tree", entry.proposal.path);
}

std::string issue_address(const FreezePlan& plan, const ReleaseEntry& entry) {
  if (!entry.issue.empty()) return entry.issue;
  if (!plan.site.has_issues || plan.site.address.empty() || entry.proposal.number.empty())
    return {};
  return fmt::format("{}/issues/{}", plan.site.address, entry.proposal.number);
}

MessageText message_text(const FreezePlan& plan, const FreezeStep& step, MessageKind kind) {
  const Writer writer(plan, step);
  return {writer.subject(kind), writer.body(kind)};
}

}  // namespace milepost::release
