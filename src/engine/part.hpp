// A part of the network: some switches with their hosts, and everything that will happen to them. Time is cut
// into windows so short that nothing a switch does can reach another one before the window's end. So within a
// window the switches are independent: each one's events are sorted and handled together, while its state is
// in the cache, and the order of the switches does not matter.
//
// The rules of the model are in docs/model.md; the functions below carry the names used there. They stand in
// order.hpp (the order of events), hop.hpp (a packet's way through a switch), source.hpp (hosts), sweep.hpp
// (what depends on the routing), congestion.cpp (whatever has to wait), mail.cpp (what crosses to other
// parts), control.cpp (questions to the power policy), agreement.cpp (changes of rate) and held.cpp (what
// else they ask of a channel).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/calendar.hpp"
#include "engine/model.hpp"
#include "engine/pool.hpp"
#include "engine/tally.hpp"

namespace ebb {

class Part {
 public:
  Part(Model& model, std::size_t self, Picoseconds batch);

  /// Asks every host for its first message.
  void start();

  /// What happens in this part and concerns another one.
  struct Mail {
    Bag<Packet> packets;
    Bag<Note> notes;
    Bag<CreditMail> credits;
  };
  Mail& mail_to(std::size_t part) { return outbox_[part]; }
  /// Takes in what another part has sent in the window that has just ended.
  void receive(Mail& mail);

  /// The next window in which something happens here, at or after the current one.
  std::uint64_t next_window() const { return calendar_.next_window(); }
  void advance_to(std::uint64_t window);

  /// Handles everything that happens in the current window.
  template <class Routing>
  void sweep(const Routing& routing);

  /// Before the start, for a routing that reads the board.
  void open_board();

  Tally& tally() { return tally_; }
  const Tally& tally() const { return tally_; }

  // What is here now, for the books at the end of a run.
  const Calendar& calendar() const { return calendar_; }
  const Pool<Packet>& standing() const { return pool_; }
  const Pool<QueuedMessage>& messages() const { return messages_; }
  SwitchId first() const { return first_; }
  SwitchId end() const { return end_; }

 private:
  /// An event of the switch at hand.
  struct Key {
    std::uint64_t order;
    std::uint32_t load;
    bool operator<(const Key& o) const { return order < o.order; }
    bool operator>(const Key& o) const { return order > o.order; }
  };
  static constexpr std::int64_t shunned = std::int64_t{1} << 40;  ///< deeper than any queue
  static constexpr std::uint32_t own_bit = 1u << 31;              ///< a packet made within the window

  void collect();
  void sort_group(Key* first, Key* last);
  void order_ties(Key* first, Key* last);
  void begin_group(SwitchId group);
  void insert_own(const Key& key);
  void prefetch_inputs(SwitchId group, const Key* key, const Key* last) const;
  template <class Routing>
  void prefetch_outputs(const Routing& routing, SwitchId group, const Key* key, const Key* last) const;

  template <class Routing>
  void handle_group(const Routing& routing, const Key* key, const Key* last);
  template <class Routing>
  void handle(const Routing& routing, const Key& key);
  template <class Routing>
  void arrive(const Routing& routing, const Packet& arrived);
  template <class Routing>
  void serve_input(const Routing& routing, std::uint16_t local);
  template <class Routing>
  bool try_head(const Routing& routing, std::uint16_t local, unsigned vc);
  template <class Routing>
  Hop choose(const Routing& routing, Packet& packet);

  /// What a routing sees of the outputs; see routing/route.hpp.
  struct Outlook {
    Part& part;
    std::int64_t size;
    std::int64_t operator()(std::uint16_t port) const { return part.depth_for_routing(port); }
    bool open(Hop hop) const { return part.is_open(hop, size); }
    std::int64_t published(SwitchId s, std::uint16_t port) const { return part.published(s, port); }
  };
  std::int64_t queued(std::uint16_t local) const;
  std::int64_t depth_for_routing(std::uint16_t local) const;
  bool has_room(Hop hop, std::int64_t size) const;
  bool is_open(Hop hop, std::int64_t size);
  std::int64_t published(SwitchId s, std::uint16_t local) const;
  void publish(std::uint16_t first_port);
  void enter(InLane& in, Packet& packet, Hop hop, std::int64_t from, bool held);
  void send(Hop hop, Packet& packet);
  bool book(OutPort& out, std::int32_t& credit, Packet& packet);
  bool has_credit(std::int32_t& credit, PortId channel, unsigned vc, std::int64_t size);
  std::int32_t& credit_of(std::size_t channel, unsigned vc) {
    return vcs_ <= credits_inside ? outs_[channel].credit[vc] : m_.credit(channel, vc);
  }
  std::size_t lane_of(std::size_t port, unsigned vc) const { return port * vcs_ + vc; }
  void deliver(const Packet& packet, std::int64_t at);
  void complete(const Packet& packet, std::int64_t at, std::uint64_t payload);
  bool mine(SwitchId group) const { return group - first_ < end_ - first_; }

  void keep_path_busy(std::uint16_t local, std::int64_t until);
  void tell_source(const Packet& packet, std::int64_t due, std::uint16_t bytes);
  void return_credit_by_mail(const Packet& packet, std::int64_t due);
  void post(const Packet& packet);
  void post(const Note& n);
  void wait_in_output(Hop hop, const Packet& packet, bool for_credit);
  void wait_in_input(const Packet& packet);
  void wake_input(std::uint16_t local, std::int64_t at);
  void block(std::uint16_t in_local, unsigned vc, Hop hop);
  void poll_credit(PortId channel, std::uint16_t local, unsigned vc, Kind kind);
  void take_credit(std::uint16_t local, unsigned vc, std::int32_t bytes);
  void serve_output(std::uint16_t local, unsigned vc);
  void serve_output_lane(std::uint16_t local, unsigned vc);
  void book_waiting(std::uint16_t local, unsigned vc);
  void admit_blocked(Hop hop);
  void wake_when_room(Hop hop, std::int64_t size);
  void wake_output(Hop hop, std::int64_t at);
  void mark_crowded(std::uint16_t local, bool crowded);
  Packet take_head(std::uint16_t local, unsigned vc);

  HostId host_at(std::uint16_t local) const {
    return m_.network.host_at(m_.network.peer[first_port_ + local]);
  }
  void inject(std::uint16_t local);
  const Message& upcoming(SwitchId group, std::uint16_t local) const {
    return m_.host[m_.network.host_at(m_.network.peer[m_.network.first_port[group] + local])].upcoming;
  }
  void pump(HostId h);
  bool send_packet(HostId h, const QueuedMessage& message, std::int64_t payload);
  void take_host_credit(std::uint16_t local, std::int32_t bytes);
  void queue_message(HostId h, const Message& message);
  void assemble(const Packet& packet, std::int64_t at, std::uint64_t payload);
  void tell_destination(const Packet& packet, std::int64_t at, std::uint64_t payload);
  void hear(const Packet& news);

  // control.cpp and agreement.cpp; a channel is named by the port it leaves, the switch's or a host's
  struct Channel {
    PortId id;
    std::uint16_t local;  ///< the port of this switch, its own or the one the host is attached to
    bool of_host;
  };
  Channel channel_at(std::uint16_t local, bool of_host) const {
    const auto port = static_cast<PortId>(first_port_ + local);
    return {of_host ? m_.network.peer[port] : port, local, of_host};
  }
  std::size_t rung_of(PortId channel) const { return outs_[channel].rate - outs_[channel].link * m_.rungs; }
  void start_control();
  void control(std::uint16_t local, unsigned how);
  void ask(const Channel& channel, Cause cause);
  ChannelView view_of(const Channel& channel, Cause cause);
  std::int64_t bytes_queued(const Channel& channel) const;
  bool all_credits_home(const Channel& channel);
  void serve_channel(const Channel& channel);
  void serve_wire(std::uint16_t local, bool of_host);
  void wake_wire(const Channel& channel);
  bool may_start(PortId channel, std::int64_t from);
  void count_added_delay(PortId channel, std::int64_t ready, std::int64_t size, std::int64_t leaves);
  void watch_queue(const Channel& channel, std::int64_t more = 0);
  void hold(Hop hop, Packet& packet, std::int64_t until);
  void release(Packet packet);
  void set_wish(const Channel& channel, std::size_t rung);
  void hear_wish(std::uint16_t local, unsigned how, std::size_t rung);
  void settle(const Channel& channel);
  bool still_draining(const Channel& channel, Picoseconds change);
  std::size_t agreed_rung(const Watch& watch) const;
  void change_rate(PortId channel, std::size_t rung);
  void set_horizon(PortId channel);

  void fly(const Packet& packet, Kind kind = Kind::packet);
  /// Something to do at a switch: any time at the one at hand, from the next window on at any other, be it of
  /// this part or not.
  void note(const Note& n);

  Model& m_;
  // What the hot path needs of the model, without the way through it.
  OutPort* const outs_;
  InLane* const ins_;
  const WireRate *const rates_, *const paths_;
  const std::int64_t* const delay_;
  const std::int64_t pipeline_, credit_time_, output_queue_, header_;
  const std::uint32_t vcs_;
  const bool cut_through_;
  const bool controlled_;  ///< rates change
  const bool large_;       ///< the state does not fit the processor's second cache, so prefetching pays
  const SwitchId first_, end_;
  Calendar calendar_;
  std::int64_t start_ = 0, finish_ = 0;  ///< of the current window

  Pool<Packet> pool_;
  Pool<QueuedMessage> messages_;

  // The window at hand: its events by switch, counts_[i] being the end of switch first_ + i's.
  Slot slot_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> counts_;
  std::vector<SwitchId> touched_;  ///< the switches with events, when these are few
  bool few_ = false;
  BoardPlace place_;

  // The switch at hand.
  SwitchId group_ = 0;
  OutPort* out_ = nullptr;
  std::size_t first_port_ = 0;
  std::int64_t now_ = 0;
  std::vector<Key> heap_;  ///< events that it made for itself within the window
  std::vector<Packet> own_packets_;

  std::vector<Mail> outbox_;
  struct Arriving {
    std::uint32_t packets = 0;
    std::uint64_t payload = 0;
  };
  std::unordered_map<std::uint64_t, Arriving> arriving_;  ///< messages in pieces, by source and number
  Tally tally_;
};

}  // namespace ebb
