#include "engine/model/settings.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "base/quantity.hpp"

namespace ebb::inline engine {

Problems SwitchSettings::check() const {
  Problems problems;
  if (pipeline.v < 0) problems.push_back({"pipeline", "must not be negative", "for example: \"100ns\""});
  if (credit_time.v < 0)
    problems.push_back({"credit_time", "must not be negative", "for example: \"100ns\""});
  for (const auto& [name, size] : {std::pair{"input_buffer", input_buffer}, {"output_queue", output_queue}})
    if (size.v <= 0 || size.v > (1 << 30))
      problems.push_back({name, fmt::format("is {}, but must be between 1B and 1GiB", quantity_text(size)),
                          "for example: \"32KiB\""});
  if (!(speedup >= 1 && speedup <= 1024))
    problems.push_back({"speedup", fmt::format("is {}, but must be between 1 and 1024", speedup),
                        "2 lets an input catch up after it was held back"});
  if (vcs < 0 || vcs > most_vcs)
    problems.push_back({"vcs", fmt::format("is {}, but must be between 0 and {}", vcs, most_vcs),
                        "0 takes as many as the routing needs"});
  if (forwarding == Forwarding::wormhole && flit > input_buffer)
    problems.push_back({"flit",
                        fmt::format("has {} bytes, but an input buffer only {}", flit.v, input_buffer.v),
                        "a buffer holds one flit at least; 4 or 8 are usual where packets need not fit"});
  if (forwarding == Forwarding::wormhole && has_output_lanes() && flit > output_buffer)
    problems.push_back({"output_buffer",
                        fmt::format("is {} bytes, but a flit has {}", output_buffer.v, flit.v),
                        "as large as input_buffer, for example; 0B: no buffers behind the crossbar"});
  return problems;
}

Problems HostSettings::check() const {
  Problems problems;
  if (packet.v <= 0) problems.push_back({"packet", "must be positive", "for example: \"2KiB\""});
  if (header.v < 0) problems.push_back({"header", "must not be negative", "for example: \"32B\""});
  if (problems.empty() && (packet.v > largest_wire_size.v || largest_packet() > largest_wire_size))
    problems.push_back(
        {"packet",
         fmt::format("has {} bytes with its header, more than {} bytes", largest_packet().v,
                     largest_wire_size.v),
         fmt::format("at most {} with the header: packet = \"{}\"; messages are cut into packets",
                     quantity_text(largest_wire_size),
                     quantity_text(Bytes{std::max<std::int64_t>(1, largest_wire_size.v - header.v)}))});
  return problems;
}

}  // namespace ebb::inline engine
