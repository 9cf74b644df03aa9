#include "fabric/snmp/no_broken_pipe.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

namespace ebb::inline fabric {
namespace {

/// In a process of its own, where SIGPIPE has its usual effect: writes to a stream whose other end is closed.
int write_to_nobody(bool guarded) {
  std::signal(SIGPIPE, SIG_DFL);
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 2;
  close(ends[1]);
  if (!guarded) return write(ends[0], "x", 1) == -1 ? 0 : 1;
  {
    const NoBrokenPipe guard;
    if (write(ends[0], "x", 1) != -1) return 1;
  }
  return 0;  // no signal was left behind
}

TEST(NoBrokenPipe, AWriteToAClosedStreamFailsAndDoesNotEndTheProgram) {
  EXPECT_EXIT(std::_Exit(write_to_nobody(true)), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(std::_Exit(write_to_nobody(false)), testing::KilledBySignal(SIGPIPE), "");
}

}  // namespace
}  // namespace ebb::inline fabric
