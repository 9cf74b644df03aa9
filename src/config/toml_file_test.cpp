#include "config/toml_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "base/folder_testing.hpp"

namespace ebb::inline config {
namespace {

using testing::HasSubstr;

Problem only_problem(const Result<Node>& result) {
  EXPECT_FALSE(result.ok());
  if (result.ok()) return {};
  EXPECT_EQ(result.problems().size(), 1u);
  EXPECT_NE(result.problems()[0].hint, "");
  return result.problems()[0];
}

Problem refusal(std::string_view text) { return only_problem(parse_toml(text, "f.toml")); }

TEST(TomlFile, IsReadWithTheFilesOrderAndThePlaceOfEveryKey) {
  const auto root = parse_toml("zeta = 1\n[beta]\n  rate = \"1Gb/s\"\n[alpha]\nlist = [1,\n  2]\n", "f.toml");
  ASSERT_TRUE(root.ok());
  ASSERT_EQ(root->entries.size(), 3u);
  EXPECT_EQ(root->entries[0].key, "zeta");
  EXPECT_EQ(root->entries[1].key, "beta");
  EXPECT_EQ(root->entries[2].key, "alpha");
  EXPECT_EQ(root->find("zeta")->where, "f.toml:1:1");
  EXPECT_EQ(root->find("beta")->where, "f.toml:2:1");
  EXPECT_EQ(root->find("beta")->find("rate")->where, "f.toml:3:3");
  EXPECT_EQ(root->find("alpha")->find("list")->items[1].where, "f.toml:6:3");
}

TEST(TomlFile, PlacesInlineTablesAndDottedKeysAtTheirKeys) {
  const auto root = parse_toml("a.b = {c = 1}\n", "f.toml");
  ASSERT_TRUE(root.ok());
  EXPECT_EQ(root->find("a")->find("b")->where, "f.toml:1:3");
  EXPECT_EQ(root->find("a")->find("b")->find("c")->where, "f.toml:1:8");
}

TEST(TomlFile, RefusesAMissingFile) {
  const TestFolder folder;
  const std::string path = (folder.path / "none.toml").string();
  const Problem p = only_problem(read_toml(path));
  EXPECT_EQ(p.where, path);
  EXPECT_EQ(p.what, "there is no such file");
  EXPECT_EQ(only_problem(read_toml("")).what, "there is no such file");
}

TEST(TomlFile, RefusesAPathThroughAFile) {
  const TestFolder folder;
  const std::string path = folder.write("a.toml", "x = 1") + "/b.toml";
  EXPECT_THAT(only_problem(read_toml(path)).what,
              testing::AnyOf("there is no such file", HasSubstr("Not a dir")));
}

TEST(TomlFile, RefusesAnEndlessPath) {
  EXPECT_THAT(only_problem(read_toml(std::string(100'000, 'x'))).what, HasSubstr("cannot be read"));
}

TEST(TomlFile, RefusesADirectory) {
  const TestFolder folder;
  EXPECT_EQ(only_problem(read_toml(folder.path.string())).what, "is a folder, not a file");
}

TEST(TomlFile, RefusesAPipeInsteadOfWaitingForIt) {
  const TestFolder folder;
  const std::string path = (folder.path / "pipe").string();
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(only_problem(read_toml(path)).what, "is not a regular file");
}

TEST(TomlFile, RefusesAHundredMegabytesWithoutReadingThem) {
  const TestFolder folder;
  const std::string path = folder.write("large.toml", "x = 1\n");
  std::filesystem::resize_file(path, 100'000'000);
  EXPECT_EQ(only_problem(read_toml(path)).what, "is 100 MB large, but at most 1 MB are read");
}

TEST(TomlFile, RefusesAnEmptyFileAndOneOfCommentsAlone) {
  for (const char* text : {"", " \n\t\r\n", "# nothing\n"}) EXPECT_EQ(refusal(text).what, "is empty") << text;
  const TestFolder folder;
  EXPECT_EQ(only_problem(read_toml(folder.write("empty.toml", ""))).what, "is empty");
}

TEST(TomlFile, RefusesBinaryJunk) {
  EXPECT_EQ(refusal(std::string_view("\x7f"
                                     "ELF\x02\x01\0\0\0",
                                     9))
                .what,
            "holds binary data, not text");
  EXPECT_THAT(refusal("\xff\xd8\xff\xe0 JFIF").what, HasSubstr("is not valid TOML"));
}

TEST(TomlFile, RefusesInvalidUtf8WithItsPlace) {
  const Problem p = refusal("a = 1\nb = \"\xc3\x28\"\n");
  EXPECT_THAT(p.where, HasSubstr("f.toml:2:"));
  EXPECT_THAT(p.what, HasSubstr("not UTF-8"));
}

TEST(TomlFile, RefusesDuplicateKeysAndSections) {
  EXPECT_THAT(refusal("k = 1\nk = 2\n").where, HasSubstr("f.toml:2:"));
  EXPECT_THAT(refusal("k = 1\nk = 2\n").what, HasSubstr("'k' is defined twice"));
  EXPECT_EQ(refusal("[a]\nx = 1\n[a]\n").where, "f.toml:3:1");
}

TEST(TomlFile, RefusesNumbersBeyondSixtyFourBits) {
  EXPECT_THAT(refusal("k = 9223372036854775808\n").what, HasSubstr("64 bits"));
  EXPECT_THAT(refusal("k = 1e999\n").what, HasSubstr("1e999"));
}

TEST(TomlFile, RefusesDatesAtTheirKeyAndAllOfThem) {
  const auto result = parse_toml("[a]\nday = 2026-01-01\nat = 12:30:00\nok = 1\n", "f.toml");
  ASSERT_FALSE(result.ok());
  ASSERT_EQ(result.problems().size(), 2u);
  EXPECT_EQ(result.problems()[0].where, "f.toml:2:1: a.day");
  EXPECT_EQ(result.problems()[1].where, "f.toml:3:1: a.at");
}

TEST(TomlFile, RefusesWhatEndsTooEarly) {
  for (const char* text : {"[", "[[", "[a", "[[a]", "a", "a =", "a = [1,", "a = {b = 1", "a = \"x",
                           "a = '''x", "a = \"\\u12", "a = 1979-05-27T"})
    EXPECT_THAT(refusal(text).what, HasSubstr("is not valid TOML")) << text;
}

/// The parser's own messages are for authors of parsers.
TEST(TomlFile, SaysWhatIsWrongInOwnWords) {
  const std::pair<const char*, const char*> all[] = {
      {"a = ", "the file ends within a line `key = value`"},
      {"a = [1,", "the file ends within a list `[ … ]`"},
      {"a = \"x", "the file ends within a text"},
      {"[a]\nb = 1\n[a]", "'a' is defined twice"},
      {"a = 1 2", "a line `key = value` has ended, but '2' follows on the same line"},
      {"a b = 1", "`=` is expected after a key, not 'b'"},
      {"a = {b=1,}", "a table `{ … }` has a comma before its end"},
      {"a = \"\\q\"", "a text cannot have '\\q': write \\\\ for a backslash"},
      {"a = 1__0", "an underscore in a number must be between digits"},
      {"a = 2020-13-01", "a date or time cannot contain 13 here"},
      {"= 3", "a line cannot contain '=' here"}};
  for (const auto& [text, said] : all) {
    EXPECT_EQ(refusal(text).what, std::string("is not valid TOML: ") + said) << text;
    EXPECT_THAT(refusal(text).what, testing::Not(HasSubstr("Error while parsing"))) << text;
  }
}

TEST(TomlFile, RefusesHeadersWithoutAName) {
  for (const char* text : {"[]", "[[]]", "[.a]", "[=]", "[#]", "[[[a]]]", "[ ]", "[,]", "[\xc3\xa9]"})
    EXPECT_THAT(refusal(text).where, HasSubstr("f.toml:1:")) << text;
}

TEST(TomlFile, RefusesOtherAlphabetsOutsideOfQuotes) {
  for (const char* text :
       {"a = 1\n\xc3\xa9 = 2", "a = 1\n b = caf\xc3\xa9", "a = 1\nb = 8\xd0\x96", "a = 1\n\xc2\xa0"}) {
    EXPECT_THAT(refusal(text).where, HasSubstr("f.toml:2:")) << text;
    EXPECT_THAT(refusal(text).what, HasSubstr("ASCII")) << text;
  }
  EXPECT_TRUE(parse_toml("\xef\xbb\xbf# caf\xc3\xa9\na = 'caf\xc3\xa9'\n\"\xc3\xa9\" = 1", "f.toml").ok());
}

TEST(TomlFile, CountsColumnsInCharacters) {
  EXPECT_EQ(parse_toml("a = {b = '\xc3\xa9\xc3\xa9', c = 1}", "f.toml")->find("a")->find("c")->where,
            "f.toml:1:16");
  EXPECT_EQ(refusal("a = ['\xc3\xa9\xc3\xa9', \xc3\xa9]").where, "f.toml:1:12");
}

TEST(TomlFile, SurvivesAnyDepthOfNesting) {
  std::string dots = "a", quoted = "\"a\"";
  for (int i = 0; i < 100'000; ++i) dots += ".a", quoted += ".'a'";
  const std::string lists(100'000, '[');
  std::string tables;
  for (int i = 0; i < 100'000; ++i) tables += "{a=";
  for (const std::string& text :
       {"a = " + lists, "a = " + tables, dots + " = 1", "[" + dots + "]", "[[" + dots + "]]", quoted + " = 1",
        "a = {" + dots + " = 1}", "a = [{" + dots + " = 1}]"}) {
    EXPECT_THAT(refusal(text).what, HasSubstr("nested more than 32 levels")) << text.substr(0, 10);
    EXPECT_THAT(refusal(text).where, HasSubstr("f.toml:1:")) << text.substr(0, 10);
  }
  EXPECT_THAT(refusal(lists).what, HasSubstr("a section's name is expected"));
}

TEST(TomlFile, CountsNoBracketsOrDotsInTextsAndComments) {
  const std::string many(100, '['), dots(100, '.');
  for (const std::string& text :
       {"a = \"" + many + dots + "\"", "a = '" + many + "'", "# " + many + dots + "\na = 1",
        "a = \"\"\"\n" + many + "\\\"\"\" " + dots + "\n\"\"\"", "a = '''" + many + "'" + dots + "'''",
        "a = \"\\\"" + many + "\"", "\"" + dots + "\" = 1"})
    EXPECT_TRUE(parse_toml(text, "f.toml").ok()) << text;
}

TEST(TomlFile, ReadsManyShallowThingsInOneFile) {
  std::string text;
  for (int i = 0; i < 1'000; ++i) text += "[s" + std::to_string(i) + ".x]\na.b = [1.5, {c = 2}]\n";
  const auto root = parse_toml(text, "f.toml");
  ASSERT_TRUE(root.ok());
  EXPECT_EQ(root->entries.size(), 1'000u);
}

TEST(TomlFile, ReadsVeryLongKeysAndTexts) {
  const std::string long_name(500'000, 'k');
  EXPECT_TRUE(parse_toml(long_name + " = 1", "f.toml").ok());
  EXPECT_TRUE(parse_toml("a = '" + long_name + "'", "f.toml").ok());
}

TEST(ParseToml, RefusesATextThatBeginsInAWord) {
  // The parser takes the zero for a number, and then fails on letters that it does not expect.
  for (const char* text : {"name = 0\"L\xef\xba\xbfL= -", "a = b'c'", "a-\"b\" = 1"}) {
    const auto parsed = parse_toml(text, "x.toml");
    ASSERT_FALSE(parsed) << text;
    EXPECT_THAT(to_text(parsed.problems()), testing::HasSubstr("in the middle of a word"));
  }
  EXPECT_TRUE(parse_toml("a.\"b\".'c' = [\"x\",'y']", "x.toml"));
}

}  // namespace
}  // namespace ebb::inline config
