#include "rules/igp/igp_optimum.hpp"

#include <algorithm>
#include <functional>

#include "network/igp_network.hpp"

namespace ebb::inline rules {
namespace {

/// Traffic that has to leave a group of routers, or enter it, and the channels that it may take.
struct Cut {
  std::vector<IgpChannelId> channels;
  double spare = 0;  ///< of what the channels that are on may carry
};

class ChoiceSearch {
 public:
  ChoiceSearch(IgpBlockState& state, std::uint64_t most_work)
      : state_(state),
        network_(state.block().network),
        on_(network_.links.size(), true),
        most_work_(most_work),
        cuts_of_(network_.links.size()) {
    for (const IgpDemand& d : state.block().demands) all_demands_ += d.rate;
    const std::size_t n = network_.size();
    if (n <= most_for_every_group)
      for (std::uint64_t group = 1; group + 1 < std::uint64_t{1} << n; ++group) add_cut(bits(group));
    else
      for (RouterId a = 0; a < n; ++a) add_neighbourhoods(a);
    for (RouterId s = 0; s < n; ++s) needed_.push_back(links_needed_at(s)), links_at_.push_back(0);
    for (const IgpLink& link : network_.links) ++links_at_[link.a], ++links_at_[link.b];
  }

  /// True: `wanted` links can sleep, and on() is such a choice. Nothing: the work is done.
  std::optional<bool> can_sleep(std::uint32_t wanted) {
    found_ = false;
    choose(0, wanted);
    if (found_) return true;
    return is_done() ? std::nullopt : std::optional(false);
  }
  const std::vector<bool>& found() const { return answer_; }
  std::uint64_t work() const { return work_; }

 private:
  static constexpr std::size_t most_for_every_group = 10;

  bool is_done() const { return work_ > most_work_; }
  /// No channel has to carry more than all demands; sums of limits without end would lose everything else.
  double limit(IgpChannelId c) const { return std::min(state_.limit(c), all_demands_); }
  std::vector<bool> bits(std::uint64_t group) const {
    std::vector<bool> in(network_.size());
    for (RouterId s = 0; s < network_.size(); ++s) in[s] = group >> s & 1;
    return in;
  }
  /// The router alone, and with each neighbour.
  void add_neighbourhoods(RouterId s) {
    std::vector<bool> in(network_.size(), false);
    in[s] = true;
    add_cut(in);
    for (const IgpLink& link : network_.links) {
      if (link.a != s) continue;
      in[link.b] = true;
      add_cut(in);
      in[link.b] = false;
    }
  }
  /// Both directions.
  void add_cut(const std::vector<bool>& in) {
    for (const bool leaves : {true, false}) {
      Cut cut;
      for (IgpChannelId c = 0; c < network_.channels(); ++c)
        if (in[network_.from(c)] == leaves && in[network_.to(c)] != leaves)
          cut.channels.push_back(c), cut.spare += limit(c);
      for (const IgpDemand& d : state_.block().demands)
        if (in[d.from] == leaves && in[d.to] != leaves) cut.spare -= d.rate;
      for (const IgpChannelId c : cut.channels) cuts_of_[c / 2].emplace_back(cuts_.size(), limit(c));
      cuts_.push_back(std::move(cut));
    }
  }
  /// Links that carry a router's own traffic, the largest first: fewer are not enough.
  std::uint32_t links_needed_at(RouterId s) const {
    std::uint32_t most = 1;
    for (const bool leaves : {true, false}) {
      double wanted = 0;
      std::vector<double> limits;
      for (const IgpDemand& d : state_.block().demands)
        if ((leaves ? d.from : d.to) == s) wanted += d.rate;
      for (IgpChannelId c = 0; c < network_.channels(); ++c)
        if ((leaves ? network_.from(c) : network_.to(c)) == s) limits.push_back(limit(c));
      std::sort(limits.begin(), limits.end(), std::greater<>());
      std::uint32_t needed = 0;
      for (double have = 0; needed < limits.size() && have * (1 + hair_of_load) < wanted; ++needed)
        have += limits[needed];
      most = std::max(most, needed);
    }
    return most;
  }

  void choose(IgpLinkId from, std::uint32_t wanted) {
    if (found_ || is_done()) return;
    if (wanted == 0) return look();
    ++work_;
    if (!enough_left(wanted)) return;
    for (IgpLinkId l = from; l + wanted <= on_.size() && !found_ && !is_done(); ++l) {
      if (!sleep(l)) continue;
      choose(l + 1, wanted - 1);
      wake(l);
    }
  }
  /// Whether the routers can spare so many ends of links.
  bool enough_left(std::uint32_t wanted) {
    std::uint32_t ends = 0;
    for (RouterId s = 0; s < network_.size(); ++s)
      ends += links_at_[s] > needed_[s] ? links_at_[s] - needed_[s] : 0;
    work_ += network_.size();
    return ends >= 2 * wanted;
  }
  void change_cuts(IgpLinkId l, double sign) {
    for (const auto& [cut, limit] : cuts_of_[l]) cuts_[cut].spare += sign * limit;
    work_ += cuts_of_[l].size();
  }
  bool sleep(IgpLinkId l) {
    const IgpLink& link = network_.links[l];
    if (links_at_[link.a] <= needed_[link.a] || links_at_[link.b] <= needed_[link.b]) return false;
    on_[l] = false, --links_at_[link.a], --links_at_[link.b];
    change_cuts(l, -1);
    const bool fits = std::all_of(cuts_of_[l].begin(), cuts_of_[l].end(), [&](const auto& of) {
      return cuts_[of.first].spare >= -hair_of_load * all_demands_;
    });
    if (fits && joined(link.a, link.b)) return true;
    wake(l);
    return false;
  }
  void wake(IgpLinkId l) {
    const IgpLink& link = network_.links[l];
    on_[l] = true, ++links_at_[link.a], ++links_at_[link.b];
    change_cuts(l, 1);
  }
  bool joined(RouterId a, RouterId b) {
    std::vector<RouterId> root(network_.size());
    for (RouterId s = 0; s < root.size(); ++s) root[s] = s;
    const auto find = [&](RouterId s) {
      while (root[s] != s) s = root[s] = root[root[s]];
      return s;
    };
    for (IgpLinkId l = 0; l < on_.size(); ++l)
      if (on_[l]) root[find(network_.links[l].a)] = find(network_.links[l].b);
    work_ += on_.size();
    return find(a) == find(b);
  }
  void look() {
    state_.set_all(on_);
    work_ += 3 * state_.work();
    if (state_.allowed()) found_ = true, answer_ = on_;
  }

  IgpBlockState& state_;
  const IgpNetwork& network_;
  std::vector<bool> on_, answer_;
  std::uint64_t most_work_, work_ = 0;
  std::vector<Cut> cuts_;
  std::vector<std::vector<std::pair<std::size_t, double>>>
      cuts_of_;                                   ///< by link: the cut, and what it may carry
  std::vector<std::uint32_t> needed_, links_at_;  ///< by router
  double all_demands_ = 0;
  bool found_ = false;
};

}  // namespace

IgpOptimum try_all_choices(IgpBlockState& state, std::uint32_t known, std::uint64_t most_work) {
  const std::vector<bool> before = state.loads().on();
  IgpOptimum optimum{.at_most = std::max(known, state.most_asleep()), .on = {}};
  ChoiceSearch search(state, most_work);
  while (optimum.at_most > known) {
    const std::optional<bool> can = search.can_sleep(optimum.at_most);
    if (!can) break;
    if (*can) {
      optimum.on = search.found();
      break;
    }
    --optimum.at_most;
  }
  optimum.work = search.work();
  state.set_all(before);
  return optimum;
}

}  // namespace ebb::inline rules
