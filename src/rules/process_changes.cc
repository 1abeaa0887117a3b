#include "rules/process_changes.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/same_lines.h"
#include "base/strings.h"
#include "rules/config_changes.h"
#include "rules/rule.h"
#include "rules/template_changes.h"

namespace milepost {

namespace fs = std::filesystem;

namespace {

using SourcePointer = std::shared_ptr<const Source>;

std::string plain_path(const Source& source) {
  return fs::path(source.path()).lexically_normal().string();
}

std::string pack_of(const Process& process) { return plain_path(*process.sources.front()); }

std::optional<Severity> setting_of(const std::vector<RuleSetting>& settings, const Rule& rule) {
  std::optional<Severity> last;
  for (const RuleSetting& setting : settings) {
    if (find_rule(setting.rule) == &rule) last = setting.severity;
  }
  return last;
}

std::string shown(const std::optional<Severity>& severity) {
  return severity ? std::string(name(*severity)) : "as severe as usual";
}

// A rule that nobody sets decides by itself how severe a finding is: mostly as it is registered,
// sometimes more.
bool is_lowered(const Rule& rule, const std::optional<Severity>& was,
                const std::optional<Severity>& is) {
  if (was == is || is == Severity::kError || was == Severity::kOff) return false;
  if (was && is) return *is < *was;
  if (was) return rule.needs_age || rule.severity <= *was;
  return !rule.needs_age && *is <= rule.severity;
}

// Whether all that the later one asks for beyond the earlier is more.
bool asks_as_much(const When& was, const When& is) {
  if (!was.ever() || is.always) return true;
  if (was.always || !is.ever()) return false;
  const auto same_or_any = [](const auto& old, const auto& now) {
    return now.empty() || now == old;
  };
  return same_or_any(was.from, is.from) && same_or_any(was.statuses, is.statuses) &&
         same_or_any(was.kinds, is.kinds) && same_or_any(was.with, is.with) &&
         (!is.since || is.since == was.since);
}

using Settings = std::vector<std::pair<const Rule*, Severity>>;

Settings settings_of(const PathSettings& path) {
  Settings settings;
  for (const RuleSetting& setting : path.rules) {
    settings.emplace_back(find_rule(setting.rule), setting.severity);
  }
  return settings;
}

std::set<std::string> patterns_of(const std::vector<Glob>& globs) {
  std::set<std::string> patterns;
  for (const Glob& glob : globs) patterns.insert(glob.pattern());
  return patterns;
}

class ProcessComparer {
 public:
  ProcessComparer(const Process& before, const Process& after, const std::string& config)
      : before_(before), after_(after), old_files_(files_of(before)), new_files_(files_of(after)) {
    config_name_ = config;
    config_ = anchor();
  }

  std::vector<ProcessChange> compare() {
    if (old_files_.contains(config_name_) && !new_files_.contains(config_name_)) {
      weaken(old_files_.at(config_name_), {0, 0}, "the configuration is gone");
      return std::move(found_);
    }
    if (pack_of(before_) != pack_of(after_)) {
      weaken(config_, config_span("process"),
             after_.name == before_.name
                 ? fmt::format("the process {} comes from another folder", after_.name)
                 : fmt::format("the process is {} instead of {}", after_.name, before_.name));
      return std::move(found_);
    }
    compare_config(config_name_);
    compare_config(plain_path(*after_.sources.front()));
    compare_rules();
    compare_paths();
    compare_layout();
    compare_needs();
    for (const Kind& kind : before_.kinds) compare_kind(kind);
    compare_tracking();
    compare_files();
    return std::move(found_);
  }

 private:
  using Files = std::map<std::string, SourcePointer>;

  static Files files_of(const Process& process) {
    Files files;
    for (const SourcePointer& source : process.sources) files.emplace(plain_path(*source), source);
    return files;
  }

  // Whether a file is the repository's, and none that is built in.
  bool is_own(const Source& source) const {
    return source.path().starts_with('/') || source.path() == config_name_;
  }

  // The file to point at where none says it: the one that chooses the process, else any.
  SourcePointer anchor() const {
    if (const auto config = new_files_.find(config_name_); config != new_files_.end()) {
      return config->second;
    }
    for (const Files* files : {&new_files_, &old_files_}) {
      for (const auto& [path, source] : *files) {
        if (is_own(*source)) return source;
      }
    }
    return std::make_shared<const Source>(config_name_, "");
  }

  void weaken(const SourcePointer& source, Span span, std::string message) {
    const bool own = source && is_own(*source);
    found_.push_back({own ? source : config_, own ? span : Span{0, 0}, std::move(message), true});
  }

  SourcePointer source_of(const Place& place) const {
    for (const SourcePointer& source : after_.sources) {
      if (source.get() == place.source) return source;
    }
    return nullptr;
  }

  void weaken_at(const Place& place, std::string message) {
    weaken(source_of(place), place.span, std::move(message));
  }

  Span config_span(std::string_view key) const {
    const std::string line = fmt::format("\n{}:", key);
    const std::string text = fmt::format("\n{}", config_->text());
    const std::size_t at = text.find(line);
    if (at == text.npos) return {0, 0};
    return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + key.size())};
  }

  void compare_config(const std::string& path) {
    const auto is = new_files_.find(path);
    if (is == new_files_.end()) return;
    const auto was = old_files_.find(path);
    const Source* old = was == old_files_.end() ? nullptr : was->second.get();
    if (old && same_lines(old->text(), is->second->text())) return;
    std::ranges::move(config_changes(old, is->second, ConfigCompared::kUnloaded),
                      std::back_inserter(found_));
  }

  void compare_rules() {
    for (const Rule& rule : all_rules()) {
      const auto was = setting_of(before_.rules, rule);
      const auto is = setting_of(after_.rules, rule);
      if (!is_lowered(rule, was, is)) continue;
      Place place;
      for (const RuleSetting& setting : after_.rules) {
        if (find_rule(setting.rule) == &rule) place = setting.place;
      }
      weaken_at(place, fmt::format("{} {} is {} instead of {}", rule.code, rule.name, shown(is),
                                   shown(was)));
    }
  }

  // The last that fits a path wins, so that only what is added at the end, and raises, is known to
  // ask no less.
  void compare_paths() {
    for (std::size_t i = 0; i < std::max(before_.paths.size(), after_.paths.size()); ++i) {
      const PathSettings* was = i < before_.paths.size() ? &before_.paths[i] : nullptr;
      const PathSettings* is = i < after_.paths.size() ? &after_.paths[i] : nullptr;
      if (!is) return weaken(config_, config_span("paths"), "settings for paths are gone");
      const bool same = was && was->pattern.pattern() == is->pattern.pattern() &&
                        settings_of(*was) == settings_of(*is);
      const bool raises = !was && std::ranges::all_of(is->rules, [](const RuleSetting& setting) {
        return setting.severity == Severity::kError;
      });
      if (same || raises) continue;
      weaken_at(is->rules.empty() ? Place() : is->rules.front().place,
                fmt::format("rules are set otherwise for `{}`", is->pattern.pattern()));
    }
  }

  void compare_layout() {
    std::set<std::string> templates;  // are no proposals, wherever they lie
    for (const Kind& kind : after_.kinds) templates.insert(kind.own_path);
    const auto passed_over = patterns_of(before_.layout.ignore);
    for (const std::string& pattern : patterns_of(after_.layout.ignore)) {
      if (passed_over.contains(pattern) || templates.contains(pattern)) continue;
      weaken(config_, config_span("layout"), fmt::format("`{}` is ignored", pattern));
    }
    const auto documents = patterns_of(after_.layout.documents);
    for (const std::string& pattern : patterns_of(before_.layout.documents)) {
      if (documents.contains(pattern)) continue;
      weaken(config_, config_span("layout"),
             fmt::format("`{}` is no longer where documents are", pattern));
    }
  }

  void compare_fields(const std::vector<Field>& olds, const std::vector<Field>& news,
                      const std::string& below) {
    for (const Field& was : olds) {
      const auto is = std::ranges::find(news, was.id, &Field::id);
      const std::string name = below + was.id;
      if (is == news.end()) {
        if (was.needed.ever()) weaken(config_, {0, 0}, not_needed("field", name));
        continue;
      }
      if (!asks_as_much(was.needed, is->needed)) {
        weaken_at(is->needed.place.source ? is->needed.place : is->place,
                  not_needed("field", name));
      }
      compare_fields(was.fields, is->fields, name + ".");
    }
  }

  static std::string not_needed(std::string_view what, const std::string& id) {
    return fmt::format("the {} `{}` is needed less often than before", what, id);
  }

  void compare_needs() {
    compare_fields(before_.fields, after_.fields, {});
    for (const Review& was : before_.reviews) {
      const Review* is = after_.find_review(was.id);
      if (!is || asks_as_much(was.needed, is->needed)) continue;
      weaken_at(is->needed.place.source ? is->needed.place : is->place,
                not_needed("review", was.id));
    }
  }

  SourcePointer source_named(const Files& files, const std::string& end) const {
    for (const auto& [path, source] : files) {
      if (path == end || path.ends_with("/" + end)) return source;
    }
    return nullptr;
  }

  void compare_kind(const Kind& was) {
    const Kind* is = after_.find_kind(was.id);
    if (!is) return weaken(config_, {0, 0}, fmt::format("the kind `{}` is gone", was.id));
    compare_lineage(was, *is);
    const Template& text = is->repository ? *is->repository : *is->pattern;
    const Template& former = was.repository ? *was.repository : *was.pattern;
    SourcePointer source = source_of({&text.document().source(), {}});
    // It may have been the repository's.
    const auto old = old_files_.find(plain_path(former.document().source()));
    if (source && !is_own(*source) && old != old_files_.end()) source = old->second;
    for (TemplateChange& change : template_changes(before_, was, *is)) {
      weaken(source, change.span, std::move(change.message));
    }
  }

  void compare_lineage(const Kind& was, const Kind& is) {
    if (was.lineage_path.empty() && is.lineage_path.empty()) return;
    const SourcePointer old = source_named(old_files_, was.lineage_path);
    const SourcePointer now = source_named(new_files_, is.lineage_path);
    if (old && now && same_lines(old->text(), now->text())) return;
    const Span at = old && now ? first_new_line(*old, *now) : Span{0, 0};
    weaken(now, at, fmt::format("the versions of the template of `{}` are changed", was.id));
  }

  void compare_tracking() {
    compare_issue(before_.tracking.source, after_.tracking.source);
    for (const Kind& was : before_.kinds) {
      if (!was.tracking.present()) continue;
      compare_issue(was.tracking.source, after_.tracking_of(was.id).source);
    }
  }

  void compare_issue(const SourcePointer& was, const SourcePointer& is) {
    if (!was || !is || same_lines(was->text(), is->text())) return;
    if (lines_gone(was->text(), is->text()) == 0) return;
    weaken(is, first_new_line(*was, *is), "the template of tracking issues has fewer lines");
  }

  static std::size_t lines_gone(std::string_view before, std::string_view after) {
    std::multiset<std::string_view> left;
    const auto each_line = [](std::string_view text, const auto& use) {
      while (!text.empty()) {
        const auto [line, rest] = cut(text, '\n');
        text = rest;
        if (!trim(line).empty()) use(trim(line));
      }
    };
    each_line(before, [&](std::string_view line) { left.insert(line); });
    each_line(after, [&](std::string_view line) {
      if (const auto at = left.find(line); at != left.end()) left.erase(at);
    });
    return left.size();
  }

  // Every file that differs is named, if only for being another.
  void compare_files() {
    const auto is_told = [&](const SourcePointer& source) {
      return std::ranges::find(found_, source, &ProcessChange::source) != found_.end();
    };
    for (const auto& [path, is] : new_files_) {
      const auto was = old_files_.find(path);
      const bool same = was != old_files_.end() && same_lines(was->second->text(), is->text());
      if (same || is_told(is)) continue;
      const Span at = was == old_files_.end() ? Span{0, 0} : first_new_line(*was->second, *is);
      found_.push_back({is, at,
                        was == old_files_.end() ? "proposals are judged by a new file"
                                                : "what proposals are judged by changes"});
    }
    for (const auto& [path, was] : old_files_) {
      if (new_files_.contains(path)) continue;
      found_.push_back({was, {0, 0}, "proposals are no longer judged by this file"});
    }
  }

  const Process& before_;
  const Process& after_;
  Files old_files_, new_files_;
  SourcePointer config_;
  std::string config_name_;
  std::vector<ProcessChange> found_;
};

}  // namespace

std::vector<ProcessChange> process_changes(const Process& before, const Process& after,
                                           const std::string& config) {
  return ProcessComparer(before, after, config).compare();
}

}  // namespace milepost
