#include "training/chakra_node.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "base/units.hpp"
#include "record/recorded_call.hpp"
#include "training/protobuf.hpp"

namespace ebb::inline training {
namespace {

// Numbers of fields and values in Chakra's schema 0.0.4.
enum NodeField : std::uint32_t {
  field_id = 1,
  field_type = 3,
  field_control = 4,
  field_data = 5,
  field_micros = 7,
  field_attribute = 10
};
enum NodeType : std::uint64_t { type_compute = 4, type_send = 5, type_receive = 6, type_collective = 7 };
/// Of comm_type; calls without a counterpart here are `ended`.
constexpr std::array<Call, 10> calls_by_type{
    Call::all_reduce, Call::reduce,     Call::all_gather,     Call::gather, Call::scatter,
    Call::broadcast,  Call::all_to_all, Call::reduce_scatter, Call::ended,  Call::barrier};
constexpr std::int64_t most_micros = 1'000'000'000'000;  // eleven days
constexpr std::int64_t most_bytes = std::int64_t{1} << 40;

class NodeReader {
 public:
  explicit NodeReader(std::string_view bytes) : reader_(bytes) {}

  /// Returns what is wrong, or an empty text.
  std::string read(ChakraNode& node) {
    while (!reader_.at_end()) {
      const auto field = reader_.field();
      if (!field) return "is damaged";
      if (std::string wrong = take(node, *field); !wrong.empty()) return wrong;
    }
    return finish(node);
  }

 private:
  std::string take(ChakraNode& node, const ProtobufField& field) {
    if (field.number == field_id) node.id = field.value;
    if (field.number == field_type) type_ = field.value;
    if (field.number == field_attribute) return take_attribute(node, field.bytes);
    if (field.number == field_control || field.number == field_data) return take_dependencies(node, field);
    if (field.number != field_micros) return "";
    if (field.value > most_micros) return fmt::format("takes {} us, more than eleven days", field.value);
    node.has_time = true, node.duration = {static_cast<std::int64_t>(field.value) * 1'000'000};
    return "";
  }

  static std::string take_dependencies(ChakraNode& node, const ProtobufField& field) {
    if (field.is_number) node.after.push_back(field.value);
    for (ProtobufReader packed(field.bytes); !packed.at_end();) {
      const auto id = packed.varint();
      if (!id) return "has damaged dependencies";
      node.after.push_back(*id);
    }
    return "";
  }

  std::string take_attribute(ChakraNode& node, std::string_view bytes) {
    std::string_view name, text;
    std::int64_t number = 0;
    for (ProtobufReader reader(bytes); !reader.at_end();) {
      const auto field = reader.field();
      if (!field) return "has a damaged attribute";
      if (field->number == 1)
        name = field->bytes;
      else if (field->is_number)
        number = static_cast<std::int64_t>(field->value);
      else
        text = field->bytes;
    }
    if (name == "is_cpu_op") node.on_host = number != 0;
    if (name == "comm_type") has_call_ = true, call_ = number;
    if (name == "comm_size") node.bytes = number;
    if (name == "comm_dst") destination_ = number;
    if (name == "comm_src") source_ = number;
    if (name == "comm_tag") node.tag = static_cast<std::uint32_t>(number);
    if (name == "pg_name") node.group = text.empty() ? std::to_string(number) : std::string(text);
    return node.bytes < 0 || node.bytes > most_bytes ? fmt::format("sends {} bytes", node.bytes) : "";
  }

  std::string finish(ChakraNode& node) const {
    if (type_ == type_send || type_ == type_receive) {
      node.kind = type_ == type_send ? ChakraKind::send : ChakraKind::receive;
      const std::int64_t peer = type_ == type_send ? destination_ : source_;
      if (peer < 0 || peer > UINT16_MAX)
        return type_ == type_send ? "sends to nobody: it has no comm_dst"
                                  : "receives from nobody: it has no comm_src";
      node.peer = static_cast<std::uint32_t>(peer);
    }
    // A collective without a type is the host's call that starts it.
    if (type_ != type_collective || !has_call_) return "";
    if (call_ < 0 || call_ >= std::ssize(calls_by_type) ||
        calls_by_type[static_cast<std::size_t>(call_)] == Call::ended)
      return fmt::format("is a collective of the unknown type {}", call_);
    node.kind = ChakraKind::collective, node.call = calls_by_type[static_cast<std::size_t>(call_)];
    return "";
  }

  ProtobufReader reader_;
  std::uint64_t type_ = 0;
  bool has_call_ = false;
  std::int64_t call_ = 0, source_ = -1, destination_ = -1;
};

}  // namespace

std::string read_node(std::string_view bytes, ChakraNode& node) { return NodeReader(bytes).read(node); }

}  // namespace ebb::inline training
