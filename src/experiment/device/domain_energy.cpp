#include "experiment/device/domain_energy.hpp"

#include <algorithm>

#include "power/device/domain.hpp"

namespace ebb::inline experiment {

DomainsSave domains_save(const std::vector<DomainPower>& domains, const std::vector<DomainTime>& times) {
  DomainsSave save;
  for (const DomainPower& domain : domains)
    for (const DomainTime& time : times) {
      if (domain.shape != DomainShape{time.ports, time.medium}) continue;
      Joules& sum = domain.kind == DomainKind::module ? save.modules : save.switches;
      sum.v += saved_by(domain, DomainsOff<Picoseconds>{time.off, time.ports_off}).v;
    }
  return save;
}

void add_shapes(std::vector<DomainShape>& shapes, const Device& device) {
  for (const DomainShape& shape : domain_shapes(device))
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) shapes.push_back(shape);
}

}  // namespace ebb::inline experiment
