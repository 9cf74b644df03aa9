#include "report/run/latency_bound_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"
#include "base/rounded_time.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {
namespace {

std::string time_text(double nanoseconds) { return rounded_text({std::llround(nanoseconds * 1e3)}); }

/// ", 50 % of full rate's 3.2 us (from a run at full rate first: steady)"
std::string reference_text(const PageJson& p) {
  const auto percent = number_at(p, "percent"), full_rate = number_at(p, "full_rate_ns");
  const std::string verdict = text_at(p, "full_rate_verdict");
  std::string text;
  if (percent) text += fmt::format(", {:g} % of full rate's", *percent);
  if (full_rate) text += fmt::format("{} {}", percent ? "" : ", over full rate's", time_text(*full_rate));
  if (!verdict.empty()) return text + fmt::format(" (from a run at full rate first: {})", verdict);
  return text + (full_rate ? " (as stated)" : "");
}

nlohmann::ordered_json nanoseconds(const std::optional<double>& picoseconds) {
  return picoseconds ? nlohmann::ordered_json(*picoseconds / 1e3) : nlohmann::ordered_json();
}

}  // namespace

std::string latency_bound_text(const PageJson& p, const std::string& file) {
  const std::string text = fmt::format("{} latency of packets may grow by {}{}", text_at(p, "of"),
                                       time_text(number_at(p, "bound_ns").value_or(0)), reference_text(p));
  const PageJson& kept = member(p, "kept");
  if (!kept.is_boolean())
    return text + fmt::format(
                      ": whether it was kept is not known without a run at full rate; `ebb "
                      "compare-policies {}` makes one",
                      file);
  const double increase = number_at(p, "increase_ns").value_or(0);
  return text + fmt::format(": {}, it {} by {}", kept.get<bool>() ? "kept" : "BROKEN",
                            increase < 0 ? "fell" : "grew", time_text(std::fabs(increase)));
}

nlohmann::ordered_json latency_bound_json(const LatencyBoundResult& p) {
  return {{"of", p.of},
          {"bound_ns", static_cast<double>(p.bound.v) / 1e3},
          {"percent", p.percent > 0 ? nlohmann::ordered_json(p.percent) : nlohmann::ordered_json()},
          {"full_rate_ns", nanoseconds(p.full_rate_ps)},
          {"full_rate_verdict",
           p.full_rate_run ? nlohmann::ordered_json(name_of(*p.full_rate_run)) : nlohmann::ordered_json()},
          {"increase_ns", nanoseconds(p.increase_ps)},
          {"kept", p.kept() ? nlohmann::ordered_json(*p.kept()) : nlohmann::ordered_json()}};
}

}  // namespace ebb::inline report
