#include "report/run/run_summary.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "report/document/draw_text.hpp"
#include "report/page/json_reader.hpp"

namespace ebb::inline report {
namespace {

std::string measured_line(const char* metered_until_ps) {
  const auto summary =
      PageJson::parse(std::string(R"({"verdict": "finished", "why": "", "simulated_ps": 10000000,
      "measured_from_ps": 0, "measured_until_ps": 8542000, "metered_until_ps": )") +
                      metered_until_ps + "}");
  const std::vector<Block> blocks = run_summary(summary);
  for (const auto& [name, text] : std::get<NamedLines>(blocks.front()).lines)
    if (name == "measured") return text;
  return "";
}

/// Load and latency are of another time than the utilisation of channels, and the summary states both.
TEST(RunSummary, SaysUntilWhenChannelsAreMetered) {
  EXPECT_EQ(measured_line("10000000"),
            "from 0 s to 8.54 us of 10 us simulated; channels, rates and energy to 10 us, the end "
            "of the batch");
  EXPECT_EQ(measured_line("8542000"), "from 0 s to 8.54 us of 10 us simulated");
}

std::string power_line(const PageJson& control, const PageJson& ports_w) {
  const PageJson summary = {
      {"control", control},
      {"power",
       {{"total_w", 940}, {"always_on_w", 940}, {"ports_w", ports_w}, {"missing_numbers", {"mine (port)"}}}}};
  const std::vector<Block> blocks = run_summary(summary);
  for (const auto& [name, text] : std::get<NamedLines>(blocks.back()).lines)
    if (name == "power") return text;
  return "";
}

/// "$0 less" would be mistaken for the saving of a policy.
TEST(RunSummary, SaysWhereSavingsAreNotKnown) {
  using testing::HasSubstr, testing::Not;
  EXPECT_THAT(power_line("halve_double", nullptr), HasSubstr(unknown_saving_text));
  EXPECT_THAT(power_line("halve_double", 0), Not(HasSubstr(unknown_saving_text)));
  EXPECT_THAT(power_line(nullptr, nullptr), Not(HasSubstr(unknown_saving_text)));
}

}  // namespace
}  // namespace ebb::inline report
