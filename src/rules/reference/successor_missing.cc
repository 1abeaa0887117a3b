// MP403 successor-missing: the status needs a successor, and none is named. One that says
// elsewhere that it takes this one's place is entered by the fix.
#include <algorithm>

#include <fmt/format.h>

#include "base/edits.h"
#include "base/strings.h"
#include "rules/all.h"
#include "rules/wording.h"
#include "text/yaml_write.h"

namespace milepost {

namespace {

bool is_named(const RuleInput& in) {
  const auto entries = scalars(in.proposal.metadata->find(in.process, FieldRole::kSupersededBy));
  return std::ranges::any_of(
      entries, [&](const Scalar& entry) { return !is_unset(in.process, entry.text); });
}

// What has moved is there, and another rule says where. Of a document on its own
// nothing is known.
bool is_there(const RuleInput& in) {
  const auto& references = in.facts.references_of(in.card);
  return references.empty() || std::ranges::any_of(references, [](const Reference& reference) {
           const bool lost =
               reference.kind == ReferenceKind::kNothing || reference.kind == ReferenceKind::kProse;
           return reference.role == FieldRole::kSupersededBy && (!lost || reference.moved_to);
         });
}

// A line for a key that is not there, after the last of the map.
Edit new_line(const Source& source, const YamlNode& root, std::string_view key,
              std::string_view value) {
  const YamlEntry& last = root.entries.back();
  std::uint32_t end = std::max(last.value->span.end, last.key_span.end);
  while (end > last.key_span.end && is_space(source.text()[end - 1])) --end;
  const std::uint32_t at = source.next_line_begin(source.line_at(end));
  const std::string_view line_end = line_end_of(source.text());
  const bool ended = source.text().substr(0, at).ends_with('\n');
  return {{at, at},
          fmt::format("{}{}: {}{}", ended ? "" : line_end, key, value, ended ? line_end : "")};
}

// A proposal of the repository, other than this one: "#1739", "1739", "keps/sig-node/2133-x".
const Card* named_by_word(const RuleInput& in, std::string_view word) {
  while (word.starts_with('/') || word.starts_with('#')) word.remove_prefix(1);
  if (word.find('/') != word.npos || word.find('-') != word.npos) {
    const Card* const card = in.facts.find(word);
    return card && card->path == word && card->path != in.card.path ? card : nullptr;
  }
  const auto numbered = in.facts.proposals_numbered(plain_number(word));
  const bool one = numbered.size() == 1 && numbered.front()->path != in.card.path;
  return one ? numbered.front() : nullptr;
}

// "https://example.org/issues/1739" is "1739".
std::string_view without_host(std::string_view word) {
  constexpr std::string_view kIssues = "/issues/";
  if (word.find("://") == word.npos) return word;
  const std::size_t at = word.rfind(kIssues);
  return at == word.npos ? std::string_view() : word.substr(at + kIssues.size());
}

// The proposal that a text names after its words "replaced by": by a path or by a number.
const Card* named_after(const RuleInput& in, std::string_view text) {
  constexpr std::string_view kEnds = " \t\r\n,;()[]<>\"'`";
  constexpr std::size_t kMostWords = 12;
  for (std::size_t word = 0; word < kMostWords && !text.empty(); ++word) {
    text.remove_prefix(std::min(text.find_first_not_of(kEnds), text.size()));
    std::string_view one = text.substr(0, text.find_first_of(kEnds));
    text.remove_prefix(one.size());
    const bool ends = one.ends_with('.');
    while (one.ends_with('.') || one.ends_with('/')) one.remove_suffix(1);
    if (const Card* const card = named_by_word(in, without_host(one))) return card;
    if (ends) break;
  }
  return nullptr;
}

// The one proposal that a text says this one was replaced by, in the words of its status.
const Card* named_in(const RuleInput& in, const Status& status, std::string_view text) {
  const Card* found = nullptr;
  std::vector<std::string> phrases{status.id + " by "};
  for (const std::string& name : status.also) phrases.push_back(name + " by ");
  for (const std::string& phrase : phrases) {
    for (std::size_t at = find_ignoring_case(text, phrase); at < text.size();) {
      const std::size_t after = at + phrase.size();
      const Card* const card = named_after(in, text.substr(after));
      if (card && found && card->path != found->path) return nullptr;
      if (card) found = card;
      const std::size_t next = find_ignoring_case(text.substr(after), phrase);
      at = next == text.npos ? text.size() : after + next;
    }
  }
  return found;
}

struct Successor {
  const Card* card = nullptr;
  std::string known_by;  // a sentence
};

// What is said elsewhere: by the successor itself, behind the status, or in the document.
Successor find_successor(const RuleInput& in, const Status& status) {
  const std::vector<const Card*> successors = in.facts.naming(in.card, FieldRole::kReplaces);
  if (successors.size() > 1) return {};
  if (!successors.empty()) {
    return {successors.front(),
            fmt::format("{} says that it replaces this", successors.front()->path)};
  }
  const FieldValue& said = in.proposal.metadata->status;
  const Source& source = *said.source;
  const Span line = source.line(source.line_at(said.span.end));
  if (const Card* card = named_in(in, status, source.text({said.span.end, line.end}))) {
    return {card, fmt::format("the remark behind the status names {}", card->path)};
  }
  if (const Card* card = named_in(in, status, in.proposal.document.text())) {
    return {card, fmt::format("the document says that {} replaces it", card->path)};
  }
  return {};
}

void add_successor(const RuleInput& in, const Status& status, const Field* field,
                   Finding& finding) {
  Successor successor = find_successor(in, status);
  if (!successor.card) return;
  finding.note = std::move(successor.known_by);
  const Metadata& metadata = *in.proposal.metadata;
  if (!field || !metadata.complete() || metadata.source.get() != metadata.status.source) return;
  const YamlNode& root = metadata.yaml->root();
  if (metadata.source->text(root.span).starts_with('{')) return;
  const std::string written = fmt::format("\"/{}\"", successor.card->path);
  const YamlEntry* entry = root.find_entry(field->id);
  const std::string list = field->is_list() ? fmt::format("[{}]", written) : written;
  const Edit edit = !entry             ? new_line(*metadata.source, root, field->id, list)
                    : field->is_list() ? set_list(*metadata.source, *entry, {written})
                                       : set_scalar(*metadata.source, *entry, written);
  finding.fixes.push_back({"name the successor", {edit}});
}

// Where the successor is to be named: in a field, or beside a status that is a section.
std::string place_of(const Metadata& metadata, const Field* field) {
  return metadata.status_is_section ? "a link beside the status" : fmt::format("`{}`", field->id);
}

}  // namespace

void successor_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  const Status* status = in.process.find_status(metadata.known_status);
  const Field* field = in.process.field(FieldRole::kSupersededBy);
  if (!status || !status->successor || !metadata.status.present()) return;
  const bool linked = metadata.status_is_section;
  if (!linked && (!field || !metadata.complete())) return;
  const Source& source = *metadata.status.source;
  const Span place = first_line(source, metadata.status.span);
  if (linked ? metadata.successors.empty() && !is_named(in) : !is_named(in)) {
    add_successor(in, *status, field,
                  sink.report(source, place,
                              fmt::format("status \"{}\" needs a successor; name it in {}",
                                          status->id, place_of(metadata, field))));
  } else if (!is_there(in)) {
    sink.report(source, place,
                fmt::format("status \"{}\" needs a successor, but nothing that {} names is there",
                            status->id, place_of(metadata, field)));
  }
}

}  // namespace milepost
