// The answer of `ebb off` for people and programs: the hours, the steps, and what a year of such days saves.
#pragma once

#include <string>

#include "app/off/off_day.hpp"
#include "planner/money.hpp"
#include "report/document/render.hpp"

namespace ebb::inline app {

/// What a year of such days saves. Money counts each kWh `pue` times, as plans and runs do.
struct OffYear {
  double kwh = 0, usd = 0;
  double switches_kwh = 0;  ///< of these, what somebody has to switch off by hand
};
OffYear year_of(const OffDay& day, const Network& network, const OffPower& power_saved, const Tariff& tariff);

struct OffAsked {
  const Network& network;
  const DetourTables& tables;
  const OffPower& power_saved;
  Tariff tariff;
  OffLimits limits;
  bool steps = false;
};

std::string off_text(const OffDay& day, const OffAsked& asked, Format format);

}  // namespace ebb::inline app
