// What is on its way between switches, and what waits in them: rings and pools of fixed sizes, in arrays that
// an executor owns. Each entry has one writer and one reader. What a switch writes for another one in a
// window is due in a later window, so the end of a window orders all of it, without locks.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "base/accelerator/far_memory.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/array_view.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/pool.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A timed event of a switch, in the list of its window or in that of unused ones.
struct alignas(32) PendingEvent {
  std::int64_t at = 0;
  std::uint16_t port = 0;
  Kind kind = Kind::control;
  std::uint8_t detail = 0;
  std::uint32_t amount = 0;
  std::uint32_t next = no_id;
};
static_assert(sizeof(PendingEvent) == 32);

/// What an executor knows of a port: the ring of the packets that arrive there, and the one at the other end
/// of the cable, into which its channel sends.
struct alignas(32) PortEnds {
  std::uint32_t head = 0;  ///< packets that were taken out of the ring here
  std::uint32_t tail = 0;  ///< packets that were sent
  PortId peer = 0;
  std::uint32_t wanted = 0;  ///< by virtual channel: its lane waits for the next credit
};

/// A packet on its way, in a ring. It is there when its number is that of the place: packets are counted.
struct alignas(64) PacketOnTheWay {
  std::int64_t at = 0;
  std::uint32_t number = 0;
  HostId source = 0;
  std::int64_t born = 0, entered = 0;
  Route route;
  std::uint32_t message = 0, parts = 1, tag = 0;
  std::uint16_t size = 0, port = 0, vc = 0, rate = 0;

  EBB_DEVICE static PacketOnTheWay of(const Packet& packet, std::uint32_t number) {
    return {packet.at,    number,         packet.source, packet.born, packet.entered,
            packet.route, packet.message, packet.parts,  packet.tag,  packet.size,
            packet.port,  packet.vc,      packet.rate};
  }
  EBB_DEVICE Packet packet_at(SwitchId s) const {
    return {at, born, entered, s, source, route, message, parts, tag, size, port, vc, rate};
  }
};
static_assert(sizeof(PacketOnTheWay) == 64);
/// The beginning of such a packet, which decides when it is taken.
struct alignas(16) RingArrival {
  std::int64_t at;
  std::uint32_t number;
  HostId source;
};

/// A credit that was returned: `sum` are the bytes of all credits of the lane up to this one, modulo 2^32.
/// They count from `due` on. The first record of a lane has the sum of all of them.
struct alignas(16) ReturnedCredit {
  std::int64_t due = 0;
  std::uint32_t sum = 0;
  std::uint32_t mark = 0;  ///< of the first record: where the next one goes; else the window that wrote it
};

/// The credits of a lane as the source of its channel sees them, with the functions of CreditLog. What is
/// written in the window at hand does not count yet. Of it the source might see a later credit and not an
/// earlier one.
struct ReturnedCredits {
  const ReturnedCredit* records;
  std::uint32_t count, taken, window;
  bool wanted = false;

  /// Of all records that count, the last one has the largest sum.
  EBB_DEVICE std::uint32_t due(std::int64_t now) const {
    std::uint32_t more = 0;
    for (std::uint32_t i = 1; i <= count; ++i) {
      const ReturnedCredit credit = read_far(records[i]);
      const std::uint32_t ahead = credit.sum - taken;
      if (credit.mark != window && credit.due <= now && static_cast<std::int32_t>(ahead - more) > 0)
        more = ahead;
    }
    return taken + more;
  }
  /// Returns when the next one after `now` counts; INT64_MAX when none is known.
  EBB_DEVICE std::int64_t next_after(std::int64_t now) const {
    std::int64_t next = INT64_MAX;
    for (std::uint32_t i = 1; i <= count; ++i) {
      const ReturnedCredit credit = read_far(records[i]);
      if (credit.mark != window && credit.due > now && credit.due < next) next = credit.due;
    }
    return next;
  }
};

/// A delivery that the switch of its source is notified of, at a host's port.
struct alignas(16) PostedDelivery {
  std::int64_t at = 0;
  std::uint32_t port = 0;
  std::uint32_t unused = 0;
};

/// The state of a switch's pool: its unused entries are a list, then those from `end` on.
struct PoolEnds {
  std::uint32_t free = no_id, end = 0;
};

/// Which fixed size was too small. The batch of windows in which that happens is run again.
enum class FullQueue : std::uint32_t {
  none,
  packets,   ///< on their way over a cable
  credits,   ///< on their way over a cable
  events,    ///< of a switch
  window,    ///< events of a switch in one window
  pool,      ///< packets that wait in a switch
  messages,  ///< at the hosts of a switch
  arriving,  ///< messages of which a part has arrived at a switch
  posted,    ///< deliveries that a switch is notified of in one window
  calendar,  ///< pages: packets are due beyond the last one
  batch      ///< the slots of time for which events are counted
};
/// The sizes of rings and pools. Rings are powers of two.
struct QueueSizes {
  std::uint32_t ring = 0;     ///< packets on their way over a cable
  std::uint32_t credits = 0;  ///< credits of a lane that may not count yet, and one more
  std::uint32_t events = 0, pool = 0, messages = 0, arriving = 0;  ///< of a switch
  std::uint32_t window = 0;                                        ///< events of a switch in one window
  std::uint32_t posted = 0;  ///< deliveries that a switch is notified of in one window; 0: there are none
};

struct WarpQueues {
  QueueSizes sizes;
  std::uint32_t words = 1;  ///< of 64 ports, in a mask of ports
  std::uint32_t switches = 0;
  ArrayView<PortEnds> ends;            ///< by port, of a switch or of a host
  ArrayView<PacketOnTheWay> ring;      ///< [switch port * ring]
  ArrayView<ReturnedCredit> returned;  ///< [(switch port * vcs + vc) * (1 + credits)]: of the input lane
  /// [(page * switches + switch) * words]: ports whose first packet may arrive in the window of that page.
  ArrayView<std::uint64_t> due;
  ArrayView<std::uint64_t> wanted;       ///< ports whose lanes wait for the next credit
  ArrayView<PendingEvent> events;        ///< [switch * events]
  ArrayView<std::uint32_t> event_lists;  ///< [page * switches + switch]: the first one of the window
  ArrayView<PoolEnds> event_ends;
  ArrayView<Packet> packets;  ///< [switch * pool]
  ArrayView<std::uint32_t> packet_links;
  ArrayView<PoolEnds> packet_ends;
  ArrayView<QueuedMessage> messages;  ///< [switch * messages]
  ArrayView<std::uint32_t> message_links;
  ArrayView<PoolEnds> message_ends;
  ArrayView<ArrivingTable::Sum> arriving;  ///< [switch * arriving]
  ArrayView<std::uint32_t> arriving_used;
  /// [((window of the post modulo 2) * switches + switch) * posted]: the switch takes them in the next
  /// window.
  ArrayView<PostedDelivery> posted;
  ArrayView<std::uint32_t> posted_count;      ///< [(window of the post modulo 2) * switches + switch]
  ArrayView<const std::uint32_t> feed_first;  ///< by host: its messages of this batch in `feed`
  ArrayView<std::uint32_t> feed_taken;
  ArrayView<const Message> feed;
  ArrayView<std::uint32_t> full;  ///< one entry: a FullQueue
};

/// Where the timed events of a switch in a window begin, and the ports with packets.
EBB_DEVICE_INLINE std::uint32_t& event_list(const WarpQueues& queues, unsigned page, SwitchId s) {
  return queues.event_lists[std::size_t{page} * queues.switches + s];
}
EBB_DEVICE_INLINE std::uint64_t& due_ports(const WarpQueues& queues, unsigned page, SwitchId s,
                                           unsigned word) {
  return queues.due[(std::size_t{page} * queues.switches + s) * queues.words + word];
}

/// Returns how many deliveries were posted to a switch in a window.
EBB_DEVICE_INLINE std::uint32_t& posted_count(const WarpQueues& queues, std::uint32_t window, SwitchId s) {
  return queues.posted_count[std::size_t{window % 2} * queues.switches + s];
}
EBB_DEVICE_INLINE PostedDelivery& posted_place(const WarpQueues& queues, std::uint32_t window, SwitchId s,
                                               std::uint32_t i) {
  return queues.posted[(std::size_t{window % 2} * queues.switches + s) * queues.sizes.posted + i];
}

EBB_DEVICE_INLINE PacketOnTheWay& ring_place(const WarpQueues& queues, std::size_t port,
                                             std::uint32_t number) {
  return queues.ring[port * queues.sizes.ring + (number & (queues.sizes.ring - 1))];
}
EBB_DEVICE_INLINE RingArrival arrival_of(const PacketOnTheWay& packet) {
  return read_far(reinterpret_cast<const RingArrival&>(packet));
}

/// One switch's part of a pool of fixed size. It has the functions of Pool.
template <class T>
class PoolView {
 public:
  EBB_DEVICE PoolView(T* records, std::uint32_t* links, PoolEnds& ends, std::uint32_t size,
                      std::uint32_t& full, FullQueue name)
      : records_(records), links_(links), ends_(ends), size_(size), full_(full), name_(name) {}

  EBB_DEVICE std::uint32_t append(std::uint32_t& head, std::uint32_t& tail, const T& record) {
    std::uint32_t i = ends_.free;
    if (i != no_id)
      ends_.free = links_[i];
    else
      i = ends_.end++;
    records_[i] = record, links_[i] = no_id;
    if (head == no_id)
      head = i;
    else
      links_[tail] = i;
    return tail = i;
  }
  EBB_DEVICE T pop(std::uint32_t& head) {
    const std::uint32_t i = head;
    head = links_[i];
    links_[i] = ends_.free, ends_.free = i;
    return records_[i];
  }
  /// Says whether one more entry fits. A rule adds no more than that; where it does not, it must not run.
  EBB_DEVICE bool has_room() const {
    if (ends_.free != no_id || ends_.end < size_) return true;
    full_ = static_cast<std::uint32_t>(name_);
    return false;
  }
  EBB_DEVICE T& operator[](std::uint32_t i) { return records_[i]; }
  EBB_DEVICE const T* place_of(std::uint32_t i) const { return records_ + i; }

 private:
  T* records_;
  std::uint32_t* links_;
  PoolEnds& ends_;
  std::uint32_t size_;
  std::uint32_t& full_;
  FullQueue name_;
};

}  // namespace ebb::inline engine
