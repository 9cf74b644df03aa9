#include "power/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ebb {
namespace {

/// More than any device draws; a slip of units should not pass.
constexpr double most_watts = 1e9;

void check_range(Problems& problems, std::string name, double value, double least, double most,
                 std::string_view unit) {
  if (value < least || value > most)
    problems.push_back({std::move(name), fmt::format("is {}{}, outside {} to {}", value, unit, least, most),
                        "check the number and its unit"});
}

void check_link(Problems& problems, const Device& device, std::size_t index) {
  const LinkPower& row = device.links[index];
  const std::string at = fmt::format("link[{}]", index);
  const auto watts = [&](std::string_view name, const Sourced<Watts>& w, double least) {
    check_range(problems, fmt::format("{}.{}", at, name), w.value.v, least, most_watts, " W");
  };
  watts("port", row.port, 0);
  watts("trx_in", row.trx_in, 0);
  watts("trx_up", row.trx_up, -1000);  // measurements do find transceivers that draw less once they are up
  check_range(problems, at + ".per_bit", row.per_bit.value.v, 0, 1, " J");
  check_range(problems, at + ".per_packet", row.per_packet.value.v, 0, 1, " J");
  check_range(problems, at + ".relative", row.relative.value, 0, 1000, "");
  if (row.relative.given && !device.full_port.given && device.kind != DeviceKind::link)
    problems.push_back({"full_port", "is missing, but a link's `relative` refers to it",
                        "say what a port draws at its fastest"});
  if (row.relative.given && row.port.given)
    problems.push_back({at + ".relative", fmt::format("and `port` both say what {} draws", row.label()),
                        "give one of the two"});
  check_range(problems, at + ".lanes", static_cast<double>(row.lanes), 0, 1e4, "");
  if (row.ports.given) check_range(problems, at + ".ports", static_cast<double>(row.ports.value), 1, 1e6, "");
}

void check_wake(Problems& problems, const WakeTime& wake, std::size_t index) {
  for (const auto& [name, time] : {std::pair{"least", &wake.least}, {"most", &wake.most}})
    check_range(problems, fmt::format("wake[{}].{}", index, name), time->value.seconds(), 0, 1e6, " s");
}

void check_buffer(Problems& problems, const BufferPower& buffer) {
  check_range(problems, "buffer.read", buffer.read.value.v, 0, 1, " J");
  check_range(problems, "buffer.write", buffer.write.value.v, 0, 1, " J");
  if (buffer.cell.given)
    check_range(problems, "buffer.cell", static_cast<double>(buffer.cell.value.v), 1, 1e9, " B");
  if ((buffer.read.given || buffer.write.given) && !buffer.cell.given)
    problems.push_back({"buffer.cell", "is missing, but the energy of a cell is given",
                        "for example: cell = { value = \"64B\", source = \"read\" }"});
}

void check_table(Problems& problems, const std::string& key, const TablePower& table) {
  check_range(problems, key + ".per_bit", table.per_bit.value.v, 0, 1, " J");
  if (table.key_bits.given)
    check_range(problems, key + ".key_bits", static_cast<double>(table.key_bits.value), 1, 1e6, "");
  if (table.per_bit.given && !table.key_bits.given)
    problems.push_back({key + ".key_bits", "is missing, but the energy per bit is given",
                        "say how many bits of a packet a search compares"});
}

}  // namespace

bool LinkPower::holds_for(Medium medium) const {
  return media.empty() || std::find(media.begin(), media.end(), medium) != media.end();
}

std::string LinkPower::label() const {
  std::vector<std::string_view> names;
  for (Medium m : media) names.push_back(name_of(m));
  const std::string cables = names.empty() ? "any medium" : fmt::format("{}", fmt::join(names, " or "));
  if (rate.v == any_rate) return cables + " at any rate";
  return rate.v == 0 ? "off" : fmt::format("{} at {}", cables, quantity_text(rate));
}

Problems Device::check() const {
  Problems problems;
  check_range(problems, "base", base.value.v, 0, most_watts, " W");
  check_range(problems, "full_port", full_port.value.v, 0, most_watts, " W");
  if (from.empty())
    problems.push_back({"from", "is missing: where do the numbers come from?",
                        "name the document, the data sheet or your measurement"});
  if (ports.given) check_range(problems, "ports", static_cast<double>(ports.value), 1, 1e6, "");
  if (kind == DeviceKind::switch_chip && !ports.given)
    problems.push_back({"ports", "is missing: how many does the switch have?",
                        "for example: ports = { value = 36, source = \"read\" }"});
  if (kind == DeviceKind::switch_chip && links.empty())
    problems.push_back({"link", "there is none: what does a port draw?",
                        "add a [[link]] section; one without media and rate holds for all"});
  for (std::size_t i = 0; i < links.size(); ++i) check_link(problems, *this, i);
  for (std::size_t i = 0; i < wake.size(); ++i) check_wake(problems, wake[i], i);
  check_buffer(problems, buffer);
  check_table(problems, "tcam", tcam);
  check_table(problems, "cam", cam);
  return problems;
}

const LinkPower* Device::link(Medium medium, BitsPerSecond rate) const {
  const LinkPower* any = nullptr;
  for (const LinkPower& row : links) {
    if (!row.holds_for(medium)) continue;
    if (row.rate == rate) return &row;
    if (row.rate.v == LinkPower::any_rate && !any) any = &row;
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

Watts Device::off_power() const {
  for (const LinkPower& row : links)
    if (row.rate.v == 0) return port_power(row);
  return {};
}

std::vector<std::string> Device::link_labels() const {
  std::vector<std::string> labels;
  for (const LinkPower& row : links)
    if (row.rate.v != 0) labels.push_back(row.label());
  return labels;
}

}  // namespace ebb
