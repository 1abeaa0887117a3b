// A log of what was asked of Facts, and what the answers were. Whatever was found with them would
// be found again as long as holds(): so it can be kept.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/fingerprint.h"
#include "process/field.h"

namespace milepost {

class Facts;
struct Card;

// One for each function of Facts.
enum class FactKind : std::uint8_t {
  kRepository,
  kToday,
  kIndex,
  kReadErrors,
  kRosters,
  kReviews,
  kFind,
  kNumbered,
  kWithGate,
  kReviewsOf,
  kProposalsOf,
  kUsualSince,
  kPathKind,
  kAnchors,
  kReferences,
  kReferencesOfSubject,  // of the card that was looked at, listed or not
  kCircles,
  kNaming,
  kMoved,
  kKnowsAges,
  kAge,
  kEntry,
  kAtWork,
};

struct FactsQuestion {
  FactKind kind = FactKind::kRepository;
  std::string about = {};  // a path, number or name
  std::string stage = {};
  std::optional<FieldRole> role = {};
  friend auto operator<=>(const FactsQuestion&, const FactsQuestion&) = default;
};

class FactsLog {
 public:
  // Whether all that was asked can be asked again.
  bool complete() const { return complete_; }
  // Whether other facts give the same answers to whoever looks at this card, in place of the one
  // that was looked at. Never for a log that is not complete.
  bool holds(const Facts& facts, const Card& subject) const;

  std::size_t size() const { return answers_.size(); }
  std::size_t bytes() const;  // of memory, about

 private:
  friend class FactsRecorder;

  std::map<FactsQuestion, Fingerprint> answers_;
  bool complete_ = true;
};

// Logs what this thread asks of the facts as long as the recorder is there.
class FactsRecorder {
 public:
  // Both are to outlive it.
  FactsRecorder(const Facts& facts, const Card& subject);
  ~FactsRecorder();
  FactsRecorder(const FactsRecorder&) = delete;
  FactsRecorder& operator=(const FactsRecorder&) = delete;

  // While one is there, the thread asks without being recorded.
  class Pause {
   public:
    Pause();
    ~Pause();
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    FactsRecorder* const paused_;
  };

  // What was asked so far.
  const FactsLog& log() const { return log_; }

  // For Facts: the thread's recorder, mostly null; and a question that somebody asks.
  static FactsRecorder* active() { return active_; }
  void note(const Facts& asked, FactsQuestion question);
  void note_references(const Facts& asked, const Card& card);

 private:
  static inline constinit thread_local FactsRecorder* active_ = nullptr;

  const Facts& facts_;
  const Card& subject_;
  FactsRecorder* const outer_;
  FactsLog log_;
};

}  // namespace milepost
