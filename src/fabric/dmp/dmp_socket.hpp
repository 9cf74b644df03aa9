// A raw socket on one interface, for frames of one EtherType; and the interface's address.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"
#include "fabric/dmp/dmp_frame.hpp"

namespace ebb::inline fabric {

class DmpSocket {
 public:
  static Result<DmpSocket> open(const std::string& interface);
  DmpSocket(DmpSocket&& other) noexcept;
  DmpSocket& operator=(DmpSocket&&) = delete;
  ~DmpSocket();

  Problems send(std::span<const std::uint8_t> frame) const;
  /// The next received frame, not one that this host sent; nullopt at the time limit.
  std::optional<std::vector<std::uint8_t>> receive(std::chrono::steady_clock::time_point until) const;

  Result<MacBytes> address() const;
  /// Takes the interface down briefly if the driver requires it.
  Problems set_address(const MacBytes& address) const;

 private:
  DmpSocket(int file, std::string interface) : file_(file), interface_(std::move(interface)) {}
  int file_ = -1;
  std::string interface_;
};

}  // namespace ebb::inline fabric
