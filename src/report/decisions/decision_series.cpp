#include "report/decisions/decision_series.hpp"

#include <algorithm>

namespace ebb::inline report {
namespace {

/// Calls visit(from, until, level) for each interval with one requested level.
template <class Visit>
void for_each_request(const RequestSeries& time_series, const DecisionsAbout& about, Picoseconds time,
                      Visit visit) {
  Picoseconds since{};
  std::uint8_t wanted = about.first_level;
  for (const RequestChange& move : time_series.moves) {
    visit(since, move.at, wanted);
    since = move.at, wanted = move.to;
  }
  visit(since, time, wanted);
}

}  // namespace

std::vector<Picoseconds> RequestSeries::time_in_state(const DecisionsAbout& about, Picoseconds time) const {
  std::vector<Picoseconds> in(about.levels.size());
  for_each_request(*this, about, time, [&](Picoseconds from, Picoseconds until, std::uint8_t level) {
    in[level] = in[level] + (until - from);
  });
  return in;
}

std::vector<RequestSeries> series_of(const DecisionFile& file, Picoseconds time) {
  std::vector<RequestSeries> all_series(file.about().channels.size());
  file.for_each([&](const DecisionRecord& r) {
    if (r.at <= time && r.from != r.to)
      all_series[r.channel].moves.push_back({r.at, r.from, r.to, r.utilisation, std::string(r.why)});
  });
  return all_series;
}

std::vector<double> wanted_percent(const DecisionFile& file, Picoseconds time, std::size_t spans,
                                   bool hosts) {
  std::vector<double> percent(spans, 0.0);
  const DecisionsAbout& about = file.about();
  const std::vector<RequestSeries> all_series = series_of(file, time);
  const double length = static_cast<double>(time.v) / static_cast<double>(spans);
  const auto full = static_cast<double>(std::max<std::int64_t>(1, about.levels.back().v));
  std::size_t counted = 0;
  for (std::size_t c = 0; c < all_series.size(); ++c) {
    if (!hosts && about.channels[c].from_host) continue;
    ++counted;
    for_each_request(
        all_series[c], about, time, [&](Picoseconds from, Picoseconds until, std::uint8_t level) {
          const double share = static_cast<double>(about.levels[level].v) / full;
          const auto begin = static_cast<double>(from.v), end = static_cast<double>(until.v);
          for (auto s = static_cast<std::size_t>(begin / length); s < spans; ++s) {
            const double first = length * static_cast<double>(s);
            if (first >= end) break;
            percent[s] += 100 * share * (std::min(end, first + length) - std::max(begin, first)) / length;
          }
        });
  }
  for (double& p : percent) p /= static_cast<double>(std::max<std::size_t>(1, counted));
  return percent;
}

}  // namespace ebb::inline report
