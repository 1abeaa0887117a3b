#include "git/renames.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/common_lines.h"
#include "base/strings.h"

namespace milepost {

namespace {

// A change may move everything, and many files may have one name or one content:
// a file is compared with the likeliest few, found among not too many.
constexpr std::size_t kMostLookedAt = 64;
constexpr std::size_t kMostFilesCompared = 8;

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }
std::string_view folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

// "4211-probes/README.md": what a file that is moved mostly keeps.
std::string_view last_two_names(std::string_view path) {
  const std::string_view folder = folder_of(path);
  return folder.empty() ? path : path.substr(folder_of(folder).size());
}

// How many names at the end of two paths are the same.
std::size_t shared_names(std::string_view one, std::string_view other) {
  std::size_t shared = 0;
  while (!one.empty() && !other.empty() && name_of(one) == name_of(other)) {
    ++shared;
    one = folder_of(one);
    other = folder_of(other);
  }
  return shared;
}

// How many words the names at the end of two paths have in common, as when a file gets a
// folder of its own: "0034-faster-probes.md" and "4211-faster-probes/README.md".
std::size_t shared_words(std::string_view one, std::string_view other) {
  const auto words_of = [](std::string_view path) {
    std::set<std::string> words;
    std::string word;
    for (const char c : path) {
      if (is_alnum(c)) word += to_lower(c);
      if (!is_alnum(c)) words.insert(std::exchange(word, {}));
    }
    words.insert(std::move(word));
    words.erase("");
    return words;
  };
  const auto olds = words_of(name_of(one));
  const auto news = words_of(last_two_names(other));
  return static_cast<std::size_t>(
      std::ranges::count_if(olds, [&](const std::string& word) { return news.contains(word); }));
}

// Hashes of the lines that say something, sorted.
using Lines = std::vector<std::uint64_t>;

Lines lines_of(std::string_view text) {
  Lines lines;
  for (const std::string_view line : split_lines(text)) {
    if (const std::string_view said = trim(line); !said.empty()) lines.push_back(hash_bytes(said));
  }
  std::ranges::sort(lines);
  return lines;
}

bool share_half(const Lines& one, const Lines& other, std::size_t& shared) {
  Lines both;
  std::ranges::set_intersection(one, other, std::back_inserter(both));
  shared = both.size();
  return shared > 0 && 2 * shared >= std::max(one.size(), other.size());
}

class Renames {
 public:
  Renames(std::vector<GitChange>& changes, const ChangedTexts& texts)
      : changes_(changes), texts_(texts) {
    for (std::size_t i = 0; i < changes.size(); ++i) {
      if (changes[i].kind == ChangeKind::kDeleted) deleted_.insert(i);
      if (changes[i].kind == ChangeKind::kAdded) added_.insert(i);
    }
  }

  void find() {
    if (deleted_.empty() || added_.empty()) return;
    pair_equal();
    pair_similar();
    std::erase_if(changes_, [](const GitChange& change) { return change.path.empty(); });
    std::ranges::sort(changes_, {}, &GitChange::path);
  }

 private:
  void pair(std::size_t gone, std::size_t come) {
    changes_[come].kind = ChangeKind::kRenamed;
    changes_[come].old_path = std::exchange(changes_[gone].path, {});
    changes_[come].old_blob = changes_[gone].old_blob;
    deleted_.erase(gone);
    added_.erase(come);
  }

  // The best of the candidates for an added file, by their paths.
  std::vector<std::size_t> likeliest(const std::set<std::size_t>& candidates,
                                     std::size_t come) const {
    struct Ranked {
      std::size_t names, words, gone;
    };
    std::vector<Ranked> ranked;
    for (const std::size_t gone : candidates) {
      const std::string& path = changes_[gone].path;
      ranked.push_back(
          {shared_names(path, changes_[come].path), shared_words(path, changes_[come].path), gone});
    }
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
      return a.names != b.names ? a.names > b.names : a.words > b.words;
    });
    std::vector<std::size_t> chosen;
    for (const Ranked& one : ranked) {
      if (chosen.size() < kMostFilesCompared) chosen.push_back(one.gone);
    }
    return chosen;
  }

  template <typename Key>
  void add_candidates(const std::map<Key, std::set<std::size_t>, std::less<>>& groups,
                      const auto& key, std::set<std::size_t>& candidates) const {
    const auto group = groups.find(key);
    if (group == groups.end()) return;
    for (const std::size_t gone : group->second) {
      if (candidates.size() == kMostLookedAt) return;
      candidates.insert(gone);
    }
  }

  void pair_equal() {
    std::map<Oid, std::set<std::size_t>, std::less<>> by_blob;
    for (const std::size_t gone : deleted_) {
      if (!changes_[gone].old_blob.is_zero()) by_blob[changes_[gone].old_blob].insert(gone);
    }
    for (const std::size_t come : std::set(added_)) {
      std::set<std::size_t> candidates;
      add_candidates(by_blob, changes_[come].new_blob, candidates);
      if (candidates.empty()) continue;
      const std::size_t gone = likeliest(candidates, come).front();
      by_blob[changes_[come].new_blob].erase(gone);
      pair(gone, come);
    }
  }

  void pair_similar() {
    using Groups = std::map<std::string, std::set<std::size_t>, std::less<>>;
    Groups by_names;
    Groups by_folder;
    Groups by_name;
    for (const std::size_t gone : deleted_) {
      const std::string_view path = changes_[gone].path;
      by_names[std::string(last_two_names(path))].insert(gone);
      by_folder[std::string(folder_of(path))].insert(gone);
      by_name[std::string(name_of(path))].insert(gone);
    }
    std::unordered_map<std::size_t, Lines> known;
    for (const std::size_t come : std::set(added_)) {
      const std::string_view path = changes_[come].path;
      std::set<std::size_t> candidates;
      add_candidates(by_names, last_two_names(path), candidates);
      add_candidates(by_folder, folder_of(path), candidates);
      add_candidates(by_folder, folder_of(folder_of(path)), candidates);
      add_candidates(by_name, name_of(path), candidates);
      const auto gone = most_alike(likeliest(candidates, come), come, known);
      if (!gone) continue;
      by_names[std::string(last_two_names(changes_[*gone].path))].erase(*gone);
      by_folder[std::string(folder_of(changes_[*gone].path))].erase(*gone);
      by_name[std::string(name_of(changes_[*gone].path))].erase(*gone);
      pair(*gone, come);
    }
  }

  std::optional<std::size_t> most_alike(const std::vector<std::size_t>& candidates,
                                        std::size_t come,
                                        std::unordered_map<std::size_t, Lines>& known) const {
    if (candidates.empty()) return std::nullopt;
    const Lines lines = lines_of(texts_.after(changes_[come]).value_or(""));
    std::optional<std::size_t> best;
    std::size_t most_shared = 0;
    for (const std::size_t gone : candidates) {
      auto found = known.find(gone);
      if (found == known.end()) {
        found = known.emplace(gone, lines_of(texts_.before(changes_[gone]).value_or(""))).first;
      }
      std::size_t shared = 0;
      if (!share_half(found->second, lines, shared) || shared <= most_shared) continue;
      most_shared = shared;
      best = gone;
    }
    return best;
  }

  std::vector<GitChange>& changes_;
  const ChangedTexts& texts_;
  std::set<std::size_t> deleted_;
  std::set<std::size_t> added_;
};

}  // namespace

void find_renames(std::vector<GitChange>& changes, const ChangedTexts& texts) {
  Renames(changes, texts).find();
}

bool share_half_of_lines(std::string_view one, std::string_view other) {
  std::size_t shared = 0;
  return share_half(lines_of(one), lines_of(other), shared);
}

}  // namespace milepost
