#include "engine/model/pipeline_stages.hpp"

#include <fmt/core.h>

namespace ebb::inline engine {

Problems PipelineStages::check() const {
  Problems problems;
  for_each_field<PipelineStages>([&](const auto& f) {
    if ((this->*f.member).v < 0)
      problems.push_back({std::string(f.name), "must not be negative", "for example: \"10ns\""});
  });
  return problems;
}

std::string described(const PipelineStages& stages) {
  std::string text = quantity_text(stages.sum()), between = ": ";
  for_each_field<PipelineStages>([&](const auto& f) {
    text += fmt::format("{}{} {}", between, f.name, quantity_text(stages.*f.member));
    between = ", ";
  });
  return text;
}

}  // namespace ebb::inline engine
