#include "engine/gpu/packet_state.hpp"

#include "traffic/synthetic_traffic.hpp"

namespace ebb::inline engine {
namespace {

template <class Array>
auto view_of(Array& array) {
  return ArrayView(array.data(), array.size());
}

}  // namespace

MessageSampler sampler_of(const Traffic& traffic) {
  const auto* synthetic = dynamic_cast<const SyntheticTraffic*>(&traffic);
  return synthetic ? synthetic->sampler() : MessageSampler{};
}

PacketState packet_state_of(NetworkState& state) {
  const Network& net = state.network;
  PacketState view;
  view.network = {view_of(net.first_port), view_of(net.peer), view_of(net.owner), net.hosts,
                  net.switch_ports()};
  view.switches = {state.switches.pipeline, state.switches.credit_time, state.switches.input_buffer,
                   state.switches.output_queue};
  view.hosts = {state.hosts.packet, state.hosts.header, state.hosts.times};
  view.vcs = state.vcs;
  view.sampler = sampler_of(state.traffic);
  view.listens = state.listens, view.watches_messages = state.watches_messages;
  view.deadline = state.deadline, view.acknowledge_after = state.acknowledge_after;
  view.lookahead = state.lookahead, view.ahead_until = state.ahead_until;
  view.level_count = state.level_count;
  view.rates = view_of(std::as_const(state.rates));
  view.crossbar_rates = view_of(std::as_const(state.crossbar_rates));
  view.delay = view_of(std::as_const(state.delay));
  view.inputs = view_of(std::as_const(state.inputs));
  view.out = view_of(state.out), view.cold = view_of(state.cold);
  view.out_lanes = view_of(state.out_lanes), view.in = view_of(state.in);
  view.host = view_of(state.host), view.place = view_of(std::as_const(state.place));
  view.more_credit = view_of(state.more_credit);
  view.order.per_watched = state.order.per_watched, view.order.newest = view_of(state.order.newest);
  return view;
}

}  // namespace ebb::inline engine
