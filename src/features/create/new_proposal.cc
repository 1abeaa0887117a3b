#include "features/create/new_proposal.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/file_lock.h"
#include "base/printable.h"
#include "base/state_folder.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/create/new_files.h"
#include "features/create/similar.h"
#include "process/file_slug.h"
#include "process/validate.h"
#include "workspace/identity.h"
#include "workspace/numbers.h"

namespace milepost::create {

namespace {

// A title is cut to this in a path that only reminds of it.
constexpr std::size_t kLongestSlug = 60;
// Where the name is the title, as far as file systems let it be.
constexpr std::size_t kLongestName = 200;

// Hundreds may stand in line, each for the time of a few writes.
constexpr std::chrono::seconds kPatience{120};

Result<const Kind*> choose_kind(const Process& process, const std::string& id) {
  if (id.empty()) return &process.kinds.front();
  if (const Kind* kind = process.find_kind(id)) return kind;
  return failure(unknown("kind", id, ids(process.kinds)));
}

Result<std::string> choose_slug(const Process& process, const NewRequest& request) {
  if (!request.slug.empty()) {
    if (is_path_name(request.slug)) return request.slug;
    return failure(
        fmt::format("--slug is a name of letters, digits and hyphens, not \"{}\"", request.slug));
  }
  std::string slug =
      file_slug(request.title, process.layout.slug_is_title ? kLongestName : kLongestSlug);
  if (!slug.empty()) return slug;
  return failure("no file can be named after the title; give it a name with --slug");
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
                    one.path));
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

Result<Drafting> Drafting::open(const std::string& directory, const std::string& process,
                                Date today) {
  CheckRequest request;
  request.directory = directory;
  request.process = process;
  request.today = today;
  auto plan = make_plan(request);
  if (!plan) return tl::unexpected(std::move(plan.error()));
  return Drafting(std::move(*plan), today);
}

bool Drafting::wants_group() const {
  const Field* field = process().field(FieldRole::kGroup);
  return new_path(at().repository()).names("group") || (field && field->needed.always);
}

bool Drafting::wants_author() const {
  const Field* field = process().field(FieldRole::kAuthors);
  return field && field->needed.always;
}

std::vector<std::string> Drafting::groups() const {
  const Field* field = process().field(FieldRole::kGroup);
  if (field && !field->roster.empty() && at().facts().rosters().knows(field->roster)) {
    return at().facts().rosters().names(field->roster);
  }
  const PathPattern& path = new_path(at().repository());
  std::set<std::string> found;
  for (const Card& card : at().facts().index().cards) {
    if (!card.group.empty()) found.insert(card.group);
    if (const auto parts = path.match(card.files.document)) found.emplace(parts->find("group"));
  }
  found.erase("");
  return {found.begin(), found.end()};
}

std::vector<SimilarProposal> Drafting::similar(const std::string& title) const {
  std::vector<SimilarProposal> all;
  for (const Similar& one : find_similar(at().facts().index(), title)) {
    const Status* status = process().find_status(one.card->status);
    all.push_back({one.card->number, one.card->title, one.card->status,
                   at().repository().shown_path(one.card->path), one.same_title,
                   status && status->closed});
  }
  return all;
}

Result<std::string> Drafting::identity(const std::string& claimed) const {
  return find_identity(process(), at().repository().root, claimed);
}

std::vector<const Criterion*> Drafting::unconfirmed(const Kind& kind,
                                                    const NewRequest& request) const {
  const auto& confirmed = request.confirmed;
  std::vector<const Criterion*> open;
  for (const Criterion& criterion : kind.criteria) {
    const bool named = std::ranges::find(confirmed, criterion.id) != confirmed.end() ||
                       std::ranges::find(confirmed, "all") != confirmed.end();
    if (!named) open.push_back(&criterion);
  }
  return open;
}

Result<std::string> Drafting::choose_number(const NewRequest& request, bool reserve) const {
  const Numbering numbering = process().layout.numbering;
  if (numbering != Numbering::kGiven && !request.number.empty()) {
    return failure(numbering == Numbering::kNext
                       ? "numbers are given out here; leave --number out"
                       : "proposals have no number here; leave --number out");
  }
  if (numbering == Numbering::kUnnumbered) return std::string();
  auto numbers = Numbers::read(at().repository(), at().facts().index());
  if (!numbers) return tl::unexpected(std::move(numbers.error()));
  if (numbering == Numbering::kNext) {
    if (!reserve) return std::to_string(numbers->next());
    return numbers->reserve_next().map([](std::uint64_t number) { return std::to_string(number); });
  }
  constexpr std::size_t kMostDigits = 15;
  std::string number = plain_number(request.number);
  if (number.empty() || number == "0" || number.size() > kMostDigits) {
    return failure(request.number.empty()
                       ? std::string("which number? give that of the tracking issue with --number")
                       : fmt::format("--number is a number, not \"{}\"", request.number));
  }
  const std::string user = numbers->user_of(number);
  const bool here = at().facts().index().by_number.contains(number) ||
                    at().facts().index().by_path_number.contains(number);
  if (user.empty() || (request.yes && !here)) return number;
  return failure(fmt::format("the number {} is taken by {}{}", number, user,
                             here ? "" : "; --yes takes it all the same"));
}

Result<NewFiles> Drafting::build(const NewRequest& given, bool reserve) const {
  NewRequest request = given;
  auto title = read_title(process(), request.title);
  if (!title) return tl::unexpected(std::move(title.error()));
  request.title = std::move(*title);
  const auto kind = choose_kind(process(), request.kind);
  if (!kind) return tl::unexpected(kind.error());
  NewFacts facts;
  facts.title = request.title;
  facts.today = today_;
  facts.group = request.group;
  auto slug = choose_slug(process(), request);
  if (!slug) return tl::unexpected(std::move(slug.error()));
  facts.slug = std::move(*slug);
  if (auto group = check_group(request); !group) return tl::unexpected(std::move(group.error()));
  auto authors = choose_authors(request);
  if (!authors) return tl::unexpected(std::move(authors.error()));
  facts.authors = std::move(*authors);
  if (auto met = refuse_unconfirmed(process(), **kind, unconfirmed(**kind, request)); !met) {
    return tl::unexpected(std::move(met.error()));
  }
  for (const Criterion& one : (*kind)->criteria) facts.criteria.push_back(one.id);
  const auto alike = similar(request.title);
  if (auto own = refuse_same_title(alike, request.yes || request.another); !own) {
    return tl::unexpected(std::move(own.error()));
  }
  auto number = choose_number(request, reserve);
  if (!number) return tl::unexpected(std::move(number.error()));
  facts.number = std::move(*number);
  auto files = build_new_files(at(), **kind, facts);
  if (files) files->created.similar = alike;
  return files;
}

Result<void> Drafting::check_group(const NewRequest& request) const {
  const std::vector<std::string> known = groups();
  const std::string listed =
      known.empty() ? std::string() : fmt::format(": {}", fmt::join(known, ", "));
  if (request.group.empty()) {
    if (!wants_group()) return {};
    return failure("which group? name it with --group" + listed);
  }
  if (!wants_group() && !process().field(FieldRole::kGroup)) {
    return failure("proposals belong to no group here; leave --group out");
  }
  if (!is_path_name(request.group)) {
    return failure(
        fmt::format("--group is a name of letters, digits and hyphens, not \"{}\"", request.group));
  }
  const Field* field = process().field(FieldRole::kGroup);
  const bool on_roster =
      !field || field->roster.empty() || !at().facts().rosters().knows(field->roster) ||
      at().facts().rosters().spelled(field->roster, request.group) == request.group;
  if (on_roster || request.yes) return {};
  return failure(unknown("group", request.group, known) + "; --yes takes a new one");
}

Result<std::vector<std::string>> Drafting::choose_authors(const NewRequest& request) const {
  std::vector<std::string> authors;
  for (const std::string& author : request.authors) {
    auto handle = read_claim(author, "--author");
    if (!handle) return tl::unexpected(std::move(handle.error()));
    authors.push_back(std::move(*handle));
  }
  if (!authors.empty() || !process().field(FieldRole::kAuthors)) return authors;
  auto me = identity(request.me);
  if (!me) return tl::unexpected(std::move(me.error()));
  if (!me->empty()) authors.push_back(std::move(*me));
  if (authors.empty() && wants_author()) {
    return failure(
        "who writes it? name them with --author, or say who you are: --as, MILEPOST_AS, "
        "git config milepost.handle, or `people:` in milepost.yaml");
  }
  return authors;
}

Result<NewFiles> Drafting::plan(const NewRequest& request) const { return build(request, false); }

Result<NewFiles> Drafting::make(const NewRequest& request) const {
  // Everything that can be wrong is found before a number is taken.
  if (auto planned = plan(request); !planned) return planned;
  const std::string& root = at().repository().root;
  const auto state = make_state_folder(root);
  if (!state) return tl::unexpected(state.error());
  // Changes are made one at a time, and wait for each other only for a moment:
  // many at once stand in line here.
  const auto turn = take_lock(real_disk(), state->open.get(), "new.lock", kPatience);
  if (!turn) return tl::unexpected(Error(turn.error()).within(state->path + "/new.lock"));
  auto files = build(request, true);
  if (!files) return files;
  if (auto written = apply_changes(root, files->changes); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  if (process().layout.numbering == Numbering::kNext) {
    const auto git = Git::find(root);
    if (git && *git) files->created.reservation = "refs/milepost/numbers/" + files->created.number;
  }
  return files;
}

}  // namespace milepost::create
