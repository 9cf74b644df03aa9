// The power and energy of the components of a switch, of its links and of the hosts' adapters, in one
// technology. Every number has its source. A number that a file does not state is unknown, and no sum with it
// is shown.
#pragma once

#include <string>
#include <tuple>

#include "base/fields.hpp"
#include "base/problem.hpp"
#include "base/units.hpp"
#include "power/device/sourced.hpp"

namespace ebb::inline power {

/// FIFO buffers of cells. A cell sleeps by itself: it is powered up when the one before it is first written,
/// and down when it has been read.
struct BufferParts {
  Sourced<Bytes> cell;
  Sourced<Joules> write, read, pointer;
  Sourced<Watts> leakage, asleep, control;

  static constexpr auto fields() {
    return std::tuple{
        field("cell", &BufferParts::cell, "bytes of a cell"),
        field("write", &BufferParts::write, "energy of writing one cell"),
        field("read", &BufferParts::read, "energy of reading one cell"),
        field("pointer", &BufferParts::pointer, "energy of moving the head or tail pointer past one cell"),
        field("leakage", &BufferParts::leakage, "of one cell that is powered"),
        field("asleep", &BufferParts::asleep, "of one cell that sleeps"),
        field("control", &BufferParts::control, "of one buffer's pointers and control, which never sleep")};
  }
};

/// Lookup tables: one search of each for every packet at every switch.
struct TableParts {
  Sourced<Joules> forwarding, service_level, weights;

  static constexpr auto fields() {
    return std::tuple{
        field("forwarding", &TableParts::forwarding, "looking up a destination's ports"),
        field("service_level", &TableParts::service_level, "looking up the virtual lane of a service level"),
        field("weights", &TableParts::weights, "looking up the weight of a virtual lane")};
  }
};

struct ArbiterParts {
  Sourced<Joules> grant;
  Sourced<Watts> idle;

  static constexpr auto fields() {
    return std::tuple{field("grant", &ArbiterParts::grant, "letting one packet through"),
                      field("idle", &ArbiterParts::idle, "of one port's arbiter and clock, whatever passes")};
  }
};

struct CrossbarParts {
  Sourced<Joules> setup, per_bit;

  static constexpr auto fields() {
    return std::tuple{field("setup", &CrossbarParts::setup, "setting the way for one packet"),
                      field("per_bit", &CrossbarParts::per_bit, "moving one bit")};
  }
};

/// Links have the power of a device's states, scaled where the technology differs.
struct LinkParts {
  std::string device;
  Sourced<double> scale;

  static constexpr auto fields() {
    return std::tuple{field("device", &LinkParts::device, "whose states and powers the links have"),
                      field("scale", &LinkParts::scale, "their power over that device's", {0, 1e3})};
  }
};

/// Host adapters: a processor for each packet sent or received, memory and DMA for each byte, a doorbell for
/// each packet sent. Their times count for hosts that name the table (`[host] adapter`).
struct AdapterParts {
  Sourced<Joules> processor, doorbell, memory, dma;
  Sourced<Watts> idle;
  Sourced<Picoseconds> request_time, completion_time, dma_setup;
  Sourced<BitsPerSecond> dma_rate;

  static constexpr auto fields() {
    return std::tuple{
        field("processor", &AdapterParts::processor, "handling one packet, sent or received"),
        field("doorbell", &AdapterParts::doorbell, "of one packet to send"),
        field("memory", &AdapterParts::memory, "writing and reading one byte on its way through"),
        field("dma", &AdapterParts::dma, "moving one byte between host, memory and network"),
        field("idle", &AdapterParts::idle, "of one adapter, whatever passes"),
        field("request_time", &AdapterParts::request_time, "of the processor, for one message to send"),
        field("completion_time", &AdapterParts::completion_time, "of the processor, for one that is whole"),
        field("dma_setup", &AdapterParts::dma_setup, "before each packet, in either direction"),
        field("dma_rate", &AdapterParts::dma_rate, "between host and adapter, in either direction")};
  }
};

struct ComponentTable {
  std::string name, file;  ///< the file's name without folder and ending; where it was read
  std::string title, from;
  BufferParts buffer;
  TableParts table;
  ArbiterParts arbiter;
  CrossbarParts crossbar;
  LinkParts link;
  AdapterParts adapter;

  static constexpr auto fields() {
    return std::tuple{
        field("title", &ComponentTable::title, "what it is"),
        field("from", &ComponentTable::from, "where its numbers come from, unless they say so themselves")};
  }
};

}  // namespace ebb::inline power
