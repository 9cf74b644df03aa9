#include "topology/file/file_cables.hpp"

#include <set>

namespace ebb::inline topology {
namespace {

const std::string host_kind = "host";

}  // namespace

FileCable file_cable(const FileLink& link, bool to_host, const FileChoices& choices) {
  FileCable cable;
  cable.kind = to_host ? host_kind : link.kind.empty() ? "switch" : link.kind;
  cable.medium = link.medium.value_or(to_host ? Medium::copper : choices.medium);
  cable.rate = link.rate.value_or(BitsPerSecond{});
  cable.delay = link.delay;
  if (const std::int64_t step = choices.delay_step.v; cable.delay && step > 0)
    cable.delay = Picoseconds{(cable.delay->v + step - 1) / step * step};
  return cable;
}

std::vector<LinkClass> link_classes(const std::vector<FileCable>& kinds, const Cables& cables) {
  std::vector<LinkClass> classes;
  for (const FileCable& cable : kinds) {
    const BitsPerSecond usual = cable.kind == host_kind ? cables.rate_of_hosts() : cables.rate;
    classes.push_back({cable.kind, cable.medium, cable.rate.v > 0 ? cable.rate : usual,
                       cable.delay.value_or(cables.delay(cable.medium))});
  }
  std::map<std::string, std::set<BitsPerSecond>> rates;
  std::map<std::string, std::set<Medium>> all_media;
  std::map<std::string, std::set<Picoseconds>> delays;
  for (const LinkClass& c : classes)
    rates[c.name].insert(c.rate), all_media[c.name].insert(c.medium), delays[c.name].insert(c.delay);
  for (LinkClass& c : classes) {
    const std::string kind = c.name;
    if (rates[kind].size() > 1) c.name += fmt::format(" {}", quantity_text(c.rate));
    if (all_media[kind].size() > 1) c.name += fmt::format(" {}", name_of(c.medium));
    // The delay follows from the medium where the file gives no lengths: then the medium identifies the kind.
    if (delays[kind].size() > all_media[kind].size()) c.name += fmt::format(" {}", quantity_text(c.delay));
  }
  return classes;
}

}  // namespace ebb::inline topology
