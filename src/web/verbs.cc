#include "features/common/verbs.h"

#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "accounts/oidc.h"
#include "base/named_path.h"
#include "base/printable.h"
#include "base/strings.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "web/all_routes.h"
#include "web/dispatch.h"
#include "web/log.h"
#include "web/served.h"
#include "web/server.h"
#include "web/several_stores.h"
#include "web/state.h"

namespace milepost::web {

namespace {

constexpr Option kOptions[] = {
    {"--listen", "", "ADDRESS:PORT",
     "where to listen, 127.0.0.1:8080 unless given; port 0 is any that is free"},
    {"--base-url", "", "URL",
     "what the server is called from outside, such as https://proposals.example"},
    {"--private", "", "", "show nothing to those who have not signed in"},
    {"--tls-cert", "", "FILE", "the certificate, with those above it, in PEM: speak HTTPS"},
    {"--tls-key", "", "FILE", "its private key, in PEM"},
    {"--trust-proxy", "", "",
     "believe what the proxy in front says of the client in X-Forwarded-For and X-Forwarded-Proto"},
    {"--client-connections", "", "N",
     "how many connections one address may have, 600 unless given"},
    {"--oidc-issuer", "", "URL",
     "let people sign in by this provider of OpenID Connect, such as https://id.example"},
    {"--oidc-client", "", "ID",
     "what the provider calls this server; its secret is in MILEPOST_OIDC_SECRET"},
    {"--oidc-handle-claim", "", "CLAIM",
     "which claim is the handle, preferred_username unless given"},
    {"--fetch-every", "", "TIME",
     "how often to fetch the repository of an address, 60s unless given; 5m is five minutes"},
    {"--rates", "", "FACTOR",
     "how many times the usual a client and an account may ask, 1 unless given; not for signing "
     "in"},
    kStoreOption,
    kProcessOption,
};

constexpr Example kExamples[] = {
    {"milepost serve", "the repository you are in, at http://127.0.0.1:8080"},
    {"milepost serve keps designs --listen 127.0.0.1:9000", "two, below /keps and /designs"},
    {"milepost serve --listen 0.0.0.0:443 --tls-cert site.pem --tls-key site.key",
     "to everybody, by HTTPS"},
    {"milepost serve --trust-proxy --base-url https://proposals.example", "behind nginx or Caddy"},
    {"milepost serve --store postgresql://db/milepost", "one of several servers of one record"},
};

struct Settings {
  ServerOptions server;
  DispatchOptions dispatch;
  std::vector<std::string> places;
  std::shared_ptr<accounts::OidcProvider> oidc;  // null for none
  std::chrono::seconds fetch_every{60};
};

UsageError wrong(std::string message, std::vector<std::string> help = {}) {
  return UsageError{std::move(message), std::move(help)};
}

template <typename Number>
std::optional<Number> read_number(std::string_view text) {
  Number number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

tl::expected<void, UsageError> read_listen(std::string_view text, ServerOptions& server) {
  if (text.empty()) return {};
  const std::size_t colon = text.rfind(':');
  std::string_view address = text.substr(0, colon);
  const auto port =
      colon == text.npos ? std::nullopt : read_number<std::uint16_t>(text.substr(colon + 1));
  if (address.starts_with('[') && address.ends_with(']'))
    address = address.substr(1, address.size() - 2);
  if (!port || address.empty()) {
    return tl::unexpected(wrong(
        fmt::format("--listen is an address and a port, 127.0.0.1:8080 or [::1]:8080, not \"{}\"",
                    printable(text))));
  }
  server.address = address == "localhost" ? "127.0.0.1" : std::string(address);
  server.port = *port;
  return {};
}

tl::expected<std::string, UsageError> read_base_url(std::string_view text) {
  std::string url(text);
  while (url.ends_with('/')) url.pop_back();
  const bool whole = url.starts_with("https://") || url.starts_with("http://");
  const std::string_view rest = whole ? std::string_view(url).substr(url.find("//") + 2) : "";
  if (url.empty() || (whole && !rest.empty() && rest.find_first_of("/?# ") == rest.npos))
    return url;
  return tl::unexpected(
      wrong(fmt::format("--base-url is an address such as https://proposals.example, without a "
                        "path, not \"{}\"",
                        printable(text))));
}

// The secret is no option: others see the words of a command.
tl::expected<std::shared_ptr<accounts::OidcProvider>, UsageError> read_oidc(
    const Arguments& arguments) {
  accounts::OidcSettings oidc;
  oidc.issuer = std::string(arguments.value("--oidc-issuer"));
  oidc.client = std::string(arguments.value("--oidc-client"));
  if (oidc.issuer.empty() != oidc.client.empty()) {
    return tl::unexpected(wrong("--oidc-issuer and --oidc-client are given together"));
  }
  if (oidc.issuer.empty()) return nullptr;
  if (const auto claim = arguments.value("--oidc-handle-claim"); !claim.empty()) {
    oidc.handle_claim = std::string(claim);
  }
  if (const char* const secret = std::getenv("MILEPOST_OIDC_SECRET")) oidc.secret = secret;
  auto provider = accounts::OidcProvider::make(std::move(oidc));
  if (!provider) return tl::unexpected(wrong("--oidc-issuer: " + provider.error().message));
  return *std::move(provider);
}

// "60s", "5m" or "1h", at most a day.
tl::expected<std::chrono::seconds, UsageError> read_time(std::string_view text) {
  const auto number =
      text.empty() ? std::nullopt : read_number<std::int64_t>(text.substr(0, text.size() - 1));
  const std::int64_t unit = text.ends_with('s')   ? 1
                            : text.ends_with('m') ? 60
                            : text.ends_with('h') ? kHour
                                                  : 0;
  if (number && unit > 0 && *number > 0 && *number <= kDay / unit) {
    return std::chrono::seconds(*number * unit);
  }
  return tl::unexpected(wrong(
      fmt::format("--fetch-every is a time such as 60s, 5m or 1h, not \"{}\"", printable(text))));
}

tl::expected<Settings, UsageError> read_settings(const Arguments& arguments) {
  Settings settings;
  TRY(read_listen(arguments.value("--listen"), settings.server));
  TRY(settings.dispatch.base_url, read_base_url(arguments.value("--base-url")));
  settings.server.tls_certificate = std::string(arguments.value("--tls-cert"));
  settings.server.tls_key = std::string(arguments.value("--tls-key"));
  if (settings.server.tls_certificate.empty() != settings.server.tls_key.empty()) {
    return tl::unexpected(wrong("--tls-cert and --tls-key are given together"));
  }
  TRY(settings.oidc, read_oidc(arguments));
  settings.dispatch.anonymous_reading = !arguments.has("--private");
  settings.dispatch.trust_proxy = arguments.has("--trust-proxy");
  settings.server.trust_proxy = settings.dispatch.trust_proxy;
  // What a proxy is called by is known only where somebody says so.
  settings.dispatch.own_names =
      !settings.dispatch.base_url.empty() ||
      (is_loopback(settings.server.address) && !settings.dispatch.trust_proxy);
  if (const std::string_view text = arguments.value("--client-connections"); !text.empty()) {
    const auto count = read_number<std::size_t>(text);
    if (!count || *count == 0) {
      return tl::unexpected(wrong(
          fmt::format("--client-connections is a number from 1 on, not \"{}\"", printable(text))));
    }
    settings.server.limits.client_connections = *count;
  }
  if (arguments.has("--fetch-every")) {
    TRY(settings.fetch_every, read_time(arguments.value("--fetch-every")));
  }
  if (const std::string_view text = arguments.value("--rates"); !text.empty()) {
    const auto factor = read_number<std::uint32_t>(text);
    if (!factor || *factor == 0) {
      return tl::unexpected(
          wrong(fmt::format("--rates is a number from 1 on, not \"{}\"", printable(text))));
    }
    settings.server.limits.rate_factor = *factor;
  }
  const std::filesystem::path here = directory_of(arguments);
  for (const std::string& place : arguments.operands()) {
    settings.places.push_back(is_address(place) ? place
                                                : (here / place).lexically_normal().string());
  }
  if (settings.places.empty()) settings.places.push_back(here.string());
  return settings;
}

std::optional<Visitor> visitor_of(const std::optional<accounts::Identity>& identity) {
  if (!identity) return std::nullopt;
  const auto scope_of = [](accounts::TokenScope scope) {
    switch (scope) {
      case accounts::TokenScope::kRead: return Scope::kRead;
      case accounts::TokenScope::kRecord: return Scope::kRecord;
      case accounts::TokenScope::kAccounts: return Scope::kAccounts;
    }
    return Scope::kNothing;
  };
  return Visitor{identity->handle, identity->admin, identity->by_token, scope_of(identity->scope),
                 identity->csrf};
}

// The parts of a server while they come up one after the other.
class Running {
 public:
  Running(const Arguments& arguments, Settings settings)
      : arguments_(arguments), settings_(std::move(settings)), log_(STDERR_FILENO) {}

  // Until it is told to end. Fails when something cannot be opened.
  Result<void> run(Console& console);

 private:
  Result<void> open_repositories(const std::vector<std::string>& names);
  Result<void> open_accounts(const Served& first);
  Result<std::string> welcome() const;
  std::string address() const;
  std::vector<Mount> mounts(const std::vector<std::string>& names);
  void log_message(const std::string& message);

  const Arguments& arguments_;
  Settings settings_;
  LogWriter log_;
  std::vector<std::unique_ptr<Served>> served_;
  std::vector<std::unique_ptr<std::atomic<Served*>>> there_;  // null until it is opened
  std::unique_ptr<accounts::Accounts> accounts_;
  std::atomic<accounts::Accounts*> accounts_there_{nullptr};
  std::unique_ptr<ServerState> state_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::unique_ptr<Server> server_;
};

void Running::log_message(const std::string& message) { log_.write(log_note(message)); }

std::vector<Mount> Running::mounts(const std::vector<std::string>& names) {
  const std::vector<std::string> titles = served_titles(settings_.places, names);
  std::vector<Mount> all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    std::atomic<Served*>& there = *there_.emplace_back(std::make_unique<std::atomic<Served*>>());
    Mount mount;
    mount.name = name;
    mount.title = titles[i];
    if (names.size() > 1) mount.base = "/" + name;
    mount.now = [&there] {
      const Served* served = there;
      return served == nullptr ? nullptr : served->now();
    };
    mount.search = [&there] {
      const Served* served = there;
      return served == nullptr ? nullptr : served->search();
    };
    mount.answers = [&there] {
      const Served* served = there;
      return served == nullptr || served->answers();
    };
    mount.refresh = [&there] {
      if (Served* served = there) served->refresh_record();
    };
    all.push_back(std::move(mount));
  }
  return all;
}

Result<void> Running::open_repositories(const std::vector<std::string>& names) {
  TRY(const auto stores, stores_of(store_of(arguments_), names));
  for (std::size_t i = 0; i < names.size(); ++i) {
    ServedOptions options;
    options.place = settings_.places[i];
    options.name = names[i];
    options.workspace = workspace_options(arguments_);
    options.workspace.store = stores[i];
    options.fetch_every = settings_.fetch_every;
    options.log = [this](const std::string& message) { log_message(message); };
    const std::string& place = settings_.places[i];
    TRY(auto served, within(printable_path(place), Served::open(std::move(options))));
    // What is served asks the accounts: nothing is before they are there.
    if (i == 0) {
      TRY(open_accounts(*served));
    }
    there_[i]->store(served.get());
    served_.push_back(std::move(served));
  }
  return {};
}

// With several repositories beside the record of the first, or in PostgreSQL's default schema.
Result<void> Running::open_accounts(const Served& first) {
  const auto snapshot = first.now();
  TRY(accounts_, accounts::Accounts::open({snapshot->workspace->root(), store_of(arguments_)}));
  accounts_->set_oidc(settings_.oidc);
  accounts_there_ = accounts_.get();
  return {};
}

std::string Running::address() const {
  if (!settings_.dispatch.base_url.empty()) return settings_.dispatch.base_url;
  const bool tls = !settings_.server.tls_certificate.empty();
  const std::string& host = settings_.server.address;
  return fmt::format("{}://{}:{}", tls ? "https" : "http",
                     host.find(':') == host.npos ? host : "[" + host + "]", server_->port());
}

// What is printed once it serves.
Result<std::string> Running::welcome() const {
  std::string text = fmt::format(
      "milepost serves {} at {}/\n",
      served_.size() == 1 ? served_.front()->name() : counted(served_.size(), "repository"),
      address());
  const bool safe = !settings_.server.tls_certificate.empty() || settings_.dispatch.trust_proxy ||
                    settings_.dispatch.base_url.starts_with("https://") ||
                    is_loopback(settings_.server.address);
  if (!safe) {
    text +=
        "nobody can sign in from elsewhere: that takes --tls-cert and --tls-key, or a proxy with "
        "--trust-proxy\n";
  }
  TRY(const auto code, accounts_->make_setup_code(now_utc()));
  if (code) {
    text += fmt::format("no account is there yet; make the first, an admin, at {}/setup/{}\n",
                        address(), *code);
  }
  return text;
}

Result<void> Running::run(Console& console) {
  const std::vector<std::string> names = served_names(settings_.places);
  state_ = std::make_unique<ServerState>(mounts(names), all_routes());
  DispatchOptions& dispatch = settings_.dispatch;
  dispatch.limits = settings_.server.limits;
  dispatch.accounts = [this] { return accounts_there_.load(); };
  dispatch.by_token = [this](std::string_view secret) -> std::optional<Visitor> {
    accounts::Accounts* accounts = accounts_there_;
    return accounts == nullptr ? std::nullopt : visitor_of(accounts->by_token(secret, now_utc()));
  };
  dispatch.by_session = [this](std::string_view secret) -> std::optional<Visitor> {
    accounts::Accounts* accounts = accounts_there_;
    return accounts == nullptr ? std::nullopt : visitor_of(accounts->by_session(secret, now_utc()));
  };
  dispatcher_ = std::make_unique<Dispatcher>(*state_, dispatch);
  TRY(server_, Server::open(settings_.server, *state_, *dispatcher_, log_));

  // It answers from now on, that it is not ready; reading a large repository takes a while.
  bool all = true;
  std::thread serving([&] { all = server_->run(); });
  Result<std::string> text = failure("");
  Result<void> opened = open_repositories(names);
  if (opened) text = welcome();
  if (opened && !text) opened = tl::unexpected(text.error());
  if (!opened) {
    server_->stop();
  } else {
    write_all(STDOUT_FILENO, text.value());
  }
  serving.join();
  log_.flush();
  // A handler that has not come to an end would keep the program from it.
  if (!all) ::_exit(opened ? kClean : console.report_error(opened.error().message));
  return opened;
}

int run_serve(const Arguments& arguments, Console& console) {
  auto settings = read_settings(arguments);
  if (!settings) return console.report_error(settings.error());
  Running running(arguments, *std::move(settings));
  const auto done = running.run(console);
  return done ? kClean : console.report_error(done.error().message);
}

}  // namespace

extern constinit const Verb kServeVerb{
    "serve",
    kUpkeep,
    "serve repositories as web pages and a REST interface",
    "Proposals, boards, releases, inboxes, reports and the process as web pages, and the same as "
    "JSON below /api/v1. Edits of files, commits and what others record are seen at once. Without "
    "operands it serves the repository you are in; several are mounted below their names, and / "
    "lists them. An address is cloned, and fetched again and again.\n"
    "Everybody may read, unless --private. The first start prints a link that can be used once, to "
    "make the first account; whoever has one acts as its handle, and what that may do is decided "
    "by "
    "the rosters. Signing in needs HTTPS: --tls-cert and --tls-key, or a proxy in front with "
    "--trust-proxy; on this machine itself plain HTTP will do.\n"
    "A line with the address is printed once it serves; each request is a line of JSON on standard "
    "error. /healthz, /readyz and /metrics are for whoever looks after it. SIGTERM or Ctrl-C ends "
    "it: what was asked is answered first.",
    kOptions,
    {"DIR|URL", "a repository: its folder, or the address of a git repository", 0, Operands::kAny},
    kExamples,
    "0 it was ended\n2 it could not begin: the port is taken, or a repository cannot be read",
    run_serve,
};

}  // namespace milepost::web
