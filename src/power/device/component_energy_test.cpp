#include "power/device/component_energy.hpp"

#include <gtest/gtest.h>

namespace ebb::inline power {
namespace {

template <class T>
Sourced<T> given(T value) {
  return {value, Source::fitted, "", true};
}

ComponentTable round_numbers() {
  ComponentTable table;
  table.buffer = {given(32_B),        given(Joules{1e-9}), given(Joules{2e-9}), given(Joules{1e-10}),
                  given(Watts{1e-3}), given(Watts{1e-4}),  given(Watts{1e-2})};
  table.table = {given(Joules{1e-9}), given(Joules{2e-9}), given(Joules{3e-9})};
  table.arbiter = {given(Joules{1e-9}), given(Watts{1e-3})};
  table.crossbar = {given(Joules{1e-9}), given(Joules{1e-12})};
  return table;
}

/// 1,000 packets of 256 bytes pass a switch each, in a millisecond.
ComponentActivity some_activity() {
  ComponentActivity did;
  did.time = 1_ms;
  did.bytes = 256'000, did.hops = 1000;
  did.ports = 5, did.stages = 2, did.buffers = 20, did.cells = 180, did.cells_powered = 30;
  did.adapters = 2, did.adapter_packets = 1000, did.adapter_bytes = 256'000;
  return did;
}

TEST(ComponentEnergy, EveryPartIsItsActivityTimesItsNumber) {
  const ComponentEnergies e = energies_of(some_activity(), round_numbers());
  // 8,000 cells, through an input and an output buffer.
  EXPECT_DOUBLE_EQ(e.buffer_access->v, 16'000 * 3e-9);
  EXPECT_DOUBLE_EQ(e.buffer_pointers->v, 32'000 * 1e-10);
  EXPECT_DOUBLE_EQ(e.buffer_control->v, 20 * 1e-2 * 1e-3);
  EXPECT_DOUBLE_EQ(e.buffer_leakage->v, 180 * 1e-3 * 1e-3);
  EXPECT_DOUBLE_EQ(e.sleeping_leakage->v, (30 * 1e-3 + 150 * 1e-4) * 1e-3);
  EXPECT_DOUBLE_EQ(e.tables->v, 1000 * 6e-9);
  EXPECT_DOUBLE_EQ(e.arbiters->v, 1000 * 1e-9 + 5 * 1e-3 * 1e-3);
  EXPECT_DOUBLE_EQ(e.crossbar->v, 1000 * 1e-9 + 2'048'000 * 1e-12);
}

TEST(ComponentEnergy, AdaptersPayForEachPacketAtBothEnds) {
  ComponentTable table = round_numbers();
  table.adapter.processor = given(Joules{1e-8}), table.adapter.doorbell = given(Joules{1e-9});
  table.adapter.memory = given(Joules{2e-10}), table.adapter.dma = given(Joules{3e-11});
  table.adapter.idle = given(Watts{0.05});
  const ComponentEnergies e = energies_of(some_activity(), table);
  EXPECT_DOUBLE_EQ(e.adapter_processor->v, 2000 * 1e-8 + 1000 * 1e-9);  // receiving rings no doorbell
  EXPECT_DOUBLE_EQ(e.adapter_memory->v, 512'000 * 2e-10);
  EXPECT_DOUBLE_EQ(e.adapter_dma->v, 512'000 * 3e-11);
  EXPECT_DOUBLE_EQ(e.adapter_idle->v, 2 * 0.05 * 1e-3);
}

TEST(ComponentEnergy, WhatATableDoesNotSayIsNotKnown) {
  ComponentTable table = round_numbers();
  table.table.weights = {};
  const ComponentEnergies e = energies_of(some_activity(), table);
  EXPECT_FALSE(e.tables);
  EXPECT_FALSE(e.adapter_processor);
  EXPECT_TRUE(e.crossbar);
}

TEST(ComponentEnergy, LeakageNeedsCellsThatWereCounted) {
  ComponentActivity did = some_activity();
  did.cells = 0;
  const ComponentEnergies e = energies_of(did, round_numbers());
  EXPECT_FALSE(e.buffer_leakage);
  EXPECT_FALSE(e.sleeping_leakage);
  EXPECT_TRUE(e.buffer_access);
}

}  // namespace
}  // namespace ebb::inline power
