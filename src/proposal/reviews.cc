#include "proposal/reviews.h"

#include <algorithm>

#include "base/limits.h"
#include "base/parallel.h"
#include "base/strings.h"
#include "proposal/card.h"

namespace milepost {

namespace {

// The folders of a pattern before its first named part: where its files are.
std::string fixed_folder(const PathPattern& pattern) {
  const std::string& text = pattern.text();
  const std::size_t slash = text.rfind('/', text.find_first_of("{*"));
  return slash == text.npos ? std::string() : text.substr(0, slash);
}

void find_files(const Repository& repository, const Review& review, std::vector<ReviewFile>& files,
                std::vector<ReadError>& read_errors) {
  const std::string folder = fixed_folder(review.file);
  if (repository.tree->kind(folder) != PathKind::kFolder) return;
  const auto full = [&](std::string_view path) {
    return folder.empty() ? std::string(path) : (folder + "/").append(path);
  };
  const Walk walked = repository.tree->walk(folder, [&](std::string_view path, EntryKind kind) {
    return kind == EntryKind::kDirectory || review.file.match(full(path)).has_value();
  });
  for (const WalkProblem& problem : walked.problems) {
    read_errors.push_back({full(problem.path), problem.message});
  }
  for (const WalkedFile& file : walked.files) {
    ReviewFile& found = files.emplace_back();
    found.review = &review;
    found.path = full(file.path);
    if (auto parts = review.file.match(found.path)) found.parts = std::move(*parts);
    found.number = plain_number(found.parts.find("number"));
  }
}

}  // namespace

const YamlNode* ReviewFile::approver(std::string_view stage) const {
  const YamlNode* entry = yaml->root().find(stage);
  return entry ? entry->find(review->approver) : nullptr;
}

std::string review_path(const Review& review, const Card& card) {
  PathParts parts = card.parts;
  parts.set("number", card.number);
  if (parts.find("group").empty()) parts.set("group", card.group);
  return review.file.fill(parts);
}

bool is_in_place(const ReviewFile& file, const Card& card) {
  if (!file.review->file.names("group")) return true;
  const std::string_view group = file.parts.find("group");
  return group == card.group || group == card.parts.find("group");
}

std::vector<Scalar> people_in(const Process& process, const YamlNode* node) {
  std::vector<Scalar> people;
  for (const Scalar& entry : scalars(node)) {
    const bool handles = entry.text.find('@') != entry.text.npos;
    const auto add = [&](std::string_view part) {
      const std::string_view person = trim(part);
      // Beside handles, words are a remark: "@jane, for the API".
      const bool remark =
          handles && person.find('@') == person.npos && std::ranges::any_of(person, is_space);
      if (!remark && !is_unset(process, person)) people.push_back({person, entry.span});
    };
    std::size_t begin = 0;
    for (std::size_t at = 0; at < entry.text.size(); ++at) {
      const char c = entry.text[at];
      const bool another = c == '@' && at > 0 && is_space(entry.text[at - 1]);
      if (c != ',' && c != ';' && !another) continue;
      add(entry.text.substr(begin, at - begin));
      begin = another ? at : at + 1;
    }
    add(entry.text.substr(begin));
  }
  return people;
}

std::vector<ReviewFile> read_reviews(const Repository& repository, int jobs,
                                     std::vector<ReadError>& read_errors) {
  std::vector<ReviewFile> files;
  for (const Review& review : repository.process->reviews) {
    find_files(repository, review, files, read_errors);
  }
  std::vector<std::string> failures(files.size());
  parallel_for(files.size(), jobs, [&](std::size_t i) {
    auto source = repository.read(files[i].path);
    if (!source) {
      failures[i] = source.error().message;
      return;
    }
    files[i].source = *source;
    files[i].yaml = std::make_shared<const Yaml>(**source);
  });
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!failures[i].empty()) read_errors.push_back({files[i].path, failures[i]});
  }
  std::erase_if(files, [](const ReviewFile& file) { return file.yaml == nullptr; });
  return files;
}

}  // namespace milepost
