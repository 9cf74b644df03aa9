// Arrays of this machine and their copies in the memory of another one.
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "engine/gpu/warp_machine.hpp"
#include "engine/storage/array_view.hpp"

namespace ebb::inline engine {

/// Memory there that grows with what is put into it. What it held before is lost then.
class MachineBuffer {
 public:
  explicit MachineBuffer(WarpMachine& machine) : machine_(machine) {}

  void* with_room(std::size_t bytes) {
    if (bytes <= room_) return memory_;
    if (memory_) machine_.release(memory_);
    room_ = bytes + bytes / 2;
    return memory_ = machine_.allocate(room_);
  }

 private:
  WarpMachine& machine_;
  void* memory_ = nullptr;
  std::size_t room_ = 0;
};

class MachineArrays {
 public:
  explicit MachineArrays(WarpMachine& machine) : machine_(machine) {}

  /// Writes an array there. If its size has changed, its memory there does, too.
  template <class T>
  void put(const ArrayView<T>& here, ArrayView<T>& there) {
    if (there.size() != here.size() || there.data() == here.data()) {
      if (there.data() && there.data() != here.data()) machine_.release(memory_of(there));
      there = {here.empty() ? nullptr : static_cast<T*>(machine_.allocate(bytes_of(here))), here.size()};
    }
    if (!here.empty()) machine_.write(memory_of(there), here.data(), bytes_of(here));
  }
  template <class T>
  void get(const ArrayView<T>& here, const ArrayView<T>& there) {
    if (!here.empty()) machine_.read(memory_of(here), there.data(), bytes_of(here));
  }
  template <class T>
  static std::size_t bytes_of(const ArrayView<T>& array) {
    return array.size() * sizeof(T);
  }
  template <class T>
  static void* memory_of(const ArrayView<T>& array) {
    return const_cast<std::remove_const_t<T>*>(array.data());
  }

 private:
  WarpMachine& machine_;
};

/// What arrays there hold at one time, to bring it back. The arrays must be the same, in the same order.
class MachineSnapshot {
 public:
  explicit MachineSnapshot(WarpMachine& machine) : machine_(machine) {}

  void begin() { next_ = 0; }
  template <class T>
  void take(const ArrayView<T>& there) {
    void* room = room_for(there);
    if (!there.empty()) machine_.copy(room, there.data(), MachineArrays::bytes_of(there));
  }
  template <class T>
  void bring_back(const ArrayView<T>& there) {
    const void* room = room_for(there);
    if (!there.empty()) machine_.copy(MachineArrays::memory_of(there), room, MachineArrays::bytes_of(there));
  }

 private:
  template <class T>
  void* room_for(const ArrayView<T>& there) {
    if (next_ == buffers_.size()) buffers_.emplace_back(machine_);
    return buffers_[next_++].with_room(MachineArrays::bytes_of(there));
  }
  WarpMachine& machine_;
  std::vector<MachineBuffer> buffers_;
  std::size_t next_ = 0;
};

}  // namespace ebb::inline engine
