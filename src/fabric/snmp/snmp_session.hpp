// SNMP requests to one managed switch: version 3 with a user who authenticates and encrypts, or version 2c
// with a community. It needs a build with net-snmp (EBB_SNMP); without it, opening a session fails with a
// message.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/problem.hpp"
#include "base/result.hpp"

namespace ebb::inline fabric {

struct SnmpTarget {
  std::string name;                              ///< of the switch, for messages
  std::string address;                           ///< "udp:192.0.2.1:161"
  std::string user, password, privacy_password;  ///< version 3: SHA and AES
  std::string community;                         ///< version 2c, where there is no user
  std::chrono::milliseconds timeout{1'000};      ///< per attempt
  int retries = 2;
};

using SnmpName = std::vector<unsigned long>;  ///< an object identifier

struct SnmpValue {
  enum class Kind : std::uint8_t { missing, number, text, name };
  Kind kind = Kind::missing;
  std::uint64_t number = 0;
  std::string text = {};
  SnmpName name = {};

  bool operator==(const SnmpValue&) const = default;
};

/// A value to be written. A number is an INTEGER, or an Unsigned32 where the object's MIB has that.
struct SnmpSetting {
  SnmpName name;
  SnmpValue value;
  bool is_unsigned = false;
};

class SnmpSession {
 public:
  virtual ~SnmpSession() = default;
  static Result<std::unique_ptr<SnmpSession>> open(const SnmpTarget& target);
  /// The same without contacting the switch: the first request opens it.
  static Result<std::unique_ptr<SnmpSession>> prepare(const SnmpTarget& target);

  /// One value for each name, in order. Values that the switch does not have are marked missing.
  virtual Result<std::vector<SnmpValue>> get(const std::vector<SnmpName>& names) = 0;
  /// All values below a name, with the remainder of their names.
  virtual Result<std::vector<std::pair<SnmpName, SnmpValue>>> walk(const SnmpName& below) = 0;
  /// Writes all of these in one request. A switch should write all or none of them, but some stop half way;
  /// and after a lost reply nobody knows. Read them again after a problem.
  virtual Problems set(const std::vector<SnmpSetting>& settings) = 0;
  /// Whether the last request had no answer: nobody knows what it did, and a later one may be answered. A
  /// refusal is an answer.
  virtual bool silent() const = 0;
};

}  // namespace ebb::inline fabric
