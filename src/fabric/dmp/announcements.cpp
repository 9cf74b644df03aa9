#include "fabric/dmp/announcements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>

#include "base/problem.hpp"
#include "base/process/run_tool.hpp"
#include "fabric/dmp/lab_socket.hpp"
#include "fabric/inventory/names.hpp"
#include "fabric/openflow/program.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
using Frame = std::vector<std::uint8_t>;

/// The second of the two EtherTypes for local experiments; the first is DMP's.
constexpr std::uint16_t announcement_type = 0x88b6;
constexpr MacBytes everybody{0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
constexpr std::size_t payload_at = 14;
constexpr std::chrono::milliseconds patience{300};
enum Word : std::uint8_t { here_i_am = 1, here_am_i_too = 2 };

/// Destination, source, type; then a code word and an address, as in Open-MX announcements.
Frame frame_of(const MacBytes& destination, const MacBytes& source, std::uint16_t type, Word word,
               const MacBytes& address) {
  Frame frame(60);
  std::copy(destination.begin(), destination.end(), frame.begin());
  std::copy(source.begin(), source.end(), frame.begin() + 6);
  frame[12] = static_cast<std::uint8_t>(type >> 8), frame[13] = static_cast<std::uint8_t>(type & 255);
  frame[payload_at] = word;
  std::copy(address.begin(), address.end(), frame.begin() + payload_at + 1);
  return frame;
}

MacBytes bytes_at(const Frame& frame, std::size_t at) {
  MacBytes bytes;
  std::copy_n(frame.begin() + static_cast<std::ptrdiff_t>(at), bytes.size(), bytes.begin());
  return bytes;
}

std::vector<LabSocket> open_all(const LabNames& names, std::uint32_t hosts) {
  std::vector<LabSocket> sockets;
  for (HostId h = 0; h < hosts; ++h) {
    auto opened = LabSocket::open(names, h, announcement_type);
    if (!opened) throw std::runtime_error(to_text(opened.problems()));
    sockets.push_back(std::move(*opened));
  }
  return sockets;
}

/// Waits for a frame with this code word and address, and skips all others.
std::optional<Frame> await(const LabSocket& socket, Word word, const MacBytes& address,
                           Clock::time_point until) {
  while (auto frame = socket.receive(until))
    if (frame->size() > payload_at + 6 && (*frame)[payload_at] == word &&
        bytes_at(*frame, payload_at + 1) == address)
      return frame;
  return std::nullopt;
}

void announce(const std::vector<LabSocket>& sockets, HostId announcer, AddressFrom from, Announced& result) {
  const LabSocket& own = sockets[announcer];
  own.send(frame_of(everybody, own.address(), announcement_type, here_i_am, own.address()));
  const auto until = Clock::now() + patience;
  for (HostId h = 0; h < sockets.size(); ++h) {
    if (h == announcer) continue;
    ++result.pairs;
    const auto heard = await(sockets[h], here_i_am, own.address(), until);
    if (!heard) continue;
    ++result.heard;
    const MacBytes to = bytes_at(*heard, from == AddressFrom::header ? 6 : payload_at + 1);
    sockets[h].send(
        frame_of(to, sockets[h].address(), announcement_type, here_am_i_too, sockets[h].address()));
    if (await(own, here_am_i_too, sockets[h].address(), Clock::now() + patience)) ++result.reached;
  }
}

}  // namespace

Result<Announced> announce_all(const LabNames& names, std::uint32_t hosts, AddressFrom from) {
  const ToolResult ran = run_in_namespace("", [&] {
    const auto sockets = open_all(names, hosts);
    Announced result;
    for (HostId h = 0; h < hosts; ++h) announce(sockets, h, from, result);
    return fmt::format("{} {} {}", result.pairs, result.heard, result.reached);
  });
  Announced result;
  if (!ran.ok() ||
      std::sscanf(ran.output.c_str(), "%u %u %u", &result.pairs, &result.heard, &result.reached) != 3)
    return Problem{"announcements", "could not be sent or counted: " + ran.said(),
                   "`ebb lab status` shows what is left of the lab"};
  return result;
}

Result<std::uint32_t> forge_answers(const LabNames& names, HostId forger, HostId victim,
                                    std::uint32_t attempts) {
  const ToolResult ran = run_in_namespace("", [&] {
    auto listening = LabSocket::open(names, victim, dmp_ether_type);
    auto sending = LabSocket::open(names, forger, dmp_ether_type);
    if (!listening || !sending) throw std::runtime_error("a host's interface cannot be opened");
    std::uint32_t came = 0;
    for (std::uint32_t i = 0; i < attempts; ++i) {
      // Sent to the victim alone, to broadcast, and to the DMP destination, from an address that the forger
      // chooses.
      const MacBytes to = i % 3 == 0 ? listening->address() : i % 3 == 1 ? everybody : dmp_destination;
      sending->send(frame_of(to, {0x02, 0, 0, 0, 0x66, 0x66}, dmp_ether_type, here_i_am, {}));
      while (listening->receive(Clock::now() + std::chrono::milliseconds(50))) ++came;
    }
    return fmt::format("{}", came);
  });
  std::uint32_t came = 0;
  if (!ran.ok() || std::sscanf(ran.output.c_str(), "%u", &came) != 1)
    return Problem{"forged answers", "could not be sent or counted: " + ran.said(),
                   "`ebb lab status` shows what is left of the lab"};
  return came;
}

Result<std::uint64_t> address_of_host(const LabNames& names, HostId host) {
  const ToolResult ran = run_in_namespace("", [&] {
    const auto socket = LabSocket::open(names, host, dmp_ether_type);
    if (!socket) throw std::runtime_error(to_text(socket.problems()));
    std::uint64_t address = 0;
    for (const std::uint8_t byte : socket->address()) address = address << 8 | byte;
    return fmt::format("{}", address);
  });
  unsigned long long address = 0;
  if (!ran.ok() || std::sscanf(ran.output.c_str(), "%llu", &address) != 1)
    return Problem{host_name(host), "its address cannot be read: " + ran.said(),
                   "`ebb lab status` shows what is left of the lab"};
  return std::uint64_t{address};
}

}  // namespace ebb::inline fabric
