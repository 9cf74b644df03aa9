// Shortest legal ways on any graph: of the up*/down* ways (up_down.hpp) to the destination the shortest, and
// at each switch any of the ports that such a way continues over, chosen by queue depth or by the packet's
// hash. One virtual channel: what is legal cannot deadlock.
//
// Phase 0 of a packet may still go up, phase 1 may not. The table has two bytes for each destination switch,
// switch and phase: the number of one of the switch's few different sets of ports.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "routing/route.hpp"
#include "routing/shortest_queue.hpp"

namespace ebb {

enum class PortChoice : std::uint8_t { depth, hash };
constexpr auto names_of(PortChoice) { return std::array<std::string_view, 2>{"depth", "hash"}; }

struct ShortestPath {
  PortChoice choice = PortChoice::depth;

  static constexpr auto fields() {
    return std::tuple{field("choice", &ShortestPath::choice,
                            "among equally long ways: the shortest queue, or the packet's hash")};
  }
  Problems check(const Network& network) const;
  void prepare(const Network& network);
  int vcs() const { return 1; }

  template <class Depth>
  Hop route(SwitchId here, Route& packet, const Depth& depth, std::uint64_t salt) const {
    if (packet.to == here) return {packet.out, 0};
    const auto [step, end] = steps_from(here, packet);
    const std::uint64_t bits = route_bits(salt, packet.hops);
    const Step* best = step;
    if (choice == PortChoice::hash) {
      best += pick(bits, static_cast<std::uint32_t>(end - step));
    } else {
      ShortestQueue queue(bits);
      for (const Step* s = step; s != end; ++s)
        if (queue.beats(depth(s->port))) best = s;
    }
    packet.phase = best->phase;
    ++packet.hops;
    return {best->port, 0};
  }

  template <class Each>
  void options(SwitchId here, const Route& packet, Each each) const {
    if (packet.to == here) return each(Hop{packet.out, 0}, packet);
    const auto [step, end] = steps_from(here, packet);
    Route next = packet;
    for (const Step* s = step; s != end; ++s) {
      next.phase = s->phase;
      each(Hop{s->port, 0}, next);
    }
  }

  /// Bytes that the tables take once prepared.
  std::size_t table_bytes() const;

 private:
  struct Step {
    std::uint16_t port = 0;
    std::uint8_t phase = 0;  ///< afterwards
    bool operator==(const Step&) const = default;
  };
  std::pair<const Step*, const Step*> steps_from(SwitchId here, const Route& packet) const {
    const std::size_t place = (std::size_t{row_[packet.to]} * switches_ + here) * 2 + packet.phase;
    const std::uint32_t set = first_set_[here] + set_[place];
    return {steps_.data() + range_[set], steps_.data() + range_[set + 1]};
  }
  friend class ShortestPathTables;

  std::uint32_t switches_ = 0;
  std::vector<std::uint32_t> row_;        ///< of each destination switch; no_id for one without hosts
  std::vector<std::uint16_t> set_;        ///< [(row * switches + switch) * 2 + phase]
  std::vector<std::uint32_t> first_set_;  ///< of each switch
  std::vector<std::uint32_t> range_;      ///< first step of each set, and one past the end
  std::vector<Step> steps_;
};

}  // namespace ebb
