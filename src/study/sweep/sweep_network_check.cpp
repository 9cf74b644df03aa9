#include "study/sweep/sweep_network_check.hpp"

#include "config/write_toml.hpp"
#include "experiment/fit/run_fit.hpp"
#include "experiment/read/configuration.hpp"
#include "experiment/read/run_config.hpp"

namespace ebb::inline study {

void NetworkCheck::check(SweepPoint& point, ProblemSet& problems) {
  if (const auto known = memory_of_.find(point.fit); known != memory_of_.end()) {
    point.memory = known->second;
    return;
  }
  auto input = read_run(Configuration::of(path_, point.root), like_);
  if (!input) return problems.add(input.problems());
  if (Problems found = check_run_size(*input, memory_of_machine()); !found.empty())
    return problems.add(found);
  const std::string network_key =
      toml_value(*input->document.find("topology")) + toml_value(*input->document.find("cables"));
  if (network_key != network_key_) network_ = input->topology->build(input->cables);
  network_key_ = network_key;
  auto fitted = fit_run(*input, network_, memory_of_machine());
  if (!fitted) return problems.add(fitted.problems());
  point.memory = memory_of_[point.fit] = fitted->memory;
  if (fitted->memory > memory_)
    problems.add({input->document.find("topology")
                      ->problem("topology",
                                fmt::format("needs about {:.2f} GB of memory, but the sweep may use {:.2f}",
                                            static_cast<double>(fitted->memory) / 1e9,
                                            static_cast<double>(memory_) / 1e9),
                                "raise --memory, or leave this point out")});
}

}  // namespace ebb::inline study
