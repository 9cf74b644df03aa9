#include "reproduce/abts/abts.hpp"

#include "base/units.hpp"
#include "experiment/device/device_file.hpp"

namespace ebb::inline reproduce {

ChassisClos abts_clos() {
  ChassisClos t;
  t.hosts = 32'768, t.radix = 36;
  return t;
}

FlattenedButterfly abts_butterfly(std::int64_t c, std::int64_t k, std::int64_t n) {
  FlattenedButterfly t;
  t.c = c, t.k = k, t.n = n;
  return t;
}

Result<PlanInput> abts_plan(const Facts& facts) {
  auto chip = find_device("abts-switch", ""), nic = find_device("abts-nic", "");
  if (!chip) return chip.problems();
  if (!nic) return nic.problems();
  PlanInput input;
  input.facts = facts;
  input.switch_device = std::move(*chip), input.nic = std::move(*nic);
  input.cables.rate = BitsPerSecond{40'000'000'000};
  input.settings.price_usd_per_kwh = 0.07, input.settings.pue = 1.6, input.settings.years = 4;
  input.settings.server = Watts{250};
  input.settings.charge_by_ports = true;
  return input;
}

}  // namespace ebb::inline reproduce
