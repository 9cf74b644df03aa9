#include "engine/run/run_settings.hpp"

#include <fmt/format.h>

#include "base/quantity.hpp"

namespace ebb::inline engine {

Problems RunSettings::check() const {
  Problems problems;
  if (threads < 1 || threads > 1024)
    problems.push_back({"threads", fmt::format("is {}, but must be between 1 and 1024", threads),
                        "as many as the machine has cores, for example: 2"});
  if (!precision_range.holds(precision))
    problems.push_back({"precision",
                        fmt::format("is {}, but must be {}", precision, range_text(precision_range)),
                        "for example: 0.05"});
  if (!time_range.holds(most_time))
    problems.push_back({"most_time", fmt::format("must be {} of simulated time", range_text(time_range)),
                        "for example: \"10ms\""});
  else if (least_time > most_time)
    problems.push_back({"least_time",
                        fmt::format("is {}, longer than most_time, which is {}", quantity_text(least_time),
                                    quantity_text(most_time)),
                        "lower it, or raise most_time"});
  if (most_time.v > 0 && warm_up >= most_time)
    problems.push_back(
        {"warm_up",
         fmt::format("is {}, not shorter than most_time, which is {}: nothing would be measured",
                     quantity_text(warm_up), quantity_text(most_time)),
         "lower it, or raise most_time"});
  if (most_time.v > 0 && batch > most_time)
    problems.push_back({"batch",
                        fmt::format("is {}, longer than most_time, which is {}", quantity_text(batch),
                                    quantity_text(most_time)),
                        "raise most_time, or shorten the batch; batches grow by themselves"});
  if (batch.v < 1'000) problems.push_back({"batch", "must be at least 1ns", "for example: \"2us\""});
  return problems;
}

}  // namespace ebb::inline engine
