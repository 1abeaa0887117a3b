// MP505 review-orphan: a review file belongs to no proposal, or lies beside the
// one that counts.
#include <algorithm>

#include <fmt/format.h>

#include "rules/all.h"

namespace milepost {

namespace {

void report_without_proposal(const Facts& facts, const ReviewFile& file, Sink& sink) {
  Finding& finding =
      sink.report(*file.source, file.source->line(0),
                  fmt::format("no proposal has the number {} of this {}; rename or remove the file",
                              file.number, file.review->title));
  const std::string said = plain_number(file.yaml->root().scalar(file.review->number));
  if (!facts.proposals_numbered(said).empty()) {
    finding.note = fmt::format("its {} is {}", file.review->number, said);
  }
}

// The file of the same review that lies where the proposal's belongs.
const ReviewFile* find_counting(const Facts& facts, const Card& card, const ReviewFile& file) {
  for (const ReviewFile* other : facts.reviews_of(card)) {
    if (other->review == file.review && is_in_place(*other, card)) return other;
  }
  return nullptr;
}

}  // namespace

void review_orphan(const RepositoryInput& in, Sink& sink) {
  for (const ReviewFile& file : in.facts.reviews()) {
    const std::vector<const Card*> owners = in.facts.proposals_of(file);
    if (owners.empty()) {
      report_without_proposal(in.facts, file, sink);
      continue;
    }
    const auto in_place = [&](const Card* card) { return is_in_place(file, *card); };
    if (std::ranges::any_of(owners, in_place)) continue;
    const ReviewFile* counting = find_counting(in.facts, *owners.front(), file);
    // Without one, the proposal is told where its review lies.
    if (!counting) continue;
    sink.report(*file.source, file.source->line(0),
                fmt::format("the {} of {} is {}; remove this file", file.review->title, file.number,
                            counting->path));
  }
}

}  // namespace milepost
