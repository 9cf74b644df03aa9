#include "fabric/dmp/rewriting.hpp"

#include <fmt/format.h>

#include <map>

#include "base/ensure.hpp"
#include "fabric/openflow/openflow.hpp"

namespace ebb::inline fabric {

SwitchProgram rewriting_program(const Network& network, const ProgramMaker& maker, SwitchId s,
                                const std::vector<std::uint64_t>& real) {
  ENSURE(maker.options().table == 1 && !maker.options().dmp);
  SwitchProgram program = maker.program(s);
  const std::uint64_t cookie = cookie_of(maker.options().version);
  std::vector<FlowRule> first;                  // of table 0
  std::map<std::string, std::string> to_hosts;  // output action of each host, and its replacement
  for (std::uint32_t local = 0; local < network.ports_of(s); ++local) {
    const PortId other = network.peer[network.first_port[s] + local];
    if (!network.is_host_port(other)) continue;
    const HostId host = network.host_at(other);
    const std::uint32_t port = maker.options().openflow_port(s, local);
    first.push_back(
        {0, RulePriority::forwarding, cookie, fmt::format("in_port={}", port),
         fmt::format("set_field:{}->eth_src,goto_table:1", mac_text(mac_of(maker.plan().address(host))))});
    const std::string output = fmt::format("output:{}", port);
    to_hosts[output] = fmt::format("set_field:{}->eth_dst,{}", mac_text(real[host]), output);
  }
  first.push_back({0, RulePriority::nothing_matches, cookie, "", "goto_table:1"});
  for (FlowRule& rule : program.rules)
    if (const auto found = to_hosts.find(rule.actions);
        found != to_hosts.end() && rule.priority < RulePriority::to_many)
      rule.actions = found->second;
  program.rules.insert(program.rules.begin(), first.begin(), first.end());
  return program;
}

}  // namespace ebb::inline fabric
