#include "features/common/web_page.h"

#include <map>
#include <mutex>

#include "base/direction.h"
#include "base/embedded.h"
#include "features/common/awaiting.h"
#include "features/common/query_terms.h"
#include "render/mustache.h"

namespace milepost {

namespace {

std::string template_text(std::string_view name) {
  return std::string(find_embedded("web/" + std::string(name) + ".html").value_or(""));
}

// Templates are built in: each is read once.
const Result<Mustache>& page_template(std::string_view name) {
  static std::mutex reading;
  static std::map<std::string, Result<Mustache>, std::less<>> read;
  const std::scoped_lock lock(reading);
  const auto known = read.find(name);
  if (known != read.end()) return known->second;
  const std::string text = "{{>frame_head}}" + template_text(name) + "{{>frame_foot}}";
  return read.emplace(name, Mustache::parse(text, template_text)).first->second;
}

struct Entry {
  std::string_view id, title, path, key;
};
// In the order in which the navigation has them; `key` follows g on the keyboard.
constexpr Entry kEntries[] = {
    {"proposals", "Proposals", "/proposals", "p"}, {"board", "Board", "/board", "b"},
    {"release", "Release", "/release", "r"},       {"reports", "Reports", "/reports", "o"},
    {"process", "Process", "/process", "s"},       {"inbox", "Inbox", "/inbox", "i"},
};

// Leads back to the page one was on; pages for signing in are none to come back to.
std::string sign_in_href(const Visit& visit) {
  std::string login = visit.links.base + "/login";
  for (const std::string_view page : {"/login", "/setup/", "/invite/"}) {
    if (visit.here.starts_with(visit.links.base + std::string(page))) return login;
  }
  return visit.here.empty() ? login : login + "?next=" + http::encode(visit.here);
}

// A query that finds something, for who has not seen one.
std::string example_query(const Visit& visit) {
  if (!visit.workspace || !visit.workspace->recognised()) return {};
  const Process& process = visit.workspace->process();
  for (const Card& card : visit.workspace->index().cards) {
    if (process.find_status(card.status) == nullptr) continue;
    return (process.has_stage(card.stage) ? query_term("stage", card.stage) + " " : std::string()) +
           query_term("status", card.status);
  }
  return {};
}

Json site_json(const Visit& visit, const PageAbout& about) {
  const PageLinks& links = visit.links;
  const bool of_all = about.file == "repositories";
  // Where reading is private, a page for somebody unknown tells nothing of what is served.
  const bool named = !visit.repository.empty() && !of_all;
  Json entries = Json::array();
  for (const Entry& entry : kEntries) {
    if (links.is_static && entry.id == "inbox") continue;
    entries.push_back({{"title", entry.title},
                       {"href", links.base + std::string(entry.path) + links.ending},
                       {"key", entry.key},
                       {"here", entry.id == about.at},
                       {"inbox", entry.id == "inbox"}});
  }
  return {{"base", links.base},
          {"ending", links.ending},
          {"assets", links.assets},
          {"static", links.is_static},
          {"served", !links.is_static},
          {"of_all", of_all},
          {"repository", visit.repository},
          {"named", named},
          {"followed", named && !links.is_static},
          {"title", about.title},
          {"navigation", std::move(entries)},
          {"sign_in", sign_in_href(visit)},
          {"narrow", about.narrow},
          {"generation", named ? std::to_string(visit.generation) : std::string()},
          {"middle", about.middle},
          {"query", about.query},
          {"example", named ? example_query(visit) : std::string()},
          {"search", links.base + std::string(about.search) + links.ending}};
}

Json visitor_json(const Visit& visit) {
  const Visitor& visitor = visit.visitor;
  const std::size_t awaiting = find_awaiting(visit).value_or(0);
  return {{"signed_in", visitor.signed_in()},
          {"handle", visitor.handle},
          {"admin", visitor.admin},
          {"csrf", visitor.csrf},
          {"awaiting", awaiting > 0 ? std::to_string(awaiting) : std::string()}};
}

// What people wrote turns around nothing but itself.
void end_all_directions(Json& value) {
  if (value.is_string()) end_directions(value.get_ref<std::string&>());
  if (!value.is_structured()) return;
  for (Json& one : value) end_all_directions(one);
}

// What happened, for who does not know the numbers.
std::string_view words_of_status(int status) {
  switch (status) {
    case 400:
    case 422: return "Not understood";
    case 401: return "Sign in first";
    case 403: return "Not allowed";
    case 404: return "Not found";
    case 409:
    case 412: return "It has changed meanwhile";
    case 413: return "Too large";
    case 429: return "Too many requests";
    case 503: return "Not there at the moment";
    default: return "";
  }
}

}  // namespace

http::Response page_response(const Visit& visit, const PageAbout& about, Json data) {
  end_all_directions(data);
  data["site"] = site_json(visit, about);
  data["me"] = visitor_json(visit);
  const auto& page = page_template(about.file);
  if (!page) return http::text_response(500, "text/plain; charset=utf-8", page.error().message);
  return http::text_response(about.status, "text/html; charset=utf-8", page->fill(data));
}

http::Response error_page(const Visit& visit, int status, const std::string& message) {
  const std::string_view words = words_of_status(status);
  const PageAbout about{.file = "error",
                        .title = std::string(words.empty() ? "Error" : words),
                        .status = status,
                        .narrow = true};
  return page_response(visit, about,
                       {{"status", status},
                        {"words", words},
                        {"message", message},
                        {"signs_in", status == 401},
                        {"back", visit.form ? visit.form->page : std::string()},
                        {"written", visit.form ? visit.form->written : std::string()}});
}

http::Response error_page(const Visit& visit, const Error& error) {
  auto response = error_page(visit, http_status(error), public_message(error));
  if (error.kind == ErrorKind::kUnavailable) {
    response.headers.add("Retry-After", "2");
    response.failure = error.message;
  }
  return response;
}

}  // namespace milepost
