// The traffic of a large service on one cluster. Front ends query leaves: each query goes to many leaves at
// once, and each responds. Leaves read from and write to file servers; writes go down a chain of replicas.
// Servers respond at once, and no client waits for a response before its next request.
//
// The requests of a client, and the sizes of the responses, come from the client's own random stream. So the
// same seed gives the same operations on any network, at any rate, under any power policy; only the times of
// the responses differ.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "base/units.hpp"
#include "network/network.hpp"
#include "traffic/arrival/on_off.hpp"
#include "traffic/size/size_distribution.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline traffic {

/// A front end counts its leaves in 16 bits.
inline constexpr std::int64_t most_fan_out = 65'535;

/// The parameters of a service that are fixed before the run starts.
struct Service {
  std::vector<HostId> front_ends, leaves, servers;  ///< in the order of the placement; disjoint
  SizeDistribution requests, responses, reads, writes;
  Bytes file_request{};  ///< of the request of a read, and of the confirmation of a write
  std::int64_t fan_out_least = 1, fan_out_most = 1, replicas = 1;
  double read_share = 1, read_share_of_bytes = 1;  ///< of the file operations

  /// When operations begin: while a client is ON, it begins one after the other, each as soon as its cable
  /// would have carried the bytes of the one before at full rate.
  OnOffLognormal query_times, file_times;
  Bytes query_bytes{};  ///< of a query, per leaf, on average
  Cutting cutting;
  std::uint64_t seed = 0;

  double offered_bytes_per_second = 0;
  std::string calibration;
};

class ServiceTraffic final : public Traffic {
 public:
  ServiceTraffic(Service service, std::uint32_t hosts);

  Message next(HostId host, Picoseconds now, HostMemory& memory) const override;
  bool listens() const override { return true; }
  Message delivered(const Delivery& delivery, HostMemory& memory) const override;
  double offered_bytes_per_second() const override { return service_.offered_bytes_per_second; }
  Bytes largest() const override {
    return std::max({service_.requests.largest(), service_.responses.largest(), service_.reads.largest(),
                     service_.writes.largest(), service_.file_request});
  }
  Picoseconds memory() const override {
    return std::max(service_.query_times.memory(), service_.file_times.memory());
  }
  std::string calibration() const override { return service_.calibration; }

  const Service& service() const { return service_; }

  /// Tags have 28 bits for the number of a host.
  static constexpr std::uint32_t most_hosts = 1u << 28;

 private:
  enum class Role : std::uint8_t { front_end, leaf, server };

  std::uint16_t draw_fan_out(Random& random) const;
  Bytes before_query(std::uint16_t count, Random& random) const;
  Message next_request(Picoseconds now, HostMemory& memory) const;
  Bytes before_file_operation(HostMemory& memory) const;
  Message next_file_operation(HostId host, Picoseconds now, HostMemory& memory) const;
  Bytes answer_size(const SizeDistribution& sizes, std::uint32_t tag) const;

  Service service_;
  std::vector<Role> role_;             ///< of each host
  std::vector<std::uint32_t> number_;  ///< of each file server among them; unused for others
};

}  // namespace ebb::inline traffic
