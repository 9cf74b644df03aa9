#include "app/agent_recording.hpp"

#include <algorithm>

namespace ebb::inline app {
namespace {

/// Messages of an interval are spread over it in so many parts at most, none smaller than a frame.
constexpr std::int64_t most_parts = 10, least_bytes = 1000;

}  // namespace

AgentRecording::AgentRecording(const std::string& path, const Network& network)
    : path_(path),
      network_(network),
      sent_(network.hosts, 0),
      received_(network.hosts, 0),
      sent_now_(network.hosts, 0),
      arrived_now_(network.hosts, 0) {
  if (path.empty()) return;
  file_ = std::make_unique<TraceWriter>(path);
  owed_.resize(std::size_t{network.hosts} * network.hosts, 0);
}

Problems AgentRecording::check() const {
  if (!file_ || file_->wrong().empty()) return {};
  return {{path_, "cannot be written: " + file_->wrong(), "name another file with --record"}};
}

void AgentRecording::share_out(HostId from, std::uint64_t bytes, std::uint64_t received_by_others) {
  for (HostId to = 0; to < network_.hosts; ++to) {
    if (to == from || arrived_now_[to] == 0) continue;
    double& owed = owed_[std::size_t{from} * network_.hosts + to];
    owed += static_cast<double>(bytes) * static_cast<double>(arrived_now_[to]) /
            static_cast<double>(received_by_others);
    const auto whole = static_cast<std::int64_t>(owed);
    if (whole < least_bytes) continue;
    owed -= static_cast<double>(whole);
    const std::int64_t parts = std::clamp<std::int64_t>(whole / least_bytes, 1, most_parts);
    for (std::int64_t i = 0; i < parts; ++i)
      messages_.push_back({.at = from_ + Picoseconds{(until_ - from_).v / parts * i},
                           .source = from,
                           .destination = to,
                           .size = {whole / parts + (i == 0 ? whole % parts : 0)}});
  }
}

void AgentRecording::add(const Agent& agent) {
  if (!file_) return;
  from_ = until_, until_ = agent.now();
  std::uint64_t all = 0;
  for (HostId h = 0; h < network_.hosts; ++h) {
    const Agent::Channel& port = agent.channels()[network_.peer[network_.host_port(h)]];
    sent_now_[h] = port.received.sum() - sent_[h], arrived_now_[h] = port.bytes.sum() - received_[h];
    sent_[h] = port.received.sum(), received_[h] = port.bytes.sum();
    all += arrived_now_[h];
  }
  messages_.clear();
  for (HostId h = 0; h < network_.hosts; ++h)
    if (sent_now_[h] > 0 && all > arrived_now_[h]) share_out(h, sent_now_[h], all - arrived_now_[h]);
  std::stable_sort(messages_.begin(), messages_.end(),
                   [](const SentMessage& a, const SentMessage& b) { return a.at < b.at; });
  for (const SentMessage& message : messages_) file_->add(message);
}

Problems AgentRecording::finish() {
  if (!file_) return {};
  const auto done = file_->finish(network_.hosts, until_);
  return done ? Problems{} : done.problems();
}

}  // namespace ebb::inline app
