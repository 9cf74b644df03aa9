// A raw socket in the namespace of a lab's host. The socket stays in that namespace when its process moves
// on, so that one process can act for all hosts.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.hpp"
#include "fabric/dmp/dmp_frame.hpp"
#include "fabric/lab/lab_names.hpp"
#include "network/network.hpp"

namespace ebb::inline fabric {

class LabSocket {
 public:
  /// Moves the calling process into the host's namespace.
  static Result<LabSocket> open(const LabNames& names, HostId host, std::uint16_t ether_type);
  LabSocket(LabSocket&& other) noexcept;
  LabSocket& operator=(LabSocket&&) = delete;
  ~LabSocket();

  const MacBytes& address() const { return address_; }
  bool send(std::span<const std::uint8_t> frame) const;
  /// The next frame for this host: to its address, or broadcast or multicast.
  std::optional<std::vector<std::uint8_t>> receive(std::chrono::steady_clock::time_point until) const;

 private:
  LabSocket(int file, const MacBytes& address) : file_(file), address_(address) {}
  int file_ = -1;
  MacBytes address_{};
};

}  // namespace ebb::inline fabric
