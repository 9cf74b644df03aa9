#include "traffic/service/service_calibration.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/units.hpp"
#include "traffic/path_lengths.hpp"

namespace ebb::inline traffic {
namespace {

/// Means of one message of each kind.
struct Means {
  double request, response, read, write, file_request;
};

template <class MeanOf>
Means means_of(const Service& s, MeanOf&& mean_of) {
  return {mean_of(s.requests), mean_of(s.responses), mean_of(s.reads), mean_of(s.writes), 0};
}

Means wire_means(const Service& s) {
  Means means = means_of(s, [&](const SizeDistribution& sizes) {
    const MeanSize mean = sizes.mean(s.cutting);
    return mean.bytes + mean.packets * static_cast<double>(s.cutting.header.v);
  });
  means.file_request = static_cast<double>(s.cutting.on_wire(s.file_request).v);
  return means;
}

Means payload_means(const Service& s) {
  Means means = means_of(s, [&](const SizeDistribution& sizes) { return sizes.mean(s.cutting).bytes; });
  means.file_request = static_cast<double>(s.file_request.v);
  return means;
}

/// Channels that a message of each kind occupies on average.
struct Channels {
  double request, response, to_server, from_server, between_servers;
};

Channels channels_of(const Service& s, const Network& network) {
  std::vector<Flow> flows = {
      {s.front_ends, s.leaves}, {s.leaves, s.front_ends}, {s.leaves, s.servers}, {s.servers, s.leaves}};
  if (s.replicas > 1) flows.push_back({s.servers, s.servers});
  const std::vector<double> mean = mean_channels(network, flows, s.seed);
  return {mean[0], mean[1], mean[2], mean[3], s.replicas > 1 ? mean[4] : 0};
}

/// Operations per second: of each front end, and of each leaf.
struct Rates {
  double queries, file_operations;
};

struct Shares {
  double front_ends, leaves, servers;  ///< how many there are
  double fan_out, replicas, reads;     ///< mean; number; share of the file operations
};

Shares shares_of(const Service& s) {
  return {static_cast<double>(s.front_ends.size()), static_cast<double>(s.leaves.size()),
          static_cast<double>(s.servers.size()),    static_cast<double>(s.fan_out_least + s.fan_out_most) / 2,
          static_cast<double>(s.replicas),          s.read_share};
}

/// Per file operation: reads and writes weighted by their numbers.
double per_file_operation(const Shares& n, double per_read, double per_write) {
  return n.reads * per_read + (1 - n.reads) * per_write;
}

Rates rates_for(const ServiceGoal& goal, const Network& network, const Shares& n, const Means& wire,
                const Channels& channels) {
  const double all = goal.utilisation / utilisation_of(network, 1);  // bytes times channels, per second
  const double query = n.fan_out * (wire.request * channels.request + wire.response * channels.response);
  const double file =
      per_file_operation(n, wire.file_request * channels.to_server + wire.read * channels.from_server,
                         wire.write * (channels.to_server + (n.replicas - 1) * channels.between_servers) +
                             wire.file_request * channels.from_server);
  return {all * (1 - goal.file_share) / (n.front_ends * query), all * goal.file_share / (n.leaves * file)};
}

/// The load of a service on one channel of each kind: a fraction of its rate, on average.
struct ChannelLoad {
  const char *channel, *more;
  double load;
};

std::vector<ChannelLoad> channel_loads(const Shares& n, const Means& w, const Rates& rates, double bytes) {
  const double queries = rates.queries * n.fan_out / bytes, files = rates.file_operations / bytes;
  const double per_leaf = n.front_ends / n.leaves, per_server = n.leaves / n.servers;
  const auto file = [&](double read, double write) { return files * per_file_operation(n, read, write); };
  return {
      {"from each front end", "front_ends", queries * w.request},
      {"to each front end", "front_ends", queries * w.response},
      {"to each leaf", "leaves", queries * per_leaf * w.request + file(w.read, w.file_request)},
      {"from each leaf", "leaves", queries * per_leaf * w.response + file(w.file_request, w.write)},
      {"to each file server", "file_servers", per_server * file(w.file_request, n.replicas * w.write)},
      {"from each file server", "file_servers",
       per_server * file(w.read, (n.replicas - 1) * w.write + w.file_request)},
  };
}

const ChannelLoad& busiest(const std::vector<ChannelLoad>& loads) {
  return *std::max_element(loads.begin(), loads.end(),
                           [](const auto& a, const auto& b) { return a.load < b.load; });
}

Problems check_loads(const std::vector<ChannelLoad>& loads, const ServiceGoal& goal) {
  const ChannelLoad& most = busiest(loads);
  if (most.load < 1) return {};
  return {{"utilisation",
           fmt::format("is {}, for which the channel {} would be busy {:.0f} % of the time", goal.utilisation,
                       most.channel, most.load * 100),
           fmt::format("below {:.3f} it is possible; or raise the share of {}", goal.utilisation / most.load,
                       most.more)}};
}

Problems bind_times(OnOffLognormal& times, double load, double mean_bytes, const Service& s,
                    BitsPerSecond rate, const char* clients) {
  if (load >= 1)
    return {
        {"utilisation",
         fmt::format("is too high for the {}: they would be busy {:.0f} % of the time", clients, load * 100),
         "lower it, or use more of them"}};
  // The process counts bytes on the wire, so it must not add headers of its own.
  return times.bind(
      {load, rate, {s.cutting.mtu, {0}}, {mean_bytes, mean_bytes / static_cast<double>(s.cutting.mtu.v)}});
}

std::string told(const Service& s, const ServiceGoal& goal, const Network& network, const Rates& rates,
                 const std::vector<ChannelLoad>& loads) {
  const ChannelLoad& most = busiest(loads);
  return fmt::format(
      "utilisation {} of all {} channels: {} front ends with {:.1f} queries/s each, {} leaves with {:.1f} "
      "file operations/s each, {} file servers; busiest on average: {}, {:.1f} %",
      goal.utilisation, network.channels(), s.front_ends.size(), rates.queries, s.leaves.size(),
      rates.file_operations, s.servers.size(), most.channel, most.load * 100);
}

double offered(const Shares& n, const Means& m, const Rates& rates) {
  return n.front_ends * rates.queries * n.fan_out * (m.request + m.response) +
         n.leaves * rates.file_operations *
             per_file_operation(n, m.file_request + m.read, n.replicas * m.write + m.file_request);
}

}  // namespace

Problems calibrate(Service& s, const ServiceGoal& goal, const Network& network) {
  const Means wire = wire_means(s), payload = payload_means(s);
  const double reads_per_write = goal.read_ratio * payload.write / payload.read;
  s.read_share = reads_per_write / (1 + reads_per_write);
  s.read_share_of_bytes =
      s.read_share * wire.read / (s.read_share * wire.read + (1 - s.read_share) * wire.write);
  s.query_bytes = {static_cast<std::int64_t>(wire.request + wire.response + 0.5)};
  const Shares n = shares_of(s);
  const Rates rates = rates_for(goal, network, n, wire, channels_of(s, network));
  const BitsPerSecond rate = network.link(0).rate;
  const double bytes = static_cast<double>(rate.v) / 8;
  const std::vector<ChannelLoad> loads = channel_loads(n, wire, rates, bytes);
  Problems problems = check_loads(loads, goal);
  if (!problems.empty()) return problems;

  const double query = n.fan_out * static_cast<double>(s.query_bytes.v);
  const double file = per_file_operation(n, wire.read, wire.write);
  problems = bind_times(s.query_times, rates.queries * query / bytes, query, s, rate, "front ends");
  if (problems.empty())
    problems = bind_times(s.file_times, rates.file_operations * file / bytes, file, s, rate, "leaves");
  s.offered_bytes_per_second = offered(n, payload, rates) / network.hosts;
  s.calibration = told(s, goal, network, rates, loads);
  return problems;
}

}  // namespace ebb::inline traffic
