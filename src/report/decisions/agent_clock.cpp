#include "report/decisions/agent_clock.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/rounded_time.hpp"

namespace ebb::inline report {
namespace {

constexpr const char* form = "%Y-%m-%dT%H:%M:%SZ";
constexpr std::string_view agent = " (agent", dry_agent = " (dry run of the agent", since_word = " since ";

std::string utc_text(std::time_t time) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time)); }

}  // namespace

std::string agent_run_name(const std::string& file, std::time_t began, bool dry) {
  return fmt::format("{}{}{}{})", file, dry ? dry_agent : agent, since_word, utc_text(began));
}

std::string AgentClock::text(Picoseconds since_start) const {
  return began ? utc_text(*began + static_cast<std::time_t>(since_start.seconds())) : "";
}

std::optional<AgentClock> agent_clock(const DecisionsAbout& about) {
  const std::string& run = about.run;
  if (!run.ends_with(')')) return std::nullopt;
  const std::size_t open = run.rfind(" (");
  if (open == std::string::npos) return std::nullopt;
  const std::string_view words = std::string_view(run).substr(open);
  AgentClock clock{.began = {}, .dry = words.starts_with(dry_agent)};
  if (!clock.dry && !words.starts_with(agent)) return std::nullopt;
  std::string_view rest = words.substr(clock.dry ? dry_agent.size() : agent.size());
  if (rest == ")") return clock;
  if (!rest.starts_with(since_word)) return std::nullopt;
  std::tm when{};
  const std::string text(rest.substr(since_word.size(), rest.size() - since_word.size() - 1));
  const char* end = strptime(text.c_str(), form, &when);
  if (!end || *end != '\0') return std::nullopt;
  clock.began = timegm(&when);
  return clock;
}

std::string moment_of(const DecisionsAbout& about, Picoseconds time) {
  const auto clock = agent_clock(about);
  if (!clock) return moment_text(time);
  const std::string text = clock->text(time);
  return fmt::format("{:.3f} s{}{}", time.seconds(), text.empty() ? "" : ", ", text);
}

}  // namespace ebb::inline report
