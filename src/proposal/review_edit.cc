#include "proposal/review_edit.h"

#include <vector>

#include <fmt/format.h>

#include "base/edits.h"
#include "proposal/metadata_edit.h"
#include "text/yaml_write.h"

namespace milepost {

const ReviewFile* find_review(const Facts& facts, const Card& card, const Review& review) {
  for (const ReviewFile* file : facts.reviews_of(card)) {
    if (file->review == &review) return file;
  }
  return nullptr;
}

std::string new_review(const Review& review, std::string_view number, std::string_view stage,
                       std::string_view approver) {
  std::string text;
  if (!review.number.empty()) text = fmt::format("{}: {}\n", review.number, number);
  return text + fmt::format("{}:\n  {}: {}\n", stage, review.approver, yaml_scalar(approver));
}

Result<std::string> with_approver(const ReviewFile& file, std::string_view stage,
                                  std::string_view approver) {
  if (!file.yaml->complete()) {
    return failure(fmt::format("{} cannot be read to its end; milepost check says where",
                               file.source->path()));
  }
  YamlEditor editor(*file.source, file.yaml->root());
  TRY(within(file.source->path(), editor.set(stage, file.review->approver, approver, {})));
  const std::vector<std::vector<Edit>> groups{editor.take()};
  return splice(file.source->text(), groups).text;
}

}  // namespace milepost
