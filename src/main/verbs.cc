#include "main/verbs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <vector>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/quote_title.h"
#include "base/replace_all.h"
#include "base/strings.h"
#include "cli/help.h"
#include "rules/rule.h"
#include "store/postgresql_address.h"
#include "workspace/names.h"

// Each stands in the verbs.cc of its feature.
namespace milepost::accounts {
extern const Verb kAccountAddVerb, kAccountListVerb, kAccountDisableVerb, kAccountEnableVerb,
    kAccountResetVerb, kAccountTokenVerb;
}
namespace milepost::check {
extern const Verb kCheckVerb;
}
namespace milepost::complete {
extern const Verb kCompleteVerb;
}
namespace milepost::create {
extern const Verb kNewVerb, kInitVerb;
}
namespace milepost::diff {
extern const Verb kDiffVerb;
}
namespace milepost::drift {
extern const Verb kDriftVerb;
}
namespace milepost::graph {
extern const Verb kGraphVerb;
}
namespace milepost::history {
extern const Verb kHistoryVerb;
}
namespace milepost::inbox {
extern const Verb kInboxVerb;
}
namespace milepost::insights {
extern const Verb kReportVerb;
}
namespace milepost::list {
extern const Verb kListVerb;
}
namespace milepost::log {
extern const Verb kLogVerb;
}
namespace milepost::move {
extern const Verb kWhyVerb, kPromoteVerb;
}
namespace milepost::process {
extern const Verb kProcessListVerb, kProcessShowVerb, kProcessCheckVerb, kProcessNewVerb;
}
namespace milepost::record {
extern const Verb kFsckVerb, kStoreStatusVerb, kStoreExportVerb, kStoreImportVerb, kStoreMoveVerb,
    kStoreRebuildVerb;
}
namespace milepost::release {
extern const Verb kReleaseStatusVerb, kReleaseCalendarVerb, kReleaseNewVerb, kReleaseOptInVerb,
    kReleaseOptOutVerb, kReleaseDeferVerb, kReleaseRemoveVerb, kReleaseRestoreVerb,
    kReleaseExceptionVerb, kReleaseMessagesVerb, kReleaseFreezeVerb, kReleaseAdmitsVerb,
    kReleaseReportVerb, kReleaseNotesVerb, kReleaseRolloverVerb, kReleaseVerb;
}
namespace milepost::review {
extern const Verb kApproveVerb, kWithdrawVerb, kConcernVerb, kResolveVerb, kHoldVerb, kUnholdVerb,
    kConfirmVerb;
}
namespace milepost::rules {
extern const Verb kExplainVerb, kRulesVerb;
}
namespace milepost::search {
extern const Verb kSearchVerb;
}
namespace milepost::show {
extern const Verb kShowVerb;
}
namespace milepost::templates {
extern const Verb kTemplateShowVerb, kTemplateCheckVerb, kTemplateLineageVerb;
}
namespace milepost::toc {
extern const Verb kTocVerb;
}
namespace milepost::track {
extern const Verb kTrackNewVerb, kTrackShowVerb, kTrackTickVerb, kTrackUntickVerb,
    kTrackApproveVerb, kTrackWithdrawVerb, kTrackLabelVerb, kTrackStatusVerb, kTrackLinkVerb,
    kTrackCommentVerb, kTrackCheckVerb, kTrackImportVerb, kTrackExportVerb, kTrackSettleVerb,
    kTrackDescribeVerb, kTrackRetractVerb;
}
namespace milepost::upgrade {
extern const Verb kUpgradeVerb;
}

namespace milepost::web {
extern const Verb kServeVerb;
extern const Verb kSiteVerb;
}  // namespace milepost::web

namespace milepost {

namespace {

// In the order in which help lists them: topic by topic, in each what is used most first.
// clang-format off
constexpr const Verb* kVerbs[] = {
    &create::kNewVerb,
    &check::kCheckVerb,
    &rules::kExplainVerb,
    &rules::kRulesVerb,
    &toc::kTocVerb,
    &upgrade::kUpgradeVerb,
    &list::kListVerb,
    &search::kSearchVerb,
    &show::kShowVerb,
    &graph::kGraphVerb,
    &inbox::kInboxVerb,
    &move::kWhyVerb,
    &review::kApproveVerb,
    &review::kWithdrawVerb,
    &review::kConcernVerb,
    &review::kResolveVerb,
    &review::kHoldVerb,
    &review::kUnholdVerb,
    &review::kConfirmVerb,
    &move::kPromoteVerb,
    &track::kTrackNewVerb,
    &track::kTrackRetractVerb,
    &track::kTrackShowVerb,
    &track::kTrackDescribeVerb,
    &track::kTrackTickVerb,
    &track::kTrackUntickVerb,
    &track::kTrackApproveVerb,
    &track::kTrackWithdrawVerb,
    &track::kTrackLabelVerb,
    &track::kTrackStatusVerb,
    &track::kTrackLinkVerb,
    &track::kTrackCommentVerb,
    &track::kTrackCheckVerb,
    &track::kTrackImportVerb,
    &track::kTrackExportVerb,
    &track::kTrackSettleVerb,
    &release::kReleaseStatusVerb,
    &release::kReleaseCalendarVerb,
    &release::kReleaseNewVerb,
    &release::kReleaseOptInVerb,
    &release::kReleaseOptOutVerb,
    &release::kReleaseDeferVerb,
    &release::kReleaseRemoveVerb,
    &release::kReleaseRestoreVerb,
    &release::kReleaseExceptionVerb,
    &release::kReleaseFreezeVerb,
    &release::kReleaseMessagesVerb,
    &release::kReleaseAdmitsVerb,
    &release::kReleaseReportVerb,
    &release::kReleaseNotesVerb,
    &release::kReleaseRolloverVerb,
    &history::kHistoryVerb,
    &log::kLogVerb,
    &diff::kDiffVerb,
    &drift::kDriftVerb,
    &insights::kReportVerb,
    &create::kInitVerb,
    &process::kProcessListVerb,
    &process::kProcessShowVerb,
    &process::kProcessNewVerb,
    &process::kProcessCheckVerb,
    &templates::kTemplateShowVerb,
    &templates::kTemplateCheckVerb,
    &templates::kTemplateLineageVerb,
    &web::kServeVerb,
    &accounts::kAccountAddVerb,
    &accounts::kAccountListVerb,
    &accounts::kAccountDisableVerb,
    &accounts::kAccountEnableVerb,
    &accounts::kAccountResetVerb,
    &accounts::kAccountTokenVerb,
    &web::kSiteVerb,
    &record::kFsckVerb,
    &record::kStoreStatusVerb,
    &record::kStoreExportVerb,
    &record::kStoreImportVerb,
    &record::kStoreMoveVerb,
    &record::kStoreRebuildVerb,
    &kCompletionsVerb,
    &kManVerb,
    &kHelpVerb,
};
// clang-format on

// First words of verbs that do something by themselves. Help of theirs lists the verbs.
constexpr const Verb* kAlone[] = {&release::kReleaseVerb};

const Verb* find_alone(std::span<const std::string_view> words) {
  if (words.size() > 1 && !words[1].starts_with('-')) return nullptr;
  const auto found = std::ranges::find(kAlone, words.front(), &Verb::name);
  return found == std::end(kAlone) ? nullptr : *found;
}

constexpr Option kGlobal[] = {{"--version", "-V", "", "print the version"}};

// What programs ask and nobody types: help does not list it.
constexpr const Verb* kHidden[] = {&complete::kCompleteVerb};

const Verb* find_hidden(std::string_view word) {
  const auto found = std::ranges::find(kHidden, word, &Verb::name);
  return found == std::end(kHidden) ? nullptr : *found;
}

// A number, or a title in quotes: no verb has any of it.
bool names_proposal(std::string_view word) {
  return !number_in(word).empty() || word.find(' ') != word.npos;
}

UsageError no_verb(std::span<const std::string_view> words) {
  const std::string_view word = words.front();
  UsageError usage_error;
  if (!help_for_group(program(), word).empty()) {
    std::vector<std::string_view> second;
    for (const Verb* verb : kVerbs) {
      const auto [first, rest] = cut(verb->name, ' ');
      if (first == word) second.push_back(rest);
    }
    if (words.size() == 1) {
      usage_error.message = fmt::format("{} what? {}", word, alternatives(second));
    } else {
      usage_error.message =
          fmt::format("{} knows {}, not \"{}\"", word, alternatives(second), printable(words[1]));
      suggest(usage_error, words[1], second);
    }
    usage_error.help.push_back(fmt::format("milepost help {} tells more", word));
    return usage_error;
  }

  usage_error.message = fmt::format("unknown verb \"{}\"", printable(word));
  std::error_code ignored;
  if (find_rule(word) != nullptr) {
    usage_error.help.push_back(fmt::format("milepost explain {} explains the rule", word));
  } else if (names_proposal(word)) {
    usage_error.help.push_back(
        fmt::format("milepost show {} shows the proposal",
                    word.find(' ') == word.npos ? printable(word) : quote_title(printable(word))));
  } else if (std::filesystem::exists(word, ignored)) {
    usage_error.help.push_back(fmt::format("milepost check {} checks it", printable(word)));
  } else {
    std::vector<std::string_view> names;
    for (const Verb* verb : kVerbs) names.push_back(cut(verb->name, ' ').first);
    suggest(usage_error, word, names);
  }
  usage_error.help.emplace_back("milepost help lists the verbs");
  return usage_error;
}

}  // namespace

const Program& program() {
  static constexpr Example kFirstSteps[] = {
      {"milepost check", "every proposal of the repository you are in"},
      {"milepost check FILE", "one document"},
      {"milepost init", "begin, where there is no process yet"},
      {"milepost help", "all verbs"},
  };
  static constexpr Example kFurther[] = {
      {"milepost help VERB", "everything about a verb, with examples"},
      {"milepost help release", "the verbs that begin with this word"},
      {"milepost explain MP201", "a rule that check names"},
  };
  static constexpr Program kProgram{kVerbs, kGlobal,
                                    "checks enhancement proposals against the process they follow",
                                    kFirstSteps, kFurther};
  return kProgram;
}

const Verb* find_verb(std::span<const std::string_view> words, std::size_t& used) {
  for (const Verb* verb : kVerbs) {
    const auto [first, second] = cut(verb->name, ' ');
    used = second.empty() ? 1 : 2;
    if (words.size() < used || words[0] != first) continue;
    if (second.empty() || words[1] == second) return verb;
  }
  return nullptr;
}

tl::expected<const Verb*, UsageError> named_verb(std::span<const std::string_view> words) {
  std::size_t used = 0;
  const Verb* verb = find_verb(words, used);
  if (verb == nullptr) return tl::unexpected(no_verb(words));
  if (used == words.size()) return verb;
  return tl::unexpected(UsageError{
      fmt::format("the verb is {}; \"{}\" is too much", verb->name, printable(words[used])), {}});
}

namespace {

// An address of a store in a place where none is expected is repeated by whoever complains.
void hide_addresses(std::span<const std::string_view> words, Console& console) {
  for (const std::string_view word : words) {
    for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
      const std::size_t at = word.find(scheme);
      if (at == word.npos) continue;
      const std::string_view written = word.substr(at);
      const auto address = PostgresqlAddress::parse(written);
      const std::string shown = address ? address->shown() : std::string(scheme) + "***";
      if (shown == written) continue;
      replace_all(console.out, written, shown);
      replace_all(console.err, written, shown);
    }
  }
}

std::string_view& built_from() {
  static std::string_view commit;
  return commit;
}

int run_words(std::span<const std::string_view> words, Console& console) {
  const auto before = parse_options({"", kGlobal, {"VERB", {}, 0, Operands::kAny}, true}, words);
  if (!before) return console.report_error(before.error());
  if (before->has("--version")) {
    console.out += "milepost " MILEPOST_VERSION;
    if (!built_from().empty()) console.out += fmt::format(" ({})", built_from());
    console.out += '\n';
    return kClean;
  }
  set_look(*before, console);
  const auto& operands = before->operands();
  if (operands.empty() || before->has("--help")) {
    std::size_t used = 0;
    const std::vector<std::string_view> named(operands.begin(), operands.end());
    const Verb* const verb = find_verb(named, used);
    console.out += verb                    ? help_for(*verb, console.columns)
                   : before->has("--help") ? help_overview(program(), console.columns)
                                           : help_first_steps(program(), console.columns);
    return kClean;
  }

  const std::vector<std::string_view> rest(operands.begin(), operands.end());
  std::size_t used = 0;
  const Verb* verb = find_verb(rest, used);
  const bool asks_help = rest.size() > 1 && (rest[1] == "--help" || rest[1] == "-h");
  if (verb == nullptr && !asks_help) {
    verb = find_alone(rest);
    if (verb == nullptr) verb = find_hidden(rest.front());
    used = 1;
  }
  if (verb == nullptr) {
    const std::string group =
        asks_help ? help_for_group(program(), rest[0], console.columns) : std::string();
    if (group.empty()) return console.report_error(no_verb(rest));
    console.out += group;
    return kClean;
  }
  auto arguments =
      parse_options({verb->name, verb->options, verb->operands}, std::span(rest).subspan(used));
  if (!arguments) return console.report_error(arguments.error());
  if (arguments->has("--help")) {
    console.out += help_for(*verb, console.columns);
    return kClean;
  }
  for (const Option& option : common_options()) {
    if (arguments->has(option.name) || !before->has(option.name)) continue;
    arguments->add(option.name, std::string(before->value(option.name)));
  }
  set_look(*arguments, console);
  const std::string directory = directory_of(*arguments);
  std::error_code ignored;
  std::error_code gone;
  [[maybe_unused]] const auto here = std::filesystem::current_path(gone);
  if (gone) {
    return console.report_error("the folder that you are in is gone; cd to one that is there");
  }
  if (!std::filesystem::is_directory(directory, ignored)) {
    return console.report_error(fmt::format("-C: there is no folder \"{}\"", directory));
  }
  return verb->run(*arguments, console);
}

}  // namespace

void set_built_from(std::string_view commit) { built_from() = commit; }

int run_command_line(std::span<const std::string_view> words, Console& console) {
  const int status = run_words(words, console);
  hide_addresses(words, console);
  return status;
}

}  // namespace milepost
