#include "web/openapi.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "base/embedded.h"
#include "base/strings.h"
#include "features/common/api.h"
#include "web/all_routes.h"

namespace milepost::web {

namespace {

// What the command line prints, under the name of the component, by the file of its schema.
constexpr std::pair<std::string_view, std::string_view> kPrinted[] = {
    {"Board", "release"}, {"Findings", "findings"}, {"Gates", "gates"},
    {"Graph", "graph"},   {"Log", "log"},           {"Messages", "messages"},
    {"Proposal", "page"}, {"Rules", "rules"},       {"Tracking", "tracker"},
};

std::string ref_to(std::string_view component) {
  return fmt::format("#/components/schemas/{}", component);
}

// Schemas refer to parts of their own file; in the description these are components of their own.
void point_elsewhere(Json& value, std::string_view component) {
  constexpr std::string_view kOwn = "#/$defs/";
  if (value.is_object()) {
    const auto found = value.find("$ref");
    if (found != value.end() && found->is_string()) {
      const auto target = found->get<std::string>();
      if (target.starts_with(kOwn)) {
        *found = ref_to(fmt::format("{}.{}", component, target.substr(kOwn.size())));
      }
    }
  }
  if (value.is_structured()) {
    for (Json& below : value) point_elsewhere(below, component);
  }
}

void add_printed(Json& schemas, std::string_view component, std::string_view file) {
  const auto bytes = find_embedded(fmt::format("schemas/{}.schema.json", file));
  Json schema = bytes ? Json::parse(*bytes, nullptr, false) : Json::object();
  schema.erase("$schema");
  const Json parts = schema.value("$defs", Json::object());
  schema.erase("$defs");
  point_elsewhere(schema, component);
  schemas[std::string(component)] = std::move(schema);
  for (const auto& [name, part] : parts.items()) {
    Json one = part;
    point_elsewhere(one, component);
    schemas[fmt::format("{}.{}", component, name)] = std::move(one);
  }
}

Json all_schemas() {
  const auto bytes = find_embedded("web/openapi_schemas.json");
  Json schemas = bytes ? Json::parse(*bytes, nullptr, false) : Json::object();
  for (const auto& [component, file] : kPrinted) add_printed(schemas, component, file);
  return schemas;
}

Json path_parameters(std::string_view pattern) {
  Json list = Json::array();
  for (std::size_t at = pattern.find('{'); at != pattern.npos; at = pattern.find('{', at + 1)) {
    std::string_view name = pattern.substr(at + 1, pattern.find('}', at) - at - 1);
    if (name.ends_with("...")) name.remove_suffix(3);
    list.push_back({{"name", name},
                    {"in", "path"},
                    {"required", true},
                    {"schema", {{"type", "string"}, {"minLength", 1}}}});
  }
  return list;
}

// "limit:integer" is a name with its type.
void add_query(std::string_view query, Json& parameters) {
  for (const std::string& word : api::words_of(query)) {
    const auto [name, type] = cut(word, ':');
    Json schema{{"type", type.empty() ? std::string_view("string") : type}};
    if (type == "integer") schema["minimum"] = 0;
    parameters.push_back({{"name", name}, {"in", "query"}, {"schema", std::move(schema)}});
  }
}

void add_headers(const Route& route, Json& parameters) {
  if (route.match == Precondition::kProposal) {
    parameters.push_back({{"name", "If-Match"},
                          {"in", "header"},
                          {"required", true},
                          {"description", "The ETag of the proposal that you looked at."},
                          {"schema", {{"type", "string"}}}});
  }
  if (!http::is_safe(route.method) && route.guard.caller != Caller::kReader) {
    parameters.push_back({{"name", "Idempotency-Key"},
                          {"in", "header"},
                          {"description", "With the same key, what was done is not done again."},
                          {"schema", {{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}}});
  }
}

std::string_view words_of_status(int status) {
  switch (status) {
    case 400: return "The request cannot be read.";
    case 401: return "Nobody has signed in, or the token is not known.";
    case 403: return "This person may not, or the token is not for this.";
    case 404: return "There is no such thing.";
    case 409: return "Somebody was quicker, or the text is another.";
    case 412: return "The proposal has changed since you looked.";
    case 413: return "The body is too large.";
    case 415: return "The body is not sent as application/json.";
    case 422: return "It cannot be done as it was asked; `errors` names the fields.";
    case 428: return "If-Match is missing.";
    case 429: return "Too often; Retry-After says when to ask again.";
    case 503: return "What is needed does not answer now.";
    default: return "Refused.";
  }
}

std::set<int> statuses_of(const Route& route) {
  std::set<int> all = {400, 401, 403, 429, 503};
  std::string_view rest = route.text.statuses;
  while (!rest.empty()) {
    const auto [one, more] = cut(rest, ' ');
    all.insert(std::stoi(std::string(one)));
    rest = more;
  }
  if (!http::is_safe(route.method)) all.insert({409, 413, 415, 422});
  if (route.match == Precondition::kProposal) all.insert({412, 428});
  return all;
}

Json content_of(std::string_view answer) {
  const bool is_type = answer.find('/') != answer.npos;
  if (is_type) return {{std::string(answer), {{"schema", {{"type", "string"}}}}}};
  return {{"application/json", {{"schema", {{"$ref", ref_to(answer)}}}}}};
}

// Of what succeeded: 200, unless the row names another.
std::string success_of(std::set<int>& statuses) {
  if (*statuses.begin() >= 300) return "200";
  return std::to_string(statuses.extract(statuses.begin()).value());
}

Json responses_of(const Route& route) {
  std::set<int> statuses = statuses_of(route);
  Json done{{"description", "Done."}};
  if (!route.text.answer.empty()) done["content"] = content_of(route.text.answer);
  if (http::is_safe(route.method)) {
    done["description"] = "What was asked for.";
    done["headers"] = {{"ETag", {{"schema", {{"type", "string"}}}}}};
  }
  Json responses{{success_of(statuses), std::move(done)}};
  if (http::is_safe(route.method)) {
    responses["304"] = {{"description", "It is what If-None-Match names."}};
  }
  for (const int status : statuses) {
    Json one{
        {"description", words_of_status(status)},
        {"content", {{"application/problem+json", {{"schema", {{"$ref", ref_to("Problem")}}}}}}}};
    if (status == 429 || status == 503) {
      one["headers"] = {{"Retry-After", {{"schema", {{"type", "string"}}}}}};
    }
    responses[std::to_string(status)] = std::move(one);
  }
  return responses;
}

Json security_of(const Route& route) {
  const Json bearer{{"token", Json::array()}};
  const Json cookie{{"session", Json::array()}};
  Json list{bearer, cookie};
  const bool open = route.guard.caller == Caller::kReader || route.guard.caller == Caller::kAnyone;
  if (open) list.insert(list.begin(), Json::object());
  return list;
}

std::string operation_id(const Route& route) {
  std::string id = lower(http::name(route.method));
  bool begins = true;
  for (const char c : route.pattern.substr(std::string_view("/api/v1").size())) {
    if (!is_alnum(c)) {
      begins = true;
      continue;
    }
    id += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    begins = false;
  }
  return id;
}

Json operation_of(const Route& route) {
  Json parameters = path_parameters(route.pattern);
  add_query(route.text.query, parameters);
  add_headers(route, parameters);
  Json operation{{"operationId", operation_id(route)}, {"summary", route.text.summary}};
  if (!parameters.empty()) operation["parameters"] = std::move(parameters);
  if (!route.text.body.empty()) {
    operation["requestBody"] = {{"required", true}, {"content", content_of(route.text.body)}};
  }
  operation["responses"] = responses_of(route);
  operation["security"] = security_of(route);
  return operation;
}

}  // namespace

Json describe_api(const std::vector<const Route*>& routes, const std::string& server) {
  Json paths = Json::object();
  for (const Route* const route : routes) {
    if (!route->pattern.starts_with("/api/")) continue;
    paths[std::string(route->pattern)][lower(http::name(route->method))] = operation_of(*route);
  }
  return {{"openapi", "3.1.0"},
          {"info",
           {{"title", "milepost"},
            {"version", MILEPOST_VERSION},
            {"description",
             "Proposals, their gates, reviews, tracking issues and releases. JSON is that of the "
             "command line."}}},
          {"servers", Json::array({{{"url", server.empty() ? "/" : server}}})},
          {"paths", std::move(paths)},
          {"components",
           {{"schemas", all_schemas()},
            {"securitySchemes",
             {{"token", {{"type", "http"}, {"scheme", "bearer"}}},
              {"session", {{"type", "apiKey"}, {"in", "cookie"}, {"name", "__Host-milepost"}}}}}}}};
}

namespace {

http::Response openapi_answer(const http::Request& /*request*/, const Visit& visit) {
  return api::json_response(describe_api(all_routes(), visit.links.base));
}

constexpr Route kRows[] = {
    {http::Method::kGet,
     "/api/v1/openapi.json",
     api::kToRead,
     Precondition::kFree,
     openapi_answer,
     {"This description", "", "", "OpenApi", ""}},
};

}  // namespace

constinit const std::span<const Route> kOpenApiRoutes = kRows;

}  // namespace milepost::web
