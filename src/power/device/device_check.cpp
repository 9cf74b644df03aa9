// The checks of a device file.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/medium.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/device/device.hpp"
#include "power/device/domain_power.hpp"

namespace ebb::inline power {
namespace {

/// More than any device needs; this catches wrong units.
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
  watts("trx_up", row.trx_up, -1000);  // some transceivers are measured to use less power once they are up
  check_range(problems, at + ".per_bit", row.per_bit.value.v, 0, 1, " J");
  check_range(problems, at + ".per_packet", row.per_packet.value.v, 0, 1, " J");
  check_range(problems, at + ".relative", row.relative.value, 0, 1000, "");
  if (row.relative.given && !device.full_port.given && device.kind != DeviceKind::link)
    problems.push_back({"full_port", "is missing, but a link's `relative` refers to it",
                        "give the power of a port at its fastest rate"});
  if (row.relative.given && row.port.given)
    problems.push_back({at + ".relative", fmt::format("and `port` both give the power of {}", row.label()),
                        "give one of the two"});
  check_range(problems, at + ".lanes", static_cast<double>(row.lanes), 0, 1e4, "");
  if (row.ports.given) check_range(problems, at + ".ports", static_cast<double>(row.ports.value), 1, 1e6, "");
}

/// Says whether an earlier row hides a later one, which would never count then.
bool hides(const LinkPower& earlier, const LinkPower& later) {
  if (earlier.rate != later.rate || earlier.lanes != later.lanes) return false;
  if (later.media.empty()) return earlier.media.empty();
  return std::all_of(later.media.begin(), later.media.end(), [&](Medium m) { return earlier.holds_for(m); });
}

/// The rates of a medium must be in order, up or down, and each must occur once.
void check_levels(Problems& problems, const std::vector<LinkPower>& links, std::size_t index) {
  const LinkPower& row = links[index];
  const std::string at = fmt::format("link[{}].rate", index);
  if (row.rate.v < 0 && row.rate.v != LinkPower::any_rate)
    problems.push_back(
        {at, fmt::format("is {}, but must not be negative", quantity_text(row.rate)),
         "\"0b/s\" is a link that is switched off; leave it out if the row holds for any rate"});
  std::vector<BitsPerSecond> before;
  for (std::size_t i = 0; i < index; ++i) {
    if (hides(links[i], row)) {
      problems.push_back({at,
                          fmt::format("gives the power of {} again: link[{}] does already", row.label(), i),
                          "leave one of them out, or tell them apart by `media` or `lanes`"});
      return;
    }
    if (links[i].media == row.media && links[i].rate.v > 0) before.push_back(links[i].rate);
  }
  if (row.rate.v <= 0 || before.size() < 2 || before.front() == before.back()) return;
  const bool rises = before.front() < before.back();
  if (rises ? row.rate < before.back() : row.rate > before.back())
    problems.push_back(
        {at,
         fmt::format("goes from {} to {}, but the rows before it {}", quantity_text(before.back()),
                     quantity_text(row.rate), rises ? "rise" : "fall"),
         "write the rates of a medium in order, slowest first"});
}

/// Returns the states that a policy can choose among on this medium, slowest first: the first row of each
/// rate.
std::vector<std::size_t> states_on(const std::vector<LinkPower>& links, Medium medium) {
  std::vector<std::size_t> states;
  for (std::size_t i = 0; i < links.size(); ++i) {
    const auto same = [&](std::size_t j) { return links[j].rate == links[i].rate; };
    if (links[i].rate.v >= 0 && links[i].holds_for(medium) &&
        std::none_of(states.begin(), states.end(), same))
      states.push_back(i);
  }
  std::sort(states.begin(), states.end(), [&](auto a, auto b) { return links[a].rate < links[b].rate; });
  return states;
}

/// Returns the power of a port with its transceiver, in watts, or in shares of a full power that is not
/// stated.
std::optional<double> power_of(const Device& device, const LinkPower& row) {
  if (!row.port.given && !row.relative.given) return std::nullopt;
  if (row.relative.given && !device.full_port.given) return row.relative.value;
  return (device.port_power(row) + row.trx_in.value + row.trx_up.value).v;
}

std::optional<Problem> fewer_lanes(const std::vector<LinkPower>& links, std::size_t slow, std::size_t fast) {
  if (links[slow].lanes <= links[fast].lanes) return std::nullopt;
  return Problem{fmt::format("link[{}].lanes", fast),
                 fmt::format("is {} for {}, but the slower {} of link[{}] uses {}", links[fast].lanes,
                             links[fast].label(), quantity_text(links[slow].rate), slow, links[slow].lanes),
                 "a faster rate uses as many lanes or more; if the slower one can be had with fewer too, "
                 "write that row first"};
}

std::optional<Problem> dearer(const Device& device, std::size_t slow, std::size_t fast) {
  const LinkPower &slower = device.links[slow], &faster = device.links[fast];
  const double own = *power_of(device, slower), of_faster = *power_of(device, faster);
  if (own <= of_faster || slower.relative.given != faster.relative.given) return std::nullopt;
  return Problem{fmt::format("link[{}].{}", slow, slower.relative.given ? "relative" : "port"),
                 fmt::format("makes {:.4g}{} for {}, but the faster {} of link[{}] takes only {:.4g}", own,
                             device.full_port.given || slower.port.given ? " W" : " of full power",
                             slower.label(), quantity_text(faster.rate), fast, of_faster),
                 "check the two numbers; if it is really so, leave out the slower row: a channel that slows "
                 "down would take more"};
}

/// Compares each state with the next faster one that states the same numbers.
void check_steps(Problems& problems, const Device& device) {
  const auto add = [&](const std::optional<Problem>& found) {
    const auto same = [&](const Problem& p) { return p.where == found->where && p.what == found->what; };
    if (found && std::none_of(problems.begin(), problems.end(), same)) problems.push_back(*found);
  };
  for (const Medium medium : all_media) {  // media may share rows
    std::optional<std::size_t> with_lanes, with_power;
    for (const std::size_t i : states_on(device.links, medium)) {
      if (device.links[i].lanes > 0) {
        if (with_lanes) add(fewer_lanes(device.links, *with_lanes, i));
        with_lanes = i;
      }
      if (power_of(device, device.links[i])) {
        if (with_power) add(dearer(device, *with_power, i));
        with_power = i;
      }
    }
  }
}

/// A number without a rate must not apply to every rate: a 40 Gb/s chip is no 800 Gb/s chip.
void check_fastest(Problems& problems, const Device& device) {
  const auto any = std::find_if(device.links.begin(), device.links.end(),
                                [](const LinkPower& row) { return row.for_any_rate(); });
  const bool adapter_alone = device.kind == DeviceKind::nic && device.links.empty();
  if (!device.fastest.given && (any != device.links.end() || adapter_alone))
    problems.push_back(
        {"fastest",
         adapter_alone ? std::string("is missing: which rate can the adapter run at?")
                       : fmt::format("is missing, but link[{}] has no rate: up to which one does it hold?",
                                     any - device.links.begin()),
         "for example: fastest = { value = \"40Gb/s\", source = \"read\" }"});
  if (!device.fastest.given) return;
  if (device.fastest.value.v <= 0)
    problems.push_back({"fastest", "is no rate that a link could have", "for example: \"40Gb/s\""});
  for (std::size_t i = 0; i < device.links.size(); ++i)
    if (const LinkPower& row = device.links[i]; row.rate.v > 0 && !device.runs_at(row.rate))
      problems.push_back({fmt::format("link[{}].rate", i),
                          fmt::format("is {}, but the device's fastest is {}", quantity_text(row.rate),
                                      quantity_text(device.fastest.value)),
                          "raise `fastest`, or leave the row out"});
}

void check_prices(Problems& problems, const Device& device) {
  if (device.price_usd.given && !device.prices.empty())
    problems.push_back({"price_usd", "and [[price]] both state what one costs",
                        "keep `price_usd` for your own price, or the public offers"});
  for (std::size_t i = 0; i < device.prices.size(); ++i) {
    const Price& price = device.prices[i];
    if (!price.usd.given)
      problems.push_back({fmt::format("price[{}].usd", i), "is missing",
                          "for example: usd = { value = 659, source = \"read\", from = \"the seller\" }"});
    if (!is_date(price.date))
      problems.push_back({fmt::format("price[{}].date", i),
                          price.date.empty() ? std::string("is missing: prices change")
                                             : fmt::format("\"{}\" is no date", price.date),
                          "for example: \"2026\", \"2026-09\" or \"2026-09-15\""});
  }
}

void check_wake(Problems& problems, const WakeTime& wake, std::size_t index) {
  const std::string at = fmt::format("wake[{}]", index);
  for (const auto& [name, time] : {std::pair{"least", &wake.least}, {"most", &wake.most}})
    check_range(problems, fmt::format("{}.{}", at, name), time->value.seconds(), 0, 1e6, " s");
  if (wake.least.given && wake.most.given && wake.least.value > wake.most.value)
    problems.push_back({at + ".most", "is shorter than `least`", "`least` is at best, `most` at worst"});
  const Sourced<Picoseconds>& longest = wake.most.given ? wake.most : wake.least;
  if (wake.kind != Change::other && !longest.given)
    problems.push_back({at + ".kind", fmt::format("is \"{}\", but no time is given", name_of(wake.kind)),
                        "say how long it takes at worst: most = { value = \"1us\", source = … }"});
  if (wake.kind == Change::wake && longest.given && longest.value.v == 0)
    problems.push_back(
        {at + (wake.most.given ? ".most" : ".least"), "is 0, but waking takes time", "for example: \"1us\""});
}

/// Switches may state the power of an unused port. A link's states are there to be used.
void check_off(Problems& problems, const Device& device) {
  const auto is_off = [](const LinkPower& row) { return row.rate.v == 0; };
  const auto off = std::find_if(device.links.begin(), device.links.end(), is_off);
  const bool rates =
      std::any_of(device.links.begin(), device.links.end(), [](auto& r) { return r.rate.v > 0; });
  const bool wakes = std::any_of(device.wake.begin(), device.wake.end(),
                                 [](const WakeTime& w) { return w.kind == Change::wake; });
  if (device.kind != DeviceKind::link || off == device.links.end() || !rates || wakes) return;
  problems.push_back(
      {fmt::format("link[{}].rate", off - device.links.begin()),
       "is an off state, but nothing says how long it takes to come back",
       "add a [[wake]] section with kind = \"wake\" and the time, or leave out the off state"});
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
    problems.push_back({"link", "there is none: what is the power of a port?",
                        "add a [[link]] section; one without media and rate holds for all"});
  for (std::size_t i = 0; i < links.size(); ++i) {
    check_link(problems, *this, i);
    check_levels(problems, links, i);
  }
  check_fastest(problems, *this);
  if (problems.empty()) check_steps(problems, *this);
  check_off(problems, *this);
  for (std::size_t i = 0; i < wake.size(); ++i) check_wake(problems, wake[i], i);
  check_prices(problems, *this);
  check_buffer(problems, buffer);
  check_table(problems, "tcam", tcam);
  check_table(problems, "cam", cam);
  check_domains(problems, *this);
  return problems;
}

}  // namespace ebb::inline power
