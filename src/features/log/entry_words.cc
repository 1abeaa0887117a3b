#include "features/log/entry_words.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

#include <fmt/format.h>

#include "features/log/entry_text.h"
#include "store/events.h"

namespace milepost::log {

namespace {

std::string joined(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

class Words {
 public:
  Words(const LogEntry& entry, std::string_view understood)
      : entry_(entry), understood_(understood) {}

  EntryWords of_event() const {
    const std::string_view kind = entry_.kind;
    for (const auto words : {&Words::of_review, &Words::of_tracking, &Words::of_item,
                             &Words::of_release, &Words::of_exception}) {
      if (EntryWords found = (this->*words)(kind); !found.what.empty()) return found;
    }
    return {kind_words(kind), details_text(entry_, understood_)};
  }

  EntryWords of_commit() const {
    std::vector<std::string> changes;
    for (const FieldChange& change : entry_.changes) changes.push_back(change_text(change));
    if (entry_.kind == "opened") return {"opened it", joined(changes)};
    if (entry_.kind == "deleted") return {"deleted its files", joined(changes)};
    return {changes.empty() ? std::string("changed it") : "changed " + joined(changes), {}};
  }

 private:
  const std::string* find(std::string_view key) const {
    const auto found =
        std::ranges::find(entry_.fields, key, &std::pair<std::string, std::string>::first);
    return found == entry_.fields.end() ? nullptr : &found->second;
  }
  std::string value(std::string_view key) const {
    const std::string* const found = find(key);
    return found ? in_one_line(*found) : std::string();
  }
  bool has(std::string_view key) const { return find(key) != nullptr; }
  // " for beta", or nothing.
  std::string with(std::string_view before, std::string_view key) const {
    const std::string text = value(key);
    return text.empty() ? std::string() : fmt::format(" {} {}", before, text);
  }
  // The same of the release, unless that is understood.
  std::string release(std::string_view before) const {
    return value("release") == understood_ ? std::string() : with(before, "release");
  }
  // Those of the fields that say something: "title Priority Lanes, contact @jtakeda".
  std::string listed(std::initializer_list<std::string_view> keys) const {
    std::vector<std::string> parts;
    for (const std::string_view key : keys) {
      if (const std::string text = value(key); !text.empty()) {
        parts.push_back(fmt::format("{} {}", key, text));
      }
    }
    return joined(parts);
  }

  EntryWords of_review(std::string_view kind) const {
    const std::string as =
        with("for", "stage") +
        (entry_.role.empty() ? with("as", "role") : fmt::format(" as {}", entry_.role));
    if (kind == events::Approved::kKind) return {"approved it" + as, {}};
    if (kind == events::Withdrew::kKind) return {"withdrew the approval" + as, {}};
    if (kind == events::Concern::kKind) return {"raised a concern" + as, {}};
    if (kind == events::Resolved::kKind)
      return {"resolved the concern" + with("of event", "concern"), {}};
    if (kind == events::Held::kKind) return {"put it on hold", {}};
    if (kind == events::Unheld::kKind) return {"lifted the hold", {}};
    if (kind == events::Confirmed::kKind) {
      return {"confirmed what is asked" + with("of the kind", "kind"), listed({"criteria"})};
    }
    return {};
  }

  EntryWords of_tracking(std::string_view kind) const {
    const std::string pull = value("reference") + with("as", "kind");
    if (kind == events::Tracked::kKind) return of_texts();
    if (kind == events::Imported::kKind) return {of_import() + release("for"), {}};
    if (kind == events::Labelled::kKind) {
      return {fmt::format("{} the label {}", value("state"), value("label")), {}};
    }
    if (kind == events::TrackerStatus::kKind) {
      const std::string wrong = value("corrects");
      return {"set the tracking issue" + with("to", "to"),
              wrong.empty() ? wrong : wrong + " was set by mistake"};
    }
    if (kind == events::Linked::kKind) {
      const std::string_view state = value("merged") == "yes" ? "merged"
                                     : value("state").empty() ? "not merged"
                                                              : "closed";
      return {fmt::format("linked {}, {}", pull, state), listed({"paths"})};
    }
    if (kind == events::Unlinked::kKind) {
      return {"took back the link to " + pull, {}};
    }
    if (kind == events::Commented::kKind) return {"commented", {}};
    if (kind == events::Announced::kKind)
      return {"announced it" + with("as in", "text"), listed({"title", "group"})};
    if (kind == events::Retracted::kKind) return {"took back that it was announced", {}};
    if (kind == events::Moved::kKind)
      return {"renamed it" + with("from", "from") + with("to", "to"), {}};
    return {};
  }

  // The texts of the tracking issue: all of a new one have a title.
  EntryWords of_texts() const {
    if (entry_.fields.size() == 1 && has("proposed") && value("proposed").empty()) {
      return {"confirmed the description of the tracking issue", {}};
    }
    std::string texts = listed({"title", "description", "contact", "discussion", "address"});
    if (!value("proposed").empty()) {
      texts +=
          fmt::format("{}the {} to be confirmed", texts.empty() ? "" : "; ", value("proposed"));
    }
    return {has("title") ? "wrote the tracking issue" : "changed the tracking issue",
            std::move(texts)};
  }

  std::string of_import() const {
    const std::string from = value("from");
    if (from == "template") return "made the tracking issue from its template";
    if (from == "metadata" || from == "document") {
      return fmt::format("made the tracking issue agree with the {}", from);
    }
    return "read the tracking issue";
  }

  EntryWords of_item(std::string_view kind) const {
    const std::string item = value("item") + with("of", "list") + release("for");
    if (kind == events::Ticked::kKind) return {"ticked " + item, {}};
    if (kind == events::Unticked::kKind) return {"unticked " + item, {}};
    if (kind == events::NotApplicable::kKind) return {"set aside " + item, {}};
    if (kind == events::Agreed::kKind) return {"approved the item " + item, {}};
    if (kind == events::Disagreed::kKind) return {"withdrew the approval of the item " + item, {}};
    if (kind == events::Started::kKind) return {"began the time of " + item, {}};
    return {};
  }

  EntryWords of_release(std::string_view kind) const {
    const std::string at = with("at the", "freeze");
    const std::string freeze = "the " + value("freeze") + release("of");
    if (kind == events::OptedIn::kKind) {
      return {"opted it in" + release("to") + with("for", "stage") + with("as in", "text"), {}};
    }
    if (kind == events::OptedOut::kKind) return {"opted it out" + release("of"), {}};
    if (kind == events::Removed::kKind) return {"removed it" + release("from") + at, {}};
    if (kind == events::Restored::kKind) {
      const bool whole = !value("freeze").empty();
      return {"restored it" + release("to") +
                  (whole ? fmt::format(" with all of the {}", value("freeze")) : std::string()),
              {}};
    }
    if (kind == events::Deferred::kKind)
      return {"put it off" + release("from") + with("to", "to"), {}};
    if (kind == events::Met::kKind) return {"found that it met " + freeze, {}};
    if (kind == events::Unmet::kKind) return {"took back that it met " + freeze, {}};
    if (kind == events::LeftOut::kKind) return {"kept it, though it had not met " + freeze, {}};
    if (kind == events::Notified::kKind) return {"posted the message about " + freeze, {}};
    return {};
  }

  EntryWords of_exception(std::string_view kind) const {
    const std::string exception = "an exception" + with("from the", "freeze") + release("of");
    if (kind == events::ExceptionRequested::kKind) {
      return {"asked for " + exception + with("until", "until"), {}};
    }
    if (kind == events::ExceptionApproved::kKind)
      return {"granted " + exception + with("until", "until"), {}};
    if (kind == events::ExceptionRejected::kKind) return {"refused " + exception, {}};
    return {};
  }

  const LogEntry& entry_;
  const std::string_view understood_;
};

}  // namespace

EntryWords words_of(const LogEntry& entry, std::string_view understood) {
  const Words words(entry, understood);
  return entry.source == EntrySource::kGit ? words.of_commit() : words.of_event();
}

std::string sentence_of(const LogEntry& entry, std::string_view understood) {
  EntryWords words = words_of(entry, understood);
  return words.details.empty() ? std::move(words.what)
                               : fmt::format("{}: {}", words.what, words.details);
}

}  // namespace milepost::log
