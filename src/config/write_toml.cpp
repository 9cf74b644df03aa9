#include "config/write_toml.hpp"

#include <fmt/format.h>

namespace ebb::inline config {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

std::string key_text(const std::string& key) {
  for (const char c : key)
    if (!(c >= 'a' && c <= 'z') && !(c >= 'A' && c <= 'Z') && !(c >= '0' && c <= '9') && c != '_' && c != '-')
      return quoted(key);
  return key.empty() ? quoted(key) : key;
}

}  // namespace

std::string toml_value(const Node& node) {
  switch (node.kind) {
    case Node::Kind::boolean:
      return node.boolean ? "true" : "false";
    case Node::Kind::integer:
      return fmt::format("{}", node.integer);
    case Node::Kind::real: {
      const std::string digits = fmt::format("{}", node.real);
      return digits.find_first_of(".enif") == std::string::npos ? digits + ".0" : digits;
    }
    case Node::Kind::text:
      return quoted(node.text);
    case Node::Kind::array: {
      std::string out = "[";
      for (const Node& item : node.items) out += (out.size() > 1 ? ", " : "") + toml_value(item);
      return out + "]";
    }
    case Node::Kind::table:
      break;
  }
  std::string out = "{";
  for (const auto& [key, value] : node.entries)
    out += fmt::format("{}{} = {}", out.size() > 1 ? ", " : " ", key_text(key), toml_value(value));
  return out + " }";
}

std::string toml_document(const Node& root) {
  std::string out;
  for (const auto& [key, value] : root.entries)
    if (value.kind != Node::Kind::table) out += fmt::format("{} = {}\n", key_text(key), toml_value(value));
  for (const auto& [key, value] : root.entries) {
    if (value.kind != Node::Kind::table) continue;
    out += fmt::format("{}[{}]\n", out.empty() ? "" : "\n", key_text(key));
    for (const auto& [name, node] : value.entries)
      out += fmt::format("{} = {}\n", key_text(name), toml_value(node));
  }
  return out;
}

}  // namespace ebb::inline config
