// A demand matrix as traffic: each host sends messages at random times (Poisson), in proportion to its demand
// to each other host. An hourly demand repeats every 24 hours; the length of an hour is a parameter.
#pragma once

#include <memory>
#include <string>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "network/network.hpp"
#include "traffic/demand/demand_file.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

struct DemandWorkload final : Workload {
  std::string file = "demand.csv";
  double scale = 1;
  Bytes size{1'000};
  Picoseconds hour{100'000'000};

  static constexpr auto fields() {
    return std::tuple{
        field("file", &DemandWorkload::file,
              "CSV: source,destination,Gb/s, and hour if it changes (docs/howto/networks.md); looked for "
              "beside the "
              "file that names it"),
        field("scale", &DemandWorkload::scale, "every demand times this", {1e-9, 1e9}),
        field("size", &DemandWorkload::size, "payload of every message", {{1}, usual_range<Bytes>().most}),
        field("hour", &DemandWorkload::hour, "how long an hour of the demand lasts in the run",
              {{1'000}, an_hour})};
  }
  void load(const Node& section, std::string_view path, Problems& problems) override;
  std::vector<std::string> files() const override { return {file}; }
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;

 private:
  std::shared_ptr<const DemandFile> content_;
};

}  // namespace ebb::inline traffic
