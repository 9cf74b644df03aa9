#include "power/device/component_energy.hpp"

namespace ebb::inline power {
namespace {

/// Adds up energies. The sum is unknown as soon as a part of it is.
class Parts {
 public:
  Parts& add(const Sourced<Joules>& each, double times) {
    known_ = known_ && each.given;
    joules_ += each.value.v * times;
    return *this;
  }
  Parts& add(const Sourced<Watts>& each, double number, Picoseconds time) {
    known_ = known_ && each.given;
    joules_ += (each.value * time).v * number;
    return *this;
  }
  std::optional<Joules> sum() const { return known_ ? std::optional(Joules{joules_}) : std::nullopt; }

 private:
  double joules_ = 0;
  bool known_ = true;
};

double number(std::uint64_t count) { return static_cast<double>(count); }

void add_buffers(const ComponentActivity& did, const BufferParts& buffer, ComponentEnergies& out) {
  if (!buffer.cell.given || buffer.cell.value.v <= 0) return;
  const double cells = number(did.stages * did.bytes) / static_cast<double>(buffer.cell.value.v);
  out.buffer_access = Parts().add(buffer.write, cells).add(buffer.read, cells).sum();
  out.buffer_pointers = Parts().add(buffer.pointer, 2 * cells).sum();
  if (did.cells == 0) return;  // cells were not counted
  out.buffer_control = Parts().add(buffer.control, number(did.buffers), did.time).sum();
  out.buffer_leakage = Parts().add(buffer.leakage, number(did.cells), did.time).sum();
  out.sleeping_leakage = Parts()
                             .add(buffer.leakage, did.cells_powered, did.time)
                             .add(buffer.asleep, number(did.cells) - did.cells_powered, did.time)
                             .sum();
}

}  // namespace

ComponentEnergies energies_of(const ComponentActivity& did, const ComponentTable& table) {
  ComponentEnergies out;
  add_buffers(did, table.buffer, out);
  const double hops = number(did.hops), packets = number(did.adapter_packets);
  const TableParts& tables = table.table;
  out.tables =
      Parts().add(tables.forwarding, hops).add(tables.service_level, hops).add(tables.weights, hops).sum();
  out.arbiters =
      Parts().add(table.arbiter.grant, hops).add(table.arbiter.idle, number(did.ports), did.time).sum();
  out.crossbar =
      Parts().add(table.crossbar.setup, hops).add(table.crossbar.per_bit, 8 * number(did.bytes)).sum();
  // Every packet and byte that is delivered was sent by one adapter and received by another.
  const AdapterParts& adapter = table.adapter;
  out.adapter_processor = Parts().add(adapter.processor, 2 * packets).add(adapter.doorbell, packets).sum();
  out.adapter_memory = Parts().add(adapter.memory, 2 * number(did.adapter_bytes)).sum();
  out.adapter_dma = Parts().add(adapter.dma, 2 * number(did.adapter_bytes)).sum();
  out.adapter_idle = Parts().add(adapter.idle, number(did.adapters), did.time).sum();
  return out;
}

}  // namespace ebb::inline power
