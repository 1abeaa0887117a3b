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
  std::size_t approves = 0;
  std::size_t reviews = 0;
};

ReportTable load_table(const ReportData& data, ReportPart& part) {
  ByPerson<Load> loads;
  for (const Subject& subject : data.all) {
    if (!subject.open) continue;
    for (const std::string& person : subject.card->approvers) {
      if (!is_unset(data.process, person)) ++loads[person].approves;
    }
    for (const std::string& person : subject.card->reviewers) {
      if (!is_unset(data.process, person)) ++loads[person].reviews;
    }
  }
  ReportTable table{
      "person",
      "open proposals by person",
      {{text_column("person"), number_column("approver"), number_column("reviewer")}, {}}};
  table.first = kShownPeople;
  const auto sorted = loads.sorted(
      [](const Load& load) { return std::pair(load.approves, load.approves + load.reviews); });
  for (const auto& [person, load] : sorted) {
    table.table.rows.push_back({person, count_text(load.approves), count_text(load.reviews)});
  }
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> most;
  for (std::size_t i = 0; i < std::min(sorted.size(), kNamed); ++i) {
    if (sorted[i].second.approves == 0) break;
    most.push_back(fmt::format("{} {}", sorted[i].first, sorted[i].second.approves));
  }
  if (!most.empty()) {
    part.headlines.push_back(fmt::format("open proposals to approve: {}", fmt::join(most, ", ")));
  }
  return table;
}

// Somebody is named in a review's file as the approver of a stage.
struct ReviewDecision {
  const Review* review = nullptr;
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
          decisions.push_back(
              {file->review, std::string(handle ? handle->name : entry.text), stage, release});
        }
      }
    }
  }
  return decisions;
}

struct Decided {
  std::vector<std::size_t> now;  // in the cycle at work, by stage
  std::size_t all = 0;
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
    ++decided.all;
    if (!decision.release || decision.release != data.cycles.at_work()) continue;
    const auto stage =
        static_cast<std::size_t>(std::ranges::find(stages, decision.stage) - stages.begin());
    ++decided.now[stage];
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
    for (const std::size_t count : decided.now) now += count;
    return std::pair(now, decided.all);
  };
  for (const auto& [person, decided] : people.sorted(sum)) {
    std::vector<std::string>& row = table.table.rows.emplace_back();
    row.push_back(person);
    for (const std::size_t stage : used) row.push_back(count_text(decided.now[stage]));
    row.push_back(count_text(decided.all));
  }
  return table;
}

ReportTable releases_table(const std::vector<ReviewDecision>& decisions) {
  struct Row {
    std::size_t decisions = 0;
    std::set<std::string> people;
  };
  std::map<Version, Row> rows;
  for (const ReviewDecision& decision : decisions) {
    if (!decision.release) continue;
    Row& row = rows[*decision.release];
    ++row.decisions;
    row.people.insert(lower(decision.person));
  }
  ReportTable table{
      "release",
      "decisions by release",
      {{text_column("release"), number_column("decisions"), number_column("people")}, {}}};
  for (const auto& [release, row] : rows) {
    table.table.rows.push_back(
        {to_string(release), count_text(row.decisions), count_text(row.people.size())});
  }
  return table;
}

// A proposal's way to its first decision.
struct Waits {
  std::vector<int> landing;  // from the day its author wrote down to its landing
  std::vector<int> ready;    // from the first status of the way to the second
};

void add_waits(const ReportData& data, std::map<std::string, Waits>& groups, Waits& all,
               ByPerson<std::vector<int>>& people) {
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
      groups[group_name(said->group)].landing.push_back(days_between(*written, landed));
      all.landing.push_back(days_between(*written, landed));
    }
    const auto& way = data.states.way();
    const auto tenures = tenures_of(*data.history, lifespan, Track::kStatus);
    for (std::size_t i = 1; i < tenures.size(); ++i) {
      const bool first_decision = way.size() > 1 && tenures[i - 1].value == way[0] &&
                                  tenures[i].value == way[1] && counts(tenures[i].from);
      if (!first_decision) continue;
      const int days = std::max(0, days_between(tenures[i - 1].from, tenures[i].from));
      groups[group_name(said->group)].ready.push_back(days);
      all.ready.push_back(days);
      for (const std::string& person : lifespan.versions[tenures[i].version].snapshot->approvers) {
        if (!is_unset(data.process, person)) people[person].push_back(days);
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
  ByPerson<std::vector<int>> people;
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
    by_group.table.rows.push_back({group, count_text(landing.count), landing.median_text(),
                                   landing.p90_text(), count_text(decision.count),
                                   decision.median_text(), decision.p90_text()});
  };
  for (const auto& [group, waits] : groups) add(group, waits);
  add("(all)", all);
  ReportTable by_person{"person",
                        fmt::format("{} → {}, by approver", way.empty() ? "" : way[0], ready),
                        {{text_column("person"), number_column("decisions"),
                          number_column("median wait"), number_column("p90 wait")},
                         {}}};
  by_person.first = kShownPeople;
  for (const auto& [person, days] :
       people.sorted([](const std::vector<int>& list) { return list.size(); })) {
    const Spread spread = spread_of(days);
    by_person.table.rows.push_back(
        {person, count_text(spread.count), spread.median_text(), spread.p90_text()});
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
