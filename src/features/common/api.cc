#include "features/common/api.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/strings.h"
#include "base/utf8.h"
#include "features/common/card_of_key.h"

namespace milepost::api {

namespace {

// What a person writes into a field: a name, or a comment of some pages.
constexpr std::size_t kMostText = 64 * 1024;
constexpr std::size_t kMostTexts = 1000;

http::Response with_errors(int status, std::string_view title, std::string detail,
                           const std::vector<FieldFault>& faults, const http::Request& request) {
  Json body = {{"type", "about:blank"},
               {"title", title},
               {"status", status},
               {"detail", std::move(detail)},
               {"errors", Json::array()}};
  for (const FieldFault& fault : faults) {
    body["errors"].push_back({{"field", fault.field}, {"message", fault.message}});
  }
  if (!request.id.empty()) body["request"] = request.id;
  return http::text_response(status, "application/problem+json", json_text(body));
}

}  // namespace

http::Response faults_problem(const std::vector<FieldFault>& faults, const http::Request& request) {
  std::vector<std::string> all;
  for (const FieldFault& fault : faults) {
    all.push_back(fmt::format("{} {}", fault.field, fault.message));
  }
  return with_errors(422, "Refused", fmt::format("{}", fmt::join(all, "; ")), faults, request);
}

Body::Body(const http::Request& request) : request_(request) {
  const std::string_view text = request.body.empty() ? "{}" : std::string_view(request.body);
  value_ = read_json(text);
  is_object_ = value_.is_object();
}

const Json* Body::find(std::string_view field) {
  asked_.emplace_back(field);
  if (!is_object_) return nullptr;
  const auto found = value_.find(field);
  return found == value_.end() || found->is_null() ? nullptr : &*found;
}

void Body::refuse(std::string_view field, std::string message) {
  faults_.push_back({std::string(field), std::move(message)});
}

std::string Body::read_text(std::string_view field, std::size_t most) {
  const Json* const found = find(field);
  if (found == nullptr) return {};
  if (!found->is_string()) {
    refuse(field, "is no text");
    return {};
  }
  std::string text = found->get<std::string>();
  if (text.size() > most) {
    refuse(field, fmt::format("is longer than {} bytes", most));
    return {};
  }
  if (text.find('\0') != text.npos) {
    refuse(field, "has a zero byte in it");
    return {};
  }
  return text;
}

std::string Body::text(std::string_view field) { return read_text(field, kMostText); }

std::string Body::needed_text(std::string_view field) {
  const std::size_t before = faults_.size();
  std::string text = read_text(field, kMostText);
  if (faults_.size() == before && trim(text).empty()) refuse(field, "is missing");
  return text;
}

std::string Body::document(std::string_view field) {
  return read_text(field, kLimits.document_bytes);
}

bool Body::truth(std::string_view field, bool otherwise) {
  const Json* const found = find(field);
  if (found == nullptr) return otherwise;
  if (found->is_boolean()) return found->get<bool>();
  refuse(field, "is neither true nor false");
  return otherwise;
}

std::vector<std::string> Body::texts(std::string_view field) {
  const Json* const found = find(field);
  if (found == nullptr) return {};
  std::vector<std::string> texts;
  const bool right = found->is_array() && found->size() <= kMostTexts &&
                     std::ranges::all_of(*found, [](const Json& one) { return one.is_string(); });
  if (!right) {
    refuse(field, fmt::format("is no list of at most {} texts", kMostTexts));
    return {};
  }
  for (const Json& one : *found) texts.push_back(one.get<std::string>());
  return texts;
}

Json Body::value(std::string_view field) {
  const Json* const found = find(field);
  return found == nullptr ? Json() : *found;
}

std::optional<http::Response> Body::wrong() const {
  if (!is_object_) {
    return problem(400, "No JSON", "the body is no object of JSON, or is nested too deep",
                   request_);
  }
  std::vector<FieldFault> all = faults_;
  for (const auto& [field, value] : value_.items()) {
    if (std::ranges::find(asked_, field) == asked_.end()) {
      all.push_back({field, fmt::format("is not known; known are {}", fmt::join(asked_, ", "))});
    }
  }
  if (all.empty()) return std::nullopt;
  return faults_problem(all, request_);
}

std::uint64_t number_of(const http::Request& request, std::string_view name,
                        std::uint64_t otherwise, std::uint64_t least, std::uint64_t most,
                        std::vector<FieldFault>& faults) {
  const auto text = request.query.find(name);
  if (!text) return otherwise;
  std::uint64_t number = 0;
  const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (failed == std::errc() && end == text->data() + text->size() && number >= least &&
      number <= most) {
    return number;
  }
  faults.push_back({std::string(name), fmt::format("must be {} to {}", least, most)});
  return otherwise;
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (const std::string_view word = trim(list.substr(0, end)); !word.empty()) {
      words.emplace_back(word);
    }
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return words;
}

http::Response json_response(std::string text, int status) {
  return http::text_response(status, "application/json", std::move(text));
}

http::Response json_response(const Json& value, int status) {
  return json_response(json_text(value), status);
}

http::Response text_answer(const http::Request& request, const Result<std::string>& text) {
  return text ? json_response(*text) : problem(text.error(), request);
}

http::Response json_answer(const http::Request& request, const Result<Json>& value) {
  return value ? json_response(*value) : problem(value.error(), request);
}

Result<const Card*> find_card(const Workspace& workspace, const http::Request& request) {
  if (!workspace.recognised()) return failure(not_recognised("here"), ErrorKind::kNotFound);
  const std::string subject = subject_of_key(request.values.get("proposal"));
  const Index& index = workspace.index();
  const bool is_number = !subject.empty() && std::ranges::all_of(subject, is_digit);
  if (is_number) {
    const auto found = index.by_number.find(plain_number(subject));
    if (found == index.by_number.end()) {
      return failure(fmt::format("there is no proposal {}", subject), ErrorKind::kNotFound);
    }
    if (found->second.size() == 1) return &index.cards[found->second.front()];
    std::vector<std::string> paths;
    for (const std::size_t i : found->second) paths.push_back(index.cards[i].path);
    return failure(fmt::format("{} is the number of several proposals: {}; name one by its path, "
                               "with ~ for each /",
                               subject, fmt::join(paths, ", ")),
                   ErrorKind::kConflict);
  }
  const auto found = index.by_path.find(subject);
  if (found == index.by_path.end()) {
    return failure(fmt::format("there is no proposal {}", subject), ErrorKind::kNotFound);
  }
  return &index.cards[found->second];
}

std::string subject_of(const Workspace& workspace, const Card& card) {
  // Of several that share a number only the path names one.
  const bool alone = key_of_card(workspace.index(), card) == card.number;
  return alone ? card.number : workspace.root() + "/" + card.path;
}

http::Response about_proposal(const http::Request& request, const Visit& visit,
                              const TellOfProposal& tell) {
  const auto card = find_card(*visit.workspace, request);
  if (!card) return problem(card.error(), request);
  return text_answer(request, tell(*visit.workspace, **card));
}

http::Response of_proposal(const http::Request& request, const Visit& visit,
                           const TellOfProposal& tell) {
  const auto card = find_card(*visit.workspace, request);
  if (!card) return problem(card.error(), request);
  const auto tag = proposal_tag(*visit.workspace, **card);
  if (!tag) return problem(tag.error(), request);
  http::Response response = text_answer(request, tell(*visit.workspace, **card));
  if (response.status == 200) response.etag = answer_tag(*tag, *response.body);
  return response;
}

http::Response change_proposal(const http::Request& request, const Visit& visit,
                               const TellOfProposal& change) {
  const Workspace::Pointer workspace = visit.to_record();
  const auto card = find_card(*workspace, request);
  if (!card) return problem(card.error(), request);
  return text_answer(request, change(*workspace, **card));
}

std::string next_link(const http::Request& request, const Visit& visit, std::string_view after) {
  std::string link = visit.links.base + request.path + "?";
  for (const auto& [name, value] : request.query) {
    if (name == "after") continue;
    link += fmt::format("{}={}&", http::encode(name), http::encode(value));
  }
  return link + "after=" + http::encode(after);
}

}  // namespace milepost::api
