#include "report/promise_text.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/fields.hpp"

namespace ebb::inline report {
namespace {

std::string microseconds(double picoseconds) { return fmt::format("{:.2f} us", picoseconds / 1e6); }

/// ", 50 % of full rate's 3.20 us (from a run at full rate first: warm)"
std::string reference_text(const PromiseResult& p) {
  std::string text;
  if (p.percent > 0) text += fmt::format(", {:g} % of full rate's", p.percent);
  if (p.full_rate_ps)
    text += fmt::format("{} {}", p.percent > 0 ? "" : ", over full rate's", microseconds(*p.full_rate_ps));
  if (p.full_rate_run)
    return text + fmt::format(" (from a run at full rate first: {})", name_of(*p.full_rate_run));
  return text + (p.full_rate_ps ? " (as stated)" : "");
}

nlohmann::ordered_json nanoseconds(const std::optional<double>& picoseconds) {
  return picoseconds ? nlohmann::ordered_json(*picoseconds / 1e3) : nlohmann::ordered_json();
}

}  // namespace

std::string promise_text(const PromiseResult& p, const std::string& file) {
  const std::string text = fmt::format("{} latency of packets may grow by {}{}", p.of,
                                       microseconds(static_cast<double>(p.bound.v)), reference_text(p));
  if (!p.kept())
    return text + fmt::format(
                      ": whether it was kept is not known without a run at full rate; `ebb "
                      "compare-policies {}` makes one",
                      file);
  return text + fmt::format(": {}, it {} by {}", *p.kept() ? "kept" : "BROKEN",
                            *p.increase_ps < 0 ? "fell" : "grew", microseconds(std::fabs(*p.increase_ps)));
}

nlohmann::ordered_json promise_json(const PromiseResult& p) {
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
