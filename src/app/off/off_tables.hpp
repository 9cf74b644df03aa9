// The result of `ebb off`: the hours, the steps, and the yearly saving.
#pragma once

#include <string>

#include "app/off/off_day.hpp"
#include "planner/money.hpp"
#include "report/document/render.hpp"

namespace ebb::inline app {

/// The saving of a year of such days. The price counts each kWh `pue` times, as plans and runs do.
struct OffYear {
  double kwh = 0, usd = 0;
  double switches_kwh = 0;  ///< the part that has to be switched off by hand
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
