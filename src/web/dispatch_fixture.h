// A Dispatcher over a small repository, for tests: time stands still unless it is let pass, and
// whoever one wants to be one is.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "accounts/accounts.h"
#include "web/dispatch.h"
#include "workspace/repository_fixture.h"

namespace milepost::web {

inline constexpr Instant kTestNow{1'790'000'000};

class DispatchFixture : public RepositoryFixture {
 protected:
  DispatchFixture() {
    propose("12-faster", "title: Faster\nnumber: 12\nstatus: draft\nstage: alpha\n");
    propose("13-slower", "title: Slower\nnumber: 13\nstatus: draft\nstage: alpha\n");
    options_.now = [] { return kTestNow; };
    options_.milliseconds = [this] { return milliseconds_; };
    // "person", "admin"; a token moreover has its scope: "person read".
    options_.by_session = [](std::string_view secret) -> std::optional<Visitor> {
      if (secret != "person" && secret != "admin") return std::nullopt;
      return Visitor{std::string(secret), secret == "admin", false, Scope::kNothing, "csrf-1"};
    };
    options_.by_token = [](std::string_view secret) -> std::optional<Visitor> {
      const std::pair<std::string_view, Scope> scopes[] = {
          {" read", Scope::kRead}, {" record", Scope::kRecord}, {" accounts", Scope::kAccounts}};
      for (const auto& [ending, scope] : scopes) {
        if (!secret.ends_with(ending)) continue;
        const std::string handle(secret.substr(0, secret.size() - ending.size()));
        return Visitor{handle, handle == "admin", true, scope, ""};
      }
      return std::nullopt;
    };
  }

  // What has a key is kept beside accounts.
  void keep_accounts() {
    auto opened = accounts::Accounts::open({root_.string(), ""});
    ASSERT_TRUE(opened) << opened.error().message;
    accounts_ = *std::move(opened);
    options_.accounts = [this] { return accounts_.get(); };
  }

  void serve(std::span<const Route> rows, std::vector<std::string> names = {"ways"}) {
    std::vector<const Route*> pointers;
    for (const Route& row : rows) pointers.push_back(&row);
    serve(pointers, std::move(names));
  }

  void serve(const std::vector<const Route*>& rows, std::vector<std::string> names = {"ways"}) {
    WorkspaceOptions options;
    options.directory = root_.string();
    workspace_ = (*Workspace::open_recognised(options, kTestNow))->from_root();
    std::vector<Mount> mounts;
    for (const std::string& name : names) {
      mounts.push_back({name, names.size() == 1 ? "" : "/" + name,
                        [this, name] { return snapshot(name); }, [this] { ++generation_; }});
    }
    state_ = std::make_unique<ServerState>(std::move(mounts), rows);
    dispatcher_ = std::make_unique<Dispatcher>(*state_, options_);
  }

  std::shared_ptr<const Snapshot> snapshot(const std::string& name) const {
    if (!ready_) return nullptr;
    Snapshot made;
    made.workspace = workspace_;
    made.generation = generation_;
    made.name = name;
    return std::make_shared<const Snapshot>(std::move(made));
  }

  static http::Request request(http::Method method, std::string target,
                               std::vector<std::pair<std::string, std::string>> headers = {},
                               std::string body = {}) {
    http::Request made;
    made.method = method;
    made.target = std::move(target);
    made.headers.add("host", "milepost.test");
    for (auto& [name, value] : headers) made.headers.add(name, value);
    made.body = std::move(body);
    made.id = "test-1";
    return made;
  }

  // As the server does it: what is kept comes first.
  Answered ask(const http::Request& asked, const Arrival& arrival = {"127.0.0.1", false}) {
    if (auto kept = dispatcher_->kept(asked, arrival)) return *std::move(kept);
    return dispatcher_->answer(asked, arrival);
  }

  Answered get(const std::string& target,
               std::vector<std::pair<std::string, std::string>> headers = {}) {
    return ask(request(http::Method::kGet, target, std::move(headers)));
  }

  static std::string body(const Answered& answered) {
    return answered.response->body ? *answered.response->body : "";
  }

  DispatchOptions options_;
  std::unique_ptr<accounts::Accounts> accounts_;
  std::int64_t milliseconds_ = 0;
  std::uint64_t generation_ = 1;
  bool ready_ = true;
  Workspace::Pointer workspace_;
  std::unique_ptr<ServerState> state_;
  std::unique_ptr<Dispatcher> dispatcher_;
};

}  // namespace milepost::web
