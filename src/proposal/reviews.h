// Reviews kept in files of their own, such as the production-readiness
// approvals: one for each proposal, with an approver for each stage.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/read_error.h"
#include "process/process.h"
#include "proposal/metadata.h"
#include "proposal/repository.h"
#include "text/yaml.h"

namespace milepost {

struct Card;

struct ReviewFile {
  const Review* review = nullptr;
  std::string path;  // relative to the root
  PathParts parts;
  std::string number;  // of the path, without zeros in front
  std::shared_ptr<const Source> source;
  std::shared_ptr<const Yaml> yaml;

  // The approver's value for a stage; nullptr when there is none.
  const YamlNode* approver(std::string_view stage) const;
};

// Where the review of a proposal belongs; "" when the proposal does not say
// enough.
std::string review_path(const Review& review, const Card& card);

// Whether the file lies there. Where a proposal's path and its metadata name
// different groups, that of either will do.
bool is_in_place(const ReviewFile& file, const Card& card);

// The people in a value or list: "@jane, @john" are two, "@jane for the API" is
// one. What is unset is nobody.
std::vector<Scalar> people_in(const Process& process, const YamlNode* node);

// By path. What cannot be read is in `read_errors`.
std::vector<ReviewFile> read_reviews(const Repository& repository, int jobs,
                                     std::vector<ReadError>& read_errors);

}  // namespace milepost
