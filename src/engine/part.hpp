// A part of the network: some switches with their hosts, and everything that will happen to them. Time is cut
// into windows so short that nothing a switch does can reach another one before the window's end. So within a
// window the switches are independent: each one's events are sorted and handled together, while its state is
// in the cache, and the order of the switches does not matter.
//
// The rules of the model are in docs/model.md; the functions below carry the names used there.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/model.hpp"
#include "engine/pool.hpp"
#include "engine/records.hpp"
#include "engine/tally.hpp"
#include "engine/wheel.hpp"

namespace ebb {

class Part {
 public:
  Part(Model& model, SwitchId first, SwitchId end);

  /// Asks every host for its first message.
  void start();

  /// The next window in which something happens here, at or after the current one.
  std::uint64_t next_window() const { return std::min(packets_.next_window(), notes_.next_window()); }
  void advance_to(std::uint64_t window);

  /// Handles everything that happens in the current window.
  template <class Routing>
  void sweep(const Routing& routing);

  Tally& tally() { return tally_; }
  const Tally& tally() const { return tally_; }

  /// Packets and messages that are here now, for the books at the end of a run.
  const Wheel<Packet>& flying() const { return packets_; }
  const Wheel<Note>& notes() const { return notes_; }
  const Pool<Packet>& standing() const { return pool_; }
  const Pool<QueuedMessage>& messages() const { return messages_; }
  SwitchId first() const { return first_; }
  SwitchId end() const { return end_; }
  std::int64_t time() const { return start_; }

 private:
  struct Item {
    SwitchId group;
    std::uint32_t index;  ///< into arrivals_, or with the top bit set into news_
  };
  /// Time within the window (20 bits), kind (4), port (16), virtual channel (4): ties are settled by content.
  /// The last 20 bits say where the record is.
  using Key = std::uint64_t;
  static constexpr std::uint32_t note_bit = 1u << 31, own_bit = 1u << 19, most_records = 1u << 19;

  void collect();
  void begin_group(const Item* first, const Item* last);
  bool next_key(Key& key);
  void insert_own(Key key);

  template <class Routing>
  void handle(const Routing& routing, Key key);
  template <class Routing>
  void arrive(const Routing& routing, const Packet& packet);
  template <class Routing>
  void serve_input(const Routing& routing, std::uint16_t local);
  template <class Routing>
  bool try_head(const Routing& routing, std::uint16_t local, unsigned vc);

  template <class Routing>
  Hop choose(const Routing& routing, Packet& packet) const;

  std::int64_t queued(const Port& out) const;
  bool has_room(const Port& out, std::int64_t size) const;
  void enter(Port& in, Packet& packet, Hop hop, std::int64_t from);
  void return_credit(const Port& in, const Packet& packet, std::int64_t released);
  void send(std::uint16_t local, unsigned vc, Packet& packet);
  bool book(Port& out, std::size_t lane, Packet& packet);
  void serve_output(std::uint16_t local);
  void book_waiting(std::uint16_t local, unsigned vc);
  void admit_blocked(std::uint16_t local);
  void block(std::uint16_t in_local, unsigned vc, Hop hop);
  void wake_when_room(Port& out, std::uint16_t local, std::int64_t size);
  void take_credit(const Note& note);
  void take_host_credit(const Note& note);
  bool has_credit(PortId source, unsigned vc, std::int64_t size);
  void poll_credit(PortId source, std::uint16_t local, unsigned vc, Kind kind);

  void inject(std::uint16_t local);
  void pump(HostId h);
  void deliver(const Packet& packet, std::int64_t at);
  HostId host_of(SwitchId s, std::uint16_t local) const;

  std::uint64_t window_of(std::int64_t at) const;
  void fly(const Packet& packet);
  void note(const Note& n);
  Key key_of(std::int64_t at, Kind kind, std::uint16_t port, unsigned vc, std::uint32_t index) const;

  Model& m_;
  const SwitchId first_, end_;
  std::uint64_t window_ = 0;
  std::int64_t start_ = 0, finish_ = 0;  ///< of the current window
  std::int64_t horizon_ = INT64_MAX;     ///< nothing is booked to start at or after it
  std::uint64_t inverse_ = 0;

  Wheel<Packet> packets_;
  Wheel<Note> notes_;
  Pool<Packet> pool_;
  Pool<QueuedMessage> messages_;

  // The window at hand.
  Bag<Packet> arrivals_;
  Bag<Note> news_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> counts_;

  // The switch at hand.
  SwitchId group_ = 0;
  const Item* first_item_ = nullptr;
  Port* base_ = nullptr;
  std::size_t first_port_ = 0;
  std::int64_t now_ = 0;
  std::vector<Key> keys_, heap_;
  std::size_t next_key_ = 0;
  std::vector<Packet> own_packets_;
  std::vector<Note> own_notes_;

  Tally tally_;
};

}  // namespace ebb
