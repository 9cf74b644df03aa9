#include "traffic/demand/demand_workload.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "network/names.hpp"
#include "traffic/demand/demand_traffic.hpp"

namespace ebb::inline traffic {
namespace {

/// No host can send more than its cable carries. Reports all hours and all hosts with too high a demand.
Problems check_sources(const std::vector<Demand>& demands, const Network& network, double scale) {
  std::vector<std::vector<double>> sums(hours_in_day, std::vector<double>(network.hosts));
  for (const Demand& d : demands)
    for (int h = 0; h < hours_in_day; ++h)
      if (d.is_in(h)) sums[h][d.source] += d.bits_per_second * scale;
  Problems problems;
  double worst = 1;
  for (HostId host = 0; host < network.hosts; ++host) {
    const auto rate = static_cast<double>(network.link(network.host_port(host)).rate.v);
    int busiest = 0;
    for (int h = 1; h < hours_in_day; ++h)
      if (sums[h][host] > sums[busiest][host]) busiest = h;
    const double sum = sums[busiest][host];
    worst = std::max(worst, sum / rate);
    if (sum <= rate * (1 + 1e-9) || problems.size() >= 5) continue;
    problems.push_back(
        {"file",
         fmt::format("requires {} to send {:.6g} Gb/s in hour {}, but its cable carries {:.6g} Gb/s",
                     name_of_host(network, host), sum / 1e9, busiest, rate / 1e9),
         ""});
  }
  for (Problem& p : problems)
    p.hint = fmt::format("with scale = {:.3g} every host's cable carries its demand",
                         std::min(scale, scale / worst * 0.999));
  return problems;
}

}  // namespace

void DemandWorkload::load(const Node& section, std::string_view path, Problems& problems) {
  auto read = read_demand_file(file);
  if (read) {
    content_ = std::make_shared<const DemandFile>(std::move(*read));
    return;
  }
  const Node* key = section.find("file");
  for (const Problem& p : read.problems())
    problems.push_back(
        (key ? *key : section)
            .problem(fmt::format("{}.file", path), fmt::format("{}: {}", p.where, p.what), p.hint));
}

Result<std::unique_ptr<Traffic>> DemandWorkload::bind(const Network& network, const Cutting& cutting,
                                                      std::uint64_t /*seed*/) const {
  Problems problems;
  const auto demands = demands_between(*content_, network, problems);
  for (Problem& p : problems) p = {"file", fmt::format("{}: {}", p.where, p.what), p.hint};
  for (Problem& p : check_sources(demands, network, scale)) problems.push_back(std::move(p));
  if (!problems.empty()) return problems;
  if (std::all_of(demands.begin(), demands.end(), [](const Demand& d) { return d.bits_per_second == 0; }))
    return Problem{"file", "has no demand above 0", "give at least one rate above 0"};
  return std::unique_ptr<Traffic>(
      std::make_unique<DemandTraffic>(demands, network.hosts, cutting, DemandPace{scale, size, hour}));
}

}  // namespace ebb::inline traffic
