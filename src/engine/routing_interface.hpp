// A routing behind an interface. An executor that is slow, or seldom used, is compiled once and not once for
// each routing.
#pragma once

#include "engine/model/outlook.hpp"
#include "network/network.hpp"
#include "routing/route.hpp"

namespace ebb::inline engine {

/// `Context` is what the executor shows to the rules.
template <class Context>
struct RoutingInterface {
  virtual ~RoutingInterface() = default;
  virtual Hop route(SwitchId s, Route& packet, const Outlook<Context>& queue_length,
                    std::uint64_t salt) const = 0;
  virtual std::uint64_t salt(HostId source, std::int64_t entered) const = 0;
};

/// What both executors need of a routing. `Interface` may require more.
template <class Routing, class Interface, class Context>
struct RoutingBehind : Interface {
  const Routing& routing;

  explicit RoutingBehind(const Routing& r) : routing(r) {}
  Hop route(SwitchId s, Route& packet, const Outlook<Context>& queue_length,
            std::uint64_t salt) const override {
    return routing.route(s, packet, queue_length, salt);
  }
  std::uint64_t salt(HostId source, std::int64_t entered) const override {
    return route_salt<Routing>(source, entered);
  }
};

}  // namespace ebb::inline engine
