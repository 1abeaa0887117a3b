#include "history/cache.h"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/strings.h"

namespace milepost {

namespace {

// The first bytes; another number when anything below changes. Then come numbers of
// seven bits a byte, texts with their lengths before them, and names of objects;
// the hash of it all is last.
constexpr std::string_view kForm = "milepost history 2\n";
constexpr std::size_t kHashBytes = sizeof(std::uint64_t);

class Writer {
 public:
  std::string write(const History& history, std::string_view made_by) {
    out_ = kForm;
    text(made_by);
    oid(history.head);
    text(history.since ? to_string(*history.since) : "");
    number(history.unreadable);
    number(history.commits.size());
    for (const Landing& commit : history.commits) {
      oid(commit.id);
      number(static_cast<std::uint64_t>(commit.time.seconds));
      name(commit.author);
    }
    number(history.lifespans.size());
    for (const Lifespan& lifespan : history.lifespans) {
      number(lifespan.deleted ? *lifespan.deleted + 1 : 0);
      name(lifespan.document);
      number(lifespan.versions.size());
      for (const ProposalVersion& version : lifespan.versions) write_version(version);
    }
    const std::uint64_t hash = hash_bytes(out_);
    out_.append(reinterpret_cast<const char*>(&hash), kHashBytes);
    return std::move(out_);
  }

 private:
  void number(std::uint64_t value) {
    while (value > 0x7f) {
      out_ += static_cast<char>(value | 0x80);
      value >>= 7;
    }
    out_ += static_cast<char>(value);
  }

  void text(std::string_view bytes) {
    number(bytes.size());
    out_ += bytes;
  }

  void oid(const Oid& id) {
    out_.append(reinterpret_cast<const char*>(id.bytes.data()), id.bytes.size());
  }

  // A text that comes again and again: the second time, which one it was.
  void name(const std::string& bytes) {
    const auto [known, fresh] = names_.try_emplace(bytes, names_.size());
    number(fresh ? 0 : known->second + 1);
    if (fresh) text(bytes);
  }

  void write_version(const ProposalVersion& version) {
    number(version.commit);
    name(version.path);
    oid(version.document);
    oid(version.metadata);
    if (!version.snapshot) return number(0);
    const auto [known, fresh] = snapshots_.try_emplace(version.snapshot.get(), snapshots_.size());
    number(fresh ? 1 : known->second + 2);
    if (fresh) write_snapshot(*version.snapshot);
  }

  void write_snapshot(const Snapshot& snapshot) {
    for (const std::string* const field :
         {&snapshot.number, &snapshot.title, &snapshot.group, &snapshot.status, &snapshot.stage,
          &snapshot.kind, &snapshot.latest_milestone, &snapshot.created}) {
      name(*field);
    }
    number(snapshot.milestones.size());
    for (const auto& [stage, version] : snapshot.milestones) {
      name(stage);
      name(version);
    }
    for (const auto* const people : {&snapshot.authors, &snapshot.reviewers, &snapshot.approvers}) {
      number(people->size());
      for (const std::string& person : *people) name(person);
    }
  }

  std::string out_;
  std::unordered_map<std::string, std::size_t> names_;
  std::unordered_map<const Snapshot*, std::size_t> snapshots_;
};

// What is there is trusted once the hash is right, but for sizes: those are bounded by
// the bytes that are left.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  std::optional<History> read(std::string_view made_by) {
    if (!is_whole()) return std::nullopt;
    rest_ = rest_.substr(kForm.size());
    if (text() != made_by) return std::nullopt;
    History history;
    history.head = oid();
    history.since = parse_date(text());
    history.unreadable = number();
    history.commits.resize(count());
    for (Landing& commit : history.commits) {
      commit.id = oid();
      commit.time.seconds = static_cast<std::int64_t>(number());
      commit.author = name();
    }
    history.lifespans.resize(count());
    for (Lifespan& lifespan : history.lifespans) {
      const std::uint64_t deleted = number();
      if (deleted > 0) lifespan.deleted = deleted - 1;
      lifespan.document = name();
      lifespan.versions.resize(count());
      for (ProposalVersion& version : lifespan.versions) read_version(version);
      failed_ = failed_ || lifespan.versions.empty();
      failed_ =
          failed_ || std::ranges::any_of(lifespan.versions, [&](const ProposalVersion& version) {
            return version.commit >= history.commits.size();
          });
      failed_ = failed_ || deleted > history.commits.size();
      if (failed_) return std::nullopt;
    }
    if (failed_ || !rest_.empty()) return std::nullopt;
    return history;
  }

 private:
  bool is_whole() {
    if (!rest_.starts_with(kForm) || rest_.size() < kForm.size() + kHashBytes) return false;
    std::uint64_t hash = 0;
    std::memcpy(&hash, rest_.data() + rest_.size() - kHashBytes, kHashBytes);
    rest_.remove_suffix(kHashBytes);
    return hash == hash_bytes(rest_);
  }

  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    failed_ = true;
    return 0;
  }

  // Of things that follow, each at least a byte.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value <= rest_.size()) return value;
    failed_ = true;
    return 0;
  }

  std::string_view text() {
    const std::size_t size = count();
    const std::string_view bytes = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return bytes;
  }

  Oid oid() {
    Oid id;
    if (rest_.size() < id.bytes.size()) {
      failed_ = true;
      return id;
    }
    std::memcpy(id.bytes.data(), rest_.data(), id.bytes.size());
    rest_.remove_prefix(id.bytes.size());
    return id;
  }

  std::string name() {
    const std::uint64_t known = number();
    if (known == 0) return std::string(names_.emplace_back(text()));
    if (known <= names_.size()) return std::string(names_[known - 1]);
    failed_ = true;
    return {};
  }

  void read_version(ProposalVersion& version) {
    version.commit = number();
    version.path = name();
    version.document = oid();
    version.metadata = oid();
    const std::uint64_t snapshot = number();
    if (snapshot == 1) {
      version.snapshot = snapshots_.emplace_back(read_snapshot());
    } else if (snapshot > 1 && snapshot - 2 < snapshots_.size()) {
      version.snapshot = snapshots_[snapshot - 2];
    } else {
      failed_ = failed_ || snapshot > 1;
    }
  }

  std::shared_ptr<const Snapshot> read_snapshot() {
    auto snapshot = std::make_shared<Snapshot>();
    for (std::string* const field :
         {&snapshot->number, &snapshot->title, &snapshot->group, &snapshot->status,
          &snapshot->stage, &snapshot->kind, &snapshot->latest_milestone, &snapshot->created}) {
      *field = name();
    }
    snapshot->milestones.resize(count());
    for (auto& [stage, version] : snapshot->milestones) {
      stage = name();
      version = name();
    }
    for (auto* const people : {&snapshot->authors, &snapshot->reviewers, &snapshot->approvers}) {
      people->resize(count());
      for (std::string& person : *people) person = name();
    }
    return snapshot;
  }

  std::string_view rest_;
  bool failed_ = false;
  std::vector<std::string_view> names_;
  std::vector<std::shared_ptr<const Snapshot>> snapshots_;
};

}  // namespace

std::string write_history(const History& history, std::string_view made_by) {
  return Writer().write(history, made_by);
}

std::optional<History> read_history(std::string_view text, std::string_view made_by) {
  return Reader(text).read(made_by);
}

}  // namespace milepost
