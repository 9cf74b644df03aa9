// A workload is a whole traffic under one name: an application, a paper's synthetic load, a recorded trace.
// It replaces pattern, arrivals and sizes in [traffic].
#pragma once

#include <memory>
#include <string_view>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "config/node.hpp"
#include "network/network.hpp"
#include "traffic/size/cutting.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

struct Workload {
  virtual ~Workload() = default;

  static constexpr auto fields() { return std::tuple{}; }
  /// Returns what is wrong with the parameters alone; `where` of a problem is the field's name.
  virtual Problems check() const { return {}; }
  /// Reads the files that the parameters name. `section` is their position, for problems.
  virtual void load(const Node& /*section*/, std::string_view /*path*/, Problems& /*problems*/) {}
  /// Returns the same files, after load(). Other contents make other traffic.
  virtual std::vector<std::string> files() const { return {}; }

  /// Returns the traffic on this network, or why it does not fit; `where` of a problem is the field's name.
  virtual Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                                std::uint64_t seed) const = 0;
};

}  // namespace ebb::inline traffic
