#include "tasks/agent/agent_recording.hpp"

#include <algorithm>

#include "base/record_writer.hpp"
#include "fabric/agent/switch_poller.hpp"
#include "tasks/agent/agent_session.hpp"

namespace ebb::inline tasks {
namespace {

/// The messages of an interval are spread over at most so many parts of it, none smaller than a frame.
constexpr std::int64_t most_parts = 10, least_bytes = 1000;
constexpr HostId most_hosts_followed = 128;

}  // namespace

AgentRecording::AgentRecording(const std::string& path, Existing existing, const Network& network,
                               const RouteTables& tables)
    : path_(path), network_(network), tables_(tables), guess_(network) {
  if (path.empty()) return;
  file_ = std::make_unique<TraceWriter>(path, existing, TraceForm::messages, Naming::at_once);
  file_->keep(network.hosts, {});
  owed_.resize(std::size_t{network.hosts} * network.hosts, 0);
  all_ = {.sent = std::vector<std::uint64_t>(network.hosts),
          .arrived = std::vector<std::uint64_t>(network.hosts),
          .crossed = std::vector<std::uint64_t>(network.switch_ports())};
  now_ = all_;
}

Problems AgentRecording::check() const {
  if (!file_ || file_->wrong().empty()) return {};
  return {{path_, "cannot be written: " + file_->wrong(),
           "name another file with --record, or replace this one with --force"}};
}

/// Paths change with the tables. In a large network, computing all of them takes longer than a polling
/// interval.
void AgentRecording::follow_tables(const CableSet& routes) {
  if (network_.hosts > most_hosts_followed || paths_of_ == routes) return;
  paths_of_ = routes;
  guess_.set_paths(tables_.ports_of_pairs(routes));
}

void AgentRecording::count(const Agent& agent) {
  const auto since = [](std::uint64_t& before, std::uint64_t& difference, std::uint64_t total) {
    difference = total - before;
    before = total;
  };
  for (HostId h = 0; h < network_.hosts; ++h) {
    const PortCounters& port = agent.counters(network_.peer[network_.host_port(h)]);
    since(all_.sent[h], now_.sent[h], port.received.sum());
    since(all_.arrived[h], now_.arrived[h], port.bytes.sum());
  }
  for (PortId p = 0; p < network_.switch_ports(); ++p)
    since(all_.crossed[p], now_.crossed[p], agent.counters(p).bytes.sum());
}

void AgentRecording::share_out(HostId from, HostId to, double bytes) {
  double& owed = owed_[std::size_t{from} * network_.hosts + to];
  owed += bytes;
  const auto whole = static_cast<std::int64_t>(owed);
  if (whole < least_bytes) return;
  owed -= static_cast<double>(whole);
  const std::int64_t parts = std::clamp<std::int64_t>(whole / least_bytes, 1, most_parts);
  for (std::int64_t i = 0; i < parts; ++i)
    messages_.push_back({.at = from_ + Picoseconds{(until_ - from_).v / parts * i},
                         .source = from,
                         .destination = to,
                         .size = {whole / parts + (i == 0 ? whole % parts : 0)}});
}

void AgentRecording::add(const Agent& agent) {
  if (!file_) return;
  from_ = until_, until_ = agent.now();
  count(agent);
  follow_tables(agent.tables_for());
  messages_.clear();
  guess_.guess(now_, [&](HostId from, HostId to, double bytes) { share_out(from, to, bytes); });
  std::stable_sort(messages_.begin(), messages_.end(),
                   [](const SentMessage& a, const SentMessage& b) { return a.at < b.at; });
  for (const SentMessage& message : messages_) file_->add(message);
  if (until_ < next_keeping_) return;
  next_keeping_ = until_ + kept_every;
  file_->keep(network_.hosts, until_);
}

Problems AgentRecording::finish() {
  if (!file_) return {};
  const auto done = file_->finish(network_.hosts, until_);
  return done ? Problems{} : done.problems();
}

}  // namespace ebb::inline tasks
