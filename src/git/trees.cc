// Trees of commits. They are walked with a list of what is still to do, since
// nothing keeps a hostile one from being deeper than any stack.
#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "base/beneath.h"
#include "base/files.h"
#include "base/strings.h"
#include "git/guard.h"
#include "git/repository.h"

namespace milepost {

namespace {

std::string joined(std::string_view folder, std::string_view name) {
  std::string path(folder);
  if (!path.empty()) path += '/';
  return path.append(name);
}

constexpr std::size_t kMostKeptFolders = 64;  // folders kept for the next comparison

tl::unexpected<Error> too_many() {
  return failure("the commit has more than " + std::to_string(kLimits.tree_files) + " files");
}

tl::unexpected<Error> too_long() {
  return failure("the commit has paths of more than " + std::to_string(kLimits.path_bytes) +
                 " bytes");
}

// A change of content, or from a file to a link; modes do not count.
std::optional<GitChange> change_of(std::string path, const Oid& old_blob, bool old_link,
                                   const Oid& new_blob, bool new_link) {
  const bool known = !old_blob.is_zero() && !new_blob.is_zero();
  if (known && old_blob == new_blob && old_link == new_link) return std::nullopt;
  return GitChange{ChangeKind::kModified, std::move(path), {}, old_blob, new_blob};
}

// The first digits of an object's name, as git takes them: four at least.
struct ShortId {
  Oid begin;  // the others are zero
  std::size_t digits = 0;
};

std::optional<ShortId> parse_short_id(std::string_view text) {
  ShortId id;
  if (text.size() < 4 || text.size() > 2 * id.begin.bytes.size()) return std::nullopt;
  for (const char c : text) {
    const int value = hex_value(c);
    if (value < 0) return std::nullopt;
    const int shift = id.digits % 2 == 0 ? 4 : 0;
    id.begin.bytes[id.digits / 2] |= static_cast<std::uint8_t>(value << shift);
    ++id.digits;
  }
  return id;
}

}  // namespace

bool lies_below(std::string_view path, std::string_view below) {
  if (below.empty()) return true;
  return path.starts_with(below) && (path.size() == below.size() || path[below.size()] == '/');
}

Result<void> Git::Repository::check_size(const std::string& what, const Oid& id,
                                         std::size_t most_bytes) const {
  int error = 0;
  const auto objects = own<git_odb>(lib.git_odb_free, error, [&](git_odb** out) {
    return lib.git_repository_odb(out, open.get());
  });
  if (error < 0) return lib.failed("opening git's objects");
  const git_oid name = to_git(id);
  std::size_t size = 0;
  git_object_t kind = GIT_OBJECT_INVALID;
  if (lib.git_odb_read_header(&size, &kind, objects.get(), &name) < 0) return {};
  if (size > most_bytes) return failure(what + " " + too_large(size, most_bytes));
  return {};
}

std::optional<Oid> Git::Repository::named_object(const std::string& name) const {
  git_oid id{};
  for (const char* const place : {"", "refs/", "refs/tags/", "refs/heads/", "refs/remotes/"}) {
    if (lib.git_reference_name_to_id(&id, open.get(), (place + name).c_str()) == 0) {
      return to_oid(id);
    }
  }
  const auto short_id = parse_short_id(name);
  if (!short_id) return std::nullopt;
  int error = 0;
  const auto objects = own<git_odb>(lib.git_odb_free, error, [&](git_odb** out) {
    return lib.git_repository_odb(out, open.get());
  });
  if (error < 0) return std::nullopt;
  const git_oid begin = to_git(short_id->begin);
  if (lib.git_odb_exists_prefix(&id, objects.get(), &begin, short_id->digits) < 0) {
    return std::nullopt;
  }
  return to_oid(id);
}

Result<Oid> Git::Repository::behind_tags(Oid id) const {
  constexpr int kMostTags = 100;
  for (int i = 0; i < kMostTags; ++i) {
    TRY(check_size("commit " + id.brief(), id, kMostCommitBytes));
    const git_oid name = to_git(id);
    int error = 0;
    const auto tag = own<git_tag>(lib.git_tag_free, error, [&](git_tag** out) {
      return lib.git_tag_lookup(out, open.get(), &name);
    });
    if (error < 0) return id;
    id = to_oid(*lib.git_tag_target_id(tag.get()));
  }
  return failure("the tag " + id.brief() + " is of a tag, which is of a tag, a hundred times");
}

Result<void> Git::Repository::check_named(const Git& git, const std::string& revision) const {
  std::size_t end = std::min(revision.find_first_of("~^@:"), revision.size());
  std::string name = revision.substr(0, end);
  if (revision.starts_with('@') && !revision.starts_with("@{")) {  // short for HEAD
    name = "HEAD";
    end = 1;
  }
  auto id = named_object(name);
  // As git describe has it: v1.2-3-gdb1c5a7.
  if (const std::size_t at = name.rfind("-g"); !id && at != name.npos) {
    id = named_object(name.substr(at + 2));
  }
  if (!id) return {};
  return check_steps(git, *id, std::string_view(revision).substr(end));
}

Result<void> Git::Repository::check_steps(const Git& git, Oid id, std::string_view steps) const {
  TRY(id, behind_tags(id));
  while (steps.starts_with('~') || steps.starts_with('^')) {
    const bool first_parents = steps.front() == '~';
    steps.remove_prefix(1);
    if (steps.starts_with('{')) return {};  // "^{commit}" is no step
    std::size_t number = 1;
    const auto [rest, error] = std::from_chars(steps.data(), steps.data() + steps.size(), number);
    if (error == std::errc()) steps.remove_prefix(static_cast<std::size_t>(rest - steps.data()));
    for (std::size_t i = 0; i < (first_parents ? number : std::min<std::size_t>(number, 1)); ++i) {
      const auto commit = git.commit(id);
      const std::size_t parent = first_parents ? 0 : number - 1;
      // Whoever resolves it finds out why.
      if (!commit || commit->parents.size() <= parent) return {};
      id = commit->parents[parent];
      TRY(check_size("commit " + id.brief(), id, kMostCommitBytes));
    }
  }
  return {};
}

Result<Oid> Git::Repository::tree_of(const std::optional<Oid>& commit) const {
  if (!commit) return Oid{};
  const git_oid name = to_git(*commit);
  TRY(check_size("commit " + commit->brief(), *commit, kMostCommitBytes));
  int error = 0;
  const auto found = own<git_commit>(lib.git_commit_free, error, [&](git_commit** out) {
    return lib.git_commit_lookup(out, open.get(), &name);
  });
  if (error < 0) return failed_on("commit " + commit->brief(), *commit, error);
  return to_oid(*lib.git_commit_tree_id(found.get()));
}

Result<Owned<git_tree>> Git::Repository::open_tree(const Oid& tree) const {
  if (tree.is_zero()) return Owned<git_tree>(nullptr, lib.git_tree_free);
  const git_oid id = to_git(tree);
  TRY(check_size("a folder of a commit", tree, kMostTreeBytes));
  int error = 0;
  auto opened = own<git_tree>(lib.git_tree_free, error, [&](git_tree** out) {
    return lib.git_tree_lookup(out, open.get(), &id);
  });
  if (error < 0) return failed_on("a folder of a commit", tree, error);
  return opened;
}

Result<std::shared_ptr<git_tree>> Git::Repository::open_known_tree(const Oid& tree) const {
  const auto known =
      std::ranges::find(compared_before, tree, &std::pair<Oid, std::shared_ptr<git_tree>>::first);
  if (known != compared_before.end()) return known->second;
  TRY(auto opened, open_tree(tree));
  return std::shared_ptr<git_tree>(std::move(opened));
}

std::size_t Git::Repository::count(const git_tree* tree) const {
  return tree ? lib.git_tree_entrycount(tree) : 0;
}

Git::Repository::Entry Git::Repository::entry_of(const git_tree_entry* entry) const {
  const git_filemode_t mode = lib.git_tree_entry_filemode(entry);
  return {lib.git_tree_entry_name(entry), to_oid(*lib.git_tree_entry_id(entry)),
          mode == GIT_FILEMODE_TREE, mode == GIT_FILEMODE_LINK};
}

bool Git::Repository::could_be_file(const git_tree_entry* entry) const {
  if (lib.git_tree_entry_filemode(entry) == GIT_FILEMODE_COMMIT) return false;
  const std::string_view name = lib.git_tree_entry_name(entry);
  return name.find('/') == name.npos && is_path_beneath(name) && name != ".git";
}

Result<std::vector<Git::Repository::Entry>> Git::Repository::entries(const Oid& tree) const {
  TRY(const auto opened, open_tree(tree));
  std::vector<Entry> found;
  found.reserve(count(opened.get()));
  for (std::size_t i = 0; i < count(opened.get()); ++i) {
    const git_tree_entry* const entry = lib.git_tree_entry_byindex(opened.get(), i);
    if (could_be_file(entry)) found.push_back(entry_of(entry));
  }
  // git sorts folders as if their names ended with a slash.
  std::ranges::sort(found, {}, &Entry::name);
  return found;
}

Result<Git::Repository::Entry> Git::Repository::at(const Oid& tree, std::string_view path) const {
  Entry entry{{}, tree, true, false};
  while (!path.empty() && !entry.id.is_zero()) {
    const auto [name, rest] = cut(path, '/');
    path = rest;
    if (!entry.tree) return Entry{};
    TRY(const auto opened, open_tree(entry.id));
    entry = {std::string(name), {}, false, false};
    const git_tree_entry* const found = lib.git_tree_entry_byname(opened.get(), entry.name.c_str());
    if (found == nullptr || lib.git_tree_entry_filemode(found) == GIT_FILEMODE_COMMIT) continue;
    entry = entry_of(found);
  }
  return entry;
}

Result<std::vector<GitFile>> Git::Repository::files(const Oid& tree, std::string_view below) const {
  TRY(const auto start, at(tree, below));
  std::vector<GitFile> files;
  if (!start.tree) {
    if (!start.id.is_zero()) files.push_back({std::string(below), start.id, start.link});
    return files;
  }
  struct Folder {
    std::string path;
    Oid tree;
  };
  std::vector<Folder> open_folders{{std::string(below), start.id}};
  std::size_t seen = 0;
  while (!open_folders.empty()) {
    const Folder folder = std::move(open_folders.back());
    open_folders.pop_back();
    TRY(const auto inside, entries(folder.tree));
    seen += inside.size();
    if (seen > kLimits.tree_files) return too_many();
    for (const Entry& entry : inside) {
      std::string path = joined(folder.path, entry.name);
      if (path.size() > kLimits.path_bytes) return too_long();
      if (entry.tree) {
        open_folders.push_back({std::move(path), entry.id});
      } else {
        files.push_back({std::move(path), entry.id, entry.link});
      }
    }
  }
  std::ranges::sort(files, {}, &GitFile::path);
  return files;
}

// Both are in git's order, in which a folder stands as if its name ended with a
// slash; a file that became a folder is thus two entries. Nothing is copied of those
// that are equal: nearly all.
Result<std::vector<std::pair<Git::Repository::Entry, Git::Repository::Entry>>>
Git::Repository::differing(const Oid& from, const Oid& to, std::size_t& seen) const {
  TRY(const auto olds, open_known_tree(from));
  TRY(auto opened, open_tree(to));
  const std::shared_ptr<git_tree> news(std::move(opened));
  if (compared.size() < kMostKeptFolders) compared.emplace_back(to, news);
  const std::size_t old_count = count(olds.get());
  const std::size_t new_count = count(news.get());
  seen += old_count + new_count;
  std::vector<std::pair<Entry, Entry>> pairs;
  const auto take = [&](const git_tree_entry* before, const git_tree_entry* after) {
    Entry old_entry = before && could_be_file(before) ? entry_of(before) : Entry{};
    Entry new_entry = after && could_be_file(after) ? entry_of(after) : Entry{};
    if (old_entry != new_entry) pairs.emplace_back(std::move(old_entry), std::move(new_entry));
  };
  std::size_t o = 0;
  std::size_t n = 0;
  while (o < old_count || n < new_count) {
    const git_tree_entry* const before =
        o < old_count ? lib.git_tree_entry_byindex(olds.get(), o) : nullptr;
    const git_tree_entry* const after =
        n < new_count ? lib.git_tree_entry_byindex(news.get(), n) : nullptr;
    const int order = !before ? 1 : !after ? -1 : lib.git_tree_entry_cmp(before, after);
    if (order <= 0) ++o;
    if (order >= 0) ++n;
    if (order != 0) {
      take(order < 0 ? before : nullptr, order > 0 ? after : nullptr);
      continue;
    }
    const bool same =
        lib.git_tree_entry_filemode(before) == lib.git_tree_entry_filemode(after) &&
        to_oid(*lib.git_tree_entry_id(before)) == to_oid(*lib.git_tree_entry_id(after));
    if (!same) take(before, after);
  }
  return pairs;
}

Result<std::vector<GitChange>> Git::Repository::compare(const Oid& from, const Oid& to,
                                                        std::string_view below) const {
  struct Pair {
    std::string path;
    Entry before;  // of zero: there is none
    Entry after;
  };
  TRY(auto before, at(from, below));
  TRY(auto after, at(to, below));
  std::vector<Pair> open_pairs{{std::string(below), std::move(before), std::move(after)}};
  std::vector<GitChange> changes;
  std::size_t seen = 0;
  compared_before = std::exchange(compared, {});
  const auto tree_in = [](const Entry& entry) { return entry.tree ? entry.id : Oid{}; };
  const auto blob_in = [](const Entry& entry) { return entry.tree ? Oid{} : entry.id; };
  while (!open_pairs.empty()) {
    const Pair pair = std::move(open_pairs.back());
    open_pairs.pop_back();
    if (pair.path.size() > kLimits.path_bytes) return too_long();
    const Oid old_blob = blob_in(pair.before);
    const Oid new_blob = blob_in(pair.after);
    if (!old_blob.is_zero() && !new_blob.is_zero()) {
      if (auto change =
              change_of(pair.path, old_blob, pair.before.link, new_blob, pair.after.link)) {
        changes.push_back(std::move(*change));
      }
    } else if (!old_blob.is_zero()) {
      changes.push_back({ChangeKind::kDeleted, pair.path, {}, old_blob, {}});
    } else if (!new_blob.is_zero()) {
      changes.push_back({ChangeKind::kAdded, pair.path, {}, {}, new_blob});
    }
    const Oid old_tree = tree_in(pair.before);
    const Oid new_tree = tree_in(pair.after);
    if (old_tree == new_tree) continue;
    TRY(auto different, differing(old_tree, new_tree, seen));
    if (seen > 2 * kLimits.tree_files) return too_many();
    for (auto& [old_entry, new_entry] : different) {
      const std::string& name = old_entry.id.is_zero() ? new_entry.name : old_entry.name;
      std::string path = joined(pair.path, name);
      open_pairs.push_back({std::move(path), std::move(old_entry), std::move(new_entry)});
    }
  }
  std::ranges::sort(changes, {}, &GitChange::path);
  return changes;
}

std::vector<GitChange> compare_lists(const std::vector<GitFile>& from,
                                     const std::vector<GitFile>& to) {
  std::vector<GitChange> changes;
  auto o = from.begin();
  auto n = to.begin();
  while (o != from.end() || n != to.end()) {
    if (n == to.end() || (o != from.end() && o->path < n->path)) {
      changes.push_back({ChangeKind::kDeleted, o->path, {}, o->blob, {}});
      ++o;
    } else if (o == from.end() || n->path < o->path) {
      changes.push_back({ChangeKind::kAdded, n->path, {}, {}, n->blob});
      ++n;
    } else {
      if (auto change = change_of(n->path, o->blob, o->link, n->blob, n->link)) {
        changes.push_back(std::move(*change));
      }
      ++o;
      ++n;
    }
  }
  return changes;
}

bool Git::has(const Oid& object) const {
  const LibGit2& lib = repository_->lib;
  const git_oid id = to_git(object);
  int error = 0;
  const auto objects = own<git_odb>(lib.git_odb_free, error, [&](git_odb** out) {
    return lib.git_repository_odb(out, repository_->open.get());
  });
  return error == 0 && lib.git_odb_exists(objects.get(), &id) == 1;
}

Result<std::string> Git::read_blob(const Oid& blob, std::size_t max_bytes) const {
  const LibGit2& lib = repository_->lib;
  const git_oid id = to_git(blob);
  int error = 0;
  const auto objects = own<git_odb>(lib.git_odb_free, error, [&](git_odb** out) {
    return lib.git_repository_odb(out, repository_->open.get());
  });
  if (error < 0) return lib.failed("opening git's objects");
  std::size_t size = 0;
  git_object_t kind = GIT_OBJECT_INVALID;
  error = lib.git_odb_read_header(&size, &kind, objects.get(), &id);
  if (error < 0) return repository_->failed_on("a file of a commit", blob, error);
  if (size > max_bytes) {
    return failure("is " + size_text(size) + ", larger than the limit of " + size_text(max_bytes));
  }
  const auto found = own<git_blob>(lib.git_blob_free, error, [&](git_blob** out) {
    return lib.git_blob_lookup(out, repository_->open.get(), &id);
  });
  if (error < 0) return repository_->failed_on("a file of a commit", blob, error);
  return std::string(static_cast<const char*>(lib.git_blob_rawcontent(found.get())),
                     static_cast<std::size_t>(lib.git_blob_rawsize(found.get())));
}

}  // namespace milepost
