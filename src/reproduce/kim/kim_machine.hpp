// The parameters of Kim's machine that the paper leaves open (papers/kim-machine.toml). They are chosen once,
// by `ebb reproduce kim-calibration`, and every kim reproduction runs with them.
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/result.hpp"
#include "base/units.hpp"

namespace ebb::inline reproduce {

struct KimMachine {
  Bytes packet = 4_KiB;
  std::int64_t buffer_packets = 4;
  std::int64_t graph = 1;
  Picoseconds window = 1'280_us;
  std::string dvs_of = "full_rate";
  double dvs_low = 0.19, dvs_high = 0.24;
  double t_max = 0.1, t_low = 0.05;
  std::string off_unit = "cable", detours = "tree", when_off = "detour";
  Picoseconds off_window = 1'280_us, settle = 18_us;
  Picoseconds burst = 1'600_us;
  double mesh_low = 0.07;

  static constexpr auto fields() {
    using M = KimMachine;
    return std::tuple{
        field("packet", &M::packet, "all packets have this size"),
        field("buffer_packets", &M::buffer_packets, "packets that an input or output buffer holds"),
        field("graph", &M::graph, "seed of the irregular graph"),
        field("window", &M::window, "observation window of DVS"),
        field("dvs_of", &M::dvs_of, "what DVS's utilisation is a share of: present_rate or full_rate"),
        field("dvs_low", &M::dvs_low, "utilisation below which a link slows down"),
        field("dvs_high", &M::dvs_high, "the same above which it speeds up"),
        field("t_max", &M::t_max, "usage of a destination above which all its links are on"),
        field("t_low", &M::t_low, "utilisation of a link below which it may go off at any usage"),
        field("off_unit", &M::off_unit, "what DLS shuts down: cable or channel"),
        field("detours", &M::detours, "beside the shortest paths: over a tree, or along a cycle"),
        field("when_off", &M::when_off, "what a packet does whose links are off: detour or wake"),
        field("off_window", &M::off_window, "observation window of DLS"),
        field("settle", &M::settle, "time at the slowest rate of a link that has come on"),
        field("burst", &M::burst, "mean length of a burst at full rate, on-off traffic"),
        field("mesh_low", &M::mesh_low, "the low load of the mesh's figure, as a share of a host's rate")};
  }

  /// Settings as for --set: of every run, of adaptive routing, of DVS, of DLS, and of both together.
  std::vector<std::string> network(bool irregular, bool best_effort) const;
  std::vector<std::string> adaptive() const;
  std::vector<std::string> dvs() const;
  std::vector<std::string> dls() const;
  std::vector<std::string> both() const;
};

/// Reads papers/kim-machine.toml.
Result<KimMachine> read_kim_machine();

}  // namespace ebb::inline reproduce
