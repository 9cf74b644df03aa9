#include "app/output/progress_line.hpp"

#include <fmt/core.h>

#include "app/command/command.hpp"

namespace ebb::inline app {
namespace {

/// Smaller networks are built in less than a second.
constexpr std::int64_t ports_worth_a_word = 500'000;

}  // namespace

void ProgressLine::building(const Facts& facts) {
  if (facts.ports_used < ports_worth_a_word) return;
  const auto number = [](std::int64_t n) { return static_cast<std::uint64_t>(n); };
  line_.print(fmt::format("preparing {} and {} with {}", counted(number(facts.hosts), "host"),
                          counted(number(facts.switches), "switch", "switches"),
                          counted(number(facts.ports_used), "port")));
}

}  // namespace ebb::inline app
