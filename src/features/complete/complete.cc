#include "features/complete/complete.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/strings.h"
#include "features/common/query_terms.h"
#include "git/git.h"
#include "process/load.h"
#include "proposal/rosters.h"
#include "store/record.h"

namespace milepost::complete {

namespace {

constexpr std::pair<std::string_view, WordKind> kWordKinds[] = {
    {"proposals", WordKind::kProposals}, {"query", WordKind::kQuery},
    {"fields", WordKind::kFields},       {"stages", WordKind::kStages},
    {"targets", WordKind::kTargets},     {"kinds", WordKind::kKinds},
    {"roles", WordKind::kRoles},         {"groups", WordKind::kGroups},
    {"people", WordKind::kPeople},       {"releases", WordKind::kReleases},
    {"freezes", WordKind::kFreezes},     {"links", WordKind::kLinks},
    {"criteria", WordKind::kCriteria},   {"items", WordKind::kItems},
    {"labels", WordKind::kLabels},       {"statuses", WordKind::kStatuses},
    {"concerns", WordKind::kConcerns},   {"revisions", WordKind::kRevisions},
};

using Words = std::vector<KnownWord>;

// What a shell takes for one word, and nothing else.
bool is_plain(std::string_view word) {
  return !word.empty() && std::ranges::all_of(word, [](char c) {
    return is_alnum(c) || std::string_view("-_.:@/+,<>=").find(c) != std::string_view::npos;
  });
}

bool begins(std::string_view word, std::string_view typed) {
  return word.size() >= typed.size() && equal_ignoring_case(word.substr(0, typed.size()), typed);
}

void add(Words& words, std::string_view word, std::string_view about) {
  const auto known = std::ranges::find(words, word, &KnownWord::word);
  if (known == words.end()) {
    words.push_back({std::string(word), std::string(about)});
  } else if (known->about.empty()) {
    known->about = about;
  } else if (!about.empty() && known->about != about) {
    known->about.append(", ").append(about);
  }
}

std::string counted(std::size_t proposals) {
  return proposals == 1 ? "1 proposal" : fmt::format("{} proposals", proposals);
}

// The words of titles that begin so, each with what it leads to.
void add_title_words(Words& words, const Workspace& workspace, std::string_view typed) {
  std::map<std::string, std::vector<const Card*>> found;
  for (const Card& card : workspace.index().cards) {
    std::string word;
    const auto take = [&] {
      auto& cards = found[word];
      if (begins(word, typed) && (cards.empty() || cards.back() != &card)) cards.push_back(&card);
      word.clear();
    };
    for (const char c : lower(card.title)) {
      if (is_alnum(c) || c == '-') {
        word.push_back(c);
      } else {
        take();
      }
    }
    take();
  }
  for (const auto& [word, cards] : found) {
    if (cards.empty()) continue;
    words.push_back({std::string(typed) + word.substr(typed.size()),
                     cards.size() == 1 ? heading(*cards.front()) : counted(cards.size())});
  }
}

// Whole titles that begin so, for words in quotes.
void add_titles(Words& words, const Workspace& workspace, std::string_view typed) {
  constexpr std::string_view kObeyed = "\"'`$\\!";  // in quotes of one shell or another
  for (const Card& card : workspace.index().cards) {
    const bool is_safe =
        card.title.find_first_of(kObeyed) == card.title.npos && printable(card.title) == card.title;
    if (!is_safe || !begins(card.title, typed)) continue;
    words.push_back({std::string(typed) + card.title.substr(typed.size()), heading(card)});
  }
}

Words fields_of(const Process& process) {
  Words words;
  for (const std::string& field : query_field_names()) add(words, field, {});
  for (const std::string& stage : process.stage_names()) add(words, "milestone." + stage, {});
  for (const Field& field : process.fields) add(words, field.id, {});
  return words;
}

void add_values(Words& words, const Workspace& workspace, std::string_view field) {
  for (const auto& [value, count] : known_values(workspace, field)) {
    add(words, value, counted(count));
  }
}

// Those whom proposals name, and those on rosters, who approve and release.
void add_people(Words& words, const Workspace& workspace) {
  add_values(words, workspace, "person");
  std::vector<ReadError> unread;
  const Rosters rosters = read_rosters(workspace.repository(), unread);
  for (const Role& role : workspace.process().roles) {
    if (role.roster.empty()) continue;
    for (const std::string& name : rosters.names(role.roster)) add(words, "@" + name, role.title);
  }
}

void add_roles(Words& words, const Process& process) {
  for (const Role& role : process.roles) add(words, role.id, role.title);
}

void add_releases(Words& words, const Workspace& workspace) {
  if (const auto& calendar = workspace.calendar()) {
    for (const Release& release : calendar->all()) add(words, release.name, "in the calendar");
  }
  add_values(words, workspace, "milestone");
}

void add_stages(Words& words, const Process& process, std::string_view about) {
  for (const std::string& stage : process.stage_names()) add(words, stage, about);
}

void add_statuses(Words& words, const Process& process, std::string_view about) {
  for (const Status& status : process.statuses) add(words, status.id, about);
}

// "4211: why here?"
void add_concerns(Words& words, const Workspace& workspace) {
  const auto& record = workspace.record();
  if (!record) return;
  for (const Card& card : workspace.index().cards) {
    const auto state = (*record)->state_of(card);
    if (!state) continue;
    for (const ConcernState& concern : state->concerns) {
      if (concern.resolved) continue;
      add(words, std::to_string(concern.id),
          fmt::format("{}: {}", called(card), concern.action.comment));
    }
  }
}

// Branches before tags, and those of remotes last.
void add_revisions(Words& words, const Workspace& workspace) {
  const auto git = Git::find(workspace.root());
  if (!git || !*git) return;
  add(words, "HEAD", "what is checked out");
  constexpr std::pair<std::string_view, std::string_view> kKinds[] = {
      {"refs/heads/", "branch"}, {"refs/tags/", "tag"}, {"refs/remotes/", "remote branch"}};
  for (const auto& [folder, about] : kKinds) {
    const auto refs = (*git)->refs(std::string(folder) + "*");
    if (!refs) continue;
    for (const GitRef& ref : *refs) add(words, ref.name.substr(folder.size()), about);
  }
}

// What a term of the record may ask for.
void add_record_values(Words& words, const Workspace& workspace, std::string_view field) {
  if (field == name(RecordTermKind::kMissing)) {
    for (const std::string& word : missing_words(workspace.process())) add(words, word, {});
  } else if (field == name(RecordTermKind::kWaitingFor)) {
    add_roles(words, workspace.process());
    add_people(words, workspace);
  } else if (field == name(RecordTermKind::kAwaits) || field == name(RecordTermKind::kApprovedBy)) {
    add_people(words, workspace);
  } else if (field != name(RecordTermKind::kInStage)) {
    add_releases(words, workspace);
  }
}

Words values_of_field(const Workspace& workspace, std::string_view field) {
  Words words;
  const auto terms = record_term_names();
  if (std::ranges::find(terms, field) != terms.end()) {
    add_record_values(words, workspace, field);
    return words;
  }
  if (field == "status") add_statuses(words, workspace.process(), {});
  if (field == "stage") add_stages(words, workspace.process(), {});
  add_values(words, workspace, field);
  const auto known = find_query_field(field, workspace.process());
  if (known && known->kind == QueryField::Kind::kPerson) add(words, "@me", "you");
  if (known) add(words, "none", "not set");
  return words;
}

// Those that begin as typed, each with what stands before it on the line.
Words beginning(Words words, std::string_view before, std::string_view typed) {
  std::erase_if(words, [&](const KnownWord& known) {
    return !begins(known.word, typed) || !is_plain(known.word);
  });
  for (KnownWord& known : words) {
    known.word = fmt::format("{}{}{}", before, typed, known.word.substr(typed.size()));
  }
  return words;
}

Words complete_term(const Workspace& workspace, std::string_view typed) {
  const std::size_t sign = typed.starts_with('-') ? 1 : 0;
  const std::size_t colon = typed.find(':');
  if (colon == typed.npos) {
    Words fields = fields_of(workspace.process());
    add(fields, "text", {});
    for (const std::string& term : record_term_names()) add(fields, term, {});
    for (KnownWord& field : fields) field.word += ':';
    return beginning(std::move(fields), typed.substr(0, sign), typed.substr(sign));
  }
  const std::string_view field = typed.substr(sign, colon - sign);
  const std::size_t value = typed.find_last_of(":,<>=") + 1;
  Words values = values_of_field(workspace, field);
  // A handle may go without the @.
  if (value < typed.size() && typed[value] != '@') {
    for (KnownWord& known : values) {
      if (known.word.starts_with('@')) known.word.erase(0, 1);
    }
  }
  return beginning(std::move(values), typed.substr(0, value), typed.substr(value));
}

Words complete_proposal(const Workspace& workspace, std::string_view typed) {
  if (typed.find(':') != typed.npos) return complete_term(workspace, typed);
  Words words;
  if (typed.find(' ') != typed.npos) {
    add_titles(words, workspace, typed);
    return words;
  }
  if (!typed.empty() && !is_digit(typed.front())) {
    add_title_words(words, workspace, typed);
    return words;
  }
  for (const Card& card : workspace.index().cards) {
    if (!card.number.empty()) add(words, card.number, card.title);
  }
  std::ranges::stable_sort(
      words, {}, [](const KnownWord& known) { return std::pair(known.word.size(), known.word); });
  return beginning(std::move(words), {}, typed);
}

Words words_of(const Workspace& workspace, WordKind kind) {
  const Process& process = workspace.process();
  Words words;
  switch (kind) {
    case WordKind::kFields: return fields_of(process);
    case WordKind::kStages: add_stages(words, process, "stage"); break;
    case WordKind::kTargets:
      add_stages(words, process, "stage");
      add_statuses(words, process, "status");
      break;
    case WordKind::kKinds:
      for (const Kind& one : process.kinds) add(words, one.id, "kind");
      break;
    case WordKind::kRoles: add_roles(words, process); break;
    case WordKind::kGroups: add_values(words, workspace, "group"); break;
    case WordKind::kPeople: add_people(words, workspace); break;
    case WordKind::kReleases: add_releases(words, workspace); break;
    case WordKind::kCriteria:
      for (const Kind& each : process.kinds) {
        for (const Criterion& one : each.criteria) add(words, one.id, one.question);
      }
      if (!words.empty()) add(words, "all", "each of them");
      break;
    case WordKind::kItems:
      for (const TrackedList& list : process.tracking.lists) {
        for (const TrackedItem& item : list.items) {
          add(words, item.key, item.texts.empty() ? std::string_view() : item.texts.front());
        }
      }
      break;
    case WordKind::kLabels:
      for (const TrackedLabel& one : process.tracking.labels) add(words, one.id, "label");
      break;
    case WordKind::kStatuses:
      for (const TrackerValue& one : process.tracking.status.values) add(words, one.id, "status");
      break;
    case WordKind::kConcerns: add_concerns(words, workspace); break;
    case WordKind::kRevisions: add_revisions(words, workspace); break;
    case WordKind::kLinks:
      for (const std::string& one : process.tracking.link_kinds) add(words, one, {});
      break;
    case WordKind::kFreezes:
      for (const CalendarDate& date : process.calendar.dates) {
        if (date.deadline) add(words, date.id, date.title);
      }
      break;
    default: break;
  }
  return words;
}

// Of stages, statuses and kinds: those of every process built in, with its name.
Words built_in_words(WordKind kind) {
  Words words;
  if (kind != WordKind::kStages && kind != WordKind::kTargets && kind != WordKind::kKinds) {
    return words;
  }
  for (const std::string& pack : built_in_packs()) {
    const auto process = load_process(built_in_pack(pack), nullptr);
    if (!process) continue;
    if (kind == WordKind::kKinds) {
      for (const Kind& one : (*process)->kinds) add(words, one.id, pack);
      continue;
    }
    add_stages(words, **process, pack);
    if (kind == WordKind::kTargets) add_statuses(words, **process, pack);
  }
  return words;
}

}  // namespace

std::optional<WordKind> find_word_kind(std::string_view name) {
  const auto found = std::ranges::find(kWordKinds, name, [](const auto& row) { return row.first; });
  return found == std::end(kWordKinds) ? std::nullopt : std::optional(found->second);
}

Words complete_word(const Workspace& workspace, WordKind kind, std::string_view typed) {
  if (workspace.recognised() && kind == WordKind::kQuery) return complete_term(workspace, typed);
  typed.remove_prefix(typed.rfind(',') + 1);
  // A field to sort by turns the order around with a hyphen; a handle may go without the @.
  const std::string_view before = typed.substr(0, typed.starts_with('-') ? 1 : 0);
  if (kind == WordKind::kFields) typed.remove_prefix(before.size());
  if (!workspace.recognised()) return beginning(built_in_words(kind), {}, typed);
  if (kind == WordKind::kProposals) return complete_proposal(workspace, typed);
  Words words = words_of(workspace, kind);
  if (kind == WordKind::kPeople && !typed.starts_with('@')) {
    for (KnownWord& known : words) {
      if (known.word.starts_with('@')) known.word.erase(0, 1);
    }
  }
  return beginning(std::move(words), kind == WordKind::kFields ? before : std::string_view(),
                   typed);
}

}  // namespace milepost::complete
