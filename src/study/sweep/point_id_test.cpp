#include "study/sweep/point_id.hpp"

#include <gtest/gtest.h>

#include "base/folder_testing.hpp"
#include "config/toml_file.hpp"
#include "config/write_toml.hpp"
#include "experiment/read/run_config.hpp"

namespace ebb::inline study {
namespace {

class PointId : public testing::Test {
 protected:
  RunInput input() {
    auto input = read_run(
        folder_.write("run.toml", "[topology]\nname = 'graph'\nfile = '" + path("graph.txt") +
                                      "'\n[routing]\nname = 'shortest_path'\n[traffic]\nload = 0.1\nsizes = "
                                      "{ name = 'distribution', file = '" +
                                      path("sizes.toml") + "' }\n[energy]\ndevices = ['" + path("mine.toml") +
                                      "']\n"),
        {});
    EXPECT_TRUE(input) << to_text(input.problems());
    return std::move(*input);
  }
  std::string id() {
    const RunInput run = input();
    return point_id(run.document, run.contents);
  }
  std::string path(const std::string& name) const { return (folder_.path / name).string(); }
  void write_all() {
    folder_.write("graph.txt", "a b\nb c\nc a\n");
    folder_.write("sizes.toml", "points = [[100, 0.5], [1000, 1.0]]\n");
    folder_.write("mine.toml", "kind = 'link'\nfrom = 'me'\n");
  }
  TestFolder folder_;
};

TEST_F(PointId, ChangesWithTheContentOfEveryFileThatTheConfigurationNames) {
  write_all();
  const std::string before = id();
  EXPECT_EQ(id(), before);
  for (const auto& [file, text] : {std::pair{"graph.txt", "a b\nb c\nc a\na d\n"},
                                   {"sizes.toml", "points = [[100, 0.4], [1000, 1.0]]\n"},
                                   {"mine.toml", "kind = 'link'\nfrom = 'you'\n"}}) {
    folder_.write(file, text);
    EXPECT_NE(id(), before) << file;
    write_all();
    EXPECT_EQ(id(), before) << file;
  }
}

TEST(PointIds, AreTheSameWhateverTheUnitOfAQuantity) {
  const auto id_with = [](const char* rate) {
    const auto document = parse_toml(std::string("[cables]\nrate = \"") + rate + "\"\n", "run.toml");
    EXPECT_TRUE(document);
    return point_id(*document, {});
  };
  EXPECT_EQ(id_with("40Gb/s"), id_with("40000Mb/s"));
  EXPECT_NE(id_with("40Gb/s"), id_with("40001Mb/s"));
}

TEST_F(PointId, IsKnownAgainFromWhatIsStored) {
  write_all();
  const RunInput run = input();
  ASSERT_EQ(run.contents.size(), 3u);
  const std::string text = stored_config(run.document, run.contents);
  EXPECT_EQ(contents_in(text), run.contents);
  const auto document = parse_toml(text, "stored");
  ASSERT_TRUE(document);
  EXPECT_EQ(configuration_digest(*document, contents_in(text)),
            configuration_digest(run.document, run.contents));
  // A record from before contents were counted has another digest.
  EXPECT_NE(configuration_digest(*document, {}), configuration_digest(run.document, run.contents));
}

TEST_F(PointId, OfARunWithoutFilesIsThatOfItsTextAlone) {
  const auto document = parse_toml("[run]\nseed = 2\n", "run.toml");
  EXPECT_EQ(stored_config(*document, {}), toml_document(*document));
  EXPECT_EQ(configuration_digest(*document, {}), digest_of("[run]\nseed = 2\n"));
}

}  // namespace
}  // namespace ebb::inline study
