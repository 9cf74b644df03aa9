// The [plan] section: the devices of a network, its use, and the price of electricity.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"

namespace ebb::inline planner {

/// How switches look up the output of a packet. It determines how many rules a switch holds and searches: a
/// CAM holds the flat table, a TCAM any organisation of it.
enum class Addressing : std::uint8_t { unstated, cam, flat, per_switch, per_group, compacted };
constexpr auto names_of(Addressing) {
  return std::array<std::string_view, 6>{"unstated", "cam", "flat", "per_switch", "per_group", "compacted"};
}

struct PlanSettings {
  std::string title;
  std::string switch_device = "abts-switch", spine, nic = "abts-nic", optics, copper;
  double load = 1;
  Bytes packet{1500}, overhead{20};
  Addressing addressing = Addressing::unstated;
  bool charge_by_ports = false;
  double price_usd_per_kwh = 0.07, pue = 1.6, years = 4;
  Watts server{};
  double server_idle_share = 0;

  static constexpr auto fields() {
    return std::tuple{
        field("title", &PlanSettings::title, "name of this network in reports"),
        field("switch", &PlanSettings::switch_device,
              "the switch: a name from `ebb device list`, or the path of your own .toml file"),
        field("spine", &PlanSettings::spine,
              "the switches without hosts, where they are another device, likewise; empty: the same"),
        field("nic", &PlanSettings::nic, "the host adapter, likewise"),
        field("optics", &PlanSettings::optics,
              "transceiver at each end of an optical cable, likewise; empty: the switch's own numbers"),
        field("copper", &PlanSettings::copper, "the same for copper cables"),
        field("load", &PlanSettings::load, "average utilisation of every channel, 0 to 1", a_share),
        field("packet", &PlanSettings::packet, "average packet, header included", {{1}, {1'000'000'000}}),
        field("overhead", &PlanSettings::overhead,
              "bytes on the wire around each packet (Ethernet: preamble and gap, 20B)", {{0}, {1'000'000}}),
        field("addressing", &PlanSettings::addressing,
              "how switches look up destinations, for the power of their tables"),
        field("charge_by_ports", &PlanSettings::charge_by_ports,
              "true: a switch's base power counts by the share of its ports in use, as Abts does"),
        field("price_usd_per_kwh", &PlanSettings::price_usd_per_kwh, "electricity, $ per kWh", {0, 1000}),
        field("pue", &PlanSettings::pue, "power usage effectiveness: the site's power over the equipment's",
              {1, 100}),
        field("years", &PlanSettings::years, "service life", {1e-6, 1000}),
        field("server", &PlanSettings::server, "power of a server at full load; \"0W\": without servers"),
        field("server_idle_share", &PlanSettings::server_idle_share,
              "power of an idle server as a fraction of full load; 0: fully proportional", a_share)};
  }
  Problems check() const;
};

}  // namespace ebb::inline planner
