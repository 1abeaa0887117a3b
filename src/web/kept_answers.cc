#include "web/kept_answers.h"

#include <charconv>
#include <memory>
#include <utility>

#include "store/event.h"

namespace milepost::web {

namespace {

constexpr std::string_view kHeader = "header ";

}  // namespace

std::string write_answer(const http::Response& response) {
  EventFields fields = {{"status", std::to_string(response.status)},
                        {"type", response.type},
                        {"etag", response.etag},
                        {"body", response.body ? *response.body : std::string()}};
  for (const auto& [name, value] : response.headers) {
    fields.emplace_back(std::string(kHeader) + name, value);
  }
  return fields_text(fields);
}

std::optional<http::Response> read_answer(std::string_view text) {
  auto fields = parse_fields(text);
  if (!fields) return std::nullopt;
  http::Response response;
  response.status = 0;
  for (auto& [name, value] : *fields) {
    if (name == "status") {
      std::from_chars(value.data(), value.data() + value.size(), response.status);
    } else if (name == "type") {
      response.type = std::move(value);
    } else if (name == "etag") {
      response.etag = std::move(value);
    } else if (name == "body") {
      response.body = std::make_shared<const std::string>(std::move(value));
    } else if (name.starts_with(kHeader)) {
      response.headers.add(name.substr(kHeader.size()), std::move(value));
    }
  }
  if (response.status == 0 || !response.body) return std::nullopt;
  return response;
}

}  // namespace milepost::web
