// A small file of decisions, for tests: one switch, two hosts, three rates.
#pragma once

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/folder_testing.hpp"
#include "report/decisions/decision_writer.hpp"

namespace ebb::inline report {

/// Channels 0 and 1 lead from the switch to the hosts, 2 and 3 from the hosts to the switch.
inline DecisionsAbout small_about() {
  return {.program = "ebb 0.1.0+test",
          .run = "small.toml",
          .network = "star (hosts = 2)",
          .policy = "halve_double (target = 0.5)",
          .epoch = 10_us,
          .paired = false,
          .first_level = 2,
          .levels = {10_Gbps, 20_Gbps, 40_Gbps},
          .channels = {{.to_host = true, .to = 0, .port = 0, .back = 2},
                       {.to_host = true, .to = 1, .port = 1, .back = 3},
                       {.from_host = true, .from = 0, .back = 0},
                       {.from_host = true, .from = 1, .back = 1}}};
}

inline std::vector<DecisionRecord> small_records() {
  const DecisionRecord first{.at = 10_us,
                             .channel = 1,
                             .from = 2,
                             .to = 1,
                             .why = "quieter than the target",
                             .cause = "time",
                             .utilisation = 0.02,
                             .since = 10_us,
                             .sent = 1000_B,
                             .queued = Bytes{0},
                             .idle_for = 7_us};
  DecisionRecord second = first, third = first, fourth = first;
  second.channel = 2, second.queued = std::nullopt;
  third.at = 20_us, third.from = 1, third.to = 0;
  fourth.at = 30_us, fourth.from = 0, fourth.to = 2, fourth.cause = "queue", fourth.utilisation = 0.75;
  fourth.why = "busier than the target", fourth.queued = Bytes{12'345}, fourth.idle_for = {};
  return {first, second, third, fourth};
}

inline DecisionsEnd small_end() {
  return {.decisions = {4, 2},
          .reasons = {{"busier than the target", 5, 3}, {"quieter than the target", 11, 3}},
          .simulated = 50_us,
          .partial = false,
          .digest = 0x0123456789abcdef};
}

inline std::string write_small_log(const TestFolder& folder, const DecisionsAbout& about = small_about(),
                                   const DecisionsEnd& end = small_end()) {
  const std::string path = (folder.path / "small.why").string();
  DecisionWriter writer(path, about);
  writer.add(small_records());
  writer.finish(end);
  return path;
}

inline std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace ebb::inline report
