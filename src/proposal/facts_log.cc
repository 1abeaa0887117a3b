#include "proposal/facts_log.h"

#include <algorithm>
#include <utility>

#include "proposal/facts.h"

namespace milepost {

namespace {

// The answer to a question, which Facts itself is asked for: so what is logged and what is asked
// again cannot differ.
class Answer {
 public:
  Answer(const Facts& facts, const Card& subject, const FactsQuestion& question)
      : facts_(facts), subject_(subject), question_(question) {}

  Fingerprint made() {
    const std::string& about = question_.about;
    switch (question_.kind) {
      case FactKind::kRepository: print_.add(facts_.is_repository()); break;
      case FactKind::kToday: add(facts_.today()); break;
      case FactKind::kIndex: print_.add(facts_.index_fingerprint()); break;
      case FactKind::kReadErrors: add(facts_.read_errors()); break;
      case FactKind::kRosters: print_.add(facts_.rosters_fingerprint()); break;
      case FactKind::kReviews: print_.add(facts_.reviews_fingerprint()); break;
      case FactKind::kFind: add_fingerprint(print_, facts_.find(about)); break;
      case FactKind::kNumbered: add(facts_.proposals_numbered(about)); break;
      case FactKind::kWithGate: add(facts_.proposals_with_gate(about)); break;
      case FactKind::kReviewsOf: add(facts_.reviews_of(at_path())); break;
      case FactKind::kProposalsOf: add(facts_.proposals_of(of_number())); break;
      case FactKind::kUsualSince: add(facts_.usual_since(about)); break;
      case FactKind::kPathKind: print_.add(facts_.path_kind(about)); break;
      case FactKind::kAnchors: add(facts_.anchors_of(about)); break;
      case FactKind::kReferences: add_references_of_listed(); break;
      case FactKind::kReferencesOfSubject: add(facts_.references_of(subject_)); break;
      case FactKind::kCircles: add(facts_.circles_of(at_path())); break;
      case FactKind::kNaming: add(facts_.naming(at_path(), *question_.role)); break;
      case FactKind::kMoved: add_fingerprint(print_, facts_.find_moved(about)); break;
      case FactKind::kKnowsAges: print_.add(facts_.knows_ages()); break;
      case FactKind::kAge: add(facts_.age_of(at_path())); break;
      case FactKind::kEntry: add(facts_.entry_of(at_path(), question_.stage)); break;
      case FactKind::kAtWork: add(facts_.release_at_work()); break;
    }
    return print_.made();
  }

 private:
  // Of whom Facts looks at the path alone.
  Card at_path() const {
    Card card;
    card.path = question_.about;
    return card;
  }
  ReviewFile of_number() const {
    ReviewFile file;
    file.number = question_.about;
    return file;
  }

  void add_references_of_listed() {
    const Card* const listed = facts_.find(question_.about);
    const bool there = listed && listed->path == question_.about;
    print_.add(there);
    if (there) add(facts_.references_of(*listed));
  }

  void add(const Date& date) { print_.add(date.year).add(date.month).add(date.day); }
  void add(const std::optional<Date>& date) {
    print_.add(date.has_value());
    if (date) add(*date);
  }
  void add(const Version& version) {
    print_.add(version.major).add(version.minor).add(version.patch);
  }
  void add(const std::optional<Version>& version) {
    print_.add(version.has_value());
    if (version) add(*version);
  }
  void add(const std::vector<ReadError>& read_errors) {
    print_.add(read_errors.size());
    for (const ReadError& read_error : read_errors)
      print_.add(read_error.path).add(read_error.message);
  }
  void add(const std::vector<const Card*>& cards) {
    print_.add(cards.size());
    for (const Card* card : cards) add_fingerprint(print_, card);
  }
  void add(const std::vector<const ReviewFile*>& files) {
    print_.add(files.size());
    for (const ReviewFile* file : files) add_fingerprint(print_, *file);
  }
  void add(const Anchors* anchors) {
    print_.add(anchors != nullptr);
    if (anchors) print_.add(anchors->fingerprint());
  }
  void add(const std::vector<Reference>& references) {
    print_.add(references.size());
    for (const Reference& reference : references) {
      print_.add(reference.role).add(reference.text).add(reference.target).add(reference.kind);
      print_.add(reference.span.begin).add(reference.span.end);
      add_fingerprint(print_, reference.card);
      add_fingerprint(print_, reference.moved_to);
    }
  }
  void add(std::span<const Circle> circles) {
    print_.add(circles.size());
    for (const Circle& circle : circles) {
      print_.add(circle.path).add(circle.reference).add(circle.members.size());
      for (const std::string& member : circle.members) print_.add(member);
    }
  }
  void add(const Age* age) {
    print_.add(age != nullptr);
    if (!age) return;
    print_.add(age->stuck.has_value());
    if (age->stuck) {
      add(age->stuck->since);
      print_.add(age->stuck->state).add(age->stuck->days).add(age->stuck->usual);
      print_.add(age->stuck->others);
    }
    print_.add(age->lingering.has_value());
    if (age->lingering) {
      add(age->lingering->since);
      print_.add(age->lingering->releases);
    }
    add(age->past_milestone);
    add(age->shipped);
    print_.add(age->end);
  }
  void add(const StageEntry* entry) {
    print_.add(entry != nullptr);
    if (!entry) return;
    print_.add(entry->stage);
    add(entry->day);
    add(entry->release);
  }

  const Facts& facts_;
  const Card& subject_;
  const FactsQuestion& question_;
  Fingerprinter print_;
};

}  // namespace

bool FactsLog::holds(const Facts& facts, const Card& subject) const {
  const FactsRecorder::Pause pause;
  return complete_ && std::ranges::all_of(answers_, [&](const auto& known) {
           return Answer(facts, subject, known.first).made() == known.second;
         });
}

std::size_t FactsLog::bytes() const {
  constexpr std::size_t kNode = 64;  // what a map keeps beside an entry
  std::size_t all = sizeof(FactsLog);
  for (const auto& known : answers_) {
    all += sizeof known + kNode + known.first.about.size() + known.first.stage.size();
  }
  return all;
}

FactsRecorder::FactsRecorder(const Facts& facts, const Card& subject)
    : facts_(facts), subject_(subject), outer_(active_) {
  active_ = this;
}

FactsRecorder::Pause::Pause() : paused_(std::exchange(active_, nullptr)) {}
FactsRecorder::Pause::~Pause() { active_ = paused_; }

FactsRecorder::~FactsRecorder() { active_ = outer_; }

void FactsRecorder::note(const Facts& asked, FactsQuestion question) {
  // What other facts say cannot be asked of those that come in their place.
  if (&asked != &facts_) log_.complete_ = false;
  if (!log_.complete_) return;
  const auto [known, is_new] = log_.answers_.try_emplace(std::move(question));
  if (!is_new) return;
  const Pause pause;  // this is not asked by a rule
  known->second = Answer(facts_, subject_, known->first).made();
}

void FactsRecorder::note_references(const Facts& asked, const Card& card) {
  if (&card == &subject_) return note(asked, {FactKind::kReferencesOfSubject});
  const auto is_listed = [&] {
    const Pause pause;
    const Card* const listed = asked.find(card.path);
    return listed && listed->path == card.path && listed->metadata == card.metadata;
  };
  if (!is_listed()) log_.complete_ = false;  // a card that nobody else has
  note(asked, {FactKind::kReferences, card.path});
}

}  // namespace milepost
