// An application whose traffic changes: phases of uniform and of adversarial traffic alternate, uniform
// first.
#pragma once

#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/pattern/adversarial.hpp"
#include "traffic/pattern/uniform.hpp"

namespace ebb::inline traffic {

struct Phases final : Pattern {
  Picoseconds length = 1_ms;

  static constexpr auto fields() {
    return std::tuple{field("length", &Phases::length, "length of each phase", {{1}, an_hour})};
  }
  Problems check() const override {
    if (length.v > 0) return {};
    return {{"length", "must be positive", "for example: \"1ms\""}};
  }
  Problems bind(const Network& network, std::uint64_t seed) override {
    Problems problems = uniform_.bind(network, seed);
    return problems.empty() ? adversarial_.bind(network, seed) : problems;
  }
  Picoseconds period() const override { return length * 2; }
  HostId destination(HostId source, HostMemory& memory) const override {
    return destination_at(source, {}, memory);
  }
  HostId destination_at(HostId source, Picoseconds at, HostMemory& memory) const override {
    return at.v / length.v % 2 == 0 ? uniform_.destination(source, memory)
                                    : adversarial_.destination(source, memory);
  }

 private:
  UniformPattern uniform_;
  Adversarial adversarial_;
};

}  // namespace ebb::inline traffic
