//! Arguments of `impact --tests` for the runners of tests.

use super::commands::stderr;
use super::project::Project;

/// Checks the arguments of the tests that a change of `add` reaches.
#[track_caller]
fn check_tests(files: &[(&str, &str)], expected: &str) {
    let project = Project::new();
    for (path, text) in files {
        project.write(path, text);
    }
    project.index();
    let output = project.run(&["impact", "--tests", "add"]);
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(printed, expected, "{}", stderr(&output));
}

#[test]
fn macros_of_google_test_are_named_as_its_filter_has_them() {
    let code = "int add(int a, int b) { return a + b; }\n";
    let test = "#include <gtest/gtest.h>\nint add(int a, int b);\n\nnamespace depot {\nTEST(Suite, Adds) {\n  EXPECT_EQ(add(2, 1), 3);\n}\n\n\
                TEST_F(Fix, More) {\n  EXPECT_EQ(add(2, 1), 3);\n}\n\nTEST_P(Par, Each) {\n  EXPECT_EQ(add(2, 1), 3);\n}\n\n\
                TYPED_TEST(Typed, Any) {\n  EXPECT_EQ(add(2, 1), 3);\n}\n}\n";
    check_tests(
        &[("a.cc", code), ("a_test.cc", test)],
        "Suite.Adds\nFix.More\n*Par.Each/*\n*Typed/*.Any\n",
    );
}

#[test]
fn functions_that_prepare_tests_run_those_around_them() {
    let java = "class A { static int add(int a) { return a + 1; } }\n";
    let test = "class ATest {\n    private int x;\n\n    @BeforeEach\n    void init() {\n        x = A.add(1);\n    }\n\n    \
                @Test\n    void other() {\n        assertEquals(4, x);\n    }\n}\n";
    check_tests(&[("A.java", java), ("ATest.java", test)], "--tests ATest\n");
    let go = "package calc\n\nfunc add(a int) int { return a + 1 }\n";
    let main = "package calc\n\nimport \"testing\"\n\nfunc TestMain(m *testing.M) {\n\tadd(1)\n\tm.Run()\n}\n";
    check_tests(&[("go/calc.go", go), ("go/calc_test.go", main)], "./go\n");
    let python = "def add(a):\n    return a + 1\n";
    let fixture = "import pytest\nfrom m import add\n\n\n@pytest.fixture(autouse=True)\ndef ready():\n    add(1)\n";
    check_tests(
        &[("m.py", python), ("tests/conftest.py", fixture)],
        "tests\n",
    );
}

#[test]
fn tests_that_other_types_inherit_are_run_by_these() {
    let code = "def add(a):\n    return a + 1\n";
    let base = "import unittest\nfrom m import add\n\n\nclass Shared(unittest.TestCase):\n    def test_add(self):\n        \
                assert add(1) == 2\n\n    def test_own(self):\n        assert add(2) == 3\n\n    def help(self):\n        add(5)\n\n\nclass Mixin:\n    def test_mixed(self):\n        \
                assert add(3) == 4\n";
    let heirs = "from shared import Shared, Mixin\nfrom m import add\n\n\nclass Narrow(Shared):\n    def test_own(self):\n        \
                 assert 1\n\n    def test_more(self):\n        assert add(9) == 10\n\n\nclass TestMixed(Mixin):\n    \
                 pass\n\n\nclass Helper(Mixin):\n    pass\n";
    check_tests(
        &[
            ("m.py", code),
            ("tests/shared.py", base),
            ("tests/test_narrow.py", heirs),
        ],
        "tests/shared.py::Shared::test_add\ntests/test_narrow.py::Narrow::test_add\ntests/shared.py::Shared::test_own\n\
         tests/shared.py::Shared\ntests/test_narrow.py::Narrow\ntests/shared.py\ntests/test_narrow.py::TestMixed::test_mixed\ntests/test_narrow.py::Narrow::test_more\n",
    );
    let java = "class A { static int add(int a) { return a + 1; } }\n";
    let base = "abstract class Base {\n    @Test\n    void adds() {\n        A.add(1);\n    }\n}\n";
    let heir = "class AddTest extends Base {\n}\n";
    check_tests(
        &[
            ("A.java", java),
            ("Base.java", base),
            ("AddTest.java", heir),
        ],
        "--tests Base.adds\n--tests AddTest.adds\n",
    );
}

#[test]
fn tests_of_a_suite_are_run_by_the_function_that_runs_it() {
    let code = "package calc\n\nfunc add(a int) int { return a + 1 }\n";
    let suite = "package calc\n\nimport \"testing\"\n\ntype AddSuite struct {\n\tsuite.Suite\n}\n\n\
                 func (s *AddSuite) TestOne() {\n\ts.Equal(2, add(1))\n}\n\n\
                 func (s *AddSuite) help() {\n\tadd(2)\n}\n\ntype Wider struct {\n\tAddSuite\n}\n";
    let run = "package calc\n\nimport \"testing\"\n\nfunc TestAddSuite(t *testing.T) {\n\tsuite.Run(t, new(AddSuite))\n}\n\n\
               func TestWider(t *testing.T) {\n\tsuite.Run(t, &Wider{})\n}\n";
    let files = |suite| {
        [
            ("go/calc.go", code),
            ("go/suite_test.go", suite),
            ("go/run_test.go", run),
        ]
    };
    check_tests(
        &files(suite),
        "./go -run ^TestAddSuite$/^TestOne$\n./go -run ^TestWider$/^TestOne$\n",
    );
    let fixture = suite.replace("TestOne", "SetupTest");
    check_tests(
        &files(&fixture),
        "./go -run ^TestAddSuite$\n./go -run ^TestWider$\n",
    );
}
