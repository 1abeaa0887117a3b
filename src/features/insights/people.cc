// Who has how much to approve, and how long it takes until something is approved.
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/strings.h"
#include "features/common/person.h"
#include "features/insights/tables.h"
#include "proposal/reviews.h"

namespace milepost::insights {

namespace {

// Counts by person, whatever the case a handle is written in; the first spelling is shown.
template <typename Counts>
class ByPerson {
 public:
  Counts& operator[](std::string_view person) {
    auto& entry = people_[lower(person)];
    if (entry.first.empty()) entry.first = person_text(std::string(person));
    return entry.second;
  }

  // Those with most of something first, else by name.
  template <typename Weight>
  std::vector<std::pair<std::string, Counts>> sorted(const Weight& weight) const {
    std::vector<std::pair<std::string, Counts>> list;
    for (const auto& [key, entry] : people_) list.push_back(entry);
    std::ranges::stable_sort(list, std::greater{},
                             [&](const auto& entry) { return weight(entry.second); });
    return list;
  }

 private:
  std::map<std::string, std::pair<std::string, Counts>> people_;
};

constexpr std::size_t kShownPeople = 20;

struct Load {
  Counted approves;
  Counted reviews;
};

ReportTable load_table(const ReportData& data, ReportPart& part) {
  ByPerson<Load> loads;
  for (const Subject& subject : data.all) {
    if (!subject.open) continue;
    for (const std::string& person : subject.card->approvers) {
      if (!is_unset(data.process, person)) loads[person].approves.push_back(subject.card->path);
    }
    for (const std::string& person : subject.card->reviewers) {
      if (!is_unset(data.process, person)) loads[person].reviews.push_back(subject.card->path);
    }
  }
  ReportTable table{
      "person",
      "open proposals by person",
      {{text_column("person"), number_column("approver"), number_column("reviewer")}, {}}};
  table.first = kShownPeople;
  const auto sorted = loads.sorted([](const Load& load) {
    return std::pair(load.approves.size(), load.approves.size() + load.reviews.size());
  });
  for (const auto& [person, load] : sorted) {
    table.table.rows.push_back({person});
    add_count(table, load.approves);
    add_count(table, load.reviews);
  }
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> most;
  for (std::size_t i = 0; i < std::min(sorted.size(), kNamed); ++i) {
    if (sorted[i].second.approves.empty()) break;
    most.push_back(fmt::format("{} {}", sorted[i].first, sorted[i].second.approves.size()));
  }
  if (!most.empty()) {
    part.headlines.push_back(fmt::format("open proposals to approve: {}", fmt::join(most, ", ")));
  }
  return table;
}

// Somebody is named in a review's file as the approver of a stage.
struct ReviewDecision {
  const Review* review = nullptr;
  const Card* card = nullptr;
  std::string person;
  std::string stage;
  std::optional<Version> release;
};

std::vector<ReviewDecision> decisions_of(const ReportData& data) {
  std::vector<ReviewDecision> decisions;
  for (const Subject& subject : data.all) {
    for (const ReviewFile* file : data.facts->reviews_of(*subject.card)) {
      for (const std::string& stage : data.process.stage_names()) {
        for (const Scalar& entry : people_in(data.process, file->approver(stage))) {
          const auto handle = read_handle(entry.text);
          auto release = subject.metadata_state.milestone_of(stage);
          if (!release && stage == subject.metadata_state.stage)
            release = subject.metadata_state.latest;
          decisions.push_back({file->review, subject.card,
                               std::string(handle ? handle->name : entry.text), stage, release});
        }
      }
    }
  }
  return decisions;
}

struct Decided {
  std::vector<Counted> now;  // in the cycle at work, by stage
  Counted all;
};

ReportTable reviewers_table(const ReportData& data, const Review& review,
                            const std::vector<ReviewDecision>& decisions) {
  const std::vector<std::string> stages = data.process.stage_names();
  std::set<std::size_t> used;
  ByPerson<Decided> people;
  for (const ReviewDecision& decision : decisions) {
    if (decision.review != &review) continue;
    Decided& decided = people[decision.person];
    decided.now.resize(stages.size());
    decided.all.push_back(decision.card->path);
    if (!decision.release || decision.release != data.cycles.at_work()) continue;
    const auto stage =
        static_cast<std::size_t>(std::ranges::find(stages, decision.stage) - stages.begin());
    decided.now[stage].push_back(decision.card->path);
    used.insert(stage);
  }
  const std::string release =
      data.cycles.at_work() ? to_string(*data.cycles.at_work()) : std::string();
  ReportTable table{review.id,
                    release.empty()
                        ? review.title
                        : fmt::format("{}: stages decided in {}", review.title, release),
                    {{text_column("person")}, {}}};
  for (const std::size_t stage : used) table.table.columns.push_back(number_column(stages[stage]));
  table.table.columns.push_back(number_column("ever"));
  table.first = kShownPeople;
  const auto sum = [](const Decided& decided) {
    std::size_t now = 0;
    for (const Counted& counted : decided.now) now += counted.size();
    return std::pair(now, decided.all.size());
  };
  for (const auto& [person, decided] : people.sorted(sum)) {
    table.table.rows.push_back({person});
    for (const std::size_t stage : used) add_count(table, decided.now[stage]);
    add_count(table, decided.all);
  }
  return table;
}

ReportTable releases_table(const std::vector<ReviewDecision>& decisions) {
  struct Row {
    Counted decisions;
    std::set<std::string> people;
  };
  std::map<Version, Row> rows;
  for (const ReviewDecision& decision : decisions) {
    if (!decision.release) continue;
    Row& row = rows[*decision.release];
    row.decisions.push_back(decision.card->path);
    row.people.insert(lower(decision.person));
  }
  ReportTable table{
      "release",
      "decisions by release",
      {{text_column("release"), number_column("decisions"), number_column("people")}, {}}};
  for (const auto& [release, row] : rows) {
    table.table.rows.push_back({to_string(release)});
    add_count(table, row.decisions);
    table.table.rows.back().push_back(count_text(row.people.size()));
  }
  return table;
}

// A proposal's way to its first decision.
struct Waits {
  std::vector<int> landing;  // from the day its author wrote down to its landing
  std::vector<int> ready;    // from the first status of the way to the second
  Counted landed, decided;   // proposals of these

  void add_landing(int days, const Lifespan& lifespan) {
    landing.push_back(days);
    landed.push_back(lifespan.path());
  }
  void add_ready(int days, const Lifespan& lifespan) {
    ready.push_back(days);
    decided.push_back(lifespan.path());
  }
};

void add_waits(const ReportData& data, std::map<std::string, Waits>& groups, Waits& all,
               ByPerson<Waits>& people) {
  const auto counts = [&](const Date& day) {
    return day <= data.today && (!data.since || *data.since <= day);
  };
  for (const Lifespan& lifespan : data.history->lifespans) {
    const Snapshot* const said = lifespan.latest();
    if (!said) continue;
    const Date landed = date_of(data.history->commits[lifespan.versions.front().commit].time);
    const auto written = parse_date(said->created);
    // A day after the landing is a slip.
    if (written && *written <= landed && counts(landed)) {
      const int days = days_between(*written, landed);
      groups[group_name(said->group)].add_landing(days, lifespan);
      all.add_landing(days, lifespan);
    }
    const auto& way = data.states.way();
    const auto tenures = tenures_of(*data.history, lifespan, Track::kStatus);
    for (std::size_t i = 1; i < tenures.size(); ++i) {
      const bool first_decision = way.size() > 1 && tenures[i - 1].value == way[0] &&
                                  tenures[i].value == way[1] && counts(tenures[i].from);
      if (!first_decision) continue;
      const int days = std::max(0, days_between(tenures[i - 1].from, tenures[i].from));
      groups[group_name(said->group)].add_ready(days, lifespan);
      all.add_ready(days, lifespan);
      for (const std::string& person : lifespan.versions[tenures[i].version].snapshot->approvers) {
        if (!is_unset(data.process, person)) people[person].add_ready(days, lifespan);
      }
      break;
    }
  }
}

}  // namespace

ReportPart approvers_part(const ReportData& data) {
  ReportPart part;
  part.title = "Approvers";
  part.about =
      "Who is named as approver and reviewer of open proposals, and who decided in review files.";
  part.tables.push_back(load_table(data, part));
  const std::vector<ReviewDecision> decisions = decisions_of(data);
  for (const Review& review : data.process.reviews) {
    part.tables.push_back(reviewers_table(data, review, decisions));
  }
  if (decisions.empty()) return part;
  part.tables.push_back(releases_table(decisions));
  if (data.cycles.at_work()) {
    const auto now = std::ranges::count(decisions, data.cycles.at_work(), &ReviewDecision::release);
    part.headlines.push_back(
        fmt::format("review decisions in {}: {}", to_string(*data.cycles.at_work()), now));
  }
  return part;
}

ReportPart latency_part(const ReportData& data) {
  const std::vector<std::string>& way = data.states.way();
  ReportPart part;
  part.title = "Review latency";
  part.about =
      "Days from the date an author gives a proposal to its landing, and from its first status to "
      "the second. What git keeps: when a review was asked for is not known.";
  if (!data.history) return unknown_part(std::move(part), data.no_history);
  std::map<std::string, Waits> groups;
  Waits all;
  ByPerson<Waits> people;
  add_waits(data, groups, all, people);

  const std::string ready = way.size() > 1 ? way[1] : std::string("ready");
  ReportTable by_group{
      "group",
      "by group",
      {{text_column("group"), number_column("landed"), number_column("median days"),
        number_column("p90 days"), number_column(ready), number_column("median wait"),
        number_column("p90 wait")},
       {}}};
  const auto add = [&](const std::string& group, const Waits& waits) {
    const Spread landing = spread_of(waits.landing);
    const Spread decision = spread_of(waits.ready);
    by_group.table.rows.push_back({group});
    std::vector<std::string>& row = by_group.table.rows.back();
    add_count(by_group, waits.landed);
    row.push_back(landing.median_text());
    row.push_back(landing.p90_text());
    add_count(by_group, waits.decided);
    row.push_back(decision.median_text());
    row.push_back(decision.p90_text());
  };
  for (const auto& [group, waits] : groups) add(group, waits);
  add("(all)", all);
  ReportTable by_person{"person",
                        fmt::format("{} → {}, by approver", way.empty() ? "" : way[0], ready),
                        {{text_column("person"), number_column("decisions"),
                          number_column("median wait"), number_column("p90 wait")},
                         {}}};
  by_person.first = kShownPeople;
  for (const auto& [person, waits] :
       people.sorted([](const Waits& one) { return one.ready.size(); })) {
    const Spread spread = spread_of(waits.ready);
    by_person.table.rows.push_back({person});
    add_count(by_person, waits.decided);
    by_person.table.rows.back().push_back(spread.median_text());
    by_person.table.rows.back().push_back(spread.p90_text());
  }
  const Spread landing = spread_of(all.landing);
  const Spread decision = spread_of(all.ready);
  if (landing.p90) {
    part.headlines.push_back(fmt::format("written → landed: median {} days, p90 {} ({})",
                                         *landing.median, *landing.p90, landing.count));
  }
  if (decision.p90) {
    part.headlines.push_back(fmt::format("{} → {}: median {} days, p90 {} ({})", way[0], way[1],
                                         *decision.median, *decision.p90, decision.count));
  }
  part.tables.push_back(std::move(by_group));
  part.tables.push_back(std::move(by_person));
  return part;
}

}  // namespace milepost::insights
