#include "fabric/dmp/dmp_frame.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fabric/openflow/program.hpp"

namespace ebb::inline fabric {
namespace {

constexpr std::array<std::uint8_t, 7> mark{'e', 'b', 'b', 'd', 'm', 'p', 1};
constexpr std::size_t source_at = 6, type_at = 12, mark_at = 14, nonce_at = mark_at + mark.size();

/// A host's address is unicast and locally administered.
bool may_be_a_hosts(const MacBytes& address) { return (address[0] & 3) == 2; }

}  // namespace

std::vector<std::uint8_t> dmp_request(const MacBytes& source, const DmpNonce& nonce) {
  std::vector<std::uint8_t> frame(dmp_frame_bytes);
  std::copy(dmp_destination.begin(), dmp_destination.end(), frame.begin());
  std::copy(source.begin(), source.end(), frame.begin() + source_at);
  frame[type_at] = dmp_ether_type >> 8, frame[type_at + 1] = dmp_ether_type & 255;
  std::copy(mark.begin(), mark.end(), frame.begin() + mark_at);
  std::copy(nonce.begin(), nonce.end(), frame.begin() + nonce_at);
  return frame;
}

DmpReading read_dmp(std::span<const std::uint8_t> frame, const MacBytes& source, const DmpNonce& nonce) {
  const std::vector<std::uint8_t> sent = dmp_request(source, nonce);
  const auto differs = [&](std::size_t from, std::size_t to) {
    return !std::equal(sent.begin() + from, sent.begin() + to, frame.begin() + from);
  };
  if (frame.size() < dmp_frame_bytes || differs(0, source_at) || differs(type_at, dmp_frame_bytes)) return {};
  DmpReading reading;
  std::copy_n(frame.begin() + source_at, reading.address.size(), reading.address.begin());
  if (reading.address == source)
    reading.kind = DmpReading::Kind::unchanged;
  else
    reading.kind = may_be_a_hosts(reading.address) ? DmpReading::Kind::answer : DmpReading::Kind::refused;
  return reading;
}

std::string text_of(const MacBytes& address) { return fmt::format("{:02x}", fmt::join(address, ":")); }

}  // namespace ebb::inline fabric
