#include "proposal/facts.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "base/limits.h"
#include "base/utf8.h"
#include "proposal/facts_log.h"
#include "text/slug.h"

namespace milepost {

namespace {

// Looks at the file system once for each path: many proposals link to the same
// few places.
class RememberedPaths {
 public:
  explicit RememberedPaths(std::shared_ptr<const FileTree> tree) : tree_(std::move(tree)) {}

  PathKind operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second;
    }
    const PathKind kind = tree_->kind(path);
    const std::lock_guard<std::mutex> lock(known_mutex_);
    known_.emplace(path, kind);
    return kind;
  }

 private:
  std::shared_ptr<const FileTree> tree_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, PathKind> known_;
};

// How well a file fits one of several proposals of its number: it lies in the
// place of one, and that one's path has the number too.
int fit(const ReviewFile& file, const Card& card) {
  if (!is_in_place(file, card)) return 0;
  const std::string_view in_path = card.parts.find("number");
  return in_path.empty() || plain_number(in_path) == file.number ? 2 : 1;
}

// Reads each file once. What stands in a document is mostly linked from that
// document, so few files come here.
class RememberedAnchors {
 public:
  explicit RememberedAnchors(std::shared_ptr<const FileTree> tree) : tree_(std::move(tree)) {}

  const Anchors* operator()(const std::string& path) {
    {
      const std::lock_guard<std::mutex> lock(known_mutex_);
      if (const auto found = known_.find(path); found != known_.end()) return found->second.get();
    }
    std::unique_ptr<const Anchors> anchors;
    const auto source = tree_->read(path, path, kLimits.document_bytes);
    if (source && !utf8::looks_binary((*source)->text())) {
      anchors = std::make_unique<const Anchors>(Document(*source));
    }
    const std::lock_guard<std::mutex> lock(known_mutex_);
    return known_.emplace(path, std::move(anchors)).first->second.get();
  }

 private:
  std::shared_ptr<const FileTree> tree_;
  std::mutex known_mutex_;
  std::unordered_map<std::string, std::unique_ptr<const Anchors>> known_;
};

// Tells whoever logs what is asked; mostly nobody does.
void log_question(const Facts& facts, FactKind kind, std::string_view about = {},
                  std::string_view more = {}) {
  if (FactsRecorder* const recorder = FactsRecorder::active()) {
    recorder->note(facts, {kind, std::string(about), std::string(more)});
  }
}

std::vector<const Card*> cards_at(
    const Index& index, const std::unordered_map<std::string, std::vector<std::size_t>>& places,
    const std::string& key) {
  std::vector<const Card*> found;
  const auto at = places.find(key);
  if (at == places.end()) return found;
  found.reserve(at->second.size());
  for (const std::size_t i : at->second) found.push_back(&index.cards[i]);
  return found;
}

void add_source(Fingerprinter& print, const Source* source) {
  print.add(source != nullptr);
  if (source) print.add(source->path()).add(source->text());
}

}  // namespace

void add_fingerprint(Fingerprinter& print, const Card* card) {
  print.add(card != nullptr);
  if (!card) return;
  const ProposalFiles& files = card->files;
  print.add(card->path).add(files.document).add(files.metadata).add(files.has_document);
  const Source* const metadata = card->metadata ? card->metadata->source.get() : nullptr;
  add_source(print, metadata);
  // Metadata of the document itself is read from the same source.
  const Source* const document = card->document.get();
  print.add(document == metadata);
  if (document != metadata) add_source(print, document);
}

void add_fingerprint(Fingerprinter& print, const ReviewFile& file) {
  print.add(file.review->id).add(file.path).add(file.number);
  add_source(print, file.source.get());
}

Facts::Facts(FactsInput input)
    : in_(std::move(input)),
      relations_(in_.process ? Relations(*in_.process, *in_.index, in_.path_kind) : Relations()) {
  assign_reviews();
}

// Gives each file to the proposals of its number that it fits best.
void Facts::assign_reviews() {
  for (std::size_t i = 0; i < in_.reviews.size(); ++i) {
    std::vector<std::pair<int, const Card*>> fits;
    for (const Card* card : numbered(in_.reviews[i].number)) {
      fits.emplace_back(fit(in_.reviews[i], *card), card);
    }
    const auto best = std::ranges::max_element(fits, {}, &std::pair<int, const Card*>::first);
    for (const auto& [fitting, card] : fits) {
      if (fitting == best->first) reviews_by_path_[card->path].push_back(i);
    }
  }
}

bool Facts::is_repository() const {
  log_question(*this, FactKind::kRepository);
  return in_.process != nullptr;
}

Date Facts::today() const {
  log_question(*this, FactKind::kToday);
  return in_.today;
}

const Index& Facts::index() const {
  log_question(*this, FactKind::kIndex);
  return *in_.index;
}

const std::vector<ReadError>& Facts::read_errors() const {
  log_question(*this, FactKind::kReadErrors);
  return in_.read_errors;
}

const Rosters& Facts::rosters() const {
  log_question(*this, FactKind::kRosters);
  return in_.rosters;
}

const std::vector<ReviewFile>& Facts::reviews() const {
  log_question(*this, FactKind::kReviews);
  return in_.reviews;
}

const Card* Facts::find(std::string_view path) const {
  log_question(*this, FactKind::kFind, path);
  return in_.index->find(path);
}

std::vector<const Card*> Facts::proposals_numbered(const std::string& number) const {
  log_question(*this, FactKind::kNumbered, number);
  return cards_at(*in_.index, in_.index->by_number, number);
}

std::vector<const Card*> Facts::proposals_with_gate(const std::string& gate) const {
  log_question(*this, FactKind::kWithGate, gate);
  return cards_at(*in_.index, in_.index->by_feature_gate, gate);
}

std::vector<const ReviewFile*> Facts::reviews_of(const Card& card) const {
  log_question(*this, FactKind::kReviewsOf, card.path);
  std::vector<const ReviewFile*> found;
  const auto at = reviews_by_path_.find(card.path);
  if (at == reviews_by_path_.end()) return found;
  for (const std::size_t i : at->second) found.push_back(&in_.reviews[i]);
  return found;
}

std::vector<const Card*> Facts::proposals_of(const ReviewFile& file) const {
  log_question(*this, FactKind::kProposalsOf, file.number);
  return numbered(file.number);
}

std::vector<const Card*> Facts::numbered(const std::string& number) const {
  std::vector<const Card*> found = cards_at(*in_.index, in_.index->by_number, number);
  const auto by_path = cards_at(*in_.index, in_.index->by_path_number, number);
  found.insert(found.end(), by_path.begin(), by_path.end());
  return found;
}

PathKind Facts::path_kind(const std::string& path) const {
  log_question(*this, FactKind::kPathKind, path);
  return in_.path_kind ? in_.path_kind(path) : PathKind::kNothing;
}

std::optional<Date> Facts::usual_since(const std::string& heading) const {
  log_question(*this, FactKind::kUsualSince, heading);
  {
    const std::lock_guard<std::mutex> lock(usual_mutex_);
    const auto known = usual_since_.find(heading);
    if (known != usual_since_.end()) return known->second;
  }
  const auto since = find_usual_since(heading);
  const std::lock_guard<std::mutex> lock(usual_mutex_);
  return usual_since_.emplace(heading, since).first->second;
}

std::optional<Date> Facts::find_usual_since(const std::string& heading) const {
  const std::string slug = github_slug(heading);
  std::vector<std::pair<Date, bool>> proposals;  // when they were created, and whether they have it
  for (const Card& card : in_.index->cards) {
    const Anchors* const anchors =
        card.created && in_.anchors_of ? in_.anchors_of(card.files.document) : nullptr;
    if (anchors) proposals.emplace_back(*card.created, anchors->has(slug));
  }
  std::ranges::sort(proposals, std::greater<>());
  std::optional<Date> since;
  std::size_t with = 0;
  for (std::size_t i = 0; i < proposals.size(); ++i) {
    with += proposals[i].second ? 1 : 0;
    if (2 * with >= i + 1) since = proposals[i].first;
  }
  return since;
}

const Anchors* Facts::anchors_of(const std::string& path) const {
  log_question(*this, FactKind::kAnchors, path);
  return in_.anchors_of ? in_.anchors_of(path) : nullptr;
}

std::vector<Reference> Facts::references_of(const Card& card) const {
  if (FactsRecorder* const recorder = FactsRecorder::active()) {
    recorder->note_references(*this, card);
  }
  return relations_.of(card);
}

std::span<const Circle> Facts::circles_of(const Card& card) const {
  log_question(*this, FactKind::kCircles, card.path);
  return relations_.circles_of(card);
}

std::vector<const Card*> Facts::naming(const Card& card, FieldRole role) const {
  if (FactsRecorder* const recorder = FactsRecorder::active()) {
    recorder->note(*this, {FactKind::kNaming, card.path, {}, role});
  }
  return relations_.naming(card, role);
}

const Card* Facts::find_moved(const std::string& path) const {
  log_question(*this, FactKind::kMoved, path);
  return relations_.find_moved(path);
}

const Ages* Facts::ages() const {
  if (!in_.read_ages) return nullptr;
  return ages_.get([&] { return in_.read_ages(); }).get();
}

bool Facts::knows_ages() const {
  log_question(*this, FactKind::kKnowsAges);
  return ages() != nullptr;
}

const Age* Facts::age_of(const Card& card) const {
  log_question(*this, FactKind::kAge, card.path);
  const Ages* const known = ages();
  if (!known) return nullptr;
  const auto found = known->find(card.path);
  return found == known->end() ? nullptr : &found->second;
}

const StageEntry* Facts::entry_of(const Card& card, std::string_view stage) const {
  log_question(*this, FactKind::kEntry, card.path, stage);
  if (!in_.read_entries) return nullptr;
  const auto& known = entries_.get([&] { return in_.read_entries(); });
  if (!known) return nullptr;
  const auto found = known->find(card.path);
  if (found == known->end()) return nullptr;
  const auto last =
      std::ranges::find(found->second.rbegin(), found->second.rend(), stage, &StageEntry::stage);
  return last == found->second.rend() ? nullptr : &*last;
}

std::optional<Version> Facts::release_at_work() const {
  log_question(*this, FactKind::kAtWork);
  if (!in_.read_at_work) return std::nullopt;
  return at_work_.get([&] { return in_.read_at_work(); });
}

const OtherFiles& Facts::other_files() const {
  return other_files_.get(
      [&] { return in_.read_other_files ? in_.read_other_files() : OtherFiles(); });
}

Fingerprint Facts::index_fingerprint() const {
  return index_fingerprint_.get([&] {
    Fingerprinter print;
    print.add(in_.index->cards.size());
    for (const Card& card : in_.index->cards) add_fingerprint(print, &card);
    print.add(in_.index->read_errors.size());
    for (const ReadError& read_error : in_.index->read_errors) {
      print.add(read_error.path).add(read_error.message);
    }
    return print.made();
  });
}

Fingerprint Facts::rosters_fingerprint() const {
  return rosters_fingerprint_.get([&] { return in_.rosters.fingerprint(); });
}

Fingerprint Facts::reviews_fingerprint() const {
  return reviews_fingerprint_.get([&] {
    Fingerprinter print;
    print.add(in_.reviews.size());
    for (const ReviewFile& file : in_.reviews) add_fingerprint(print, file);
    return print.made();
  });
}

FactsInput read_facts(const Repository& repository, std::shared_ptr<const Index> index, Date today,
                      int jobs) {
  FactsInput facts;
  facts.process = repository.process.get();
  facts.index = std::move(index);
  facts.today = today;
  facts.rosters = read_rosters(repository, facts.read_errors);
  facts.reviews = read_reviews(repository, jobs, facts.read_errors);
  facts.template_metadata = read_template_metadata(repository, facts.read_errors);
  facts.read_other_files = [repository, cards = facts.index] {
    return read_other_files(repository, *cards);
  };
  auto kinds = std::make_shared<RememberedPaths>(repository.tree);
  facts.path_kind = [kinds](const std::string& path) { return (*kinds)(path); };
  auto anchors = std::make_shared<RememberedAnchors>(repository.tree);
  facts.anchors_of = [anchors](const std::string& path) { return (*anchors)(path); };
  return facts;
}

std::unique_ptr<Facts> gather_facts(const Repository& repository, Date today, int jobs) {
  return std::make_unique<Facts>(read_facts(
      repository, std::make_shared<const Index>(read_index(repository, jobs)), today, jobs));
}

}  // namespace milepost
