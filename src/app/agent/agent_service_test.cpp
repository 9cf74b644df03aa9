#include "app/agent/agent_service.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <cstring>

#include "base/folder_testing.hpp"

namespace ebb::inline app {
namespace {

/// A service manager that reads nothing.
TEST(AgentService, IsNotHeldUpByOneWhoDoesNotListen) {
  const TestFolder folder;
  const std::string path = (folder.path / "notify").string();
  const int heard = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  ASSERT_EQ(bind(heard, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  setenv("NOTIFY_SOCKET", path.c_str(), 1);
  alarm(20);  // ends the test if a send blocks
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 2'000; ++i) notify_service("WATCHDOG=1");  // more than a datagram queue holds
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
  alarm(0);
  unsetenv("NOTIFY_SOCKET");
  char first[64] = {};
  EXPECT_GT(recv(heard, first, sizeof first - 1, MSG_DONTWAIT), 0);
  EXPECT_STREQ(first, "WATCHDOG=1");
  close(heard);
}

}  // namespace
}  // namespace ebb::inline app
