#include "features/common/verbs.h"

#include <charconv>
#include <unistd.h>

#include <fmt/format.h>

#include "accounts/accounts.h"
#include "base/files.h"
#include "base/printable.h"
#include "cli/output.h"
#include "cli/verb.h"
#include "render/json_value.h"
#include "render/table.h"
#include "store/remote.h"

namespace milepost::accounts {

namespace {

constexpr std::string_view kScopes[] = {"read", "record", "accounts"};

constexpr Option kUrlOption{"--base-url", "", "URL",
                            "what the server is called, to print the whole link"};

constexpr Option kAddOptions[] = {
    {"--admin", "", "", "they look after accounts, too"},
    {"--password-stdin", "", "",
     "make the account at once, with the password that standard input has"},
    kUrlOption,
    kStoreOption,
};
constexpr Option kLinkOptions[] = {kUrlOption, kStoreOption};
constexpr Option kChangeOptions[] = {kStoreOption};
constexpr Option kListOptions[] = {
    {"--format", "", "FORMAT", "how to write it", kTextOrJson},
    kStoreOption,
};
constexpr Option kTokenOptions[] = {
    {"--name", "", "NAME", "what it is for; \"command line\" unless given"},
    {"--scope", "", "SCOPE", "what it is good for, read unless given", kScopes},
    {"--days", "", "N", "for how long, 90 unless given"},
    kStoreOption,
};

constexpr Example kAddExamples[] = {
    {"milepost account add jane", "print a link by which jane makes her account"},
    {"milepost account add jane --admin --base-url https://proposals.example",
     "one who looks after accounts, with the whole address"},
    {"milepost account add jane --password-stdin < secret", "an account that is there at once"},
};
constexpr Example kListExamples[] = {{"milepost account list", "who has an account?"}};
constexpr Example kDisableExamples[] = {
    {"milepost account disable jane", "end her sessions, and let her in no more"}};
constexpr Example kEnableExamples[] = {{"milepost account enable jane", "let her in again"}};
constexpr Example kResetExamples[] = {
    {"milepost account reset jane", "print a link by which jane chooses a new password"}};
constexpr Example kTokenExamples[] = {
    {"milepost account token jane --scope record --days 30", "a token for a program of jane's"},
};

tl::expected<std::unique_ptr<Accounts>, UsageError> open_accounts(const Arguments& arguments) {
  if (const std::string store = store_of(arguments); is_remote(store)) {
    return tl::unexpected(UsageError{
        fmt::format("the accounts of {} are looked after on its machine: run this there, in the "
                    "folder that it serves and with the --store that it has",
                    printable(store)),
        {"its pages /accounts, for those who look after accounts, and /account, for one's own "
         "tokens, do the same"}});
  }
  TRY(const auto workspace, open_workspace(arguments));
  auto opened = Accounts::open({workspace->root(), store_of(arguments)});
  if (!opened) return tl::unexpected(UsageError{opened.error().message, {}});
  return *std::move(opened);
}

const std::string& handle_of(const Arguments& arguments) { return arguments.operands().front(); }

// Standard output has the link alone, so that a script can pass it on.
int print_link(const Arguments& arguments, Console& console, const Result<std::string>& code,
               std::string_view what, std::int64_t seconds) {
  if (!code) return console.report_error(code.error().message);
  std::string base(arguments.value("--base-url"));
  while (base.ends_with('/')) base.pop_back();
  console.out += fmt::format("{}/invite/{}\n", printable(base), *code);
  console.err +=
      fmt::format("{}; the link can be used once, within {} h{}\n", what, seconds / kHour,
                  base.empty() ? "; put the address of the server before it" : "");
  return kClean;
}

// The first line, which is never shown.
Result<std::string> read_password() {
  constexpr std::size_t kLongest = 4096;
  TRY(const auto source, read_descriptor(STDIN_FILENO, "<stdin>", kLongest));
  return std::string(source->text().substr(0, source->text().find_first_of("\r\n")));
}

Result<void> add_with_password(Accounts& accounts, const Arguments& arguments) {
  TRY(const std::string password, read_password());
  const std::string& handle = handle_of(arguments);
  TRY(const std::string code, accounts.invite(handle, arguments.has("--admin"), now_utc()));
  return accounts.use_link(code, handle, "", password, now_utc()).map([](const auto&) {});
}

int run_add(const Arguments& arguments, Console& console) {
  const auto accounts = open_accounts(arguments);
  if (!accounts) return console.report_error(accounts.error());
  const std::string& handle = handle_of(arguments);
  if (arguments.has("--password-stdin")) {
    const auto added = add_with_password(**accounts, arguments);
    if (!added) return console.report_error(added.error().message);
    console.err += printable(handle) + " has an account\n";
    return kClean;
  }
  return print_link(arguments, console,
                    (*accounts)->invite(handle, arguments.has("--admin"), now_utc()),
                    printable(handle) + " may make an account", kLinkAge);
}

int run_reset(const Arguments& arguments, Console& console) {
  const auto accounts = open_accounts(arguments);
  if (!accounts) return console.report_error(accounts.error());
  const std::string& handle = handle_of(arguments);
  return print_link(arguments, console, (*accounts)->make_reset_code(handle, now_utc()),
                    printable(handle) + " may choose a new password", kSetupAge);
}

int set_disabled(const Arguments& arguments, Console& console, bool disabled) {
  const auto accounts = open_accounts(arguments);
  if (!accounts) return console.report_error(accounts.error());
  const std::string& handle = handle_of(arguments);
  const auto done = (*accounts)->set_disabled(handle, disabled);
  const bool unknown = !done && done.error().kind == ErrorKind::kNotFound;
  if (unknown && disabled && (*accounts)->withdraw_invitation(handle, now_utc())) {
    console.err += fmt::format("the invitation of {} is withdrawn\n", printable(handle));
    return kClean;
  }
  if (!done) return console.report_error(done.error().message);
  console.err += fmt::format("{} is {}\n", printable(handle), disabled ? "disabled" : "enabled");
  return kClean;
}

int run_disable(const Arguments& arguments, Console& console) {
  return set_disabled(arguments, console, true);
}

int run_enable(const Arguments& arguments, Console& console) {
  return set_disabled(arguments, console, false);
}

std::string how_signed_in(const Account& account) {
  return account.has_password ? "password" : account.issuer;
}

std::string list_text(const std::vector<Account>& accounts, const std::vector<Link>& invitations,
                      std::uint32_t columns) {
  if (accounts.empty() && invitations.empty()) return "nobody has an account yet\n";
  Table table{{{"handle"}, {"name"}, {"signs in by"}, {"last"}, {"is"}}, {}};
  for (const Account& account : accounts) {
    table.rows.push_back(
        {account.handle, account.name, how_signed_in(account),
         account.signed_in.seconds == 0 ? "never" : to_string(date_of(account.signed_in)),
         account.disabled ? "disabled" : (account.admin ? "admin" : "")});
  }
  for (const Link& link : invitations) {
    table.rows.push_back({link.handle, "", "", "never",
                          fmt::format("invited{} until {}", link.admin ? ", as an admin," : "",
                                      to_string(date_of(link.expires)))});
  }
  return render_table_text(table, columns);
}

std::string list_json(const std::vector<Account>& accounts, const std::vector<Link>& invitations) {
  Json list = Json::array();
  for (const Account& account : accounts) {
    list.push_back(
        {{"handle", account.handle},
         {"name", account.name},
         {"admin", account.admin},
         {"disabled", account.disabled},
         {"signsInBy", how_signed_in(account)},
         {"made", to_string(account.made)},
         {"signedIn",
          account.signed_in.seconds == 0 ? Json() : Json(to_string(account.signed_in))}});
  }
  Json invited = Json::array();
  for (const Link& link : invitations) {
    invited.push_back(
        {{"handle", link.handle}, {"admin", link.admin}, {"expires", to_string(link.expires)}});
  }
  return json_text({{"accounts", std::move(list)}, {"invitations", std::move(invited)}});
}

int run_list(const Arguments& arguments, Console& console) {
  const auto accounts = open_accounts(arguments);
  if (!accounts) return console.report_error(accounts.error());
  const auto list = (*accounts)->list();
  if (!list) return console.report_error(list.error().message);
  const auto invitations = (*accounts)->invitations(now_utc());
  if (!invitations) return console.report_error(invitations.error().message);
  console.out +=
      arguments.value("--format") == "json"
          ? list_json(*list, *invitations)
          : list_text(*list, *invitations, console.out_is_terminal ? console.columns : 0);
  return kClean;
}

int run_token(const Arguments& arguments, Console& console) {
  int days = 90;
  if (const std::string_view text = arguments.value("--days"); !text.empty()) {
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), days);
    if (failed != std::errc{} || end != text.data() + text.size()) {
      return console.report_error(
          fmt::format("--days is a number of days, not \"{}\"", printable(text)));
    }
  }
  const std::string_view scope = arguments.value("--scope");
  const std::string_view name = arguments.value("--name");
  const auto accounts = open_accounts(arguments);
  if (!accounts) return console.report_error(accounts.error());
  const auto made = (*accounts)->make_token(
      handle_of(arguments), name.empty() ? "command line" : name,
      scope.empty() ? TokenScope::kRead : *scope_named(scope), days, now_utc());
  if (!made) return console.report_error(made.error().message);
  console.out += made->secret + '\n';
  console.err +=
      fmt::format("good for {} until {}; it is not shown again\n",
                  accounts::name(made->token.scope), to_string(date_of(made->token.expires)));
  return kClean;
}

}  // namespace

extern constinit const Verb kAccountAddVerb{
    "account add",
    kUpkeep,
    "print a link by which somebody makes an account",
    "For those who run a server. Whoever opens the link chooses a password, and then acts on the "
    "server as this handle; what it may do is decided by the rosters.",
    kAddOptions,
    {"HANDLE", "as the rosters know them, jane or @jane", 1, 1},
    kAddExamples,
    "0 the link is printed, or the account made\n2 could not run, or there is such an account",
    run_add,
};

extern constinit const Verb kAccountListVerb{
    "account list",
    kUpkeep,
    "list who may sign in to the server",
    "And who is invited to. Accounts are kept beside the record, and are no part of it.",
    kListOptions,
    {},
    kListExamples,
    "0 listed\n2 could not run",
    run_list,
};

extern constinit const Verb kAccountDisableVerb{
    "account disable",
    kUpkeep,
    "let somebody in no more",
    "Sessions end and tokens stop working, within seconds on every server. What was recorded "
    "stays. The last account that looks after others cannot be disabled. Of somebody who is "
    "invited "
    "and has no account yet, the invitation is withdrawn.",
    kChangeOptions,
    {"HANDLE", "whose account", 1, 1},
    kDisableExamples,
    "0 disabled\n2 could not run, or there is no such account",
    run_disable,
};

extern constinit const Verb kAccountEnableVerb{
    "account enable",
    kUpkeep,
    "let somebody in again",
    "Tokens that have not expired work again.",
    kChangeOptions,
    {"HANDLE", "whose account", 1, 1},
    kEnableExamples,
    "0 enabled\n2 could not run, or there is no such account",
    run_enable,
};

extern constinit const Verb kAccountResetVerb{
    "account reset",
    kUpkeep,
    "print a link by which somebody chooses a new password",
    "The old password is good until the link is used; then every session ends.",
    kLinkOptions,
    {"HANDLE", "whose account", 1, 1},
    kResetExamples,
    "0 the link is printed\n2 could not run, or there is no such account",
    run_reset,
};

extern constinit const Verb kAccountTokenVerb{
    "account token",
    kUpkeep,
    "make a token by which a program acts for somebody",
    "The token is printed once; a digest of it is kept. Its person can see and revoke it on the "
    "page of their account.",
    kTokenOptions,
    {"HANDLE", "whose account", 1, 1},
    kTokenExamples,
    "0 the token is printed\n2 could not run, or there is no such account",
    run_token,
};

}  // namespace milepost::accounts
