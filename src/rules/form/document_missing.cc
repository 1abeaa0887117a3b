// MP614 document-missing: there is metadata, but no document beside it, or one whose name is
// written in other letters.
#include <fmt/format.h>

#include "base/strings.h"
#include "rules/all.h"

namespace milepost {

namespace {

std::string in_capitals(std::string text) {
  for (char& c : text) c = is_alpha(c) && !is_upper(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

// A file beside the metadata that is called as the document is, but for small and large letters.
std::string other_letters(const RuleInput& in) {
  const std::string& path = in.card.files.document;
  const std::size_t name = path.rfind('/') + 1;
  const std::size_t dot = path.rfind('.');
  if (!in.facts.is_repository() || dot == path.npos || dot < name) return {};
  const std::string folder = path.substr(0, name);
  const std::string stem = path.substr(name, dot - name);
  const std::string ending = path.substr(dot);
  std::string capital = lower(stem);
  if (!capital.empty()) capital.front() = stem.front();
  for (const std::string& other_stem : {stem, lower(stem), capital}) {
    for (const std::string& other_ending : {ending, lower(ending), in_capitals(ending)}) {
      const std::string other = other_stem + other_ending;
      if (other == stem + ending) continue;
      if (in.facts.path_kind(folder + other) == PathKind::kFile) return other;
    }
  }
  return {};
}

}  // namespace

void document_missing(const RuleInput& in, Sink& sink) {
  if (!in.proposal.document_missing || !in.proposal.metadata->source) return;
  const Source& metadata = *in.proposal.metadata->source;
  const std::string found = other_letters(in);
  const std::string& path = in.card.files.document;
  sink.report(metadata, metadata.line(0),
              found.empty()
                  ? "the proposal has metadata but no document; write it next to this file"
                  : fmt::format("the document is called {}; rename it to {}", found,
                                path.substr(path.rfind('/') + 1)));
}

}  // namespace milepost
