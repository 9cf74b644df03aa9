#include "report/page/html_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/page/row_table.hpp"
#include "report/page/study_documents.hpp"

namespace ebb::inline report {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* hostile =
    "</script><img src=x onerror=alert(1)> \"q\" 'a' \xe2\x80\xae"
    "gnp.exe";

Document hostile_document() {
  Document document{.title = hostile, .lead = hostile, .blocks = {}};
  document.add(Heading{hostile});
  document.add(Sentence{hostile});
  document.add(KeyFigures{{{hostile, hostile, hostile}}});
  document.add(
      Table{.title = hostile, .columns = {{hostile, hostile}}, .rows = {{hostile}}, .notes = {hostile}});
  document.add(Chart{.name = hostile,
                     .title = hostile,
                     .x = {.title = hostile},
                     .y = {.title = hostile},
                     .curves = {{.name = hostile, .x = {1}, .y = {2}, .labels = {hostile}}}});
  document.add(Listing{hostile, hostile});
  const nlohmann::ordered_json network = {{"name", hostile}};
  document.add(NetworkView{hostile, hostile, std::make_shared<nlohmann::ordered_json>(network),
                           std::make_shared<nlohmann::ordered_json>(hostile)});
  return document;
}

TEST(HtmlPage, HostileNamesStayTexts) {
  const std::string page = html_page(hostile_document());
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, HasSubstr("&lt;img src=x"));
  EXPECT_THAT(page, HasSubstr("\\u003cimg src=x"));
}

TEST(HtmlPage, NoMarkTurnsTheDirectionOfWhatFollows) {
  EXPECT_THAT(html_page(hostile_document()), Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_EQ(escaped("a\xe2\x81\xa6"
                    "b"),
            "a\xef\xbf\xbd"
            "b");
  EXPECT_EQ(escaped("\xd7\xa9"), "\xd7\xa9");  // a Hebrew letter is a letter
}

TEST(HtmlPage, ATextThatLooksLikeAPlaceIsNotFilled) {
  const Document document{
      .title = "<!--ebb-main--> <!--ebb-data-->", .lead = "<!--ebb-title-->", .blocks = {}};
  EXPECT_THAT(html_page(document), HasSubstr("&lt;!--ebb-title--&gt;"));
}

TEST(HtmlPage, HasEveryTextWithoutAnyScript) {
  Document document{.title = "a finding", .lead = "", .blocks = {}};
  document.add(Sentence{"It saves 12 W."});
  document.add(Table{.title = "t", .columns = {{"w", "power", "W"}}, .rows = {{12.0}}});
  const std::string page = html_page(document);
  for (const char* text :
       {"<h1>a finding</h1>", "It saves 12 W.", "power [W]", "<td class=\"number\">12</td>"})
    EXPECT_THAT(page, HasSubstr(text));
}

TEST(HtmlPage, LeavesOutColumnsThatHoldNothing) {
  Document document{.title = "a finding", .lead = "", .blocks = {}};
  document.add(Table{
      .title = "t", .columns = {column_of("p99_ns"), column_of("p99_low_ns")}, .rows = {{12.0, Cell()}}});
  const std::string page = html_page(document);
  EXPECT_THAT(page, HasSubstr("<th class=\"number\">p99 [ns]</th></tr>"));
  EXPECT_THAT(page, Not(HasSubstr("p99 low")));
}

TEST(Document, IsTheSameInEveryFormat) {
  Document document{.title = "a finding", .lead = "", .blocks = {}};
  document.add(Chart{.name = "c",
                     .title = "power",
                     .x = {.title = "time", .unit = "ms"},
                     .y = {.title = "power", .unit = "W"},
                     .curves = {{.name = "ours", .x = {1}, .y = {0.125}}}});
  for (const Format format : {Format::text, Format::csv, Format::json, Format::markdown})
    EXPECT_THAT(render(document, format), HasSubstr("0.125"));
}

TEST(HtmlPage, ShowsCommandsAsCode) {
  Document document;
  document.add(Sentence{"`ebb run <x>` repeats it; a lone ` stays"});
  EXPECT_THAT(html_page(document), HasSubstr("<code>ebb run &lt;x&gt;</code> repeats it; a lone ` stays"));
}

}  // namespace
}  // namespace ebb::inline report
