#include "fabric/routed/json_scanner.hpp"

#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

#include "fabric/routed/frr_recorded_testing.hpp"
#include "fabric/routed/frr_text.hpp"

namespace ebb::inline fabric {
namespace {

using nlohmann::json;

std::string skipped(const std::string& text) {
  JsonScanner scanner(text);
  try {
    scanner.skip();
    scanner.expect_end();
  } catch (const JsonScanner::Damage& damage) {
    return damage.what;
  }
  return "";
}

TEST(JsonScanner, SkipsAnyValue) {
  for (const char* text :
       {"1", "-1.5e3", "true", "null", R"("a\"]b")", "[]", "{}", R"( {"a" : [1, {"b":"}"}], "c":null} )"})
    EXPECT_EQ(skipped(text), "") << text;
  EXPECT_EQ(skipped("[1"), "a value expected at byte 2");
  EXPECT_EQ(skipped(R"("a\")"), "the end of a text expected at byte 4");
  EXPECT_EQ(skipped("{} x"), "the end expected at byte 3");
  EXPECT_EQ(skipped(""), "a value expected at byte 0");
}

TEST(JsonScanner, RefusesCountsThatAreNone) {
  for (const char* text : {"-1", "x", "", "18446744073709551616"}) {
    JsonScanner scanner(text);
    EXPECT_THROW(scanner.count(), JsonScanner::Damage) << text;
  }
}

/// By the library that reads all other JSON; throws where the text has no such links.
std::map<std::string, RouterLink> links_by_tree(const std::string& text) {
  std::map<std::string, RouterLink> links;
  const json all = json::parse(text);
  for (const json& one : all.get_ref<const json::array_t&>()) {
    RouterLink& link = links[one.at("ifname").get<std::string>()];
    bool carrier = false;
    for (const json& flag : one.at("flags").get_ref<const json::array_t&>())
      link.enabled |= flag == "UP", carrier |= flag == "LOWER_UP";
    link.up = link.enabled && carrier;
    const json &sent = one.at("stats64").at("tx"), &received = one.at("stats64").at("rx");
    link.sent_bytes = sent.at("bytes"), link.sent_frames = sent.at("packets");
    link.received_bytes = received.at("bytes"), link.received_frames = received.at("packets");
  }
  return links;
}

/// One character at a time is replaced. What both readers accept, they read alike; damage outside the values
/// that are skipped is refused by both.
TEST(JsonScanner, ReadsDamagedLinksAsATreeDoesOrRefusesThem) {
  int accepted = 0;
  for (std::size_t at = 0; at < std::string_view(links_up).size(); ++at)
    for (const char c : {'"', '{', '}', '[', ']', ',', ':', '7', 'U', ' ', '\\'}) {
      std::string text = links_up;
      text[at] = c;
      const auto found = parse_links("r", text);
      if (!found || !json::accept(text)) continue;
      EXPECT_EQ(*found, links_by_tree(text)) << text;
      ++accepted;
    }
  EXPECT_GT(accepted, 1000);
}

}  // namespace
}  // namespace ebb::inline fabric
