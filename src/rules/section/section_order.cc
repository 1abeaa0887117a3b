// MP209 section-order: sections stand in another order than in the template.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"
#include "rules/wording.h"

namespace milepost {

namespace {

// Which of the places, given in the template's order, must move for them to be
// in order: those outside the heaviest increasing run.
std::vector<bool> out_of_order(const std::vector<std::uint32_t>& places,
                               const std::vector<std::size_t>& weights) {
  const std::size_t count = places.size();
  std::vector<std::size_t> weight = weights;
  std::vector<std::size_t> previous(count, count);
  std::size_t last = 0;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (places[j] < places[i] && weight[j] + weights[i] > weight[i]) {
        weight[i] = weight[j] + weights[i];
        previous[i] = j;
      }
    }
    if (weight[i] > weight[last]) last = i;
  }
  std::vector<bool> moved(count, true);
  for (std::size_t i = last; i < count; i = previous[i]) moved[i] = false;
  return moved;
}

}  // namespace

void section_order(const RuleInput& in, Sink& sink) {
  std::vector<std::size_t> sections;
  sections.reserve(in.judgement.sections.size());
  std::uint32_t last = 0;
  bool sorted = true;
  for (std::size_t t = 1; t < in.judgement.sections.size(); ++t) {
    const Match& match = in.judgement.matching.sections[t];
    if (!match.found() || match.step == MatchStep::kMerged) continue;
    if (in.judgement.wanted(t).is_question()) continue;  // their order says nothing
    sections.push_back(t);
    sorted = sorted && last <= match.heading.begin;
    last = match.heading.begin;
  }
  if (sorted) return;
  std::vector<std::uint32_t> places;
  std::vector<std::size_t> weights;
  for (const std::size_t t : sections) {
    places.push_back(in.judgement.matching.sections[t].heading.begin);
    // A subsection moves rather than the section it strayed from.
    weights.push_back(in.judgement.wanted(t).level <= 2 ? 8 : 1);
  }
  const std::vector<bool> moved = out_of_order(places, weights);
  std::vector<std::string_view> titles;
  Span first;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!moved[i]) continue;
    const std::size_t t = sections[i];
    // A section that moved took its children along.
    const std::uint32_t parent = in.judgement.wanted(t).parent;
    const auto above = std::ranges::find(sections, parent);
    if (above != sections.end() && moved[static_cast<std::size_t>(above - sections.begin())])
      continue;
    if (titles.empty()) first = in.judgement.matching.sections[t].heading;
    titles.push_back(in.judgement.wanted(t).title);
  }
  if (titles.empty()) return;
  const Source& source = in.proposal.document.source();
  sink.report(source, first_line(source, first),
              fmt::format("{} {} in another place than in the template", listed(titles),
                          titles.size() == 1 ? "stands" : "stand"))
      .section = titles.front();
}

}  // namespace milepost
