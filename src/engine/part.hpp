// A thread's part in a simulation. Time is cut into windows so short that nothing a switch does can reach
// another one before the window's end. So within a window the switches are independent: each one's events are
// sorted and handled together, while its state is in the cache, and the order of the switches does not
// matter.
//
// The switches are cut into blocks. In each window the threads first sort what they have filed for it by
// block; then each handles blocks, its own ones first, then what others have not come to yet, and files what
// follows in its own calendar. Who handles what changes nothing in the results: order is settled by content.
//
// The rules of the model are in docs/model.md; the functions below carry the names used there. They stand in
// order.hpp (the order of events), hop.hpp (a packet's way through a switch), source.hpp (hosts), sweep.hpp
// (what depends on the routing), congestion.cpp (whatever has to wait), credits.cpp (credits between blocks),
// mail.cpp (what crosses to other ranks), control.cpp (questions to the power policy), agreement.cpp (changes
// of rate), held.cpp (what else they ask of a channel) and topology.cpp (cables that leave the routes and
// come back).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "engine/block.hpp"
#include "engine/calendar.hpp"
#include "engine/tally.hpp"

namespace ebb::inline engine {

class Part {
 public:
  using Team = std::vector<std::unique_ptr<Part>>;

  /// The `self`-th of `threads` equal shares of the blocks are its own.
  Part(Model& model, std::vector<Block>& blocks, std::size_t self, std::size_t threads, Picoseconds batch);

  /// Asks every host in its own blocks for its first message.
  void start();

  /// The next window for which something is filed here, at or after the current one.
  std::uint64_t next_window() const { return calendar_.next_window(); }
  void advance_to(std::uint64_t window);

  /// What happens here and concerns another rank.
  struct Mail {
    Bag<Packet> packets;
    Bag<Note> notes;
    Bag<CreditMail> credits;
    Bag<BoardNews> board;
    std::int64_t earliest = INT64_MAX;  ///< nothing in it happens before
  };
  /// Writes what is for a rank, and forgets it. Returns when the earliest of it happens.
  std::int64_t pack_mail(std::size_t rank, ByteWriter& out);
  /// Takes in what the threads of another rank have packed in the window that has just ended.
  void unpack_mail(std::size_t from, ByteReader& in);

  /// Sorts what is filed here for the current window by block. Nobody may be at work on an earlier window.
  void collect();
  /// Handles blocks of the current window until none is left. All of the team must have collected.
  template <class Routing>
  void sweep(const Routing& routing, const Team& team);

  /// Before the start, for a routing that reads the board.
  void open_board() { place_.open(m_.board); }

  Tally& tally() { return tally_; }
  const Tally& tally() const { return tally_; }
  /// Neither a packet or its news nor a message will come from here.
  bool expects_nothing() const;
  /// Since the last call, for the policy's goal.
  Lateness take_lateness() { return std::exchange(lateness_, {}); }

  // What is here now, for the books at the end of a run.
  const Calendar& calendar() const { return calendar_; }

 private:
  static constexpr std::int64_t shunned = std::int64_t{1} << 40;  ///< deeper than any queue
  /// The load of a packet's event is the number of the thread that has filed it, then the packet's index
  /// there, in as many bits as are left.
  static constexpr std::uint32_t own_bit = 1u << 31;  ///< a packet made within the window
  const Packet& packet_at(std::uint32_t load) const {
    return load & own_bit ? own_packets_[load & ~own_bit] : filed_[load >> index_bits_][load & index_mask_];
  }

  std::span<const Event> collected(std::size_t block) const;
  bool begin_block(std::size_t block, const Team& team);
  void gather(const Team& team, std::uint32_t total);
  template <class Routing>
  void sweep_block(const Routing& routing);
  void sort_group(Event* first, Event* last);
  void order_ties(Event* first, Event* last);
  void begin_group(SwitchId group);
  void insert_own(const Event& event);
  void prefetch_inputs(SwitchId group, const Event* event, const Event* last) const;
  template <class Routing>
  void prefetch_outputs(const Routing& routing, SwitchId group, const Event* event, const Event* last) const;

  template <class Routing>
  void handle_group(const Routing& routing, const Event* event, const Event* last);
  template <class Routing>
  void handle(const Routing& routing, const Event& event);
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
    bool usable(std::uint16_t port) const { return part.is_usable(port); }
    bool known(std::uint32_t row, LinkStages::Count what) const { return part.knows(row, what); }
    void missed(std::uint16_t port, int weight) const { part.miss(port, size * weight); }
    std::int64_t published(SwitchId s, std::uint16_t port) const { return part.published(s, port); }
  };
  std::int64_t queued(std::uint16_t local) const;
  std::int64_t depth_for_routing(std::uint16_t local) const;
  bool has_room(Hop hop, std::int64_t size) const;
  bool is_open(Hop hop, std::int64_t size);
  std::int64_t published(SwitchId s, std::uint16_t local) const;
  void publish(Block& block, std::uint16_t first_port);
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
  /// Only this thread is at work on the switch in this window.
  bool mine(SwitchId group) const { return group - near_first_ < near_count_; }

  void keep_path_busy(std::uint16_t local, std::int64_t until);
  void tell_source(const Packet& packet, std::int64_t due, std::uint16_t bytes);
  bool far(SwitchId group) const { return rank_of_ && rank_of_[group] != rank_; }
  void post(const Packet& packet);
  void post(const Note& n);
  void tell_readers(SwitchId s, const BoardNews& news);
  void unpack_thread_mail(std::size_t from, ByteReader& in);
  void unpack_credits(ByteReader& in);
  void add_far_credit(const CreditMail& credit);
  void post_credit(const Packet& packet, std::int64_t due);
  void log_credit(InLane& in, const Packet& packet, std::int64_t due);
  void log_credit_apart(InLane& in, const Packet& packet, std::int64_t due);
  template <class Use>
  auto with_log(PortId channel, unsigned vc, Use&& use);
  std::uint32_t credit_due(PortId channel, unsigned vc);
  std::int64_t next_credit(PortId channel, unsigned vc);
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
  /// In the place of the virtual channel of a note about a channel; what else is to be said has other bits.
  static constexpr unsigned of_host_bit = 1;
  void remind(const Channel& channel, std::int64_t at, Kind kind, unsigned more = 0, std::uint16_t rung = 0) {
    note({.at = at,
          .kind = kind,
          .group = group_,
          .port = channel.local,
          .vc = static_cast<std::uint16_t>((channel.of_host ? of_host_bit : 0) | more),
          .bytes = rung});
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
  void count_lateness(PortId channel, unsigned vc, std::int64_t ready, std::int64_t size,
                      std::int64_t leaves);
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

  // topology.cpp: cables that are taken from the routes and given back
  bool is_usable(std::uint16_t local) const {
    return !controlled_ || m_.watch[first_port_ + local].open_at <= now_;
  }
  bool knows(std::uint32_t row, LinkStages::Count what) const {
    return m_.known.empty() || known(group_, row, what) > 0;
  }
  std::int16_t& known(SwitchId s, std::uint32_t row, unsigned what) const {
    return m_.known[(std::size_t{s} * m_.control.stages->rows() + row) * LinkStages::counts + what];
  }
  void miss(std::uint16_t local, std::int64_t bytes);
  void show_stage(const Channel& channel, ChannelView& view) const;
  double detour_load(std::uint16_t local) const;
  bool is_empty(const Channel& channel, const ChannelView& view);
  std::size_t rung_towards_off(const Channel& channel, const ChannelView& view, Decision& decision);
  void update_route(PortId channel);
  void tell_row(std::uint16_t local, bool up, std::int64_t from);
  void hear_status(std::uint16_t row, unsigned what, bool up);

  void fly(const Packet& packet, Kind kind = Kind::packet);
  /// Something to do at a switch: any time at the one at hand, from the next window on at any other.
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
  const std::uint16_t* const rank_of_;  ///< by switch; null when this is the only rank
  const std::size_t rank_;
  std::vector<Block>& blocks_;
  const std::size_t self_, threads_, first_block_, end_block_;
  const SwitchId first_, end_;  ///< of its own blocks
  const unsigned index_bits_;
  const std::uint32_t index_mask_;
  Calendar calendar_;
  std::int64_t start_ = 0, finish_ = 0;  ///< of the current window

  // The window at hand: what was filed for it here, its events sorted by block, and what all have filed.
  Slot slot_;
  std::vector<Event> by_block_;
  std::vector<std::uint32_t> block_ends_;
  std::vector<const Packet*> filed_;           ///< the packets of each thread
  alignas(64) std::atomic<std::size_t> next_;  ///< of its own blocks, the first that nobody has taken

  // The block at hand: its events by switch, counts_[i] being the end of its i-th switch's.
  alignas(64) Block* block_ = nullptr;
  SwitchId near_first_ = 0, near_count_ = 0;
  std::vector<Event> events_;
  std::vector<std::uint32_t> counts_;
  std::vector<SwitchId> touched_;  ///< the switches with events, when these are few
  bool few_ = false;
  BoardPlace place_;
  std::vector<Mail> outbox_;  ///< by rank
  std::vector<CreditMail> far_credits_;

  // The switch at hand.
  SwitchId group_ = 0;
  OutPort* out_ = nullptr;
  std::size_t first_port_ = 0;
  std::int64_t now_ = 0;
  std::vector<Event> heap_;  ///< events that it made for itself within the window
  std::vector<Packet> own_packets_;

  Tally tally_;
  Lateness lateness_;
};

}  // namespace ebb::inline engine
