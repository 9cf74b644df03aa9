#include "report/decisions/decision_courses.hpp"

#include <algorithm>

namespace ebb::inline report {
namespace {

/// Calls visit(from, until, rung) for each time in which the channel wanted the same.
template <class Visit>
void for_each_wish(const WishCourse& course, const DecisionsAbout& about, Picoseconds time, Visit visit) {
  Picoseconds since{};
  std::uint8_t wanted = about.first_rung;
  for (const WishMove& move : course.moves) {
    visit(since, move.at, wanted);
    since = move.at, wanted = move.to;
  }
  visit(since, time, wanted);
}

}  // namespace

std::vector<Picoseconds> WishCourse::time_in_state(const DecisionsAbout& about, Picoseconds time) const {
  std::vector<Picoseconds> in(about.ladder.size());
  for_each_wish(*this, about, time, [&](Picoseconds from, Picoseconds until, std::uint8_t rung) {
    in[rung] = in[rung] + (until - from);
  });
  return in;
}

std::vector<WishCourse> courses_of(const DecisionFile& file, Picoseconds time) {
  std::vector<WishCourse> courses(file.about().channels.size());
  file.for_each([&](const DecisionRecord& r) {
    if (r.at <= time && r.from != r.to)
      courses[r.channel].moves.push_back({r.at, r.from, r.to, r.utilisation, std::string(r.why)});
  });
  return courses;
}

std::vector<double> wanted_percent(const DecisionFile& file, Picoseconds time, std::size_t spans,
                                   bool hosts) {
  std::vector<double> percent(spans, 0.0);
  const DecisionsAbout& about = file.about();
  const std::vector<WishCourse> courses = courses_of(file, time);
  const double length = static_cast<double>(time.v) / static_cast<double>(spans);
  const auto full = static_cast<double>(std::max<std::int64_t>(1, about.ladder.back().v));
  std::size_t counted = 0;
  for (std::size_t c = 0; c < courses.size(); ++c) {
    if (!hosts && about.channels[c].from_host) continue;
    ++counted;
    for_each_wish(courses[c], about, time, [&](Picoseconds from, Picoseconds until, std::uint8_t rung) {
      const double share = static_cast<double>(about.ladder[rung].v) / full;
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
