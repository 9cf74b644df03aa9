#include "engine/run/fairness.hpp"

#include <algorithm>

namespace ebb::inline engine {

std::optional<FairnessResult> fairness_of(const Network& network, std::span<const ChannelResult> channels) {
  if (channels.empty()) return std::nullopt;
  FairnessResult r;
  r.sent.assign(network.switches(), 0);
  std::vector<bool> has_hosts(network.switches(), false);
  for (HostId h = 0; h < network.hosts; ++h) {
    const SwitchId at = network.switch_of_host(h);
    r.sent[at] += static_cast<double>(channels[network.host_port(h)].bytes);
    has_hosts[at] = true;
  }
  double sum = 0, squares = 0, least = *std::max_element(r.sent.begin(), r.sent.end()), most = 0;
  for (SwitchId s = 0; s < network.switches(); ++s) {
    if (!has_hosts[s]) continue;
    ++r.switches, sum += r.sent[s], squares += r.sent[s] * r.sent[s];
    least = std::min(least, r.sent[s]), most = std::max(most, r.sent[s]);
  }
  if (sum == 0) return std::nullopt;
  const auto switches = static_cast<double>(r.switches);
  r.jain = sum * sum / (switches * squares);
  r.least = least * switches / sum, r.most = most * switches / sum;
  return r;
}

}  // namespace ebb::inline engine
