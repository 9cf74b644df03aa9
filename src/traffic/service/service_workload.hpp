// The parameters of a service's traffic, and its calibration: the rate of requests follows from the requested
// utilisation of all channels. Search and Advert replace the two production traces of Abts, which are not
// public: docs/howto/workloads.md lists which of their numbers are measured and which were chosen.
#pragma once

#include "base/open_ranges.hpp"
#include "base/problem.hpp"
#include "base/result.hpp"
#include "base/units.hpp"
#include "config/node.hpp"
#include "network/network.hpp"
#include "traffic/service/service_traffic.hpp"
#include "traffic/workload.hpp"

namespace ebb::inline traffic {

struct ServiceWorkload : Workload {
  double utilisation = 0.06;
  double front_ends = 0.1, file_servers = 0.25;
  std::int64_t fan_out_least = 20, fan_out_most = 100;
  std::string requests = "search_request", responses = "google_search_rpc";
  double file_share = 0.7, read_ratio = 3.4;
  std::int64_t replicas = 3;
  std::string reads = "gfs_read", writes = "gfs_write";
  Bytes file_request{128};
  Picoseconds on{60'000'000};
  double on_sigma = 1.2, off_sigma = 1.8;

  static constexpr auto fields() {
    using W = ServiceWorkload;
    return std::tuple{
        field("utilisation", &W::utilisation,
              "mean utilisation of all channels at full rate, host channels included, without detours",
              a_part),
        field("front_ends", &W::front_ends, "share of the hosts that send queries", a_part),
        field("file_servers", &W::file_servers, "share of the hosts that hold files; the rest are leaves",
              a_part),
        field("fan_out_least", &W::fan_out_least, "fewest leaves that a query goes to", {1, most_fan_out}),
        field("fan_out_most", &W::fan_out_most,
              "most leaves that a query goes to; all leaves where there are fewer", {1, most_fan_out}),
        field("requests", &W::requests,
              "sizes of a front end's request, a distribution as in [traffic.sizes]"),
        field("responses", &W::responses, "sizes of a leaf's response"),
        field("file_share", &W::file_share, "share of the utilisation that is reading and writing of files",
              a_part),
        field("read_ratio", &W::read_ratio, "bytes that clients read for each byte that they write",
              {1e-6, 1e6}),
        field("replicas", &W::replicas, "file servers that each write goes to, one after the other", {1, 8}),
        field("reads", &W::reads, "sizes of what is read"),
        field("writes", &W::writes, "sizes of what is written"),
        field("file_request", &W::file_request, "size of a read's request and of a write's confirmation",
              {{1}, largest_message}),
        field("on", &W::on, "mean time for which a client is busy", {{1}, an_hour}),
        field("on_sigma", &W::on_sigma, "standard deviation of the logarithm of that time", {0, 3}),
        field("off_sigma", &W::off_sigma, "standard deviation of the logarithm of the time between", {0, 3})};
  }
  Problems check() const override;
  void load(const Node& section, std::string_view path, Problems& problems) override;
  std::vector<std::string> files() const override;
  Result<std::unique_ptr<Traffic>> bind(const Network& network, const Cutting& cutting,
                                        std::uint64_t seed) const override;

 private:
  OnOffLognormal times() const;
  SizeDistribution requests_, responses_, reads_, writes_;
};

struct SearchWorkload final : ServiceWorkload {};

struct AdvertWorkload final : ServiceWorkload {
  AdvertWorkload() {
    utilisation = 0.05;
    front_ends = 0.25;
    fan_out_least = 1, fan_out_most = 8;
    requests = "facebook_web", responses = "facebook_cache";
    file_share = 0.5, read_ratio = 24;
  }
};

}  // namespace ebb::inline traffic
