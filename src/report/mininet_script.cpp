#include "report/mininet_script.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/fields.hpp"
#include "network/names.hpp"

namespace ebb::inline report {
namespace {

/// What Mininet can hold a link to, in Mb/s (its TCIntf refuses more).
constexpr std::int64_t most_mbps = 1'000;

constexpr const char* head = R"(#!/usr/bin/env python3
"""{title}

Made by `ebb export`. Start it with
    sudo mn --custom THIS_FILE --topo ebb --link tc --controller none --switch ovs,protocols=OpenFlow13
Mininet holds links to {most} Mb/s at most, so all rates are divided by {scale}.
A network with loops needs tables: `ebb rules FILE --openflow FOLDER` writes them, for these port numbers.
"""
from mininet.topo import Topo

SCALE = {scale}


class Ebb(Topo):
    def build(self):
)";

/// A text as Python writes it.
std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\n";
    else
      out += c;
  }
  return out + "'";
}

/// A text inside of a comment in three quotes.
std::string in_comment(std::string text) {
  for (char& c : text)
    if (c == '"' || c == '\\' || c == '\n') c = ' ';
  return text;
}

}  // namespace

std::string mininet_script(const Network& network, const std::string& title) {
  std::int64_t fastest = 0;
  for (const LinkClass& c : network.classes) fastest = std::max(fastest, c.rate.v);
  const std::int64_t scale =
      std::max<std::int64_t>(1, (fastest + most_mbps * 1'000'000 - 1) / (most_mbps * 1'000'000));
  std::string out = fmt::format(fmt::runtime(head), fmt::arg("title", in_comment(title)),
                                fmt::arg("most", most_mbps), fmt::arg("scale", scale));
  for (SwitchId s = 0; s < network.switches(); ++s)
    out += fmt::format("        self.addSwitch('s{}', dpid='{:x}', label={})\n", s, s + 1,
                       quoted(name_of_switch(network, s)));
  for (HostId h = 0; h < network.hosts; ++h)
    out += fmt::format("        self.addHost('h{}', label={})\n", h, quoted(name_of_host(network, h)));
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (peer < p) continue;
    const bool host = network.is_host_port(peer);
    const auto local = [&](PortId port) { return port - network.first_port[network.owner[port]] + 1; };
    const LinkClass& link = network.link(p);
    out += fmt::format(
        "        self.addLink('s{}', '{}{}', port1={}, port2={}, bw={} / SCALE, delay='{}us')  # {} {}, {}\n",
        network.owner[p], host ? "h" : "s", host ? network.host_at(peer) : network.owner[peer], local(p),
        host ? 0 : local(peer), static_cast<double>(link.rate.v) / 1e6,
        static_cast<double>(link.delay.v) / 1e6, name_of(link.medium), quantity_text(link.rate),
        in_comment(name_of_port(network, p)));
  }
  return out + "\n\ntopos = {'ebb': Ebb}\n";
}

}  // namespace ebb::inline report
