// MP501 review-missing: the review that the process asks for has no file, or it
// lies elsewhere.
#include <fmt/format.h>

#include "rules/all.h"
#include "rules/need.h"

namespace milepost {

namespace {

// Whether the file lies where the tools that read it look for it: strictly, zeros before the
// number are another name.
bool is_found(const RuleInput& in, const ReviewFile& file) {
  const bool padded = file.parts.find("number") != file.number;
  return is_in_place(file, in.card) && !(in.process.strict.reviews && padded);
}

// A file in its place, else any other; nullptr when there is none.
const ReviewFile* find_file(const RuleInput& in, const Review& review) {
  const ReviewFile* found = nullptr;
  for (const ReviewFile* file : in.facts.reviews_of(in.card)) {
    if (file->review->id != review.id) continue;
    if (!found || is_found(in, *file)) found = file;
  }
  return found;
}

}  // namespace

void review_missing(const RuleInput& in, Sink& sink) {
  const Metadata& metadata = *in.proposal.metadata;
  // A file that was named, but is no proposal by its place, has no place for a
  // review either.
  if (!metadata.complete()) return;
  const Card* const listed = in.facts.find(in.card.path);
  if (!listed || listed->path != in.card.path) return;
  for (const Review& review : in.process.reviews) {
    const std::string place = review_path(review, in.card);
    if (place.empty()) continue;
    const ReviewFile* file = find_file(in, review);
    const bool asked = is_asked(in, review.needed);
    if (file && !is_found(in, *file)) {
      const bool refused = asked && in.process.strict.reviews;
      sink.report(refused ? Severity::kError : Severity::kWarning, *metadata.source,
                  asking_place(in),
                  fmt::format("the {} lies in {}; move it to {}", review.title, file->path, place));
    } else if (!file && asked) {
      sink.report(*metadata.source, asking_place(in),
                  fmt::format("the {} is missing; it belongs in {}, with an approver for {}",
                              review.title, place, in.judgement.stage));
    }
  }
}

}  // namespace milepost
