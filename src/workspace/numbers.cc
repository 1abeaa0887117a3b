#include "workspace/numbers.h"

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "base/beneath.h"
#include "base/disk.h"
#include "base/posix.h"
#include "base/state_folder.h"
#include "base/strings.h"

namespace milepost {

namespace {

constexpr std::string_view kRefs = "refs/milepost/numbers/";
constexpr const char* kFolder = "numbers";
constexpr const char* kReserved = "a reservation";
constexpr const char* kCandidate = "a candidate";

// Nothing for what is no number, or greater than any that could be counted on from.
std::optional<std::uint64_t> value_of(std::string_view text) {
  constexpr std::size_t kMostDigits = 15;
  const std::string digits = plain_number(text);
  if (digits.empty() || digits.size() > kMostDigits) return std::nullopt;
  std::uint64_t value = 0;
  for (const char c : digits) value = 10 * value + static_cast<std::uint64_t>(c - '0');
  return value;
}

// Where the repository lies in git's work tree, with a slash at the end; "" at its top.
std::string place_in(const Git& git, const std::string& root) {
  const std::string& top = git.work_tree();
  if (top.empty() || !root.starts_with(top + "/")) return {};
  return root.substr(top.size() + 1) + "/";
}

}  // namespace

void Numbers::note(std::string_view number, const std::string& user) {
  if (const auto value = value_of(number)) users_.try_emplace(*value, user);
}

void Numbers::note_candidate(std::string_view number) { note(number, kCandidate); }

void Numbers::note_reservation(std::string_view name) {
  const auto value = value_of(name);
  // Only what a reservation is called: 012 would not keep anybody from taking 12.
  if (!value || std::to_string(*value) != name) odd_.emplace_back(name);
  if (value) ++reserved_;
  note(name, kReserved);
}

void Numbers::read_index(const Index& index) {
  for (const Card& card : index.cards) {
    note(card.number, card.path);
    note(card.parts.find("number"), card.path);
  }
}

Result<void> Numbers::read_branches() {
  const PathPattern& pattern = repository_.process->layout.path;
  if (!git_ || !pattern.names("number")) return {};
  const std::string place = place_in(*git_, repository_.root);
  std::string below = place + pattern.fixed_folder();
  if (below.ends_with('/')) below.pop_back();
  std::set<Oid> seen;
  for (const char* const which : {"refs/heads/*", "refs/remotes/*"}) {
    TRY(const auto refs, git_->refs(which));
    for (const GitRef& ref : refs) {
      if (!seen.insert(ref.target).second) continue;
      TRY(const auto files, within("looking at " + ref.name, git_->files(ref.target, below)));
      const std::string_view name = std::string_view(ref.name).substr(ref.name.find('/', 5) + 1);
      for (const GitFile& file : files) {
        if (!file.path.starts_with(place)) continue;
        const std::string path = file.path.substr(place.size());
        const auto parts = pattern.match(path);
        if (parts) note(parts->find("number"), fmt::format("{} on {}", path, name));
      }
    }
  }
  return {};
}

Result<void> Numbers::read_reservations() {
  if (git_) {
    TRY(const auto refs, git_->refs(std::string(kRefs) + "*"));
    for (const GitRef& ref : refs) {
      note_reservation(std::string_view(ref.name).substr(kRefs.size()));
    }
    return {};
  }
  TRY(const auto state, find_state_folder(repository_.root));
  std::error_code failed;
  for (std::filesystem::directory_iterator at(state + "/" + kFolder, failed), end;
       !failed && at != end; at.increment(failed)) {
    note_reservation(at->path().filename().string());
  }
  return {};
}

Result<Numbers> Numbers::read(const Repository& repository, const Index& index) {
  Numbers numbers(repository);
  TRY(numbers.git_, Git::find(repository.root));
  numbers.read_index(index);
  TRY(numbers.read_branches());
  TRY(numbers.read_reservations());
  return numbers;
}

std::string Numbers::user_of(const std::string& number) const {
  const auto value = value_of(number);
  const auto found = value ? users_.find(*value) : users_.end();
  return found == users_.end() ? std::string() : found->second;
}

bool Numbers::has_proposal(const std::string& number) const {
  const std::string user = user_of(number);
  return !user.empty() && user != kReserved && user != kCandidate;
}

std::vector<std::uint64_t> Numbers::unused_reservations() const {
  std::vector<std::uint64_t> unused;
  for (const auto& [number, user] : users_) {
    if (user == kReserved) unused.push_back(number);
  }
  return unused;
}

std::uint64_t Numbers::next() const { return users_.empty() ? 1 : users_.rbegin()->first + 1; }

Result<bool> Numbers::reserve(std::uint64_t number) {
  if (git_) {
    // No two reservations are alike, so that git refuses to push one over another's.
    std::random_device chance;
    TRY(const auto target,
        git_->write_blob(fmt::format("reserved {:08x}{:08x}\n", chance(), chance())));
    return git_->create_ref(std::string(kRefs) + std::to_string(number), target);
  }
  TRY(const auto state, make_state_folder(repository_.root));
  const std::string path = state.path + "/" + kFolder;
  Disk& disk = real_disk();
  if (disk.make_folder(state.open.get(), kFolder, 0700) != 0 && errno != EEXIST) {
    return failed("making", path);
  }
  const Descriptor folder = open_beneath(state.open.get(), kFolder);
  if (folder.get() < 0) return failed("opening", path);
  const Descriptor file(
      disk.create(folder.get(), std::to_string(number).c_str(), O_WRONLY | O_EXCL, 0600));
  if (file.get() >= 0) return true;
  if (errno == EEXIST) return false;
  return failed("reserving a number in", path);
}

Result<std::uint64_t> Numbers::reserve_next() {
  while (true) {
    const std::uint64_t number = next();
    TRY(const bool got, reserve(number));
    users_.emplace(number, kReserved);
    if (got) return number;
  }
}

}  // namespace milepost
