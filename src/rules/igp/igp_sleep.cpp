#include "rules/igp/igp_sleep.hpp"

#include <algorithm>
#include <numeric>

#include "base/random.hpp"
#include "rules/igp/igp_bridges.hpp"
#include "rules/igp/igp_loads.hpp"
#include "rules/igp/igp_optimum.hpp"
#include "rules/igp/igp_state.hpp"

namespace ebb::inline rules {
namespace {

/// Lets those of the links sleep, the least loaded first, whose traffic fits elsewhere.
void greedy(IgpSleepState& state, const std::vector<IgpLinkId>& links) {
  std::vector<std::pair<double, IgpLinkId>> order;
  for (const IgpLinkId l : links)
    if (state.is_on(l)) order.emplace_back(state.load(l), l);
  std::sort(order.begin(), order.end());
  for (const auto& [load, l] : order) {
    state.set(l, false);
    if (!state.allowed()) state.undo(l);
  }
}

/// All choices where they are few, else threshold accepting: random links sleep or wake, and a step may make
/// things worse by a threshold that falls to nothing. Channels may be too full on the way, at a price that
/// keeps that rare.
class SleepSearch {
 public:
  explicit SleepSearch(const IgpSleepRequest& request)
      : request_(request),
        state_(request),
        by_blocks_(request.savings.links.empty() && request.savings.parts.empty()) {}

  IgpSleepPlan run() {
    greedy(state_, state_.links());
    keep();
    if (by_blocks_) {
      search_blocks();
    } else {
      sleep_parts();
      wander(state_.links(), 1e300, request_.most_work);
    }
    state_.set_all(best_);
    IgpSleepPlan plan = state_.plan();
    plan.at_most = by_blocks_ ? at_most_ : most_asleep(request_.network, request_.spare);
    plan.partial = stops();
    return plan;
  }

 private:
  bool stops() const { return request_.stop && *request_.stop; }
  void keep() {
    if (state_.saved() > best_saved_ + hair_of_load && state_.allowed())
      best_ = state_.on(), best_saved_ = state_.saved();
  }
  /// Blocks do not influence each other. Those that a spanning tree suffices for are done.
  void search_blocks() {
    std::uint64_t all = 0;
    std::vector<std::size_t> open;
    for (std::size_t b = 0; b < state_.blocks(); ++b) {
      at_most_ += state_.block(b).most_asleep();
      if (asleep_in(b) < state_.block(b).most_asleep()) open.push_back(b), all += weight(b);
    }
    for (const std::size_t b : open) search_block(b, request_.most_work / all * weight(b));
  }
  void search_block(std::size_t b, std::uint64_t work) {
    state_.set_all(best_);
    const std::uint32_t known = asleep_in(b), most = state_.block(b).most_asleep();
    const IgpOptimum optimum = try_all_choices(state_.block(b), known, work / 3);
    at_most_ -= most - optimum.at_most;
    if (optimum.on) {
      std::vector<bool> on = best_;
      for (std::size_t i = 0; i < optimum.on->size(); ++i) on[state_.links(b)[i]] = (*optimum.on)[i];
      state_.set_all(on);
      keep();
    } else if (optimum.at_most > known) {
      wander(state_.links(b), best_saved_ + optimum.at_most - known, work - std::min(work, optimum.work));
    }
  }
  std::uint64_t weight(std::size_t b) const { return state_.links(b).size() * state_.block(b).work(); }
  std::uint32_t asleep_in(std::size_t b) const {
    return static_cast<std::uint32_t>(std::count_if(state_.links(b).begin(), state_.links(b).end(),
                                                    [&](IgpLinkId l) { return !best_[l]; }));
  }
  /// Another start: whole parts first, those that save most for each of their links.
  void sleep_parts() {
    const auto& parts = request_.savings.parts;
    std::vector<std::size_t> order(parts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return parts[a].saved * static_cast<double>(parts[b].links.size()) >
             parts[b].saved * static_cast<double>(parts[a].links.size());
    });
    state_.set_all(std::vector<bool>(request_.network.links.size(), true));
    for (const std::size_t i : order) {
      const std::vector<bool> before = state_.on();
      std::vector<bool> after = before;
      for (const IgpLinkId l : parts[i].links) after[l] = false;
      state_.set_all(after);
      if (!state_.allowed()) state_.set_all(before);
    }
    greedy(state_, state_.links());
    keep();
  }

  /// From the best so far, until `most` is saved.
  void wander(const std::vector<IgpLinkId>& links, double most, std::uint64_t work) {
    constexpr std::uint64_t most_steps_of_a_link = 1'000;
    if (links.empty()) return;
    double typical = 0;
    for (const IgpLinkId l : links) typical += state_.value(l) / static_cast<double>(links.size());
    Random random(0, 45, links.front());
    state_.set_all(best_);
    here_ = cost(typical);
    const std::uint64_t limit = std::min(work, most_steps_of_a_link * links.size() * state_.work(links[0]));
    for (std::uint64_t done = 0; done < limit;) {
      if (best_saved_ >= most - hair_of_load || stops()) return;
      const double left = static_cast<double>(limit - done) / static_cast<double>(limit);
      done += step(links, typical, 2 * typical * left * random.unit(), random);
      keep();
    }
    greedy(state_, links);
    keep();
  }
  /// One link the other way; or two, so that their number stays. Returns the work.
  std::uint64_t step(const std::vector<IgpLinkId>& links, double typical, double may_add, Random& random) {
    const IgpLinkId first = links[random.below(links.size())];
    const bool on = state_.is_on(first);
    state_.set(first, !on);
    std::uint64_t work = state_.work(first);
    if (accepts(typical, may_add)) return work;
    const IgpLinkId second = links[random.below(links.size())];
    if (second == first || state_.is_on(second) == on) return state_.undo(first), work;
    state_.set(second, on);
    work += state_.work(second);
    if (accepts(typical, may_add)) return work;
    state_.set(second, !on);
    state_.set(first, on);
    return work + state_.work(first) + state_.work(second);
  }
  bool accepts(double typical, double may_add) {
    const double there = cost(typical);
    if (there > here_ + may_add) return false;
    here_ = there;
    return true;
  }
  double cost(double typical) const {
    constexpr double of_excess = 100;
    return state_.connected() ? of_excess * typical * state_.excess() - state_.saved() : 1e300;
  }

  const IgpSleepRequest& request_;
  IgpSleepState state_;
  const bool by_blocks_;
  std::vector<bool> best_;
  double best_saved_ = -1, here_ = 0;
  std::uint32_t at_most_ = 0;
};

}  // namespace

IgpSleepPlan greedy_sleep(const IgpSleepRequest& request) {
  IgpSleepState state(request);
  greedy(state, state.links());
  return state.plan();
}

IgpSleepPlan search_sleep(const IgpSleepRequest& request) { return SleepSearch(request).run(); }

IgpSleepCheck check_sleep(const IgpSleepRequest& request, const std::vector<IgpLinkId>& asleep) {
  const IgpNetwork& network = request.network;
  IgpLoads loads(network, request.demands);
  const std::vector<bool> all = loads.on(), bridges = igp_bridges(network, all);
  const std::vector<double> limits = igp_limits(request, network, loads.loads());
  std::vector<bool> on = all;
  for (const IgpLinkId l : asleep) on[l] = false;
  loads.set_all(on);
  IgpSleepCheck check{.connected = loads.pairs_cut() == 0};
  const std::vector<bool> now = igp_bridges(network, on);
  for (IgpLinkId l = 0; l < on.size(); ++l)
    if (request.spare && now[l] && !bridges[l]) check.connected = false;
  for (IgpChannelId c = 0; c < network.channels(); ++c) {
    check.newly_full += loads.load(c) > limits[c] * (1 + hair_of_load);
    if (limits[c] <= request.max_utilisation * network.capacity(c))
      check.most_filled = std::max(check.most_filled, loads.load(c) / network.capacity(c));
  }
  return check;
}

}  // namespace ebb::inline rules
