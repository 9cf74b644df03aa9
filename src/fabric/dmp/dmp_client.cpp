#include "fabric/dmp/dmp_client.hpp"

#include <fmt/format.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/ensure.hpp"
#include "base/problem.hpp"
#include "fabric/dmp/dmp_socket.hpp"

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;

template <class Bytes>
Bytes random_bytes() {
  Bytes bytes{};
  ENSURE(getrandom(bytes.data(), bytes.size(), 0) == static_cast<ssize_t>(bytes.size()));
  return bytes;
}

/// An address that no switch assigns: a reply equal to it is a reflection.
MacBytes throwaway_address() {
  MacBytes address = random_bytes<MacBytes>();
  address[0] = static_cast<std::uint8_t>((address[0] & ~3) | 2);
  return address;
}

struct Heard {
  std::optional<DmpReading> first;
  Clock::time_point at;
  bool contradicted = false;  ///< a second reply has another address
};

/// Waits for a reply, and a little longer for a contradicting one.
Heard listen(const DmpSocket& socket, const MacBytes& source, const DmpNonce& nonce, Clock::time_point until,
             std::chrono::milliseconds settle) {
  Heard heard;
  while (const auto frame = socket.receive(until)) {
    const DmpReading reading = read_dmp(*frame, source, nonce);
    if (reading.kind == DmpReading::Kind::foreign) continue;
    if (heard.first) {
      heard.contradicted |= heard.first->address != reading.address;
      continue;
    }
    heard.first = reading, heard.at = Clock::now();
    until = heard.at + settle;
  }
  return heard;
}

Problem no_answer(const DmpSettings& settings, int attempts) {
  return {settings.interface, fmt::format("no switch answered {} requests", attempts),
          "check that the cable leads to a switch that was loaded with the rules of this fabric (`ebb "
          "rules`, [rules] dmp = true)"};
}

Problem reflected(const DmpSettings& settings) {
  return {settings.interface, "requests come back unchanged: something reflects them and assigns no address",
          "check for a loopback cable, and for a switch without the DMP rule of this port"};
}

/// Returns the outcome of a request; nullopt: ask again.
std::optional<Result<DmpOutcome>> judge(const DmpSettings& settings, const Heard& heard, DmpOutcome outcome,
                                        bool throwaway) {
  if (!heard.first) return std::nullopt;
  if (heard.contradicted)
    return Problem{settings.interface,
                   "two replies assign two different addresses: another device answers besides the switch",
                   "find that device and stop it; see docs/design/security.md"};
  if (heard.first->kind == DmpReading::Kind::refused)
    return Problem{
        settings.interface,
        fmt::format("the reply assigns {}, which is no address of a host", text_of(heard.first->address)),
        "load the switch with rules of `ebb rules`: their addresses are unicast and locally administered, "
        "such as 02:00:00:00:00:01"};
  if (heard.first->kind == DmpReading::Kind::unchanged) {
    if (throwaway) return reflected(settings);
    return std::nullopt;
  }
  outcome.given = heard.first->address;
  return outcome;
}

}  // namespace

Result<DmpOutcome> ask_for_address(const DmpSettings& settings) {
  const auto socket = DmpSocket::open(settings.interface);
  if (!socket) return socket.problems();
  const auto before = socket->address();
  if (!before) return before.problems();
  DmpOutcome outcome;
  outcome.before = *before;
  auto wait = settings.first_wait;
  MacBytes source = *before;
  for (outcome.attempts = 1; outcome.attempts <= settings.attempts; ++outcome.attempts) {
    const auto nonce = random_bytes<DmpNonce>();
    const auto sent = Clock::now();
    if (Problems problems = socket->send(dmp_request(source, nonce)); !problems.empty()) return problems;
    const Heard heard = listen(*socket, source, nonce, sent + wait, settings.settle);
    outcome.answered_after = std::chrono::duration_cast<std::chrono::microseconds>(heard.at - sent);
    if (auto settled = judge(settings, heard, outcome, source != *before)) return *settled;
    // A reply equal to our address is either correct or a reflection. A request from another source address
    // tells which.
    if (heard.first)
      source = throwaway_address();
    else
      wait *= 2;
  }
  return no_answer(settings, settings.attempts);
}

Result<DmpOutcome> take_address(const DmpSettings& settings) {
  auto outcome = ask_for_address(settings);
  if (!outcome || outcome->given == outcome->before) return outcome;
  const auto socket = DmpSocket::open(settings.interface);
  if (!socket) return socket.problems();
  keep_only_capabilities({CAP_NET_ADMIN});
  if (Problems problems = socket->set_address(outcome->given); !problems.empty()) return problems;
  const auto now = socket->address();
  if (!now) return now.problems();
  if (*now != outcome->given)
    return Problem{
        settings.interface,
        fmt::format("has the address {} after it was set to {}", text_of(*now), text_of(outcome->given)),
        "stop the other program that sets the address of this interface"};
  outcome->changed = true;
  return outcome;
}

void keep_only_capabilities(std::initializer_list<int> kept) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2]{};
  if (syscall(SYS_capget, &header, data) != 0) return;
  std::uint64_t wanted = 0;
  for (const int capability : kept) wanted |= std::uint64_t{1} << capability;
  for (int half = 0; half < 2; ++half) {
    const auto mask = static_cast<std::uint32_t>(wanted >> (32 * half));
    data[half].effective &= mask, data[half].permitted &= mask, data[half].inheritable = 0;
  }
  syscall(SYS_capset, &header, data);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

std::string text_of(const DmpOutcome& outcome, const std::string& interface) {
  const std::string asked =
      fmt::format("asked {}, answered after {:.1f} ms",
                  outcome.attempts == 1 ? "once" : fmt::format("{} times", outcome.attempts),
                  static_cast<double>(outcome.answered_after.count()) / 1000);
  if (outcome.changed)
    return fmt::format("{} has the address {} now (before: {}); {}", interface, text_of(outcome.given),
                       text_of(outcome.before), asked);
  if (outcome.given == outcome.before)
    return fmt::format("{} has the address {} already; {}", interface, text_of(outcome.given), asked);
  return fmt::format("the switch gives {} the address {}; it has {} and keeps it; {}", interface,
                     text_of(outcome.given), text_of(outcome.before), asked);
}

}  // namespace ebb::inline fabric
