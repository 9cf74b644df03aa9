// Any bytes at all as a job in GOAL text: they become a job that can be written and read again, or are
// refused by line.
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <string>

#include "base/ensure.hpp"
#include "traffic/trace/goal_text.hpp"

namespace {

/// The job as GOAL text once more; empty when it was refused.
std::string written_again(const std::string& text) {
  std::istringstream in(text);
  auto maker = ebb::read_goal(in, "fuzz.goal");
  if (!maker) {
    ENSURE(!maker.problems().empty());
    for (const ebb::Problem& p : maker.problems()) ENSURE(!p.where.empty() && !p.what.empty());
    return {};
  }
  const auto job = ebb::Job::of(maker->finish(), maker->hosts());
  return ebb::goal_text(*job);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string again = written_again({reinterpret_cast<const char*>(data), size});
  if (!again.empty()) ENSURE(!written_again(again).empty());
  return 0;
}
