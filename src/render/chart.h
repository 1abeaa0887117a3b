// Charts of the report, as values and as SVG: labelled, in light and dark, without
// scripts or fonts of their own. Any texts and any numbers of them make a picture of
// bounded size; no data makes one that says so.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/date.h"

namespace milepost {

// What a chart is called, what it says when there is nothing to draw, and what it counts, in the
// singular.
struct ChartWords {
  std::string title;
  std::string empty;
  std::string noun = "item";
};

// How many were what, over time: areas upon each other.
struct FlowChart {
  struct Band {
    std::string name;
    bool faint = false;  // off the usual way
    std::vector<std::size_t> counts;
  };
  std::vector<Date> days;   // increasing
  std::vector<Band> bands;  // from the bottom up, each with a count for every day
  ChartWords words = {};
};

// How long moves took: a distribution for each.
struct TimesChart {
  struct Row {
    std::string name;       // "alpha → beta"
    std::vector<int> days;  // sorted
  };
  std::vector<Row> rows;
  ChartWords words = {};
};

// How many there were of each row in each column.
struct HeatChart {
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<std::vector<std::size_t>> counts;  // by row, then column
  std::optional<std::size_t> mark;               // a line stands before this column, and
  std::string mark_text = {};                    // says what those from there on are
  ChartWords words = {};
};

// For how long each has been what it is.
struct AgeingChart {
  struct Dot {
    int days = 0;
    std::string name;   // "4211"
    std::string title;  // told when pointed at
  };
  struct Column {
    std::string name;
    std::vector<Dot> dots;
    std::optional<int> median, p90;  // of those that went on
  };
  std::vector<Column> columns;
  ChartWords words = {};
};

using Chart = std::variant<FlowChart, TimesChart, HeatChart, AgeingChart>;

std::string render_chart(const Chart& chart);

std::string render_flow_chart(const FlowChart& chart);
std::string render_times_chart(const TimesChart& chart);
std::string render_heat_chart(const HeatChart& chart);
std::string render_ageing_chart(const AgeingChart& chart);

}  // namespace milepost
