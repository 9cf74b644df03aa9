// Which cables and switches a network can do without while it carries a demand, hour by hour: what `ebb off`
// prints, `ebb agent --schedule` executes, and a run takes as [trees] schedule.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "experiment/read/settings.hpp"
#include "fabric/agent/off/detour_tables.hpp"
#include "fabric/agent/off/off_search.hpp"
#include "network/network.hpp"
#include "planner/money.hpp"
#include "tasks/fabric/fabric_file.hpp"
#include "tasks/off/off_day.hpp"
#include "traffic/demand/demand_matrix.hpp"

namespace ebb::inline tasks {

struct OffOptions {
  std::string file;    ///< a TOML file with [topology] and [rules]
  Settings settings;   ///< "section.key=value": take precedence over the file
  std::string demand;  ///< CSV: source,destination,Gb/s and, if it changes, hour
  double scale = 1;    ///< every demand times this
  OffLimits limits;
  PowerSource power;                  ///< of what is off; nothing given: cables are counted, not watts
  std::optional<double> usd_per_kwh;  ///< nothing: [plan] price_usd_per_kwh of the file
};

/// What the options name, read and checked.
struct OffInput {
  std::unique_ptr<FabricFile> file;
  DayOfDemand demand;
  OffLimits limits;
  OffPower power_saved;
  LowerRates lower;  ///< empty: cables stay at their rate
  Tariff tariff;

  const Network& network() const { return file->network; }
};

struct OffResult : OffInput {
  std::unique_ptr<DetourTables> tables;  ///< the rules of the switches for any set of cables
  OffDay day;

  /// For `ebb agent --schedule` and [trees] schedule: the text of the file.
  std::string schedule_csv() const { return schedule_text(day.schedule(), network()); }
};

/// Problems are mistakes of the options or of a file that they name.
Result<OffInput> read_off_input(const OffOptions& options);
/// Searches for the cables that can be off in each hour, and proves that the rules of each hour reach every
/// host. Deterministic. Fails when a proof fails.
Result<OffResult> choose_off(OffInput input, const OffObserver& observer = {});
/// Both.
Result<OffResult> choose_off(const OffOptions& options);

}  // namespace ebb::inline tasks
