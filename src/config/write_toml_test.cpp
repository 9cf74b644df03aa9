#include "config/write_toml.hpp"

#include <gtest/gtest.h>

#include "config/toml_file.hpp"

namespace ebb::inline config {
namespace {

TEST(WriteToml, WhatIsWrittenReadsBackTheSame) {
  const std::string text =
      "a = 1\nb = 0.1\nc = 2.0\nd = \"quote \\\" backslash \\\\ tab \\u0009\"\ne = [1, 2, 3]\nf = true\n"
      "\n[section]\nx = { name = \"y\", z = [0.5, 1.5] }\n\"odd key\" = \"40Gb/s\"\n";
  const auto first = parse_toml(text, "t");
  ASSERT_TRUE(first);
  const std::string written = toml_document(*first);
  const auto second = parse_toml(written, "t");
  ASSERT_TRUE(second) << written;
  EXPECT_EQ(toml_document(*second), written);
  EXPECT_EQ(second->find("d")->text, "quote \" backslash \\ tab \t");
  EXPECT_EQ(second->find("c")->kind, Node::Kind::real);
  EXPECT_EQ(second->find("section")->find("odd key")->text, "40Gb/s");
}

}  // namespace
}  // namespace ebb::inline config
