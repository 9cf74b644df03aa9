#include "power/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ebb::inline power {
bool LinkPower::holds_for(Medium medium) const {
  return media.empty() || std::find(media.begin(), media.end(), medium) != media.end();
}

std::string LinkPower::label() const {
  std::vector<std::string_view> names;
  for (Medium m : media) names.push_back(name_of(m));
  const std::string cables = names.empty() ? "any medium" : fmt::format("{}", fmt::join(names, " or "));
  if (for_any_rate()) return cables + " at any rate";
  return rate.v == 0 ? "off" : fmt::format("{} at {}", cables, quantity_text(rate));
}

const LinkPower* Device::link(Medium medium, BitsPerSecond rate) const {
  const LinkPower* any = nullptr;
  for (const LinkPower& row : links) {
    if (!row.holds_for(medium)) continue;
    if (row.rate == rate) return &row;
    if (row.for_any_rate() && runs_at(rate) && !any) any = &row;
  }
  if (!any && medium == Medium::backplane) return link(Medium::copper, rate);
  return any;
}

Watts Device::port_power(const LinkPower& row) const {
  return row.relative.given ? full_port.value * row.relative.value : row.port.value;
}

const LinkPower* Device::off_row(Medium medium) const {
  for (const LinkPower& row : links)
    if (row.rate.v == 0 && row.holds_for(medium)) return &row;
  return nullptr;
}

std::optional<Watts> Device::off_port(Medium medium) const {
  if (const LinkPower* row = off_row(medium))
    return row->port.given || (row->relative.given && full_port.given) ? std::optional(port_power(*row))
                                                                       : std::nullopt;
  for (const PowerDomain& domain : domains)
    if (domain.kind == DomainKind::port) return domain.low_power(true);
  return std::nullopt;
}

Watts Device::off_power() const {
  for (const LinkPower& row : links)
    if (row.rate.v == 0) return port_power(row);
  return {};
}

std::string Device::label(const LinkPower& row) const {
  std::string text = row.label();
  if (!row.for_any_rate() || !fastest.given) return text;
  return text.substr(0, text.rfind(" at ")) + " up to " + quantity_text(fastest.value);
}

std::vector<std::string> Device::link_labels() const {
  std::vector<std::string> labels;
  for (const LinkPower& row : links)
    if (row.rate.v != 0) labels.push_back(label(row));
  return labels;
}

}  // namespace ebb::inline power
