#include "experiment/fit/buffer_fit.hpp"

#include <fmt/format.h>

#include <set>

#include "base/quantity.hpp"
#include "base/rounded_time.hpp"
#include "engine/model/flow/flow_settings.hpp"

namespace ebb::inline experiment {
namespace {

/// Returns the classes of the cables that lead to a switch. Hosts accept packets at any rate.
std::set<std::uint8_t> classes_to_switches(const Network& network) {
  std::set<std::uint8_t> used;
  for (PortId p = 0; p < network.peer.size(); ++p)
    if (!network.is_host_port(network.peer[p])) used.insert(network.link_class[p]);
  return used;
}

/// Rounds up to whole KiB or MiB, so that a user can type it.
Bytes rounded_up(Bytes size) {
  const std::int64_t unit = size.v > (1 << 20) ? 1 << 20 : 1 << 10;
  return {(size.v + unit - 1) / unit * unit};
}

/// Returns the time from the arrival of a packet's head until all of it has left, without the pipeline. A
/// stored packet must be received first. It leaves through the crossbar input, or with lanes at the wire's
/// rate.
Picoseconds time_held(const SwitchSettings& switches, Picoseconds wire) {
  if (switches.forwarding != Forwarding::store_and_forward) return wire;
  const double path = switches.counts_flits() ? 1 : switches.speedup;
  return wire + Picoseconds{static_cast<std::int64_t>(static_cast<double>(wire.v) / path)};
}

}  // namespace

std::optional<ShortBuffer> short_buffer(const SwitchSettings& switches, Bytes packet,
                                        const Network& network) {
  if (switches.flow.name != FlowControl::credits) return std::nullopt;
  const Bytes unit = switches.forwarding == Forwarding::wormhole ? switches.flit : packet;
  const std::int64_t places = switches.input_buffer.v / unit.v;
  std::optional<ShortBuffer> worst;
  for (const std::uint8_t number : classes_to_switches(network)) {
    const LinkClass& link = network.classes[number];
    const Picoseconds wire = wire_time(unit, link.rate);
    const Picoseconds back =
        time_held(switches, wire) + link.delay * 2 + switches.pipeline + switches.credit_time;
    const std::int64_t wanted = (back.v + wire.v - 1) / wire.v;
    const double share = static_cast<double>(places * wire.v) / static_cast<double>(back.v);
    if (places >= wanted || share >= (worst ? worst->share : 1)) continue;
    worst = ShortBuffer{link.name, back, share, {wanted * unit.v}};
  }
  return worst;
}

std::string short_buffer_text(const SwitchSettings& switches, const HostSettings& hosts,
                              const Network& network) {
  const auto found = short_buffer(switches, hosts.largest_packet(), network);
  if (!found) return "";
  return fmt::format(
      "buffers are short for their cables ({}): a credit takes {} to come back, so a virtual channel carries "
      "{:.3g} % of a channel at most; all of it takes switch.input_buffer = \"{}\" instead of {}",
      found->cable, rounded_text(found->back), 100 * found->share, quantity_text(rounded_up(found->needed)),
      quantity_text(switches.input_buffer));
}

}  // namespace ebb::inline experiment
