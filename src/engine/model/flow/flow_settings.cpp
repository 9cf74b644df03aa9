#include "engine/model/flow/flow_settings.hpp"

#include <fmt/core.h>

#include "base/quantity.hpp"

namespace ebb::inline engine {
namespace {

/// Reports settings of pauses where there are none. They would be ignored silently.
Problems check_unused(const FlowSettings& given) {
  const FlowSettings usual;
  Problems problems;
  const auto refuse = [&](const char* key, bool differs) {
    if (differs)
      problems.push_back({key, fmt::format("has no meaning with \"{}\"", name_of(given.name)),
                          "leave it out, or choose \"pause\" or \"pfc\""});
  };
  refuse("xoff", given.xoff != usual.xoff), refuse("xon", given.xon != usual.xon);
  refuse("reaction", given.reaction != usual.reaction), refuse("quanta", given.quanta != usual.quanta);
  refuse("frame", given.frame != usual.frame);
  return problems;
}

/// Ethernet has no credits that could go in band.
Problems check_credits(const FlowSettings& given) {
  if (!given.has_link_packets() || given.name == FlowControl::credits) return {};
  return {{"credits", fmt::format("has no meaning with \"{}\"", name_of(given.name)),
           "leave it out, or set name = \"credits\""}};
}

}  // namespace

Problems FlowSettings::check() const {
  Problems problems = check_credits(*this);
  if (!pauses()) {
    for (Problem& p : check_unused(*this)) problems.push_back(std::move(p));
    return problems;
  }
  for (const auto& [key, size] : {std::pair{"xoff", xoff}, {"xon", xon}})
    if (size.v < 0 || size.v > (1 << 30))
      problems.push_back({key, fmt::format("is {}, but must be between 0B and 1GiB", quantity_text(size)),
                          "0 takes what the headroom leaves"});
  if (xoff.v > 0 && xon >= xoff)
    problems.push_back(
        {"xon",
         fmt::format("is {}, not less than xoff, which is {}", quantity_text(xon), quantity_text(xoff)),
         "a buffer must empty a little before the other end goes on"});
  if (reaction.v < 0) problems.push_back({"reaction", "must not be negative", "for example: \"100ns\""});
  if (quanta < 1 || quanta > most_quanta)
    problems.push_back({"quanta", fmt::format("is {}, but must be between 1 and {}", quanta, most_quanta),
                        "a pause frame has 16 bits for it"});
  if (frame.v < 64 || frame.v > 1000)
    problems.push_back({"frame", fmt::format("is {} bytes, but a pause frame has 64", frame.v),
                        "\"84B\" counts preamble and gap too"});
  return problems;
}

}  // namespace ebb::inline engine
