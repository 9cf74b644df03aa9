// A node of a Chakra execution trace: what a rank does, and after what.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.hpp"
#include "record/recorded_call.hpp"

namespace ebb::inline training {

enum class ChakraKind : std::uint8_t { computing, send, receive, collective };

struct ChakraNode {
  std::uint64_t id = 0;
  ChakraKind kind = ChakraKind::computing;
  bool on_host = false;    ///< on the host's processor, not on the accelerator
  bool has_time = false;   ///< its file states a duration
  Picoseconds duration{};  ///< of computing
  std::vector<std::uint64_t> after;
  // Of communication:
  Call call = Call::all_reduce;
  std::int64_t bytes = 0;
  std::uint32_t peer = 0, tag = 0;
  std::string group;  ///< process group; empty: all ranks
};

/// Reads a node from its message. Returns what is wrong with it, or an empty text.
std::string read_node(std::string_view bytes, ChakraNode& node);

}  // namespace ebb::inline training
