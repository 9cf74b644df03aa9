#include "report/decisions/decision_agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/problem.hpp"
#include "base/rounded_time.hpp"
#include "report/decisions/decision_text.hpp"
#include "results/decisions.hpp"

namespace ebb::inline report {
namespace {

/// True when hosts' channels change. An agent beside switches controls their ports, and not those of hosts.
bool moves_hosts(const DecisionFile& file, const std::vector<RequestSeries>& all_series) {
  for (std::size_t c = 0; c < all_series.size(); ++c)
    if (file.about().channels[c].from_host && !all_series[c].moves.empty()) return true;
  return false;
}

/// An agent uses the names of its inventory where a simulation has numbers. Names are compared only where
/// both have them.
bool same_network(std::vector<ChannelEnds> ours, std::vector<ChannelEnds> theirs) {
  const auto named = [](const std::vector<ChannelEnds>& all) {
    return std::any_of(all.begin(), all.end(), [](const ChannelEnds& c) { return !c.from_name.empty(); });
  };
  if (named(ours) != named(theirs))
    for (auto* all : {&ours, &theirs})
      for (ChannelEnds& c : *all) c.from_name.clear(), c.to_name.clear(), c.port_name.clear();
  return ours == theirs;
}

Problems check_alike(const DecisionFile& ours, const DecisionFile& theirs) {
  Problems problems;
  const std::string hint = "compare files of one network under one policy";
  if (!same_network(ours.about().channels, theirs.about().channels))
    problems.push_back({theirs.name(),
                        fmt::format("is of another network ({}) than {} ({})", theirs.about().network,
                                    ours.name(), ours.about().network),
                        hint});
  if (ours.about().levels != theirs.about().levels)
    problems.push_back({theirs.name(), fmt::format("has other rates than {}", ours.name()), hint});
  for (const DecisionFile* file : {&ours, &theirs})
    if (file->end().decisions.beyond > 0)
      problems.push_back({file->name(), "does not hold all decisions of its run",
                          "record it again with more of them (--decisions-limit)"});
  return problems;
}

/// Pairs the changes of both in the order of time: the same change, within the tolerance.
struct Pairing {
  ChannelAgreement channel;
  std::int64_t lag_ps = 0;  ///< sum over all pairs

  void pair(const RequestSeries& ours, const RequestSeries& theirs, Picoseconds tolerance) {
    std::vector<bool> taken(theirs.moves.size());
    std::size_t first = 0;
    for (const RequestChange& move : ours.moves) {
      while (first < theirs.moves.size() && theirs.moves[first].at + tolerance < move.at) ++first;
      std::size_t found = first;
      while (found < theirs.moves.size() && theirs.moves[found].at <= move.at + tolerance &&
             (taken[found] || theirs.moves[found].from != move.from || theirs.moves[found].to != move.to))
        ++found;
      if (found < theirs.moves.size() && theirs.moves[found].at <= move.at + tolerance) {
        taken[found] = true;
        ++channel.both;
        lag_ps += (move.at - theirs.moves[found].at).v;
      } else if (!channel.only_ours) {
        channel.only_ours = move;
      }
    }
    for (std::size_t i = 0; i < theirs.moves.size() && !channel.only_theirs; ++i)
      if (!taken[i]) channel.only_theirs = theirs.moves[i];
    channel.our_moves = ours.moves.size(), channel.their_moves = theirs.moves.size();
  }
};

}  // namespace

double ChannelAgreement::points_apart(Picoseconds time) const {
  std::int64_t apart = 0;
  for (std::size_t level = 0; level < ours.size(); ++level)
    apart += std::abs((ours[level] - theirs[level]).v);
  return time.v == 0 ? 0 : 50.0 * static_cast<double>(apart) / static_cast<double>(time.v);
}

std::string ChannelAgreement::why() const {
  if (!only_ours && !only_theirs) return our_moves == 0 ? "" : "the same decisions, at other moments";
  const auto told = [](const RequestChange& move) {
    return fmt::format("at {}, busy {:.0f} %, \"{}\"", moment_text(move.at), 100 * move.utilisation,
                       move.why);
  };
  if (!only_theirs) return "only ours " + told(*only_ours);
  if (!only_ours) return "only theirs " + told(*only_theirs);
  return fmt::format("ours {}; theirs {}", told(*only_ours), told(*only_theirs));
}

double Agreement::mean_points_apart() const {
  double sum = 0;
  for (const ChannelAgreement& channel : channels) sum += channel.points_apart(time);
  const std::size_t all = channels.size() + still;
  return all == 0 ? 0 : sum / static_cast<double>(all);
}

double Agreement::most_points_apart() const {
  return channels.empty() ? 0 : channels.front().points_apart(time);
}

Result<Agreement> agreement_of(const DecisionFile& ours, const DecisionFile& theirs) {
  if (Problems problems = check_alike(ours, theirs); !problems.empty()) return problems;
  Agreement found;
  found.time = std::min(ours.end().simulated, theirs.end().simulated);
  found.tolerance = std::max(ours.about().epoch, theirs.about().epoch);
  const auto our_series = series_of(ours, found.time), their_series = series_of(theirs, found.time);
  const bool hosts_too = moves_hosts(ours, our_series) == moves_hosts(theirs, their_series);
  std::int64_t lag_ps = 0;
  for (std::uint32_t c = 0; c < our_series.size(); ++c) {
    if (!hosts_too && ours.about().channels[c].from_host) {
      ++found.left_out;
      continue;
    }
    if (our_series[c].moves.empty() && their_series[c].moves.empty()) {
      ++found.still;
      continue;
    }
    Pairing pairing;
    pairing.channel.channel = c;
    pairing.channel.ours = our_series[c].time_in_state(ours.about(), found.time);
    pairing.channel.theirs = their_series[c].time_in_state(theirs.about(), found.time);
    pairing.pair(our_series[c], their_series[c], found.tolerance);
    found.both += pairing.channel.both;
    found.moves += pairing.channel.our_moves + pairing.channel.their_moves - pairing.channel.both;
    lag_ps += pairing.lag_ps;
    found.channels.push_back(std::move(pairing.channel));
  }
  if (found.both > 0) found.lag.v = lag_ps / static_cast<std::int64_t>(found.both);
  std::stable_sort(found.channels.begin(), found.channels.end(),
                   [&](const ChannelAgreement& a, const ChannelAgreement& b) {
                     return a.points_apart(found.time) > b.points_apart(found.time);
                   });
  return found;
}

}  // namespace ebb::inline report
