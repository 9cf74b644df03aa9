// Forwarding tables of all switches as decision trees, for a simulator that looks up a rule for every packet
// at every switch. A tree tests a few bits of the destination's address at a time, from the top; then, if
// necessary, bits of the source's, the input port, and the class. Identical subtrees are stored once,
// whichever switches they belong to. No topology is known here: for every header the tree gives the same rule
// as the table (rule_lookup_test.cpp).
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "network/network.hpp"
#include "rules/tables/address.hpp"
#include "rules/tables/table.hpp"

namespace ebb::inline routing {

/// The action of a rule, without its match.
struct RuleAnswer {
  std::uint16_t port = 0, watched_port = 0;
  ClassChange change{};
  Signal signal = Signal::none;
  bool while_busy = false;
  ServiceClass watched_service = any_class;
  bool operator==(const RuleAnswer&) const = default;
};

class RuleLookup {
 public:
  /// The inputs of a tree. The switch determines the address of a destination except for the lowest field.
  enum class Key : std::uint8_t { destination_switch, destination, source, input, service };
  /// The class of a frame from a host; all others are below.
  static constexpr std::uint32_t no_service = 31;

  struct Node {
    std::uint32_t first = 0, mask = 0;  ///< the entry is first + (key >> shift & mask)
    std::uint8_t shift = 0;
    Key key = Key::destination_switch;
  };
  /// An entry is the number of a result, or of a node with the highest bit set. Result 0: no rule matches.
  static constexpr std::uint32_t is_node = 0x8000'0000;
  static constexpr std::uint32_t no_match = 0;

  /// Prepares for tables over the addresses of a plan.
  void begin(const Network& network, const AddressPlan& plan);
  void add(SwitchId s, std::uint32_t ports, const ForwardingTable& table);
  void finish();

  std::uint32_t stages() const { return stages_; }
  const RuleAnswer& answer(std::uint32_t entry) const { return answers_[entry]; }
  /// The first step of the first stage, which is the same for all switches.
  [[gnu::always_inline]] std::uint32_t first_entry(SwitchId here, SwitchId to) const {
    return entries_[top_[here] + (switch_address_[to] >> top_shift_ & top_mask_)];
  }
  std::uint32_t root(SwitchId here, std::uint32_t stage) const { return roots_[here * stages_ + stage]; }

  /// Follows nodes to a result. `asked(key)` gives the value of a key for the current frame.
  template <class Asked>
  std::uint32_t follow(std::uint32_t entry, const Asked& asked) const {
    while (entry & is_node) {
      const Node& node = nodes_[entry & ~is_node];
      entry = entries_[node.first + (asked(node.key) >> node.shift & node.mask)];
    }
    return entry;
  }
  /// Calls visit(result) for all results that may follow, some of them several times. `each(key, use)` calls
  /// use(value) for all possible values of a key. It does nothing for sources, which may have any value.
  template <class EachValue, class Visit>
  void for_each_answer(std::uint32_t entry, const EachValue& each, const Visit& visit) const {
    if (!(entry & is_node)) return visit(entry);
    const Node& node = nodes_[entry & ~is_node];
    if (node.key == Key::source)
      for (std::uint32_t i = 0; i <= node.mask; ++i) for_each_answer(entries_[node.first + i], each, visit);
    else
      each(node.key, [&](std::uint32_t value) {
        for_each_answer(entries_[node.first + (value >> node.shift & node.mask)], each, visit);
      });
  }

  std::uint32_t address_of_switch(SwitchId s) const { return switch_address_[s]; }
  std::uint32_t address_at(PortId port) const { return port_address_[port]; }
  std::uint32_t address_of_host(HostId host) const { return host_address_[host]; }
  bool has_host(PortId port) const { return port_address_[port] != no_id; }
  std::uint64_t bytes() const;

 private:
  struct Chunk {
    Key key = Key::destination_switch;
    std::uint8_t shift = 0, width = 0;
    Address mask() const { return ((Address{1} << width) - 1) << shift; }
  };
  /// A rule, and the part of its match that the tree has not tested yet.
  struct Pending {
    const Rule* rule = nullptr;
    Address destination = 0, source = 0;
    bool input = false, service = false;
    bool is_decided() const { return !destination && !source && !input && !service; }
  };
  using Rules = std::vector<Pending>;

  void cut_address(const AddressPlan& plan);
  void note_addresses(const Network& network, const AddressPlan& plan);
  std::uint32_t build(Rules rules, bool from_the_top);
  const Chunk* next_chunk(const Rules& rules) const;
  std::uint32_t split_by_bits(const Rules& rules, const Chunk& chunk);
  std::uint32_t split_by_input(const Rules& rules);
  std::uint32_t split_by_service(const Rules& rules);
  std::uint32_t number_of(const Rule& rule);
  std::uint32_t number_of(Node node, const std::vector<std::uint32_t>& entries);

  std::vector<Chunk> chunks_;  ///< of destinations, then of sources
  Address inside_ = 0;         ///< the bits of the plan
  std::uint32_t ports_ = 0;    ///< of the current switch
  std::uint32_t stages_ = 1;
  std::uint8_t top_shift_ = 0;
  std::uint32_t top_mask_ = 0;
  std::vector<std::uint32_t> top_;    ///< of each switch: where the entries of its first step are
  std::vector<std::uint32_t> roots_;  ///< of each switch and stage
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> entries_;
  std::vector<RuleAnswer> answers_;
  std::vector<std::uint32_t> switch_address_, port_address_, host_address_;
  std::vector<std::vector<std::uint32_t>> roots_of_;             ///< until finish()
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;  ///< nodes by their content, until finish()
};

}  // namespace ebb::inline routing
