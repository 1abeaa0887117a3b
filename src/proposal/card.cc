#include "proposal/card.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/files.h"
#include "base/limits.h"
#include "base/openings.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "process/group_folder.h"
#include "process/title_prefix.h"
#include "proposal/judgement.h"

namespace milepost {

namespace {

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == path.npos ? std::string() : path.substr(0, slash);
}

// A proposal with a folder of its own is known by the folder: one whose path
// pattern ends with a fixed file name.
bool has_own_folder(const Process& process, const ProposalFiles& files) {
  if (!files.metadata.empty()) return true;
  const std::string& pattern = process.layout.path.text();
  const std::size_t slash = pattern.rfind('/');
  return slash != pattern.npos && pattern.find('{', slash) == pattern.npos &&
         process.layout.path.match(files.document).has_value();
}

std::string text_of(const Process& process, const Metadata& metadata, FieldRole role) {
  const YamlNode* node = metadata.find(process, role);
  return node && node->is_scalar() ? std::string(trim(node->text)) : std::string();
}

std::vector<std::string> handles_of(const Process& process, const Metadata& metadata,
                                    FieldRole role) {
  std::vector<std::string> handles;
  for (const Scalar& entry : scalars(metadata.find(process, role))) {
    if (is_unset(process, entry.text)) continue;
    if (auto several = handles_in(entry.text); !several.empty()) {
      for (const std::string_view handle : several) handles.emplace_back(handle);
      continue;
    }
    std::string_view text = trim(entry.text);
    while (text.starts_with("@@")) text.remove_prefix(1);  // a slip: "@@jane" is @jane
    const auto handle = read_handle(text);
    handles.emplace_back(handle ? handle->name : entry.text);
  }
  return handles;
}

// The first heading of level 1, else the first there is.
std::string_view heading_title(const Document& document) {
  std::string_view first;
  for (const Section& section : document.sections()) {
    const Heading& heading = document.heading_of(section);
    if (heading.level == 1) return heading.text;
    if (first.empty()) first = heading.text;
  }
  return first;
}

void read_milestones(const Process& process, const Metadata& metadata, Card& card) {
  const std::string latest = text_of(process, metadata, FieldRole::kLatestMilestone);
  if (const auto version = parse_version(latest); version && !version->is_zero()) {
    card.latest_milestone = to_string(*version);
  }
  const YamlNode* node = metadata.find(process, FieldRole::kMilestones);
  if (!node) return;
  for (const YamlEntry& entry : node->entries) {
    const auto version = parse_version(trim(entry.value->text));
    if (!version || version->is_zero()) continue;
    card.milestones.emplace_back(entry.key, to_string(*version));
  }
}

void read_feature_gates(const Process& process, const Metadata& metadata, Card& card) {
  const Field* field = process.field(FieldRole::kFeatureGates);
  if (!field) return;
  for (const Scalar& gate : names_in(*field, metadata.find(*field))) {
    if (!is_unset(process, gate.text)) card.feature_gates.emplace_back(gate.text);
  }
}

// The parts of a document's path, with the group that its folder belongs to.
PathParts parts_of(const Layout& layout, const std::string& document) {
  PathParts parts = layout.path.match(document).value_or(PathParts());
  const std::string_view group = group_of_folder(layout, parts.find("group"));
  if (!group.empty()) parts.set("group", group);
  return parts;
}

struct Reading {
  std::optional<Card> card;  // none: not a proposal after all
  std::vector<ReadError> read_errors;
};

std::shared_ptr<const Source> read_file(const Repository& repository, const std::string& path,
                                        Reading& reading) {
  auto source = repository.read(path);
  if (source) return *source;
  reading.read_errors.push_back({path, source.error().message});
  return nullptr;
}

// Whether no proposal can say of which kind it is: the repository's own metadata has no field for
// it.
bool lacks_kinds(const Process& process) {
  const Field* const field = process.field(FieldRole::kKind);
  return field && field->own_lacks && process.kinds.size() > 1;
}

// Whether it may be of a kind that has to be told by the text: nothing stands in its metadata that
// such a proposal has not.
bool may_be(const Process& process, const Kind& kind, const Metadata& metadata) {
  return !kind.excludes.empty() && std::ranges::none_of(kind.excludes, [&](const auto& id) {
    const Field* const field = process.find_field(id);
    return field && metadata.find(*field);
  });
}

// Its template tells what the metadata cannot.
void tell_kind(const Repository& repository, const Judge& judge, const Document* scanned,
               Card& card) {
  const Process& process = *repository.process;
  const bool open = std::ranges::any_of(
      process.kinds, [&](const Kind& kind) { return may_be(process, kind, *card.metadata); });
  if (!open || !card.metadata->kind.text.empty() || !card.files.has_document) return;
  std::optional<Document> document;
  if (!scanned) {
    const auto source = repository.read(card.files.document);
    if (!source || utf8::looks_binary((*source)->text())) return;
    scanned = &document.emplace(*source);
  }
  const Kind& kind = judge.kind_of(*scanned);
  if (may_be(process, kind, *card.metadata)) card.kind = kind.id;
}

Reading read_card(const Repository& repository, const ProposalFiles& files, const Judge* judge) {
  const Process& process = *repository.process;
  Reading reading;
  std::shared_ptr<const Source> file;
  if (!files.metadata.empty()) file = read_file(repository, files.metadata, reading);
  std::shared_ptr<const Source> source;
  std::optional<Document> document;
  if (!file && files.has_document) {
    source = read_file(repository, files.document, reading);
    if (!source) return reading;
    if (utf8::looks_binary(source->text())) {
      reading.read_errors.push_back({files.document, "is a binary file, not Markdown"});
      return reading;
    }
    document.emplace(source);
    if (judge && judge->shared_headings(*document) < process.layout.least_headings) return reading;
  }
  const Document* scanned = document ? &*document : nullptr;
  auto metadata =
      std::make_shared<const Metadata>(read_metadata(process, scanned, std::move(file)));
  reading.card = make_card(process, files, std::move(metadata), scanned);
  if (judge && lacks_kinds(process)) tell_kind(repository, *judge, scanned, *reading.card);
  reading.card->document = std::move(source);
  return reading;
}

}  // namespace

std::string proposal_path(const Process& process, const std::string& file) {
  const bool metadata = is_metadata_path(process.layout, file);
  const ProposalFiles files{file, metadata ? file : std::string(), true};
  return has_own_folder(process, files) ? folder_of(file) : file;
}

Card make_card(const Process& process, ProposalFiles files,
               std::shared_ptr<const Metadata> metadata, const Document* document) {
  Card card;
  card.parts = parts_of(process.layout, files.document);
  card.path = has_own_folder(process, files) ? folder_of(files.document) : files.document;
  card.files = std::move(files);
  const Metadata& said = *metadata;
  card.number = plain_number(text_of(process, said, FieldRole::kNumber));
  if (card.number.empty()) card.number = plain_number(card.parts.find("number"));
  card.title = text_of(process, said, FieldRole::kTitle);
  if (card.title.empty() && document) {
    card.title = without_prefix(process.layout.title_prefix, heading_title(*document));
  }
  card.group = text_of(process, said, FieldRole::kGroup);
  if (card.group.empty()) card.group = card.parts.find("group");
  for (const Scalar& group : scalars(said.find(process, FieldRole::kParticipatingGroups))) {
    if (!is_unset(process, group.text)) card.participating_groups.emplace_back(group.text);
  }
  card.authors = handles_of(process, said, FieldRole::kAuthors);
  card.reviewers = handles_of(process, said, FieldRole::kReviewers);
  card.approvers = handles_of(process, said, FieldRole::kApprovers);
  card.status = said.known_status.empty() ? said.status.text : std::string(said.known_status);
  card.stage = said.stage.text;
  card.kind = said.kind.text.empty() ? process.kinds.front().id : said.kind.text;
  read_milestones(process, said, card);
  read_feature_gates(process, said, card);
  card.created = said.created_on;
  card.updated = read_date(text_of(process, said, FieldRole::kUpdated));
  card.metadata = std::move(metadata);
  return card;
}

const Card* Index::find(std::string_view path) const {
  while (path.ends_with('/')) path.remove_suffix(1);
  for (;;) {
    if (const auto found = by_path.find(std::string(path)); found != by_path.end()) {
      return &cards[found->second];
    }
    const std::size_t slash = path.rfind('/');
    if (slash == path.npos) return nullptr;
    path = path.substr(0, slash);
  }
}

const Card* Index::find_number(std::string_view number) const {
  const auto found = by_number.find(std::string(number));
  return found == by_number.end() ? nullptr : &cards[found->second.front()];
}

void add_card(Index& index, Card card) {
  const std::size_t at = index.cards.size();
  if (!card.number.empty()) index.by_number[card.number].push_back(at);
  const std::string in_path = plain_number(card.parts.find("number"));
  if (!in_path.empty() && in_path != card.number) index.by_path_number[in_path].push_back(at);
  for (const std::string& gate : card.feature_gates) index.by_feature_gate[gate].push_back(at);
  if (!card.path.empty()) index.by_path.emplace(card.path, at);
  index.cards.push_back(std::move(card));
}

namespace {

// Makes the index of a repository of its proposals, each read by `read`.
template <typename Read>
Index make_index(const Repository& repository, int jobs, const Read& read) {
  openings().count(Opening::kIndex);
  ProposalList list = find_proposals(repository, {});
  std::optional<Judge> judge;
  if (repository.process->layout.least_headings > 0 || lacks_kinds(*repository.process))
    judge.emplace(*repository.process);

  std::vector<Reading> readings(list.proposals.size());
  parallel_for(readings.size(), jobs, [&](std::size_t i) {
    readings[i] = read(list.proposals[i], judge ? &*judge : nullptr);
  });

  Index index;
  index.read_errors = std::move(list.read_errors);
  for (Reading& reading : readings) {
    std::ranges::move(reading.read_errors, std::back_inserter(index.read_errors));
    if (reading.card) add_card(index, std::move(*reading.card));
  }
  return index;
}

}  // namespace

Index read_index(const Repository& repository, int jobs) {
  return make_index(repository, jobs, [&](const ProposalFiles& files, const Judge* judge) {
    return read_card(repository, files, judge);
  });
}

Index reread_index(const Repository& repository, const Index& former, const FileEdits& edits,
                   int jobs) {
  std::unordered_map<std::string_view, const Card*> known;  // by document
  std::unordered_set<std::string_view> unread;              // what could not be read may be by now
  for (const Card& card : former.cards) known.emplace(card.files.document, &card);
  for (const ReadError& read_error : former.read_errors) unread.insert(read_error.path);
  return make_index(repository, jobs, [&](const ProposalFiles& files, const Judge* judge) {
    const auto card = known.find(files.document);
    const bool same = card != known.end() && card->second->files == files &&
                      !edits.contains(files.document) && !edits.contains(files.metadata) &&
                      !unread.contains(files.document) && !unread.contains(files.metadata);
    if (!same) return read_card(repository, files, judge);
    Reading reading;
    reading.card = *card->second;
    return reading;
  });
}

}  // namespace milepost
