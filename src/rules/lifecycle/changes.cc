#include "rules/lifecycle/changes.h"

#include <fmt/format.h>

#include "base/strings.h"
#include "proposal/card.h"
#include "rules/wording.h"

namespace milepost {

namespace {

FindingPlace first_place(const ChangeSide& side) {
  const auto& metadata = side.proposal.metadata->source;
  const Source& source = metadata ? *metadata : side.proposal.document.source();
  return {&source, source.line_count() > 0 ? source.line(0) : Span{}};
}

bool names_word(std::string_view line, std::string_view word) {
  for (std::size_t at = find_ignoring_case(line, word); at != line.npos;) {
    const bool begins = at == 0 || !is_alnum(line[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == line.size() || !is_alnum(line[end]))) return true;
    const std::size_t next = find_ignoring_case(line.substr(at + 1), word);
    at = next == line.npos ? next : at + 1 + next;
  }
  return false;
}

// Whether the line is where the metadata has its value, and no explanation of it.
bool states_value(const Document& document, const Metadata& metadata, Span line) {
  if (line.begin < document.front_matter().span.end) return true;
  if (metadata.source.get() == &document.source() && metadata.listed.overlaps(line)) return true;
  const auto stands_in = [&](const FieldValue& value) {
    return value.source == &document.source() && value.span.begin >= line.begin &&
           value.span.begin <= line.end;
  };
  return stands_in(metadata.status) || stands_in(metadata.stage);
}

}  // namespace

FindingPlace place_of(const ChangeSide& side, const FieldValue& value) {
  if (!value.present()) return first_place(side);
  return {value.source, first_line(*value.source, value.span)};
}

FindingPlace place_of(const ChangeSide& side, const YamlNode* node) {
  if (!node) return first_place(side);
  const Source& source = *side.proposal.metadata->source;
  return {&source, first_line(source, node->span)};
}

JudgedText text_of(const ChangeSide& side) { return {side.proposal, side.judgement}; }

Moved status_move(const ChangeInput& in) {
  if (!in.before || !in.after) return {};
  return {in.before->proposal.metadata->known_status, in.after->proposal.metadata->known_status};
}

Moved stage_move(const ChangeInput& in) {
  if (!in.before || !in.after) return {};
  return {in.before->proposal.metadata->known_stage, in.after->proposal.metadata->known_stage};
}

bool explains(const ChangeInput& in, std::string_view to) {
  if (in.process.history.empty()) return true;
  const Document& document = in.after->proposal.document;
  const Metadata& metadata = *in.after->proposal.metadata;
  const Span history = section_span(text_of(*in.after), in.process.history);
  const std::string wanted = lower(to);
  for (std::uint32_t i = 0; i < in.document.added.size(); ++i) {
    const Span line = document.source().line(i);
    if (!in.document.added[i] || trim(document.text(line)).empty()) continue;
    if (line.begin > history.begin && line.begin < history.end) return true;
    if (!states_value(document, metadata, line) && names_word(document.text(line), wanted)) {
      return true;
    }
  }
  return false;
}

std::string ask_why(const Process& process) {
  return fmt::format("say why in \"{}\"", process.history);
}

bool is_rewrite(const Process& process, const TextChange& change) {
  const Rewrite& least = process.rewrite;
  return least.lines > 0 && change.lines >= least.lines &&
         change.lines * 100 >= least.percent * change.of;
}

std::string people(const std::vector<std::string>& handles) {
  constexpr std::size_t kMost = 5;
  std::string text;
  for (std::size_t i = 0; i < handles.size() && i < kMost; ++i) {
    const bool last = i + 1 == handles.size();
    if (i > 0) text += last ? " and " : ", ";
    text += "@" + handles[i];
  }
  if (handles.size() > kMost) text += fmt::format(" and {} more", handles.size() - kMost);
  return text;
}

}  // namespace milepost
