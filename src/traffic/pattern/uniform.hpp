// Each message goes to any other host with the same probability.
#pragma once

#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

struct UniformPattern final : Pattern {
  Problems bind(const Network& network, std::uint64_t /*seed*/) override {
    hosts_ = network.hosts;
    return require_two_hosts(network);
  }
  HostId destination(HostId source, HostMemory& memory) const override {
    return any_other_host(source, hosts_, memory.random);
  }
  std::uint32_t hosts() const { return hosts_; }

 private:
  std::uint32_t hosts_ = 0;
};

}  // namespace ebb::inline traffic
