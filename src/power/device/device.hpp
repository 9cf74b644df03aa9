// The power of a device, number by number. One form covers both the constant of 2010 (a chip takes 100 W
// whatever its links do) and the model of today:
//   P = base + sum over ports of (port + trx_in + trx_up + per_bit x bit/s + per_packet x packet/s)
//       + buffer cells read and written + table lookups.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields.hpp"
#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/device/domain.hpp"
#include "power/device/price.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline power {

/// A `link` has only a channel's states. It is for power policies, not for a plan.
enum class DeviceKind : std::uint8_t { switch_chip, nic, optics, link };
constexpr auto names_of(DeviceKind) {
  return std::array<std::string_view, 4>{"switch", "nic", "optics", "link"};
}

/// The power of one port on one kind of link.
struct LinkPower {
  std::vector<Medium> media;  ///< empty: any
  BitsPerSecond rate{any_rate};
  std::string mode;
  std::int64_t lanes = 0;
  bool beside = false, passive = false;
  Sourced<std::int64_t> ports;
  Sourced<Watts> port, trx_in, trx_up;
  Sourced<double> relative, volts;
  Sourced<Joules> per_bit, per_packet;

  /// Not 0: that means a link that is switched off. No file can state this value, so a negative rate in a
  /// file is recognised.
  static constexpr std::int64_t any_rate = std::numeric_limits<std::int64_t>::min();

  static constexpr auto fields() {
    return std::tuple{
        field("media", &LinkPower::media, "the cables it holds for; left out: any"),
        field("rate", &LinkPower::rate, "the port's rate it holds for; left out: any; \"0b/s\": off",
              {{0}, usual_range<BitsPerSecond>().most}),
        field("mode", &LinkPower::mode, "what the data sheet calls it"),
        field("ports", &LinkPower::ports, "ports of this rate, where not the device's `ports`"),
        field("beside", &LinkPower::beside,
              "true: these ports are beside all others, as uplinks are, and take nothing of them"),
        field("passive", &LinkPower::passive,
              "true: light only passes, as in a circuit switch: these ports take no transceiver"),
        field("lanes", &LinkPower::lanes, "that are in use at this rate; 0: not said"),
        field("port", &LinkPower::port, "a port that is up"),
        field("relative", &LinkPower::relative, "a port that is up, as a share of `full_port`", {0, 1e3}),
        field("trx_in", &LinkPower::trx_in, "a transceiver that is plugged in"),
        field("trx_up", &LinkPower::trx_up, "additional power once the link is up", {{-1000}, {1000}}),
        field("per_bit", &LinkPower::per_bit, "energy of a bit that passes"),
        field("per_packet", &LinkPower::per_packet, "energy of a packet that passes, whatever its size"),
        field("volts", &LinkPower::volts, "supply voltage at this rate", {0, 1e6})};
  }
  bool holds_for(Medium medium) const;
  bool for_any_rate() const { return rate.v == any_rate; }
  std::string label() const;  ///< "copper at 100Gb/s"
};

/// Packet memory: energy of writing and reading one cell.
struct BufferPower {
  Sourced<Bytes> cell;
  Sourced<Joules> read, write;

  static constexpr auto fields() {
    return std::tuple{field("cell", &BufferPower::cell, "bytes moved at a time"),
                      field("read", &BufferPower::read, "energy of reading one cell"),
                      field("write", &BufferPower::write, "energy of writing one cell")};
  }
};

/// A lookup table: each search costs entries x key_bits x per_bit.
struct TablePower {
  Sourced<std::int64_t> key_bits;
  Sourced<Joules> per_bit;

  static constexpr auto fields() {
    return std::tuple{
        field("key_bits", &TablePower::key_bits, "width of the searched key"),
        field("per_bit", &TablePower::per_bit, "energy of comparing one bit of one entry, per search")};
  }
};

/// Which change of a channel's state a time is for.
enum class Change : std::uint8_t {
  other,   ///< for people to read
  any,     ///< of the rate
  relock,  ///< of the rate, the lanes stay
  lanes,   ///< of the number of lanes
  wake,    ///< from off
  sleep,   ///< to off
};
constexpr auto names_of(Change) {
  return std::array<std::string_view, 6>{"other", "any", "relock", "lanes", "wake", "sleep"};
}

/// The transition time of a change of a channel's state.
struct WakeTime {
  std::string change;
  Change kind = Change::other;
  Sourced<Picoseconds> least, most;
  Sourced<double> slew;

  static constexpr auto fields() {
    return std::tuple{
        field("change", &WakeTime::change, "which change of state, for people"),
        field("kind", &WakeTime::kind, "and for power policies"), field("least", &WakeTime::least, "at best"),
        field("most", &WakeTime::most, "at worst"),
        field("slew", &WakeTime::slew,
              "V/us of the supply, for rates with other `volts`: that time comes before", {0, 1e6})};
  }
};

struct Device {
  std::string name;  ///< the file's, without folder and ending
  std::string file;  ///< where it was read
  std::string title, from;
  DeviceKind kind = DeviceKind::switch_chip;
  Sourced<std::int64_t> ports;
  Sourced<BitsPerSecond> fastest;
  Sourced<Watts> base, full_port;
  Sourced<double> price_usd;
  std::vector<LinkPower> links;
  BufferPower buffer;
  TablePower tcam, cam;
  std::vector<WakeTime> wake;
  std::vector<Price> prices;
  std::vector<PowerDomain> domains;

  static constexpr auto fields() {
    return std::tuple{
        field("title", &Device::title, "what it is"),
        field("kind", &Device::kind, "what a plan can use it as"),
        field("from", &Device::from, "where its numbers come from, unless they say so themselves"),
        field("ports", &Device::ports, "how many it has"),
        field("fastest", &Device::fastest,
              "rate of a port that it can run at; links without a rate hold up to it"),
        field("base", &Device::base, "its power whatever its ports do"),
        field("full_port", &Device::full_port, "power of a port at its fastest; `relative` refers to it"),
        field("price_usd", &Device::price_usd,
              "what one costs you, in $; else [[price]] states public offers", {0, 1e9})};
  }
  /// Returns what is wrong or missing; `where` is the field's name.
  Problems check() const;

  /// Returns the row for this link: the row of its own rate before that of "any rate", which means any up to
  /// the fastest. A backplane without a row of its own is copper without transceivers. Null when the device
  /// does not state it.
  const LinkPower* link(Medium medium, BitsPerSecond rate) const;
  std::int64_t ports_at(const LinkPower& row) const {
    return row.ports.given ? row.ports.value : ports.value;
  }
  /// Returns the power of a port that is up, without its transceiver.
  Watts port_power(const LinkPower& row) const;
  /// Returns the row of a port that is switched off; null when the device does not state it.
  const LinkPower* off_row(Medium medium) const;
  /// Returns the power of a port that is switched off, without its transceiver; nothing where it is unstated.
  std::optional<Watts> off_port(Medium medium) const;
  /// Returns the power of a port that is switched off: that of the "0b/s" row, or zero.
  Watts off_power() const;
  /// Says whether the file states any power for a port of this row.
  bool states_power(const LinkPower& row) const { return base.given || row.port.given || row.relative.given; }
  /// Returns false for a rate above the fastest that the file states.
  bool runs_at(BitsPerSecond rate) const { return !fastest.given || rate <= fastest.value; }
  /// Returns `price_usd`, or the range of the offers; nothing where the file states no price.
  std::optional<PriceRange> price() const;
  std::string label(const LinkPower& row) const;  ///< "copper at 100Gb/s", "any medium up to 40Gb/s"
  std::vector<std::string> link_labels() const;
};

}  // namespace ebb::inline power
