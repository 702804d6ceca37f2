//! The documents agree with the code: methods, commands, crates, modules and their order, fuzz targets.
//!
//! The map of ARCHITECTURE.md is made from the code: after a wanted change
//! `KEISEI_BLESS=1 cargo test -p keisei-cli --test docs` writes it anew.

mod common;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use common::{keisei, stdout};
use keisei::Method;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The crates from the ground up.
const CRATES: [&str; 10] =
    ["files", "cgt", "goban", "keisei", "view", "engine", "console", "study", "cli", "testdata"];

/// The commands in a help text.
fn commands(help: &str) -> Vec<String> {
    let (_, list) = help.split_once("\nCommands:\n").expect("a list of commands");
    let lines = list.lines().take_while(|line| !line.trim().is_empty());
    let names = lines.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next().map(str::to_string));
    names.filter(|name| name != "help").collect()
}

#[test]
fn the_readme_lists_all_methods() {
    let readme = read("README.md");
    let rows = readme.lines().skip_while(|line| !line.starts_with("| method |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let named: Vec<&str> = rows.map(|row| row.split('`').nth(1).expect("a name")).collect();
    let methods: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
    assert_eq!(named, methods);
}

/// What README.md shows of its first command is what the command prints.
#[test]
fn the_readme_shows_what_is_printed() {
    let readme = read("README.md");
    let (_, shown) = readme.split_once("```text\n").expect("an example");
    let (shown, _) = shown.split_once("```").expect("its end");
    let game = root().join("examples/kisei-1988-opening.sgf");
    let printed = stdout(&keisei(&["judge", game.to_str().expect("a path")]));
    assert!(shown.contains("Black leads by") && printed.contains(shown), "{printed}");
}

#[test]
fn the_documents_name_the_default_method() {
    let method = Method::default();
    for (file, words) in [
        ("README.md", format!("| `{method}` (default) |")),
        ("docs/clients.md", format!("the method is `{method}`")),
    ] {
        assert!(read(file).contains(&words), "{file}: {words}");
    }
}

#[test]
fn the_readme_lists_all_commands() {
    let readme = read("README.md");
    let all = commands(&stdout(&keisei(&["--help"])));
    assert!(all.len() >= 16, "{all:?}");
    for command in &all {
        assert!(readme.contains(&format!("`keisei {command}")), "keisei {command}");
    }
    for study in commands(&stdout(&keisei(&["study", "--help"]))) {
        assert!(readme.contains(&format!("`keisei study {study}")), "keisei study {study}");
    }
}

#[test]
fn all_fuzz_targets_are_run_and_named() {
    let manifest = read("fuzz/Cargo.toml");
    let targets: Vec<&str> =
        manifest.split("[[bin]]").skip(1).map(|bin| bin.split('"').nth(1).unwrap()).collect();
    assert!(targets.len() >= 9, "{targets:?}");
    let (ci, contributing) = (read(".ci/run"), read("CONTRIBUTING.md"));
    for target in targets {
        assert!(ci.lines().any(|line| line.starts_with(&format!("{target} "))), "{target} in .ci/run");
        assert!(contributing.contains(&format!("`{target}`")), "{target} in CONTRIBUTING.md");
    }
}

/// The modules of the library in the order in which they may know each other.
fn layers() -> Vec<String> {
    let text = read("ARCHITECTURE.md");
    let (_, block) = text.split_once("```layers\n").expect("a block of layers");
    let (block, _) = block.split_once("```").expect("its end");
    let modules =
        block.lines().flat_map(|line| line.split_once(':').expect("a name and modules").1.split_whitespace());
    modules.map(str::to_string).collect()
}

/// What a file of the library names after `crate::`, tests and comments left out; types that the root
/// shows stand for their modules.
fn named_by(code: &str, lib: &str) -> Vec<String> {
    let code = code.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let code: Vec<&str> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let mut names = Vec::new();
    for part in code.split("crate::").skip(1) {
        let list = match part.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default(),
            None => part.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default(),
        };
        for name in list.split(',').map(str::trim) {
            let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
            let shown = lib.split("pub use ").skip(1).find_map(|line| {
                let line = line.split(';').next()?;
                let (module, items) = line.split_once("::")?;
                items
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|item| item == name)
                    .then(|| module.to_string())
            });
            let name = shown.unwrap_or_else(|| name.to_string());
            if !name.is_empty() {
                names.push(name);
            }
        }
    }
    names
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for path in entries {
        match path.is_dir() {
            true => files.extend(sources(&path)),
            false => files.extend(path.extension().is_some_and(|ending| ending == "rs").then_some(path)),
        }
    }
    files.sort();
    files
}

/// A module of the library knows those that stand before it in ARCHITECTURE.md, and no other.
#[test]
fn lower_never_imports_higher() {
    let layers = layers();
    let folder = root().join("crates/keisei/src");
    let lib = read("crates/keisei/src/lib.rs");
    let mut seen = 0;
    for file in sources(&folder) {
        let inside = file.strip_prefix(&folder).unwrap();
        let module = inside.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
        if module == "lib" || inside.ends_with("tests.rs") {
            continue;
        }
        let place = |module: &str| {
            let place = layers.iter().position(|known| known == module);
            place
                .unwrap_or_else(|| panic!("{}: `{module}` has no layer in ARCHITECTURE.md", inside.display()))
        };
        let own = place(module);
        for name in named_by(&std::fs::read_to_string(&file).unwrap(), &lib) {
            assert!(place(&name) <= own, "{}: `{module}` must not know `{name}`", inside.display());
            seen += 1;
        }
    }
    assert!(seen > 200, "{seen}");
}

/// The first sentence of a file's docs.
fn summary(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let docs = text.lines().map_while(|line| line.strip_prefix("//!"));
    let words: Vec<&str> = docs.map(str::trim).take_while(|line| !line.is_empty()).collect();
    let mut words = words.join(" ");
    // A link keeps its words.
    while let Some(start) = words.find("](") {
        let end = start + words[start..].find(')').expect("the link ends");
        words.replace_range(start + 1..=end, "");
    }
    let words = words.replace("\\[", "[").replace("\\]", "]").replace("[`", "`").replace("`]", "`");
    assert!(!words.is_empty(), "{}: no docs", file.display());
    let end = words.find(". ").map_or(words.trim_end_matches('.').len(), |end| end);
    words[..end].trim_end_matches(':').to_string()
}

/// Breaks a line of a list, as the other documents are broken.
fn wrapped(line: &str, indent: usize) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split(' ') {
        let width = word.chars().count();
        if length > 0 && length + 1 + width > 100 - indent {
            let _ = write!(text, "\n{}", " ".repeat(indent));
            length = 0;
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        text += word;
        length += width;
    }
    text
}

/// Crates, what they stand on, and all their modules with one line each.
fn map() -> String {
    let mut map = String::new();
    for name in CRATES {
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let field = |key: &str| {
            let line = manifest.lines().find_map(|line| line.strip_prefix(&format!("{key} = \"")));
            line.unwrap_or_else(|| panic!("{name}: {key}")).trim_end_matches('"').to_string()
        };
        let dependencies = manifest.split("\n[dependencies]\n").nth(1).unwrap_or_default();
        let dependencies = dependencies.split("\n[").next().unwrap_or_default();
        let below: Vec<String> = dependencies
            .lines()
            .filter_map(|line| line.split(['.', ' ']).next().filter(|name| name.starts_with("keisei")))
            .map(|name| format!("`{name}`"))
            .collect();
        let below = if below.is_empty() { "nothing of ours".to_string() } else { below.join(", ") };
        let _ = writeln!(map, "\n### `{}` (crates/{name})\n", field("name"));
        let _ = writeln!(map, "{}\n", wrapped(&format!("{} Stands on {below}.", field("description")), 0));
        let folder = root().join(format!("crates/{name}/src"));
        let mut modules: Vec<(Vec<String>, PathBuf)> = sources(&folder)
            .into_iter()
            .map(|file| {
                let inside = file.strip_prefix(&folder).unwrap().with_extension("");
                let mut parts: Vec<String> =
                    inside.iter().map(|part| part.to_str().unwrap().to_string()).collect();
                parts.pop_if(|last| last == "mod");
                (parts, file)
            })
            .collect();
        modules.sort();
        for (parts, file) in modules {
            if matches!(parts.last().map(String::as_str), Some("lib" | "main" | "tests")) {
                continue;
            }
            let indent = 2 * parts.len();
            let line = wrapped(&format!("- `{}`: {}", parts.join("::"), summary(&file)), indent);
            let _ = writeln!(map, "{}{line}", " ".repeat(indent - 2));
        }
    }
    map
}

/// The map at the end of ARCHITECTURE.md is what the code says.
#[test]
fn the_map_is_made_from_the_code() {
    const MARK: &str = "<!-- The map below is made from the code: see crates/cli/tests/docs.rs. -->\n";
    let folders = std::fs::read_dir(root().join("crates")).unwrap();
    let mut found: Vec<String> =
        folders.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_string()).collect();
    found.sort();
    let mut listed = CRATES.map(str::to_string).to_vec();
    listed.sort();
    assert_eq!(found, listed, "all crates are in the map");
    let text = read("ARCHITECTURE.md");
    let (head, known) = text.split_once(MARK).expect("the mark above the map");
    let map = map();
    if std::env::var_os("KEISEI_BLESS").is_some() {
        std::fs::write(root().join("ARCHITECTURE.md"), format!("{head}{MARK}{map}")).unwrap();
    } else {
        assert!(known == map, "write it anew: KEISEI_BLESS=1 cargo test -p keisei-cli --test docs");
    }
}
