#include "fabric/snmp/snmp_session.hpp"

#ifdef EBB_SNMP

#include <fmt/format.h>
// net-snmp's headers need these first.
#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <shared_mutex>

#include "fabric/snmp/no_broken_pipe.hpp"

namespace ebb::inline fabric {
namespace {

/// A reply with this many values fits one frame.
constexpr std::size_t names_at_a_time = 16, values_at_a_time = 24;

/// The library reads no configuration files and no MIB texts, and stores nothing: all settings are made here.
void start_library() {
  static std::once_flag once;
  std::call_once(once, [] {
    setenv("MIBS", "", 0);
    netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_READ_CONFIGS, 1);
    netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, NETSNMP_DS_LIB_DONT_PERSIST_STATE, 1);
    snmp_disable_log();
    init_snmp("ebb");
  });
}

/// The library has one list of users for all sessions: opening and closing a session changes it, and every
/// request reads it.
std::shared_mutex users;

SnmpValue value_of(const netsnmp_variable_list& v) {
  using Kind = SnmpValue::Kind;
  switch (v.type) {
    case ASN_INTEGER:
    case ASN_COUNTER:
    case ASN_GAUGE:
    case ASN_TIMETICKS:
      return {Kind::number, static_cast<std::uint64_t>(*v.val.integer) & 0xffff'ffffu};
    case ASN_COUNTER64:
      return {Kind::number, static_cast<std::uint64_t>(v.val.counter64->high) << 32 |
                                (static_cast<std::uint64_t>(v.val.counter64->low) & 0xffff'ffffu)};
    case ASN_OCTET_STR:
      return {Kind::text, 0, std::string(reinterpret_cast<const char*>(v.val.string), v.val_len)};
    case ASN_OBJECT_ID:
      return {Kind::name, 0, {}, SnmpName(v.val.objid, v.val.objid + v.val_len / sizeof(oid))};
    default:
      return {};  // noSuchObject, noSuchInstance, endOfMibView, or an unused type
  }
}

struct FreePdu {
  void operator()(netsnmp_pdu* pdu) const { snmp_free_pdu(pdu); }
};
using Answer = std::unique_ptr<netsnmp_pdu, FreePdu>;

class NetSnmpSession final : public SnmpSession {
 public:
  explicit NetSnmpSession(const SnmpTarget& target) : target_(target) {}
  NetSnmpSession(const NetSnmpSession&) = delete;
  NetSnmpSession& operator=(const NetSnmpSession&) = delete;
  ~NetSnmpSession() override { end(); }

  Problems begin() {
    const std::unique_lock alone(users);
    start_library();
    netsnmp_session wanted;
    snmp_sess_init(&wanted);
    wanted.peername = target_.address.data();
    wanted.timeout = static_cast<long>(target_.timeout.count()) * 1'000;
    wanted.retries = target_.retries;
    if (target_.user.empty()) {
      wanted.version = SNMP_VERSION_2c;
      wanted.community = reinterpret_cast<u_char*>(target_.community.data());
      wanted.community_len = target_.community.size();
    } else if (!use_keys(wanted)) {
      return {problem("has a password that is too short", "SNMP requires eight characters or more")};
    }
    const NoBrokenPipe no_signal;  // opening discovers the switch's engine
    session_ = snmp_sess_open(&wanted);
    if (session_) return {};
    if (wanted.s_snmp_errno == SNMPERR_TIMEOUT) return {no_answer()};
    char* text = nullptr;
    snmp_error(&wanted, nullptr, nullptr, &text);
    Problem why = problem(fmt::format("cannot be queried: {}", text ? text : "no session"),
                          "check its address (udp:ADDRESS:PORT), user and passwords in the inventory");
    std::free(text);
    return {why};
  }

  Result<std::vector<SnmpValue>> get(const std::vector<SnmpName>& names) override {
    std::vector<SnmpValue> values;
    for (std::size_t at = 0; at < names.size(); at += names_at_a_time) {
      netsnmp_pdu* pdu = snmp_pdu_create(SNMP_MSG_GET);
      const std::size_t end = std::min(names.size(), at + names_at_a_time);
      for (std::size_t i = at; i < end; ++i) snmp_add_null_var(pdu, names[i].data(), names[i].size());
      auto answer = ask(pdu);
      if (!answer) return answer.problems();
      for (const netsnmp_variable_list* v = (*answer)->variables; v; v = v->next_variable)
        values.push_back(value_of(*v));
      if (values.size() != end)
        return problem("its reply does not match the request", "check the SNMP agent of the switch");
    }
    return values;
  }

  Result<std::vector<std::pair<SnmpName, SnmpValue>>> walk(const SnmpName& below) override {
    constexpr std::size_t most = 100'000;
    std::vector<std::pair<SnmpName, SnmpValue>> found;
    SnmpName at = below;
    for (bool more = true; more && found.size() < most;) {
      netsnmp_pdu* pdu = snmp_pdu_create(SNMP_MSG_GETBULK);
      pdu->non_repeaters = 0, pdu->max_repetitions = values_at_a_time;
      snmp_add_null_var(pdu, at.data(), at.size());
      auto answer = ask(pdu);
      if (!answer) return answer.problems();
      more = (*answer)->variables != nullptr;
      for (const netsnmp_variable_list* v = (*answer)->variables; v && more; v = v->next_variable) {
        SnmpName next(v->name, v->name + v->name_length);
        more = next.size() > below.size() && std::equal(below.begin(), below.end(), next.begin()) &&
               next > at && v->type != SNMP_ENDOFMIBVIEW;
        if (!more) break;
        found.emplace_back(SnmpName(next.begin() + static_cast<std::ptrdiff_t>(below.size()), next.end()),
                           value_of(*v));
        at = std::move(next);
      }
    }
    return found;
  }

  Problems set(const std::vector<SnmpSetting>& settings) override {
    netsnmp_pdu* pdu = snmp_pdu_create(SNMP_MSG_SET);
    for (const auto& [name, value, is_unsigned] : settings) {
      const auto number = static_cast<long>(value.number);
      if (value.kind == SnmpValue::Kind::text)
        snmp_pdu_add_variable(pdu, name.data(), name.size(), ASN_OCTET_STR, value.text.data(),
                              value.text.size());
      else if (value.kind == SnmpValue::Kind::name)
        snmp_pdu_add_variable(pdu, name.data(), name.size(), ASN_OBJECT_ID, value.name.data(),
                              value.name.size() * sizeof(oid));
      else
        snmp_pdu_add_variable(pdu, name.data(), name.size(), is_unsigned ? ASN_UNSIGNED : ASN_INTEGER,
                              &number, sizeof number);
    }
    const auto answer = ask(pdu);
    return answer ? Problems{} : answer.problems();
  }

  bool silent() const override { return silent_; }

 private:
  /// The library caches the keys of a user for each switch, and would use them in the next session instead of
  /// the given password.
  void end() {
    if (!session_) return;
    const std::unique_lock alone(users);
    const netsnmp_session* known = snmp_sess_session(session_);
    if (known && known->securityEngineIDLen > 0 && !target_.user.empty())
      if (usmUser* user =
              usm_get_user(known->securityEngineID, known->securityEngineIDLen, target_.user.data()))
        usm_free_user(usm_remove_user(user) ? user : nullptr);
    snmp_sess_close(session_);
    session_ = nullptr;
  }

  Problem problem(std::string what, std::string hint) const {
    return {target_.name, std::move(what), std::move(hint)};
  }

  Problem no_answer() const {
    return problem(fmt::format("does not answer at {}, {} times", target_.address, target_.retries + 1),
                   "check that it is reachable; a wrong community or user gets no reply either");
  }

  bool use_keys(netsnmp_session& s) {
    constexpr std::size_t shortest = 8;
    if (target_.password.size() < shortest || target_.privacy_password.size() < shortest) return false;
    s.version = SNMP_VERSION_3;
    s.securityName = target_.user.data(), s.securityNameLen = target_.user.size();
    s.securityLevel = SNMP_SEC_LEVEL_AUTHPRIV;
    s.securityAuthProto = usmHMACSHA1AuthProtocol, s.securityAuthProtoLen = USM_AUTH_PROTO_SHA_LEN;
    s.securityPrivProto = usmAESPrivProtocol, s.securityPrivProtoLen = USM_PRIV_PROTO_AES_LEN;
    s.securityAuthKeyLen = USM_AUTH_KU_LEN, s.securityPrivKeyLen = USM_PRIV_KU_LEN;
    const auto key = [&](const std::string& password, u_char* to, std::size_t* length) {
      return generate_Ku(s.securityAuthProto, static_cast<u_int>(s.securityAuthProtoLen),
                         reinterpret_cast<const u_char*>(password.data()), password.size(), to,
                         length) == SNMPERR_SUCCESS;
    };
    return key(target_.password, s.securityAuthKey, &s.securityAuthKeyLen) &&
           key(target_.privacy_password, s.securityPrivKey, &s.securityPrivKeyLen);
  }

  /// After a restart of a switch, its SNMP time starts again, and it rejects requests with the old time. A
  /// new session reads the new time.
  Result<Answer> ask(netsnmp_pdu* question) {
    Answer again(snmp_clone_pdu(question));
    if (!session_) {
      snmp_free_pdu(question);
      return ask_anew(again.release());
    }
    auto answer = ask_once(question);
    if (!silent_) return answer;
    end();
    return ask_anew(again.release());
  }

  Result<Answer> ask_anew(netsnmp_pdu* question) {
    Answer owned(question);
    silent_ = true;
    if (Problems problems = begin(); !problems.empty()) return problems;
    return ask_once(owned.release());
  }

  Result<Answer> ask_once(netsnmp_pdu* question) {
    const std::shared_lock others_too(users);
    const NoBrokenPipe no_signal;
    netsnmp_pdu* got = nullptr;
    const int status = snmp_sess_synch_response(session_, question, &got);
    Answer answer(got);
    silent_ = status != STAT_SUCCESS || !answer;
    if (status == STAT_TIMEOUT) return no_answer();
    if (silent_) return failure();
    if (answer->errstat != SNMP_ERR_NOERROR)
      return problem(fmt::format("refuses: {}", snmp_errstring(static_cast<int>(answer->errstat))),
                     "check that the switch has this object and lets the user write it");
    return answer;
  }

  Problem failure() const {
    char* text = nullptr;
    int library = 0, system = 0;
    snmp_sess_error(session_, &system, &library, &text);
    Problem why = library == SNMPERR_TIMEOUT
                      ? no_answer()
                      : problem(fmt::format("cannot be queried: {}", text ? text : "unknown"),
                                "check the user and passwords in the inventory");
    std::free(text);
    return why;
  }

  SnmpTarget target_;
  void* session_ = nullptr;
  bool silent_ = false;
};

}  // namespace

Result<std::unique_ptr<SnmpSession>> SnmpSession::open(const SnmpTarget& target) {
  auto session = std::make_unique<NetSnmpSession>(target);
  if (Problems problems = session->begin(); !problems.empty()) return problems;
  return std::unique_ptr<SnmpSession>(std::move(session));
}

Result<std::unique_ptr<SnmpSession>> SnmpSession::prepare(const SnmpTarget& target) {
  return std::unique_ptr<SnmpSession>(std::make_unique<NetSnmpSession>(target));
}

}  // namespace ebb::inline fabric

#else

namespace ebb::inline fabric {

Result<std::unique_ptr<SnmpSession>> SnmpSession::open(const SnmpTarget& target) {
  return Problem{target.name, "has an SNMP address, but this ebb was built without net-snmp",
                 "install libsnmp-dev and build again"};
}

Result<std::unique_ptr<SnmpSession>> SnmpSession::prepare(const SnmpTarget& target) { return open(target); }

}  // namespace ebb::inline fabric

#endif
