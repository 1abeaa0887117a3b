#include "features/create/new_proposal.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/file_lock.h"
#include "base/printable.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/create/new_files.h"
#include "features/create/new_listed.h"
#include "features/create/similar.h"
#include "process/file_slug.h"
#include "process/group_folder.h"
#include "process/validate.h"
#include "proposal/near.h"
#include "store/events.h"
#include "store/record.h"
#include "workspace/identity.h"
#include "workspace/numbers.h"

namespace milepost::create {

namespace {

// A title is cut to this in a path that only reminds of it.
constexpr std::size_t kLongestSlug = 60;
// Where the name is the title, as far as file systems let it be.
constexpr std::size_t kLongestName = 200;

// A name so much like another is taken for a slip: a letter of six.
constexpr double kSlip = 0.83;

// Hundreds may stand in line, each for the time of a few writes.
constexpr std::chrono::seconds kPatience{120};

Result<const Kind*> choose_kind(const Process& process, const std::string& id) {
  if (id.empty()) return &process.kinds.front();
  if (const Kind* kind = process.find_kind(id)) return kind;
  return failure(unknown("kind", id, ids(process.kinds)));
}

Result<std::string> choose_slug(const Process& process, const NewOptions& options) {
  if (!options.slug.empty()) {
    if (is_path_name(options.slug)) return options.slug;
    return failure(
        fmt::format("--slug is a name of letters, digits and hyphens, not \"{}\"", options.slug));
  }
  std::string slug =
      file_slug(options.title, process.layout.slug_is_title ? kLongestName : kLongestSlug);
  if (!slug.empty()) return slug;
  return failure("no file can be named after the title; give it a name with --slug");
}

// Takes the folders behind the group's own from "sig-a/tools", where a proposal may lie in some.
Result<std::string> take_folders(const PathPattern& path, std::string& group) {
  const std::size_t slash = group.find('/');
  if (slash == group.npos || !path.has_folders() || !path.names("group")) return std::string();
  std::string folders = group.substr(slash + 1);
  std::string_view rest = folders;
  do {
    const auto [folder, below] = cut(rest, '/');
    if (!is_path_name(folder)) {
      return failure(fmt::format(
          "--group is a group, and the folders below it: sig-a/tools, not \"{}\"", group));
    }
    rest = below;
  } while (!rest.empty());
  group.resize(slash);
  return folders;
}

Result<void> refuse_unconfirmed(const Process& process, const Kind& kind,
                                const std::vector<const Criterion*>& open) {
  if (open.empty()) return {};
  std::string message =
      fmt::format("a proposal of the kind {} must meet all its criteria:", kind.id);
  for (const Criterion* one : open) {
    message += fmt::format("\n{}: {}", one->id, one->question);
  }
  message += "\nconfirm those that hold with --confirm ID, or all of them with --confirm all";
  for (const Kind& other : process.kinds) {
    if (&other == &kind) continue;
    message +=
        fmt::format("\nif one does not hold, the proposal is a {}: --kind {}", other.id, other.id);
    break;
  }
  return failure(std::move(message));
}

Result<void> refuse_same_title(const std::vector<SimilarProposal>& similar, bool another) {
  for (const SimilarProposal& one : similar) {
    if (!one.same_title || one.closed || another) continue;
    return failure(
        fmt::format("{} has this title already; one feature has one proposal: change "
                    "that one, or make another all the same with --yes",
                    one.proposal.path));
  }
  return {};
}

}  // namespace

Result<std::string> read_title(const Process& process, std::string_view title) {
  title = trim(title);
  if (title.empty()) return failure("the title is empty");
  // Nothing that a terminal or YAML would obey, and no bytes that are no text.
  if (printable(title) != title) return failure("the title must be one line of plain text");
  const Field* field = process.field(FieldRole::kTitle);
  const std::size_t length = utf8::count(title).code_points;
  if (field && field->longest > 0 && length > field->longest) {
    return failure(
        fmt::format("the title has {} characters, of at most {}", length, field->longest));
  }
  return std::string(title);
}

Result<Drafting> Drafting::open(const Workspace& workspace) {
  if (!workspace.recognised()) {
    return failure(not_recognised("here", near_note(*workspace.repository().tree)));
  }
  if (const auto& judged = workspace.judging(); !judged) return tl::unexpected(judged.error());
  TRY(auto candidates, workspace.candidates());
  return Drafting(workspace, std::move(candidates));
}

void Drafting::fill_from_candidate(NewOptions& options) const {
  const auto known =
      std::ranges::find(candidates_, plain_number(options.number), &WantedText::number);
  if (known == candidates_.end()) return;
  if (options.title.empty()) options.title = known->title;
  if (options.group.empty()) options.group = known->group;
}

bool Drafting::wants_group() const {
  const Field* field = process().field(FieldRole::kGroup);
  return new_path(workspace_.repository()).names("group") || (field && field->needed.always);
}

bool Drafting::wants_author() const {
  const Field* field = process().field(FieldRole::kAuthors);
  return field && field->needed.always;
}

std::vector<std::string> Drafting::groups() const {
  const Field* field = process().field(FieldRole::kGroup);
  if (field && !field->roster.empty() && workspace_.facts().rosters().knows(field->roster)) {
    return workspace_.facts().rosters().names(field->roster);
  }
  const PathPattern& path = new_path(workspace_.repository());
  std::set<std::string> found;
  for (const Card& card : workspace_.facts().index().cards) {
    if (!card.group.empty()) found.insert(card.group);
    if (const auto parts = path.match(card.files.document)) found.emplace(parts->find("group"));
  }
  found.erase("");
  return {found.begin(), found.end()};
}

std::vector<SimilarProposal> Drafting::similar(const std::string& title) const {
  std::vector<SimilarProposal> all;
  for (const Similar& one : find_similar(workspace_.facts().index(), title)) {
    const Status* status = process().find_status(one.card->status);
    all.push_back({ref_of(*one.card, workspace_.repository()), one.card->status, one.same_title,
                   status && status->closed});
  }
  return all;
}

Result<std::string> Drafting::identity(const std::string& claimed) const {
  return find_identity(process(), workspace_.root(), claimed);
}

std::vector<const Criterion*> Drafting::unconfirmed(const Kind& kind,
                                                    const NewOptions& options) const {
  const auto& confirmed = options.confirmed;
  std::vector<const Criterion*> open;
  for (const Criterion& criterion : kind.criteria) {
    const bool named = std::ranges::find(confirmed, criterion.id) != confirmed.end() ||
                       std::ranges::find(confirmed, "all") != confirmed.end();
    if (!named) open.push_back(&criterion);
  }
  return open;
}

Result<std::string> Drafting::choose_number(const NewOptions& options, bool reserve) const {
  const Numbering numbering = process().layout.numbering;
  if (numbering != Numbering::kGiven && !options.number.empty()) {
    return failure(numbering == Numbering::kNext
                       ? "numbers are given out here; leave --number out"
                       : "proposals have no number here; leave --number out");
  }
  if (numbering == Numbering::kUnnumbered) return std::string();
  TRY(auto numbers, Numbers::read(workspace_.repository(), workspace_.facts().index()));
  for (const WantedText& candidate : candidates_) numbers.note_candidate(candidate.number);
  if (numbering == Numbering::kNext) {
    if (!reserve) return std::to_string(numbers.next());
    return numbers.reserve_next().map([](std::uint64_t number) { return std::to_string(number); });
  }
  constexpr std::size_t kMostDigits = 15;
  std::string number = plain_number(options.number);
  // Where numbers are padded, files are called 0000 until theirs is known.
  const bool waits = process().layout.padded > 0;
  if (number.empty() || (number == "0" && !waits) || number.size() > kMostDigits) {
    return failure(
        options.number.empty()
            ? fmt::format("which number? give that of the tracking issue with --number{}",
                          waits ? "; 0 while there is none" : "")
            : fmt::format("--number is a number, not \"{}\"", options.number));
  }
  if (number == "0") return number;
  const std::string user = numbers.user_of(number);
  const bool here = workspace_.facts().index().by_number.contains(number) ||
                    workspace_.facts().index().by_path_number.contains(number);
  const auto candidate = std::ranges::find(candidates_, number, &WantedText::number);
  const bool is_its_own =
      candidate != candidates_.end() && equal_ignoring_case(candidate->title, options.title);
  if (user.empty() || ((is_its_own || options.yes) && !here)) return number;
  return failure(fmt::format("the number {} is taken by {}{}", number, user,
                             here ? "" : "; --yes takes it all the same"));
}

Result<NewFiles> Drafting::build(const NewOptions& given, bool reserve) const {
  NewOptions options = given;
  TRY(options.title, read_title(process(), options.title));
  TRY(const Kind* const kind, choose_kind(process(), options.kind));
  NewFacts facts;
  facts.title = options.title;
  facts.today = workspace_.today();
  TRY(place_group(options, facts));
  TRY(facts.slug, choose_slug(process(), options));
  TRY(check_group(options));
  TRY(facts.authors, choose_authors(options));
  TRY(refuse_unconfirmed(process(), *kind, unconfirmed(*kind, options)));
  for (const Criterion& one : kind->criteria) facts.criteria.push_back(one.id);
  const auto alike = similar(options.title);
  TRY(refuse_same_title(alike, options.yes || options.another));
  TRY(facts.number, choose_number(options, reserve));
  auto files = build_new_files(workspace_, *kind, facts);
  if (files) files->created.similar = alike;
  return files;
}

// Splits what --group says into the group and the folders below it.
Result<void> Drafting::place_group(NewOptions& options, NewFacts& facts) const {
  TRY(facts.folders, take_folders(new_path(workspace_.repository()), options.group));
  const std::string_view owner = group_of_folder(process().layout, options.group);
  if (!owner.empty() && is_path_name(options.group)) {
    facts.group_folder = std::exchange(options.group, std::string(owner));
  }
  facts.group = options.group;
  return {};
}

Result<void> Drafting::check_answer(Answer answer, const NewOptions& given) const {
  NewOptions options = given;
  switch (answer) {
    case Answer::kTitle: {
      TRY(options.title, read_title(process(), options.title));
      TRY(choose_slug(process(), options).map([](const std::string&) {}));
      return {};
    }
    case Answer::kKind: return choose_kind(process(), options.kind).map([](const Kind*) {});
    case Answer::kGroup: {
      NewFacts facts;
      TRY(place_group(options, facts));
      return check_group(options);
    }
    case Answer::kNumber: return choose_number(options, false).map([](const std::string&) {});
    case Answer::kAuthor:
      return choose_authors(options).map([](const std::vector<std::string>&) {});
  }
  return {};
}

Result<void> Drafting::check_group(const NewOptions& options) const {
  const std::vector<std::string> known = groups();
  const std::string listed =
      known.empty() ? std::string() : fmt::format(": {}", fmt::join(known, ", "));
  if (options.group.empty()) {
    if (!wants_group()) return {};
    return failure("which group? name it with --group" + listed);
  }
  if (!wants_group() && !process().field(FieldRole::kGroup)) {
    return failure("proposals belong to no group here; leave --group out");
  }
  if (!is_path_name(options.group)) {
    return failure(
        fmt::format("--group is a name of letters, digits and hyphens, not \"{}\"", options.group));
  }
  const Field* field = process().field(FieldRole::kGroup);
  const bool on_roster =
      !field || field->roster.empty() || !workspace_.facts().rosters().knows(field->roster) ||
      workspace_.facts().rosters().spelled(field->roster, options.group) == options.group;
  // Where no roster says which groups there are, a slip would make a folder of its own.
  const bool is_slip = std::ranges::find(known, options.group) == known.end() &&
                       std::ranges::any_of(known, [&](const std::string& group) {
                         return similarity(group, options.group, kSlip) >= kSlip;
                       });
  if ((on_roster && !is_slip) || options.yes) return {};
  return failure(unknown("group", options.group, known) + "; --yes takes a new one");
}

Result<std::vector<std::string>> Drafting::choose_authors(const NewOptions& options) const {
  std::vector<std::string> authors;
  for (const std::string& author : options.authors) {
    TRY(auto handle, read_claim(author, "--author"));
    authors.push_back(std::move(handle));
  }
  if (!authors.empty() || !field_of_authors(process())) return authors;
  TRY(auto me, identity(options.me));
  if (!me.empty()) authors.push_back(std::move(me));
  if (authors.empty() && wants_author()) {
    return failure(
        "who writes it? name them with --author, or say who you are: --as, MILEPOST_AS, "
        "git config milepost.handle, or `people:` in milepost.yaml");
  }
  return authors;
}

// Whoever makes the proposal says that they hold.
Result<void> Drafting::record_criteria(const NewFiles& files, const NewOptions& options) const {
  if (files.created.recorded.empty()) return {};
  const std::string& author = options.authors.empty() ? options.me : options.authors.front();
  TRY(auto me,
      need_identity(process(), workspace_.root(), options.me.empty() ? author : options.me));
  TRY(const auto record, workspace_.open_record(Access::kWrite));
  const Actor actor{std::move(me), workspace_.now()};
  return record->act(*files.card, [&](const ProposalState&) -> Result<Decision> {
    const events::Confirmed confirmed{files.kind, files.created.recorded, {}};
    return Decision{{event_of(*files.card, actor, confirmed)}, {}};
  });
}

Result<NewFiles> Drafting::plan(const NewOptions& options) const { return build(options, false); }

Result<NewFiles> Drafting::make(const NewOptions& options) const {
  // Everything that can be wrong is found before a number is taken.
  if (auto planned = plan(options); !planned) return planned;
  const std::string& root = workspace_.root();
  TRY(const auto state, make_state_folder(root));
  // Changes are made one at a time, and wait for each other only for a moment:
  // many at once stand in line here.
  const auto turn = take_lock(real_disk(), state.open.get(), "new.lock", kPatience);
  if (!turn) return tl::unexpected(Error(turn.error()).within(state.path + "/new.lock"));
  // Whoever stood in line before may have taken the number, or the title: the files are read
  // again.
  const auto fresh = workspace_.with_tree(workspace_.repository().tree);
  TRY(auto files, Drafting(*fresh, candidates_).build(options, true));
  TRY(apply_changes(root, files.changes));
  if (auto kept = record_criteria(files, options); !kept) {
    const auto undone = apply_changes(root, reversed(files.changes));
    return tl::unexpected(undone ? kept.error()
                                 : Error(kept.error()).within(undone.error().message));
  }
  if (process().layout.numbering == Numbering::kNext) {
    const auto git = Git::find(root);
    if (git && *git)
      files.created.reservation = "refs/milepost/numbers/" + files.created.proposal.number;
  }
  return files;
}

}  // namespace milepost::create
