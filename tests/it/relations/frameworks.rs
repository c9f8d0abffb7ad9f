//! Names that a framework passes on without an import: components, variables of Ansible, methods of RSpec.

use super::*;

#[track_caller]
fn check_callers(files: &[(&str, &str)], path: &str, name: &str, expected: &[&str]) {
    check(files, RelationKind::Callers(None), path, name, expected);
}

#[test]
fn types_of_a_global_declaration_file_need_no_import() {
    let types = "declare module '*.png'\n\n\
                 declare module 'kit' {\n  import type { Player } from 'kit/types'\n\n  \
                 function create(id: string): Player\n\n  export default create\n}\n\n\
                 interface Folder {\n  id: string\n  parent: Folder['id'] | null\n  children: Folder[]\n}\n";
    let store = "import { reactive } from 'vue'\n\n\
                 export const open = (folder: Folder) => folder.id\n";
    let other =
        "interface Folder {\n  size: number\n}\n\nexport const size = (it: Folder) => it.size\n";
    let files = [
        ("types.d.ts", types),
        ("store.ts", store),
        ("other.ts", other),
    ];
    check_callers(&files, "types.d.ts", "Folder", &["likely store.ts:3 open"]);
    let module = types.replace("declare module '*.png'", "import { a } from './a'");
    let files = [("types.d.ts", &*module), ("store.ts", store)];
    check_callers(&files, "types.d.ts", "Folder", &[]);
}

#[test]
fn a_value_of_a_directory_that_is_imported_everywhere() {
    let files = [
        (
            "app/composables/words.ts",
            "import { a } from 'a'\n\nexport const wordList: {\n  code: string\n}[] = []\n\nconst hidden = [1]\n",
        ),
        (
            "app/pages/index.vue",
            "<script setup lang=\"ts\">\nconst fuse = new Fuse(wordList, {})\nconst all = [...hidden]\n</script>\n",
        ),
    ];
    let expected = ["possible app/pages/index.vue:2 fuse"];
    check_line(&files, "app/composables/words.ts", 3, &expected);
    check_line(&files, "app/composables/words.ts", 7, &[]);
}

#[test]
fn a_component_needs_no_import() {
    let button = "<script setup>\nimport { ref } from 'vue'\n</script>\n\n<template>\n  <button />\n</template>\n";
    let page = "<script setup>\nconst a = 1\n</script>\n\n<template>\n  <BaseButton v-if=\"a\" />\n</template>\n";
    let other = "<script setup>\nconst a = 1\n</script>\n\n<template>\n  <base-button />\n  <Buttons />\n</template>\n";
    let files = [
        ("app/components/base/Button.vue", button),
        ("app/pages/index.vue", page),
        ("app/pages/other.vue", other),
    ];
    let expected = [
        "possible app/pages/index.vue:6 ",
        "possible app/pages/other.vue:6 ",
    ];
    check_line(&files, "app/components/base/Button.vue", 2, &expected);
}

#[test]
fn a_template_names_what_setup_returns() {
    let rows = "  <p>one of many rows of a template</p>\n".repeat(70);
    let card = format!(
        "<template>\n  <div :class=\"look.class\">{{{{ hidden }}}}</div>\n{rows}</template>\n\n\
         <script lang=\"ts\">\nexport default defineComponent({{\n  setup() {{\n    \
         const look = computed(() => {{\n      return {{ class: 'a' }}\n    }})\n    \
         const hidden = computed(() => {{\n      return 1\n    }})\n    return {{\n      look,\n    }}\n  }},\n}});\n</script>\n"
    );
    let files = [("Card.vue", &*card)];
    check_line(
        &files,
        "Card.vue",
        78,
        &[
            "certain Card.vue:85 const hidden = computed(() => {",
            "possible Card.vue:2 <template>",
        ],
    );
    check_line(&files, "Card.vue", 81, &[]);
}

#[test]
fn a_module_after_an_alias_of_its_outer_one_has_namesakes() {
    let group = "defmodule Shop.Teams.Group do\n  defstruct [:id]\nend\n";
    let proto = "defmodule Proto.Group do\n  defstruct [:id]\nend\n";
    let teams = "defmodule Shop.Teams do\n  def all, do: []\nend\n";
    let client = "defmodule Shop.Client do\n  alias Shop.Teams\n\n  def make do\n    %Teams.Group{id: 1}\n  end\nend\n";
    let files = [
        ("lib/shop/teams/group.ex", group),
        ("proto/group.ex", proto),
        ("lib/shop/teams.ex", teams),
        ("lib/shop/client.ex", client),
    ];
    let expected = ["certain lib/shop/client.ex:5 Shop.Client.make"];
    check_callers(
        &files,
        "lib/shop/teams/group.ex",
        "Shop.Teams.Group",
        &expected,
    );
    check_callers(&files, "proto/group.ex", "Proto.Group", &[]);
}

#[test]
fn a_class_in_a_class_of_ruby_is_no_namesake_of_an_outer_one() {
    let files = [
        (
            "app/models/story.rb",
            "class Story < Record\n  def score\n  end\nend\n",
        ),
        (
            "db/migrate/add.rb",
            "class Add < Migration\n  class Story < Record; end\n\n  def up\n    Story.all\n  end\nend\n",
        ),
        (
            "app/jobs/job.rb",
            "class Job\n  def run\n    Story.all\n  end\nend\n",
        ),
    ];
    let expected = ["likely app/jobs/job.rb:3 Job.run"];
    check_callers(&files, "app/models/story.rb", "Story", &expected);
}

#[test]
fn a_method_of_a_group_of_tests_is_likely_in_its_file_alone() {
    let one = "describe \"one\" do\n  let(:story) { 1 }\n\n  it \"reads\" do\n    story.read\n  end\nend\n";
    let two =
        "describe \"two\" do\n  it \"reads\" do\n    story.read\n    @story.read\n  end\nend\n";
    let files = [("spec/a/one_spec.rb", one), ("spec/a/two_spec.rb", two)];
    let expected = [
        "certain spec/a/one_spec.rb:5 reads",
        "possible spec/a/two_spec.rb:3 reads",
    ];
    check_line(&files, "spec/a/one_spec.rb", 2, &expected);
}

#[test]
fn variables_of_ansible_are_used_in_tasks_and_templates() {
    let defaults = "---\nport: 80\nhosts:\n  name: a\nurl: \"http://{{ port }}/\"\n";
    let tasks = "- name: port\n  template:\n    dest: \"/etc/{{ hosts.name | default(port) }}\"\n  when: port is defined\n\n\
                 - name: none\n  debug:\n    msg: 'port {{ item.port }} | {{ a | port }} {{ \"port\" }}'\n";
    let files = [
        ("roles/web/defaults/main.yml", defaults),
        ("roles/db/defaults/main.yml", "port: 90\n"),
        ("roles/web/tasks/main.yml", tasks),
        ("roles/web/templates/a.conf.j2", "listen {{ port }};\n"),
        ("ci/main.yml", "port: 1\n"),
    ];
    let expected = [
        "certain roles/web/defaults/main.yml:5 port",
        "possible roles/web/tasks/main.yml:3 - name: port",
        "possible roles/web/templates/a.conf.j2:1 listen {{ port }};",
    ];
    check_line(&files, "roles/web/defaults/main.yml", 2, &expected);
    let other = ["not read: 1 file in another language (roles/web/templates/a.conf.j2)"];
    check_line(&files, "ci/main.yml", 1, &other);
}

#[test]
fn a_build_file_names_a_class() {
    let plugin =
        "class LibraryPlugin : Plugin<Project> {\n    override fun apply(target: Project) {}\n}\n";
    let build = "gradlePlugin {\n    plugins {\n        register(\"library\") {\n            id = \"a\"\n            \
                 implementationClass = \"LibraryPlugin\"\n        }\n    }\n}\n";
    let files = [
        ("build-logic/src/main/kotlin/LibraryPlugin.kt", plugin),
        ("build-logic/build.gradle.kts", build),
    ];
    let path = "build-logic/src/main/kotlin/LibraryPlugin.kt";
    let expected = ["possible build-logic/build.gradle.kts:5 gradlePlugin {"];
    check_callers(&files, path, "LibraryPlugin", &expected);
}

#[test]
fn a_type_in_a_type_hides_no_outer_one_among_the_most_referenced() {
    let files = [
        ("app/story.rb", "class Story < Record\nend\n"),
        (
            "db/add.rb",
            "class Add < Migration\n  class Story < Record; end\nend\n",
        ),
        (
            "lib/shop.ex",
            "defmodule Shop do\n  @type name :: String.t()\n\n  def open(name), do: name\nend\n",
        ),
    ];
    let repository = Repository::of(&files);
    repository.update();
    let types = repository.snapshot().referenced_types().expect("types");
    let types = types
        .iter()
        .map(|(record, _)| format!("{} {}", record.path, record.name));
    let types: Vec<String> = types.collect();
    assert!(
        types.contains(&"app/story.rb Story".to_owned()),
        "{types:?}"
    );
    assert!(!types.contains(&"lib/shop.ex name".to_owned()), "{types:?}");
}

#[test]
fn programs_of_frameworks_are_entry_points() {
    let lines = [
        (
            "csharp",
            "var builder = WebApplication.CreateBuilder(args);",
        ),
        ("csharp", "IHost host = Host.CreateDefaultBuilder(args)"),
        ("kotlin", "class MainActivity : ComponentActivity() {"),
        ("kotlin", "open class Shop : Application(), Factory {"),
    ];
    for (language, line) in lines {
        let language = smriti_tui::syntax::Language::named(language).expect("a language");
        let [(_, programs), ..] = language.entry_patterns();
        let pattern = regex::Regex::new(&format!("^(?:{programs})")).expect("a pattern");
        assert!(pattern.is_match(line), "{line}");
    }
}
