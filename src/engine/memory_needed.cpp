#include "engine/memory_needed.hpp"

#include "engine/model/network_state.hpp"
#include "engine/threads/event.hpp"
#include "power/control/controller.hpp"
#include "statistics/batches.hpp"

namespace ebb::inline engine {
namespace {

/// Large arrays are made of whole huge pages.
template <class T>
std::uint64_t array_of(std::uint64_t entries) {
  const std::uint64_t bytes = entries * sizeof(T), page = page_of(bytes);
  return (bytes + page - 1) / page * page;
}

std::uint64_t ethernet_bytes(const SimulationSize& size) {
  if (size.flow == FlowControl::credits) return 0;
  const std::uint64_t channels = size.ports + size.hosts;
  const std::uint64_t bytes =
      array_of<BufferOccupancy>(size.ports * size.vcs) + array_of<PausedLane>(channels * size.vcs);
  return size.flow == FlowControl::drop ? bytes : bytes + array_of<PausingPort>(size.ports);
}

/// A record under way is in the calendar or in a pool. The storage of the calendar grows by steps of four,
/// and a window's events are sorted into two more arrays. Measured over many runs, that is this factor in
/// all.
constexpr double storage_over_records = 2;

/// An evaluation is a timed event that waits for its epoch, then an event of a window; both in storage that
/// grows by steps.
constexpr std::uint64_t storage_of_evaluation = 2 * sizeof(TimedEvent) + 9 * sizeof(Event);

/// Of a histogram with latencies over a few octaves, as in most runs.
constexpr std::uint64_t bytes_of_batch = 3 * 5 * 1024 + sizeof(Batch);

}  // namespace

std::uint64_t state_bytes(const SimulationSize& size) {
  const std::uint64_t channels = size.ports + size.hosts, lanes = channels * size.vcs;
  std::uint64_t bytes = array_of<OutPort>(channels) + array_of<ColdPort>(channels) + array_of<OutLane>(lanes);
  bytes +=
      array_of<InLane>(size.ports * size.vcs) + array_of<Host>(size.hosts) + array_of<HostPlace>(size.hosts);
  if (size.vcs > credits_inside) bytes += array_of<std::int32_t>(lanes);
  const bool pauses = size.flow == FlowControl::pause || size.flow == FlowControl::pfc;
  if (size.link_packets) bytes += array_of<LinkPacket>(size.ports * size.vcs);
  if (size.level_count > 0 || pauses || size.link_packets) bytes += array_of<Watch>(channels);
  if (size.level_count > 0)
    bytes += array_of<ChannelControl>(channels) + array_of<std::int64_t>(channels * 2 * size.level_count);
  if (size.latency_bound) bytes += array_of<std::int64_t>(lanes);
  if (size.adapters) bytes += array_of<Adapter>(size.hosts);
  if (size.order) bytes += array_of<NewestPacket>(size.hosts * watched_flows(size.hosts));
  if (size.worms)
    bytes +=
        array_of<WormLane>(size.ports * size.vcs) + array_of<WormOut>(lanes) + array_of<WormPort>(channels);
  if (size.worms && size.output_lanes)
    bytes += array_of<OutputLane>(size.ports * size.vcs) + array_of<CrossbarOutput>(size.ports);
  if (size.worms && size.lanes > 1)
    bytes += array_of<LaneArbiter>(channels) + array_of<WeightedTurns>(size.ports) +
             array_of<LaneQueue>(size.hosts * size.lanes);
  return bytes + ethernet_bytes(size);
}

std::uint64_t working_bytes(const SimulationSize& size) {
  const double records =
      size.packets * (sizeof(Packet) + sizeof(Event)) * storage_over_records +
      size.messages * (sizeof(QueuedMessage) + sizeof(std::uint32_t));  // room to grow is not touched
  // All channels may ask their policy at the same moment.
  const std::uint64_t evaluations =
      size.level_count > 0 ? (size.ports + size.hosts) * storage_of_evaluation : 0;
  const double notification =
      size.notification * (sizeof(DeliveryNotification) + sizeof(Event)) * storage_over_records;
  // Each thread has its own counters, and their sum is computed twice: for the verdict, and for the report.
  const std::uint64_t counted = (size.threads + 2) * BatchSeries::most_batches * bytes_of_batch;
  return static_cast<std::uint64_t>(records + notification) + evaluations + counted;
}

}  // namespace ebb::inline engine
