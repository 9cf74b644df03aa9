// Each host sends to all others in turn, starting with the next one: the pairwise exchange of an all-to-all.
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

struct AllToAll final : Pattern {
  Problems bind(const Network& network, std::uint64_t /*seed*/) override {
    hosts_ = network.hosts;
    return require_two_hosts(network);
  }
  HostId destination(HostId source, HostMemory& memory) const override {
    std::int64_t& sent = memory.state[pattern_word];
    const std::int64_t to = source + 1 + sent;
    sent = sent + 2 == hosts_ ? 0 : sent + 1;
    return static_cast<HostId>(to < hosts_ ? to : to - hosts_);
  }

 private:
  std::int64_t hosts_ = 0;
};

}  // namespace ebb::inline traffic
