#include "app/agent_recording.hpp"

#include <fmt/format.h>

#include "base/quantity.hpp"

namespace ebb::inline app {

AgentRecording::AgentRecording(const std::string& path, const Network& network, const AgentSettings& settings)
    : path_(path), sent_(network.switch_ports(), 0), received_(network.switch_ports(), 0) {
  if (path.empty()) return;
  file_ = std::make_unique<WholeFile>(path);
  file_->write(
      fmt::format("# counters of ports, recorded by ebb agent every {}\nat_ns,switch,port,host,sent_bytes,"
                  "received_bytes\n",
                  quantity_text(settings.poll)));
}

Problems AgentRecording::check() const {
  if (!file_ || file_->wrong().empty()) return {};
  return {{path_, "cannot be written: " + file_->wrong(), "name another file with --record"}};
}

void AgentRecording::add(const Agent& agent) {
  if (!file_) return;
  const Network& network = agent.network();
  for (PortId p = 0; p < network.switch_ports(); ++p) {
    const std::uint64_t sent = agent.channels()[p].bytes.sum(), received = agent.channels()[p].received.sum();
    if (sent == sent_[p] && received == received_[p]) continue;
    const SwitchId s = network.owner[p];
    const PortId peer = network.peer[p];
    file_->write(fmt::format("{},{},{},{},{},{}\n", agent.now().v / 1000, s, p - network.first_port[s],
                             network.is_host_port(peer) ? fmt::format("{}", network.host_at(peer)) : "",
                             sent - sent_[p], received - received_[p]));
    sent_[p] = sent, received_[p] = received;
  }
}

Problems AgentRecording::finish() {
  if (!file_) return {};
  const std::string& wrong = file_->finish();
  if (wrong.empty()) return {};
  return {{path_, "cannot be written: " + wrong, ""}};
}

}  // namespace ebb::inline app
