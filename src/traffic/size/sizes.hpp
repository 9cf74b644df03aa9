// The sizes of messages. A size distribution knows its exact mean, in bytes and in packets, because the load
// is a fraction of the wire's rate and headers count.
#pragma once

#include <string_view>
#include <tuple>

#include "base/accelerator/device.hpp"
#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "traffic/size/cutting.hpp"

namespace ebb::inline traffic {

struct MeanSize {
  double bytes = 0;    ///< payload of a message
  double packets = 0;  ///< number of its packets
};

struct Sizes {
  virtual ~Sizes() = default;

  static constexpr auto fields() { return std::tuple{}; }
  /// Returns what is wrong with the parameters alone; `where` of a problem is the field's name.
  virtual Problems check() const { return {}; }
  /// Reads the files that the parameters name. `section` is their position, for problems.
  virtual void load(const Node& /*section*/, std::string_view /*path*/, Problems& /*problems*/) {}
  /// Returns the same files. Other contents make other traffic.
  virtual std::vector<std::string> files() const { return {}; }

  /// Samples a size of at least one byte. After load().
  virtual Bytes draw(Random& random) const = 0;
  virtual MeanSize mean(const Cutting& cutting) const = 0;
  /// Returns the largest size that draw() may return.
  virtual Bytes largest() const = 0;
};

/// Samples a whole size between two bounds.
EBB_DEVICE_INLINE Bytes any_size(Bytes least, Bytes most, Random& random) {
  return {least.v +
          static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(most.v - least.v) + 1))};
}

/// A larger message is a typing error: it would occupy 40 Gb/s for more than three minutes.
inline constexpr Bytes largest_message{1'000'000'000'000};
void require_message_size(Problems& problems, std::string_view name, Bytes size);

/// The mean over all whole sizes from `least` to `most`, each equally likely.
MeanSize mean_of_range(std::int64_t least, std::int64_t most, const Cutting& cutting);

}  // namespace ebb::inline traffic
