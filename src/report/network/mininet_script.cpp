// The script for Mininet (network_export.hpp).
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "base/fields.hpp"
#include "network/names.hpp"
#include "network/network.hpp"
#include "report/network/network_export.hpp"

namespace ebb::inline report {
namespace {

/// The highest rate that Mininet can limit a link to, in Mb/s (its TCIntf refuses more).
constexpr std::int64_t most_mbps = 1'000;

constexpr const char* head = R"(#!/usr/bin/env python3
"""{title}

Made by `ebb export`. Start it with
    sudo mn --custom THIS_FILE --topo ebb --link tc --controller none --switch ovs,protocols=OpenFlow13
Mininet holds links to {most} Mb/s at most, so all rates are divided by {scale}.
Nodes that Mininet could not name ("name-eth1" has 15 characters at most) have numbers, and their names beside them.
A network with loops needs tables: `ebb rules FILE --openflow FOLDER` writes them, for these port numbers.
"""
from mininet.topo import Topo

SCALE = {scale}


class Ebb(Topo):
    def build(self):
)";

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

/// Quotes a text for Python.
std::string python_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    if (is_control(c))
      out += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "'";
}

/// Returns a text for a comment, without anything that would end it.
std::string in_comment(std::string text) {
  for (char& c : text)
    if (c == '"' || c == '\\' || is_control(c)) c = ' ';
  return text;
}

/// True for interface names that the machine may have: a bridge of that name would replace it.
bool is_of_the_machine(std::string_view name) {
  for (const std::string_view front : {"eth", "en", "wl"})
    if (name.starts_with(front)) return true;
  return name == "lo" || name == "c0";  // c0: Mininet's controller
}

/// True when Mininet accepts this name for a node whose ports have numbers up to `most_port`.
bool can_be_named(std::string_view name, std::size_t most_port) {
  constexpr std::size_t longest_interface = 15;
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  if (name.empty() || !is_plain(name.front()) || is_of_the_machine(name)) return false;
  for (const char c : name)
    if (!is_plain(c) && c != '_' && c != '-' && c != '.') return false;
  return fmt::formatted_size("{}-eth{}", name, most_port) <= longest_interface;
}

/// The names of the nodes in Mininet.
class NodeNames {
 public:
  explicit NodeNames(const Network& network) {
    for (SwitchId s = 0; s < network.switches(); ++s)
      keep(name_of_switch(network, s), network.first_port[s + 1] - network.first_port[s], switches_);
    for (HostId h = 0; h < network.hosts; ++h) keep(name_of_host(network, h), 0, hosts_);
    number(switches_, 's'), number(hosts_, 'h');
  }
  const std::string& of_switch(SwitchId s) const { return switches_[s]; }
  const std::string& of_host(HostId h) const { return hosts_[h]; }

 private:
  /// Leaves the name empty for now where the node's own name is not accepted.
  void keep(const std::string& name, std::size_t most_port, std::vector<std::string>& all) {
    const bool kept = can_be_named(name, most_port) && taken_.insert(name).second;
    all.push_back(kept ? name : "");
  }
  void number(std::vector<std::string>& all, char letter) {
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].empty()) {
        all[i] = fmt::format("{}{}", letter, i);
        while (!taken_.insert(all[i]).second) all[i] += letter;
      }
  }

  std::vector<std::string> switches_, hosts_;
  std::set<std::string> taken_;
};

/// "  # leaf switch of row 12", where a node could not have this name.
std::string own_name(const std::string& name, const std::string& own) {
  return name == own ? "" : "  # " + in_comment(own);
}

}  // namespace

std::string mininet_script(const Network& network, const std::string& title) {
  std::int64_t fastest = 0;
  for (const LinkClass& c : network.classes) fastest = std::max(fastest, c.rate.v);
  const std::int64_t scale =
      std::max<std::int64_t>(1, (fastest + most_mbps * 1'000'000 - 1) / (most_mbps * 1'000'000));
  std::string out = fmt::format(fmt::runtime(head), fmt::arg("title", in_comment(title)),
                                fmt::arg("most", most_mbps), fmt::arg("scale", scale));
  const NodeNames names(network);
  for (SwitchId s = 0; s < network.switches(); ++s)
    out += fmt::format("        self.addSwitch('{}', dpid='{:x}', label={}){}\n", names.of_switch(s), s + 1,
                       python_text(name_of_switch(network, s)),
                       own_name(names.of_switch(s), name_of_switch(network, s)));
  for (HostId h = 0; h < network.hosts; ++h)
    out += fmt::format("        self.addHost('{}', label={}){}\n", names.of_host(h),
                       python_text(name_of_host(network, h)),
                       own_name(names.of_host(h), name_of_host(network, h)));
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const PortId peer = network.peer[p];
    if (peer < p) continue;
    const bool host = network.is_host_port(peer);
    const auto local = [&](PortId port) { return port - network.first_port[network.owner[port]] + 1; };
    const LinkClass& link = network.link(p);
    out += fmt::format(
        "        self.addLink('{}', '{}', port1={}, port2={}, bw={} / SCALE, delay='{}us')  # {} {}, {}\n",
        names.of_switch(network.owner[p]),
        host ? names.of_host(network.host_at(peer)) : names.of_switch(network.owner[peer]), local(p),
        host ? 0 : local(peer), static_cast<double>(link.rate.v) / 1e6,
        static_cast<double>(link.delay.v) / 1e6, name_of(link.medium), quantity_text(link.rate),
        in_comment(name_of_port(network, p)));
  }
  return out + "\n\ntopos = {'ebb': Ebb}\n";
}

}  // namespace ebb::inline report
