#include "features/check/judged_change.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/limits.h"
#include "base/named_path.h"
#include "base/same_lines.h"
#include "base/strings.h"
#include "git/revision_tree.h"
#include "rules/process_changes.h"

namespace milepost::check {

namespace fs = std::filesystem;

namespace {

constexpr const char* kConfig = "milepost.yaml";

using SourcePointer = std::shared_ptr<const Source>;
using TreePointer = std::shared_ptr<const FileTree>;

Result<void> check_recognised(const Workspace& opened) {
  if (!opened.recognised()) return failure(not_recognised("here"));
  if (const auto& judged = opened.judging(); !judged) return tl::unexpected(judged.error());
  return {};
}

SourcePointer read_or_null(const FileTree& tree, const std::string& path, std::string shown = {}) {
  if (tree.kind(path) != PathKind::kFile) return nullptr;
  return tree.read(path, std::move(shown), kMostBaselineBytes).value_or(nullptr);
}

bool same_text(const SourcePointer& one, const SourcePointer& other) {
  return one && other ? same_lines(one->text(), other->text()) : one == other;
}

// The files beside the process that judging depends on, from the root.
std::set<std::string> judging_files(const Process& process) {
  std::set<std::string> files;
  for (const RosterSource& roster : process.rosters) files.insert(roster.file);
  files.insert(process.calendar.file);
  files.erase("");
  return files;
}

// Makes a JudgedChange of the states before, after and at the base.
class ChangeOpener {
 public:
  ChangeOpener(const ChangeEnds& ends, WorkspaceOptions options, Instant now,
               const JudgeOptions& judge)
      : ends_(ends), options_(std::move(options)), now_(now), judge_(judge) {}

  Result<JudgedChange> open() {
    const auto asked = std::make_shared<AskedFiles>();
    TRY(own_, Workspace::open_state(options_, now_, ends_.git, ends_.to, asked));
    // Nobody could be judged by it after the change, whoever judges that.
    if (own_->recognised()) {
      TRY(check_recognised(*own_));
    }
    change_.accepted = judge_.accept;
    if (!ends_.base) return judged_by(own_);
    TRY(new_top_, top_of(ends_.to));
    ask_for_the_rest(*AskedFiles::watch(new_top_, asked));
    asked->close();
    TRY(old_top_, top_at(*ends_.from));
    base_top_ = old_top_;
    if (*ends_.from != *ends_.base) {
      TRY(base_top_, top_of(*ends_.base));
    }
    const bool same = asked->same_in(*base_top_);
    touched_ = old_top_ == base_top_ ? !same : !asked->same_in(*old_top_);
    if (same && !touched_) return judged_by(own_);
    return judged_by_base();
  }

 private:
  Result<TreePointer> top_of(const ChangeTarget& state) const {
    if (const Oid* commit = std::get_if<Oid>(&state)) {
      return commit_tree(ends_.git.top(), *commit);
    }
    if (std::holds_alternative<Staged>(state)) return staged_tree(ends_.git.top());
    return disk_tree(ends_.git.top());
  }

  // Of a commit whose files are looked at later: they are listed once.
  Result<TreePointer> top_at(const Oid& commit) const {
    if (own_->root() != ends_.git.top()) return top_of(commit);
    TRY(const auto then, own_->at(commit.hex()));
    return then->repository().tree;
  }

  // The path of a file that the user names, from the top; nothing when it lies elsewhere.
  std::optional<std::string> named(const std::string& path) const {
    if (path.empty()) return std::nullopt;
    std::error_code failed;
    const fs::path here = fs::weakly_canonical(options_.directory, failed);
    return path_below(ends_.git.top(), (here / path).string());
  }

  // What is read later than the process.
  void ask_for_the_rest(const FileTree& watched) const {
    std::vector<std::string> files;
    for (const auto& file : {named(options_.judging.template_path), named(judge_.baseline)}) {
      if (file) files.push_back(*file);
    }
    if (own_->recognised()) {
      for (const std::string& file : judging_files(own_->process())) {
        files.push_back(from_top(*own_, file));
      }
    }
    for (const std::string& file : files) (void)read_or_null(watched, file);
  }

  std::string from_top(const Workspace& opened, const std::string& path) const {
    const std::string below = ends_.git.from_top(opened.root());
    return below.empty() ? path : fmt::format("{}/{}", below, path);
  }

  Result<JudgedChange> judged_by(Workspace::Pointer judge) {
    TRY(check_recognised(*judge));
    change_.after = std::move(judge);
    return std::move(change_);
  }

  Result<JudgedChange> judged_by_base() {
    const auto base = Workspace::open_judge(options_, now_, ends_.git, *ends_.base);
    const auto before = *ends_.from == *ends_.base
                            ? base
                            : Workspace::open_judge(options_, now_, ends_.git, *ends_.from);
    const bool judges = base && may_judge(**base, *base_top_);
    if (touched_) {
      if (before && may_judge(**before, *old_top_)) {
        compare(*before, old_top_);
      } else if (judges) {
        compare(*base, base_top_);
      }
    }
    if (!base) {
      report_unreadable(base.error().message);
    } else if (!judges) {
      report_nothing_there();
    }
    if (!judges || judge_.accept) return judged_by(own_);
    TRY(const auto after, (*base)->with_state(ends_.git, ends_.to));
    change_.notes.push_back(
        fmt::format("judged by the process, templates and rosters of {}, not by the change's own",
                    ends_.base_name));
    if (const auto file = named(judge_.baseline)) {
      change_.baseline = read_or_null(*base_top_, *file, judge_.baseline);
    }
    return judged_by(after);
  }

  // Whether a state says what to judge by: its configuration does, or the user. Being recognised is
  // a guess that gives way to the first configuration.
  bool may_judge(const Workspace& state, const FileTree& top) const {
    const auto is_configured = [&](const Workspace& opened, const FileTree& files) {
      return !options_.process.empty() || files.has(from_top(opened, kConfig));
    };
    return state.recognised() && (is_configured(state, top) || !is_configured(*own_, *new_top_));
  }

  // --- what is reported ---

  void add(SourcePointer source, Span span, std::string message, bool weakens) {
    change_.changes.push_back({std::move(source), span, std::move(message), weakens});
  }

  // The file after the change that the process comes from, or an empty one of its name.
  SourcePointer own_config() const {
    const std::string path = from_top(*own_, kConfig);
    if (auto source = read_or_null(*new_top_, path, own_->shown_path(kConfig))) return source;
    return std::make_shared<const Source>(own_->shown_path(kConfig), "");
  }

  void report_unreadable(const std::string& why) {
    add(own_config(), {0, 0},
        fmt::format("what {} judges by cannot be read ({}), so the change is judged by its own",
                    ends_.base_name, why),
        true);
  }

  void report_nothing_there() {
    add(own_config(), {0, 0},
        fmt::format("{} has no configuration to judge by, so the change is judged by its own",
                    ends_.base_name),
        false);
  }

  void compare(const Workspace::Pointer& before, const TreePointer& old_top) {
    change_.before_itself = before;
    change_.after_itself = own_;
    compare_processes(*before, *old_top);
    compare_baselines(*old_top);
    compare_pack(*old_top);
  }

  void compare_processes(const Workspace& before, const FileTree& old_top) {
    if (!own_->recognised() || own_->root() != before.root()) {
      return report_other_root(before, old_top);
    }
    for (ProcessChange& change : process_changes(before.process(), own_->process(), kConfig)) {
      change.source = shown(change.source);
      change_.changes.push_back(std::move(change));
    }
    std::set<std::string> files = judging_files(before.process());
    files.merge(judging_files(own_->process()));
    for (const std::string& file : files) compare_file(before, old_top, file);
  }

  void report_other_root(const Workspace& before, const FileTree& old_top) {
    const std::string path = from_top(before, kConfig);
    const std::string name = own_->shown_path(kConfig);
    const SourcePointer was = read_or_null(old_top, path, before.shown_path(kConfig));
    if (!own_->recognised()) {
      return add(was ? was : own_config(), {0, 0}, "no process is recognised any more", true);
    }
    add(own_config(), {0, 0},
        fmt::format("{} takes the place of {}", name, before.shown_path(kConfig)), true);
  }

  // Rosters and calendars change daily; who joins one and approves is looked for elsewhere.
  void compare_file(const Workspace& before, const FileTree& old_top, const std::string& file) {
    const std::string path = from_top(before, file);
    const SourcePointer was = read_or_null(old_top, path, before.shown_path(file));
    const SourcePointer is = read_or_null(*new_top_, path, own_->shown_path(file));
    if (same_text(was, is)) return;
    if (!is) return add(was, {0, 0}, "proposals are no longer judged by this file", false);
    if (!was) return add(is, {0, 0}, "proposals are judged by a new file", false);
    add(is, first_new_line(*was, *is), "what proposals are judged by changes", false);
  }

  void compare_baselines(const FileTree& old_top) {
    const auto file = named(judge_.baseline);
    if (!file) return;
    const SourcePointer was = read_or_null(old_top, *file, judge_.baseline);
    const SourcePointer is = read_or_null(*new_top_, *file, judge_.baseline);
    if (same_text(was, is)) return;
    if (!is) return add(was, {0, 0}, "the baseline is gone", false);
    const std::size_t more = entries_added(was, *is);
    const Span at = was ? first_new_line(*was, *is) : Span{0, 0};
    if (more == 0) return add(is, at, "the baseline is changed", false);
    add(is, at, fmt::format("the baseline leaves out {} more", counted(more, "finding")), true);
  }

  // A pack that is named on the command line, and that the change brings.
  void compare_pack(const FileTree& old_top) {
    const auto folder = named(options_.process);
    if (!folder) return;
    const std::string path = *folder + "/process.yaml";
    const SourcePointer is = read_or_null(*new_top_, path, options_.process + "/process.yaml");
    if (is && !old_top.has(path)) add(is, {0, 0}, "proposals are judged by a new file", false);
  }

  // A source as one who stands here sees it. Those of a process have full names.
  SourcePointer shown(const SourcePointer& source) {
    SourcePointer& known = shown_[source.get()];
    if (known) return known;
    std::string path = source->path();
    if (path.starts_with('/')) {
      path = fs::path(path).lexically_normal().lexically_relative(own_->root()).string();
    }
    known = std::make_shared<const Source>(own_->shown_path(path), std::string(source->text()));
    return known;
  }

  const ChangeEnds& ends_;
  const WorkspaceOptions options_;
  const Instant now_;
  const JudgeOptions& judge_;
  Workspace::Pointer own_;  // the state after the change, with its own process
  TreePointer new_top_, old_top_, base_top_;
  bool touched_ = false;  // the change itself touches what it is judged by
  std::map<const Source*, SourcePointer> shown_;
  JudgedChange change_;
};

}  // namespace

Result<JudgedChange> open_change(const ChangeEnds& ends, const WorkspaceOptions& options,
                                 Instant now, const JudgeOptions& judge) {
  return ChangeOpener(ends, options, now, judge).open();
}

}  // namespace milepost::check
