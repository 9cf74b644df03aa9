// Any bytes at all as a journal of rollouts, as one of its records behind the checksum, or as the agent's
// file of cables that are off: read or refused. The first byte says which.
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "base/ensure.hpp"
#include "fabric/agent/off/off_file.hpp"
#include "fabric/rollout/journal.hpp"
#include "fabric/rollout/journal_json.hpp"
#include "input_file.hpp"
#include "topology/complete.hpp"

namespace {

void read_journal(const std::string& path) {
  const auto journal = ebb::Journal::look(path);
  if (!journal) {
    for (const ebb::Problem& p : journal.problems()) ENSURE(!p.where.empty() && !p.hint.empty());
    return;
  }
  if (const ebb::RolloutRecord* last = journal->last_done()) ENSURE(last->finished());
  if (const ebb::RolloutRecord* open = journal->unfinished()) ENSURE(!open->finished());
}

void read_records(const std::string& lines) {
  std::vector<ebb::RolloutRecord> rollouts;
  for (std::size_t begin = 0, end = 0; end != lines.npos && rollouts.size() < 100; begin = end + 1) {
    end = lines.find('\n', begin);
    const auto record = nlohmann::json::parse(lines.substr(begin, end - begin), nullptr, false);
    const std::size_t before = rollouts.size();
    if (!ebb::take_record(record, rollouts)) ENSURE(rollouts.size() == before);
    if (end == lines.npos) break;
  }
}

void read_off(const std::string& path) {
  static const ebb::Network network = [] {
    ebb::Complete complete;
    complete.switches = 2, complete.hosts_per_switch = 1;
    return complete.build({});
  }();
  const auto off = ebb::read_off_file(path, network);
  if (!off) return;
  for (const ebb::PortId p : off->cables) ENSURE(p < network.switch_ports());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  if (data[0] == 0xff)
    read_records({reinterpret_cast<const char*>(data) + 1, size - 1});
  else if (data[0] == 0xfe)
    read_off(input_file(data + 1, size - 1, ".off"));
  else
    read_journal(input_file(data, size, ".journal"));
  return 0;
}
