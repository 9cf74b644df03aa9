// The rules and groups of one switch, prepared for lookup: the results of OpenFlow's definition (in each
// table, the highest matching priority wins; no match drops), found by hashing.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "base/result.hpp"
#include "fabric/openflow/frame.hpp"

namespace ebb::inline fabric {

/// A frame that leaves a switch.
struct SentFrame {
  std::uint32_t port = 0;  ///< OpenFlow number
  Frame frame;
};

struct FrameFate {
  std::vector<SentFrame> sent;
  std::vector<std::size_t> rules;  ///< the rules it matched, as indices
};

class RuleTables {
 public:
  RuleTables() = default;
  /// Reports rules that cannot be parsed, or that go to an earlier table or a missing group.
  static Result<RuleTables> of(const std::vector<FlowRule>& rules, const std::vector<FlowGroup>& groups);

  FrameFate process(const Frame& frame, std::uint32_t in_port) const;

 private:
  struct Key {
    std::uint64_t source, destination;
    std::uint32_t in_port, tag_and_type, priority;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const;
  };
  /// Rules of one table and priority that compare the same bits.
  struct Tuple {
    std::uint16_t priority = 0;
    bool in_port = false, tag = false, tag_priority = false, type = false;
    std::uint64_t source_mask = 0, destination_mask = 0;
    std::unordered_map<Key, std::size_t, KeyHash> rules;
  };

  void insert(const FlowRule& rule, const FrameMatch& match, std::size_t index);
  static Key key_of(const Tuple& tuple, const Frame& frame, std::uint32_t in_port);
  std::size_t find(std::size_t table, const Frame& frame, std::uint32_t in_port) const;
  void run(const std::vector<FrameAction>& actions, Frame& frame, std::uint32_t in_port, std::size_t& table,
           FrameFate& fate) const;

  std::map<std::size_t, std::vector<Tuple>> tables_;  ///< tuples in descending priority
  std::vector<std::vector<FrameAction>> actions_;     ///< of each rule
  struct Group {
    bool all = false;    ///< every bucket sends; otherwise one does
    bool first = false;  ///< the first bucket sends, as long as every port is up
    std::vector<std::vector<FrameAction>> buckets;
  };
  std::unordered_map<std::uint64_t, Group> groups_;
};

}  // namespace ebb::inline fabric
