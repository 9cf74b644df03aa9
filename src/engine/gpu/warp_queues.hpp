// What is on its way between switches, and what waits in them: rings and pools of fixed sizes, in arrays that
// an executor owns. Each entry has one writer and one reader. What a switch writes for another one in a
// window is due in a later window, so the end of a window orders all of it, without locks.
#pragma once

#include <cstdint>

#include "base/accelerator/device.hpp"
#include "engine/model/hosts.hpp"
#include "engine/model/records.hpp"
#include "engine/storage/array_view.hpp"
#include "engine/storage/arriving.hpp"
#include "engine/storage/pool.hpp"
#include "network/network.hpp"
#include "traffic/traffic.hpp"

namespace ebb::inline engine {

/// A timed event of a switch.
struct PendingEvent {
  std::int64_t at = 0;
  std::uint16_t port = 0;
  Kind kind = Kind::control;
  std::uint8_t detail = 0;
  std::uint32_t amount = 0;
};
static_assert(sizeof(PendingEvent) == 16);

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
  pool,      ///< packets that wait in a switch
  messages,  ///< at the hosts of a switch
  arriving,  ///< messages of which a part has arrived at a switch
  batch      ///< the slots of time for which events are counted
};
/// The sizes of rings and pools. Rings are powers of two.
struct QueueSizes {
  std::uint32_t ring = 0;     ///< packets on their way over a cable
  std::uint32_t credits = 0;  ///< credits on their way to a virtual channel
  std::uint32_t events = 0, pool = 0, messages = 0, arriving = 0;  ///< of a switch
};

struct WarpQueues {
  QueueSizes sizes;
  std::uint32_t words = 1;                        ///< of 64 ports, in a mask of ports
  ArrayView<Packet> ring;                         ///< [port * ring]: at INT64_MAX in an unused entry
  ArrayView<std::uint32_t> ring_head, ring_tail;  ///< [port]: of its switch; of the other end
  ArrayView<std::uint64_t> credit;  ///< [(port * vcs + vc) * credits]: due << 16 | bytes; 0: unused
  ArrayView<std::uint32_t> credit_head, credit_tail;  ///< [port * vcs + vc]: of the source; of the other end
  ArrayView<std::uint64_t> arrived[2];  ///< [switch * words]: ports with new packets, by parity of the window
  ArrayView<std::int64_t> first_at;     ///< [port]: when its first packet arrives; INT64_MAX: none is known
  ArrayView<std::uint64_t> wanted;      ///< ports whose lanes wait for the next credit
  ArrayView<PendingEvent> events;       ///< [switch * events], in no order
  ArrayView<std::uint32_t> event_count;
  ArrayView<std::int64_t> pending_at;  ///< when something happens next at a switch; INT64_MAX: never
  ArrayView<Packet> packets;           ///< [switch * pool]
  ArrayView<std::uint32_t> packet_links;
  ArrayView<PoolEnds> packet_ends;
  ArrayView<QueuedMessage> messages;  ///< [switch * messages]
  ArrayView<std::uint32_t> message_links;
  ArrayView<PoolEnds> message_ends;
  ArrayView<ArrivingTable::Sum> arriving;  ///< [switch * arriving]
  ArrayView<std::uint32_t> arriving_used;
  ArrayView<const std::uint32_t> feed_first;  ///< by host: its messages of this batch in `feed`
  ArrayView<std::uint32_t> feed_taken;
  ArrayView<const Message> feed;
  ArrayView<std::uint32_t> full;  ///< one entry: a FullQueue
};

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
