// Many hosts send to one; all others send nothing. The load is what each sender offers, so the receiver is
// overloaded as soon as senders times load exceeds 1.
#pragma once

#include <vector>

#include "base/problem.hpp"
#include "network/network.hpp"
#include "traffic/pattern/pattern.hpp"

namespace ebb::inline traffic {

struct Incast final : Pattern {
  std::int64_t receiver = 0, senders = 0;

  static constexpr auto fields() {
    return std::tuple{
        field("receiver", &Incast::receiver, "the host that all send to"),
        field("senders", &Incast::senders, "how many hosts send, picked by the run's seed; 0: all others")};
  }
  Problems check() const override;
  Problems bind(const Network& network, std::uint64_t seed) override;
  HostId destination(HostId source, HostMemory& /*memory*/) const override {
    return sends_[source] ? static_cast<HostId>(receiver) : no_id;
  }
  bool sends(HostId source) const override { return sends_[source] != 0; }

 private:
  std::vector<std::uint8_t> sends_;  ///< of each host
};

}  // namespace ebb::inline traffic
