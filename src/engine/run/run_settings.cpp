#include "engine/run/run_settings.hpp"

#include <fmt/format.h>

namespace ebb::inline engine {

Problems RunSettings::check() const {
  Problems problems;
  if (threads < 1 || threads > 1024)
    problems.push_back({"threads", fmt::format("is {}, but must be between 1 and 1024", threads), ""});
  if (!precision_range.holds(precision))
    problems.push_back({"precision",
                        fmt::format("is {}, but must be {}", precision, range_text(precision_range)),
                        "for example: 0.05"});
  if (!time_range.holds(most_time))
    problems.push_back({"most_time", fmt::format("must be {} of simulated time", range_text(time_range)),
                        "for example: \"10ms\""});
  else if (least_time > most_time)
    problems.push_back({"least_time", "is longer than most_time", "lower it, or raise most_time"});
  if (most_time.v > 0 && warm_up >= most_time)
    problems.push_back({"warm_up", "is not shorter than most_time: nothing would be measured",
                        "lower it, or raise most_time"});
  if (most_time.v > 0 && batch > most_time)
    problems.push_back(
        {"batch", "is longer than most_time", "make it shorter than that; batches grow by themselves"});
  if (batch.v < 1'000) problems.push_back({"batch", "must be at least 1ns", "for example: \"2us\""});
  return problems;
}

}  // namespace ebb::inline engine
