#include "app/control_config.hpp"

#include "app/policies.hpp"

namespace ebb {

Problems ControlConfig::check() const {
  Problems problems;
  if (rates.size() < 2)
    problems.push_back({"rates", "has fewer than two rates", "without a choice, leave out [control]"});
  for (std::size_t i = 0; i < rates.size(); ++i) {
    if (rates[i].v <= 0)
      problems.push_back({"rates", "has a rate that is not positive", "for example: \"2.5Gb/s\""});
    if (i > 0 && rates[i] <= rates[i - 1])
      problems.push_back(
          {"rates", fmt::format("goes from {} to {}", quantity_text(rates[i - 1]), quantity_text(rates[i])),
           "write them in ascending order, slowest first"});
  }
  if (reactivation.v < 0)
    problems.push_back({"reactivation", "must not be negative", "for example: \"1us\""});
  if (epoch.v <= 0)
    problems.push_back({"epoch", "must be positive", "for example: \"10us\""});
  else if (epoch <= reactivation)
    problems.push_back({"epoch",
                        fmt::format("is {}, no longer than the reactivation of {}", quantity_text(epoch),
                                    quantity_text(reactivation)),
                        "the founding paper uses ten times the reactivation"});
  return problems;
}

Control ControlConfig::control(BitsPerSecond full_rate) const {
  if (!policy) return Control(full_rate);
  return Control(RateLadder(rates), *policy, epoch, reactivation);
}

void read_control(Configuration& file, BitsPerSecond full_rate, ControlConfig& config) {
  const Node* section = file.root().find("control");
  if (!section) return;
  const std::size_t before = file.problems().size();
  read_fields(*section, "control", config, file.problems(), {"policy"});
  if (const Node* policy = section->find("policy"))
    config.policy = read_named(policies(), *policy, "control.policy", file.problems());
  else
    file.problems().push_back(
        section->problem("control.policy", "is missing", name_hint("", entry_names(policies()))));
  if (file.problems().size() > before) return;
  Problems found = config.check();
  if (found.empty() && config.rates.back() != full_rate)
    found.push_back({"rates",
                     fmt::format("ends with {}, but the cables have {}", quantity_text(config.rates.back()),
                                 quantity_text(full_rate)),
                     "the last rate is the full one: change it, or [cables] rate"});
  file.add_problems("control", std::move(found));
}

}  // namespace ebb
