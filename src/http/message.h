// What comes in and what goes out over HTTP, as plain values: no word of sockets, and none of
// the domain. Handlers take a Request and give a Response; a server makes the one of bytes and
// bytes of the other.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace milepost::http {

class Stream;

// The last stands for all that are served nowhere.
enum class Method : std::uint8_t { kGet, kHead, kPost, kPut, kDelete, kOther };

std::string_view name(Method method);  // "GET"
Method method_named(std::string_view name);
constexpr bool is_safe(Method method) { return method == Method::kGet || method == Method::kHead; }

// In the order in which they were given; names may be there more than once.
class Fields {
 public:
  void add(std::string name, std::string value) {
    list_.emplace_back(std::move(name), std::move(value));
  }
  // The first of a name; nothing when there is none.
  std::optional<std::string_view> find(std::string_view name) const;
  // The same, with "" for none.
  std::string get(std::string_view name) const { return std::string(find(name).value_or("")); }
  bool has(std::string_view name) const { return find(name).has_value(); }
  std::vector<std::string_view> all(std::string_view name) const;
  bool empty() const { return list_.empty(); }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }

 private:
  std::vector<std::pair<std::string, std::string>> list_;
};

struct Request {
  Method method = Method::kGet;
  std::string path;         // decoded; begins with "/", below where the repository is mounted
  std::string target = {};  // as it was asked for, with its query
  Fields query = {};        // decoded
  Fields headers = {};      // names in small letters
  Fields values = {};       // of the pattern's {names}, decoded
  std::string body = {};
  Fields form = {};         // of a body that is a form
  std::string id = {};      // of this request, in logs and problems
  std::string client = {};  // the address it came from
};

struct Response {
  int status = 200;
  std::string type = "text/plain; charset=utf-8";
  Fields headers = {};
  // Shared, so that what is kept is not copied for each who asks.
  std::shared_ptr<const std::string> body = {};
  std::string etag = {};     // with its quotes; "": the server makes one of the body
  std::string failure = {};  // what went wrong, for the log alone
  // Instead of a body, what comes bit by bit (http/stream.h).
  std::shared_ptr<Stream> stream = {};
};

Response text_response(int status, std::string type, std::string body);
Response redirect(std::string to);  // 303: look there with GET

// "a%20b+c" → "a b+c"; nothing for what is no encoding, or has a zero byte in it.
std::optional<std::string> decode(std::string_view encoded);
// For a path segment or a value of a query.
std::string encode(std::string_view text);
// The same of each part of a path: "a b/c" → "a%20b/c".
std::string encode_path(std::string_view path);
// "q=a+b&page=2"; at most `most` fields. Nothing for what is no form.
std::optional<Fields> read_form(std::string_view text, std::size_t most = 200);
// The value of a cookie among those of a header.
std::optional<std::string_view> find_cookie(std::string_view header, std::string_view name);

}  // namespace milepost::http
