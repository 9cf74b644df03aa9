// A topology is a set of parameters with closed forms and a build function. Each one is a struct with a field
// list, in its own file, with one line in the catalogue.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "network/builder.hpp"
#include "network/network.hpp"
#include "network/shape.hpp"

namespace ebb::inline topology {

/// One second: in fibre, a signal travels five times round the Earth in it.
inline constexpr Picoseconds longest_cable{1'000'000'000'000};

/// Properties of cables, independent of the topology: the [cables] section of a configuration.
struct Cables {
  BitsPerSecond rate{40'000'000'000}, host_rate{};
  Medium host_medium = Medium::copper;
  Picoseconds backplane_delay{5'000}, copper_delay{25'000}, optical_delay{100'000};

  static constexpr auto fields() {
    return std::tuple{field("rate", &Cables::rate, "full rate of every channel"),
                      field("host_rate", &Cables::host_rate,
                            "full rate of the hosts' channels, where it is another; \"0b/s\": it is not",
                            {{0}, usual_range<BitsPerSecond>().most}),
                      field("host_medium", &Cables::host_medium, "of the hosts' cables"),
                      field("backplane_delay", &Cables::backplane_delay, "propagation time inside a chassis",
                            {{0}, longest_cable}),
                      field("copper_delay", &Cables::copper_delay,
                            "propagation time of an electrical cable (5 ns/m)", {{0}, longest_cable}),
                      field("optical_delay", &Cables::optical_delay,
                            "propagation time of an optical cable (5 ns/m)", {{0}, longest_cable})};
  }
  Problems check() const;
  Picoseconds delay(Medium medium) const;
  LinkClass link(std::string name, Medium medium) const {
    return {std::move(name), medium, rate, delay(medium)};
  }
  BitsPerSecond rate_of_hosts() const { return host_rate.v > 0 ? host_rate : rate; }
  LinkClass host_link() const { return {"host", host_medium, rate_of_hosts(), delay(host_medium)}; }
};

/// Closed forms: computed from the parameters alone, at any size, without building anything.
struct Facts {
  std::int64_t hosts = 0;
  std::int64_t switches = 0;
  std::int64_t access_switches = 0;              ///< those with hosts
  std::int64_t ports_least = 0, ports_most = 0;  ///< used per switch
  std::int64_t ports_used = 0;                   ///< over all switches
  std::int64_t spare_switches = 0;               ///< bought but unconnected: not among `switches`
  std::array<std::int64_t, media> cables{};      ///< by medium, host cables included
  Medium host_medium = Medium::copper;           ///< of the hosts' own cables
  /// Cables of the smallest of the natural even cuts: the two sides have equally many access switches (or one
  /// more, if their number is odd).
  std::int64_t bisection_cables = 0;
  std::int64_t diameter = 0;  ///< switch-to-switch hops between the farthest access switches

  std::int64_t cables_of(Medium medium) const { return cables[static_cast<std::size_t>(medium)]; }
  void add_cables(Medium medium, std::int64_t count) { cables[static_cast<std::size_t>(medium)] += count; }
};

/// For a value without a closed form (the bisection of an irregular graph). It is never estimated.
inline constexpr std::int64_t not_known = -1;

/// Larger networks are refused: ids are 32-bit, and memory would not suffice.
inline constexpr std::int64_t most_ports = 1'000'000'000;
/// A switch with more ports than this is a typing error; the limit also keeps products in 64 bits.
inline constexpr std::int64_t most_radix = 65'536;

struct Topology {
  virtual ~Topology() = default;
  /// Returns what is wrong with the parameters; `where` of a problem is the field's name. Closed forms and
  /// build() require a topology without problems.
  virtual Problems check() const = 0;
  virtual Facts facts() const = 0;
  /// Returns the shape of the network of build(), without building it: rules are counted from it at any size.
  virtual Shape network_shape() const { return GraphShape{}; }
  virtual Network build(const Cables& cables) const = 0;
  /// The rates of its cables that do not come from [cables], each once. Empty for a generated network.
  /// `every` is true when no cable has a rate of [cables].
  struct OwnRates {
    std::vector<BitsPerSecond> rates;
    bool every = false;
  };
  virtual OwnRates own_rates() const { return {}; }
  /// Returns the files that it is read from. Other contents make another network.
  virtual std::vector<std::string> files() const { return {}; }
};

/// Returns the closed forms, with the hosts' cables of the medium that [cables] gives them.
Facts facts_with(const Topology& topology, const Cables& cables);

/// a*b and a^b, limited to `most_ports` instead of overflowing, for use in check().
std::int64_t saturating_product(std::int64_t a, std::int64_t b);
std::int64_t saturating_power(std::int64_t base, std::int64_t exponent);

/// Adds a problem for each of the usual mistakes: below `least`, or so large that ids would run out.
void require_at_least(Problems& problems, std::string_view name, std::int64_t value, std::int64_t least,
                      std::string_view hint = "");
void require_buildable(Problems& problems, std::string_view name, std::int64_t ports);

/// Counts and ids are computed in 64 bits and stored in 32. After check() nothing is lost.
std::uint32_t u32(std::int64_t value);

/// Host h is connected to port h % concentration of the switch h / concentration after `first`.
void attach_hosts(NetworkBuilder& builder, std::int64_t hosts, std::int64_t concentration,
                  std::uint8_t link_class, SwitchId first = 0);

}  // namespace ebb::inline topology
