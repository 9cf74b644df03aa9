// For tests: the output and the exit code of a command line.
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "app/command/command_line.hpp"

namespace ebb::inline app {

struct Said {
  int exit_code = 0;
  std::string out, err;
};

inline Said ebb(std::vector<const char*> words) {
  words.insert(words.begin(), "ebb");
  testing::internal::CaptureStdout(), testing::internal::CaptureStderr();
  Said said;
  said.exit_code = run_command_line(static_cast<int>(words.size()), words.data());
  std::fflush(stdout);
  said.out = testing::internal::GetCapturedStdout(), said.err = testing::internal::GetCapturedStderr();
  return said;
}

}  // namespace ebb::inline app
