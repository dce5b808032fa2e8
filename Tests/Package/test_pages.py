"""Manual pages: they are read without a complaint, and say what the program says."""

import gzip
import json
import subprocess

COMMANDS = ["--list-connectors", "--overscan", "--seat"]


def pages(files):
    return sorted((files / "usr/share/man").rglob("*.gz"))


def shown(page, *options):
    return subprocess.run(
        ["man", *options, "--local-file", page], text=True, check=True, env={"MANWIDTH": "100", "LC_ALL": "C.UTF-8",
        "PATH": "/usr/bin:/bin", "MAN_KEEP_FORMATTING": ""}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def test_every_command_and_format_has_a_page(files):
    tool = json.loads(subprocess.run(
        [files / "usr/lib/vitrine/vitrine", "--experimental-dump-help"], check=True, stdout=subprocess.PIPE).stdout)
    commands = [c["commandName"] for c in tool["command"]["subcommands"]
                if c["shouldDisplay"] and c["commandName"] != "help"]
    expected = ["vitrine.1.gz", *(f"vitrine-{c}.1.gz" for c in commands)]
    expected += ["vitrine-configuration.5.gz", "vitrine-playlist.5.gz"]
    assert len(commands) >= 3
    assert sorted(page.name for page in pages(files)) == sorted(expected)


def test_pages_are_read_without_warnings(files):
    for page in pages(files):
        assert shown(page, "--warnings").stderr == "", page.name


def test_pages_name_nothing_that_is_not_installed(files):
    """Neither docs/ of the repository nor links that nobody can follow."""
    for page in pages(files):
        text = gzip.decompress(page.read_bytes()).decode().replace("\\-", "-")
        assert " docs/" not in text, page.name
        assert "](" not in text, page.name
        for word in text.replace("\\", " ").split():
            path = word.strip("().,:;'\"")
            if path.startswith(("/usr/share/doc/vitrine/", "/usr/share/vitrine/")):
                assert (files / path[1:]).exists(), f"{page.name}: {path}"


def test_options_are_in_the_page(files):
    text = shown(files / "usr/share/man/man1/vitrine-run.1.gz").stdout
    for option in COMMANDS:
        assert option in text
