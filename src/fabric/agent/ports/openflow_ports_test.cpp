// Switches that do not answer do not block the agent. The tests use their own sockets on loopback.
#include "fabric/agent/ports/openflow_ports.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ebb::inline fabric {
namespace {

using Clock = std::chrono::steady_clock;
using ::testing::HasSubstr;

/// Listens, and accepts a connection only on request.
class Listener {
 public:
  Listener() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    address_.sin_family = AF_INET, address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address_;
    EXPECT_EQ(bind(socket_, reinterpret_cast<sockaddr*>(&address_), length), 0);
    EXPECT_EQ(listen(socket_, 0), 0);
    EXPECT_EQ(getsockname(socket_, reinterpret_cast<sockaddr*>(&address_), &length), 0);
  }
  Listener(const Listener&) = delete;
  ~Listener() {
    for (const int made : made_) close(made);
    close(socket_);
  }
  std::string address() const { return fmt::format("tcp:127.0.0.1:{}", ntohs(address_.sin_port)); }
  /// Fills the backlog: later connections get no reply, as from a black hole.
  void fill() {
    for (int i = 0; i < 3; ++i) {
      made_.push_back(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
      (void)connect(made_.back(), reinterpret_cast<const sockaddr*>(&address_), sizeof address_);
    }
  }

 private:
  int socket_;
  sockaddr_in address_{};
  std::vector<int> made_;
};

std::chrono::milliseconds time_of_looks(OpenFlowPorts& ports, int looks) {
  const auto start = Clock::now();
  for (int i = 0; i < looks; ++i) {
    ports.request_readings();
    EXPECT_FALSE(ports.readings());
  }
  return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - start);
}

TEST(OpenFlowPorts, ABlackHoleIsWaitedForOnceAndThenOnlyListenedTo) {
  Listener listener;
  listener.fill();
  OpenFlowPorts ports("s0", listener.address(), {1, 2});
  EXPECT_LT(time_of_looks(ports, 1).count(), 1900);
  EXPECT_LT(time_of_looks(ports, 200).count(), 900);
}

TEST(OpenFlowPorts, OneThatAcceptsAndSaysNothingIsWaitedForOnce) {
  Listener listener;
  OpenFlowPorts ports("s0", listener.address(), {1, 2});
  EXPECT_LT(time_of_looks(ports, 1).count(), 1900);
  EXPECT_LT(time_of_looks(ports, 200).count(), 900);
  EXPECT_THAT(to_text(ports.enable(0, true)), HasSubstr("not known yet"));
}

TEST(OpenFlowPorts, ANameThatNobodyKnowsIsLookedUpOnce) {
  OpenFlowPorts ports("s0", "tcp:no.such.switch.invalid:6653", {1});
  EXPECT_LT(time_of_looks(ports, 1000).count(), 900);
  ports.request_readings();
  EXPECT_THAT(to_text(ports.readings().problems()), HasSubstr("looked up when the agent starts"));
}

}  // namespace
}  // namespace ebb::inline fabric
