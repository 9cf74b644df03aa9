// The choice of the fewest links as a mixed integer program. For each source i and hop u > v: whether it is
// in the tree (a), how much of the source's traffic crosses it (f); for each switch v: whether it was reached
// on a path that went down (d); for each trunk: links in use (x). Where links have weights, the order of the
// switches that defines up and down is free too: a position for each switch (p), and for each hop whether it
// goes down (o). With slower rates, xT is the links at full rate, xT_K those at a slower one, and yT_K says
// which of them the trunk has.
#include <fmt/format.h>

#include <numeric>

#include "network/demand.hpp"
#include "network/distance.hpp"
#include "network/network.hpp"
#include "rules/trees/link_choice.hpp"

namespace ebb::inline rules {
namespace {

class ProgramText {
 public:
  ProgramText(const Trunks& trunks, const SwitchDemand& demand, double peak, const LinkWeights& weights,
              const SlowerRates& slower, std::vector<SwitchId> ends)
      : trunks_(trunks),
        demand_(demand),
        peak_(peak),
        weights_(weights),
        slower_(slower.empty() ? SlowerRates(trunks.size()) : slower),
        ends_(std::move(ends)),
        order_(up_down_order(trunks, TrunkSet(trunks.size(), true))),
        has_hosts_(trunks.switches(), false) {
    for (const SwitchId s : ends_) has_hosts_[s] = true;
  }

  std::string text() {
    std::string links;
    for (TrunkId t = 0; t < trunks_.size(); ++t)
      links += weights_.empty() ? fmt::format(" + x{}", t) : fmt::format(" + {} x{}", weights_[t], t);
    for (TrunkId t = 0; t < trunks_.size(); ++t)
      for (std::size_t k = 0; k < slower_[t].size(); ++k)
        links += fmt::format(" + {} x{}_{}", slower_[t][k].weight, t, k);
    text_ = fmt::format("Minimize\n links:{}\nSubject To\n", links);
    for (const SwitchId i : ends_) add_tree(i);
    if (!weights_.empty()) add_order();
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      add_channel(trunks_[t].a, trunks_[t].b, t);
      add_channel(trunks_[t].b, trunks_[t].a, t);
      if (!slower_[t].empty()) add_rate(t);
    }
    text_ += "Bounds\n";
    for (SwitchId s = 0; s < trunks_.switches() && !weights_.empty(); ++s)
      text_ += fmt::format(" 0 <= p_{} <= {}\n", s, trunks_.switches() - 1);
    for (TrunkId t = 0; t < trunks_.size(); ++t)
      text_ += fmt::format(" 0 <= x{} <= {}\n", t, trunks_[t].links());
    text_ += "Generals\n";
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      text_ += fmt::format(" x{}\n", t);
      for (std::size_t k = 0; k < slower_[t].size(); ++k) text_ += fmt::format(" x{}_{}\n", t, k);
    }
    return fmt::format("{}Binaries\n{}End\n", text_, binaries_);
  }

 private:
  static std::string hop(char kind, SwitchId i, SwitchId u, SwitchId v) {
    return fmt::format("{}_{}_{}_{}", kind, i, u, v);
  }
  void add_tree(SwitchId i) {
    double all = 0;
    for (const SwitchId to : ends_) all += to == i ? 0 : demand_.at(i, to);
    for (SwitchId v = 0; v < trunks_.switches(); ++v) {
      binaries_ += fmt::format(" d_{}_{}\n", i, v);
      std::string into, balance;
      for (const TrunkId t : trunks_.of(v)) {
        const SwitchId u = trunks_[t].other(v);
        into += fmt::format(" + {}", hop('a', i, u, v));
        balance += fmt::format(" + {} - {}", hop('f', i, u, v), hop('f', i, v, u));
        binaries_ += fmt::format(" {}\n", hop('a', i, u, v));
        text_ += fmt::format(" {} - {} {} <= 0\n", hop('f', i, u, v), all, hop('a', i, u, v));
        if (!weights_.empty()) {
          text_ += fmt::format(" {} + o_{}_{} - d_{}_{} <= 1\n", hop('a', i, u, v), u, v, i, v);
          text_ += fmt::format(" {} + d_{}_{} - o_{}_{} <= 1\n", hop('a', i, u, v), i, u, u, v);
        } else if (order_[v] > order_[u]) {
          text_ += fmt::format(" {} - d_{}_{} <= 0\n", hop('a', i, u, v), i, v);
        } else {
          text_ += fmt::format(" {} + d_{}_{} <= 1\n", hop('a', i, u, v), i, u);
        }
      }
      if (v == i) {
        text_ += fmt::format("{} = 0\n", into);
        continue;
      }
      text_ += fmt::format("{} {} 1\n", into, has_hosts_[v] ? "=" : "<=");
      text_ += fmt::format("{} = {}\n", balance, has_hosts_[v] ? demand_.at(i, v) : 0);
    }
  }
  /// A hop goes down when its switch has a later position.
  void add_order() {
    for (TrunkId t = 0; t < trunks_.size(); ++t) {
      const SwitchId a = trunks_[t].a, b = trunks_[t].b;
      text_ += fmt::format(" o_{0}_{1} + o_{1}_{0} = 1\n", a, b);
      for (const auto& [u, v] : {std::pair(a, b), std::pair(b, a)}) {
        text_ += fmt::format(" p_{} - p_{} - {} o_{}_{} >= {}\n", v, u, trunks_.switches(), u, v,
                             1 - static_cast<int>(trunks_.switches()));
        binaries_ += fmt::format(" o_{}_{}\n", u, v);
      }
    }
  }
  /// Below the peak, for integers: a tenth less than the peak is less than one off the traffic of nine links.
  /// With slower rates a hundredth, because tenths of the peak are allowed there.
  void add_channel(SwitchId u, SwitchId v, TrunkId t) {
    std::string sum;
    for (const SwitchId i : ends_) sum += fmt::format(" + {}", hop('f', i, u, v));
    const double less = slower_[t].empty() ? 0.1 : 0.01;
    for (std::size_t k = 0; k < slower_[t].size(); ++k)
      sum += fmt::format(" - {} x{}_{}", peak_ * slower_[t][k].share - less, t, k);
    text_ += fmt::format("{} - {} x{} <= 0\n", sum, peak_ - less, t);
  }
  /// The links of a trunk have one rate.
  void add_rate(TrunkId t) {
    std::string one = fmt::format(" y{}", t);
    text_ += fmt::format(" x{} - {} y{} <= 0\n", t, trunks_[t].links(), t);
    binaries_ += fmt::format(" y{}\n", t);
    for (std::size_t k = 0; k < slower_[t].size(); ++k) {
      text_ += fmt::format(" x{0}_{1} - {2} y{0}_{1} <= 0\n", t, k, trunks_[t].links());
      binaries_ += fmt::format(" y{}_{}\n", t, k);
      one += fmt::format(" + y{}_{}", t, k);
    }
    text_ += one + " <= 1\n";
  }

  const Trunks& trunks_;
  const SwitchDemand& demand_;
  double peak_;
  const LinkWeights& weights_;
  const SlowerRates slower_;
  std::vector<SwitchId> ends_;
  std::vector<std::uint32_t> order_;
  std::vector<bool> has_hosts_;
  std::string text_, binaries_;
};

}  // namespace

std::string fewest_links_program(const Network& network, const Trunks& trunks, const SwitchDemand& demand,
                                 double peak, const LinkWeights& weights, const SlowerRates& slower) {
  return ProgramText(trunks, demand, peak, weights, slower, switches_with_hosts(network)).text();
}

}  // namespace ebb::inline rules
