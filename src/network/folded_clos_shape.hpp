// The structure of a folded Clos network as plain numbers, with the closed forms of its cables. The topology
// and the routing use the same forms.
//
// Levels count from 0 (access) to the top. A *block* of level l is a largest set of switches of level l that
// reach the same access switches by going down only: on level 0 a single access switch, on level 1 a pod, on
// the top level the whole network. Only the last block of a level may be smaller than the others.
//
// Switches are numbered level by level from the access level up, and block by block within a level. A switch
// has its down ports first (hosts, on an access switch), then its up ports.
//
// Wiring: the up ports of a block are numbered switch by switch, and block after block below the same parent.
// They are assigned to the parent's n switches in turn: number j goes to down port j / n of switch j mod n.
// For full networks this is the usual fat tree. For partial ones it spreads the cables as evenly as possible,
// and every parent switch still connects to every child block.
#pragma once

#include <cstdint>
#include <vector>

namespace ebb::inline network {

struct FoldedClosShape {
  struct Level {
    std::uint32_t first = 0;      ///< id of the level's first switch
    std::uint32_t switches = 0;   ///< on the whole level
    std::uint32_t per_block = 0;  ///< switches of this level in a full block
    std::uint32_t access = 0;     ///< access switches below a full block
    std::uint32_t up = 0;         ///< up ports of each switch; 0 on the top level
  };
  std::uint32_t concentration = 0;  ///< hosts on each access switch
  std::vector<Level> levels;

  std::uint32_t access_switches() const { return levels[0].switches; }
  std::uint32_t top() const { return static_cast<std::uint32_t>(levels.size()) - 1; }
};

struct ClosPlace {
  std::uint32_t level = 0, block = 0, index = 0;  ///< block counts over the level, index within the block
};

struct ClosPort {
  std::uint32_t switch_id = 0, port = 0;
};

struct PortRange {
  std::uint32_t first = 0, count = 0;
};

ClosPlace clos_place(const FoldedClosShape& shape, std::uint32_t switch_id);
std::uint32_t clos_switch(const FoldedClosShape& shape, ClosPlace place);

/// Switches of the block's own level, and access switches below it.
std::uint32_t clos_block_switches(const FoldedClosShape& shape, std::uint32_t level, std::uint32_t block);
std::uint32_t clos_block_access(const FoldedClosShape& shape, std::uint32_t level, std::uint32_t block);

/// True when the access switch can be reached from `place` by going down only.
bool clos_is_below(const FoldedClosShape& shape, ClosPlace place, std::uint32_t access_switch);

/// All down ports of a switch, all its up ports, and the down ports towards an access switch below it.
PortRange clos_down_ports(const FoldedClosShape& shape, ClosPlace place);
PortRange clos_up_ports(const FoldedClosShape& shape, ClosPlace place);
PortRange clos_ports_towards(const FoldedClosShape& shape, ClosPlace place, std::uint32_t access_switch);

/// Returns the other end of up port number `up` (0 is the first up port).
ClosPort clos_up_peer(const FoldedClosShape& shape, ClosPlace place, std::uint32_t up);

}  // namespace ebb::inline network
