#include "traffic/service/service_workload.hpp"

#include <algorithm>

#include "base/random.hpp"
#include "config/read_fields.hpp"
#include "traffic/path_lengths.hpp"
#include "traffic/pattern/random_choice.hpp"
#include "traffic/service/service_calibration.hpp"

namespace ebb::inline traffic {
namespace {

constexpr std::int64_t most_replicas = 8;  // a tag has four bits for the kind of a message

void require_share(Problems& problems, std::string_view name, double share) {
  if (share > 0 && share < 1) return;
  problems.push_back({std::string(name), fmt::format("is {}, but must be between 0 and 1", share),
                      "it is a share: 0.25 is a quarter"});
}

std::uint32_t count_of(double share, std::uint32_t hosts, std::int64_t least) {
  return static_cast<std::uint32_t>(std::max(static_cast<std::int64_t>(share * hosts + 0.5), least));
}

}  // namespace

OnOffLognormal ServiceWorkload::times() const {
  OnOffLognormal times;
  times.on = on, times.on_sigma = on_sigma, times.off_sigma = off_sigma;
  return times;
}

Problems ServiceWorkload::check() const {
  Problems problems = check_utilisation(utilisation);
  for (Problem& p : times().check()) problems.push_back(std::move(p));
  require_share(problems, "front_ends", front_ends);
  require_share(problems, "file_servers", file_servers);
  if (problems.empty() && front_ends + file_servers >= 1)
    problems.push_back({"file_servers",
                        "is too large: front ends and file servers are all hosts, and none is a leaf",
                        "front_ends + file_servers must be below 1"});
  if (fan_out_most < fan_out_least)
    problems.push_back(
        {"fan_out_most",
         fmt::format("is below fan_out_least: a query goes to {} to {} leaves", fan_out_least, fan_out_most),
         "for example: fan_out_least = 20 and fan_out_most = 100"});
  require_share(problems, "file_share", file_share);
  if (!(read_ratio > 0 && read_ratio <= 1'000'000))
    problems.push_back({"read_ratio", fmt::format("is {}, but must be positive", read_ratio),
                        "3.4 reads 3.4 bytes for each byte written"});
  if (replicas < 1 || replicas > most_replicas)
    problems.push_back({"replicas",
                        fmt::format("is {}, but must be between 1 and {}", replicas, most_replicas),
                        "3 is usual"});
  require_message_size(problems, "file_request", file_request);
  return problems;
}

void ServiceWorkload::load(const Node& section, std::string_view path, Problems& problems) {
  const auto load_sizes = [&](const char* key, const std::string& file, SizeDistribution& sizes) {
    const Node* node = section.find(key);
    sizes.file = file;
    Problems found = sizes.check();
    for (Problem& p : found) p.where = key;
    locate(found, section, path, problems);
    if (found.empty()) sizes.load_from(node ? *node : section, fmt::format("{}.{}", path, key), problems);
  };
  load_sizes("requests", requests, requests_);
  load_sizes("responses", responses, responses_);
  load_sizes("reads", reads, reads_);
  load_sizes("writes", writes, writes_);
}

std::vector<std::string> ServiceWorkload::files() const {
  std::vector<std::string> all;
  for (const SizeDistribution* sizes : {&requests_, &responses_, &reads_, &writes_})
    for (std::string& file : sizes->files()) all.push_back(std::move(file));
  return all;
}

Result<std::unique_ptr<Traffic>> ServiceWorkload::bind(const Network& network, const Cutting& cutting,
                                                       std::uint64_t seed) const {
  const std::uint32_t fronts = count_of(front_ends, network.hosts, 1),
                      servers = count_of(file_servers, network.hosts, replicas);
  if (network.hosts < fronts + servers + 1)
    return Problem{"",
                   fmt::format("needs a front end, {} file servers and a leaf, but there are {} hosts",
                               servers, network.hosts),
                   "choose a larger topology"};
  if (network.hosts >= ServiceTraffic::most_hosts)
    return Problem{"", "has too many hosts: they are numbered with 28 bits", "choose a smaller topology"};
  if (Problems problems = require_one_rate(network, "utilisation"); !problems.empty()) return problems;

  Service service;
  Random random = choice_stream(seed);
  const std::vector<HostId> order = shuffled_hosts(network.hosts, random);
  service.front_ends.assign(order.begin(), order.begin() + fronts);
  service.servers.assign(order.begin() + fronts, order.begin() + fronts + servers);
  service.leaves.assign(order.begin() + fronts + servers, order.end());
  const auto leaves = static_cast<std::int64_t>(service.leaves.size());
  service.fan_out_least = std::min(fan_out_least, leaves);
  service.fan_out_most = std::min(fan_out_most, leaves);
  service.requests = requests_, service.responses = responses_;
  service.reads = reads_, service.writes = writes_;
  service.file_request = file_request, service.replicas = replicas;
  service.query_times = service.file_times = times();
  service.cutting = cutting, service.seed = seed;
  Problems problems = calibrate(service, {utilisation, file_share, read_ratio}, network);
  if (!problems.empty()) return problems;
  return std::unique_ptr<Traffic>(std::make_unique<ServiceTraffic>(std::move(service), network.hosts));
}

}  // namespace ebb::inline traffic
