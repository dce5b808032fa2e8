"""The walls of the decoder and of shaders' trials, tried by these processes themselves."""

import ctypes
import pathlib
import platform
import struct
import subprocess

from rig import pictures, vitrine

DECODER = pathlib.Path(vitrine.PROGRAM).with_name("vitrine-decode")


def test_a_decoder_is_refused_what_it_does_not_need():
    """With Landlock and the system call filter, each of which has to hold by itself."""
    tried = subprocess.run([DECODER, "--self-test"], capture_output=True, text=True, timeout=60)
    assert tried.returncode == 0, tried.stderr
    lines = tried.stderr.splitlines()
    assert "the decoder is confined by a system call filter and Landlock" in lines, tried.stderr
    for thing in ("a file by its path", "a folder by its path", "a new file", "a program"):
        assert f"Landlock alone: {thing}: refused" in lines, tried.stderr
    assert sum(line.endswith(": refused") for line in lines) == 4 + 2 * 12, tried.stderr


def test_the_decoder_of_a_running_program_is_confined_by_both(udev_daemon, device, tmp_path):
    with vitrine.Vitrine(pictures.save(tmp_path / "media", green=pictures.solid(64, 48, pictures.GREEN))) as program:
        program.wait_until_lit(device.connectors[0])
        assert "the decoder is confined by a system call filter and Landlock" in program.lines, program.log


def test_a_shader_s_trial_is_refused_what_it_does_not_need():
    """Landlock by itself, and everything in threads that are older and younger than the walls."""
    tried = subprocess.run([vitrine.PROGRAM, "try-shader", "--self-test"], capture_output=True, text=True, timeout=120)
    assert tried.returncode == 0, tried.stderr
    lines = tried.stderr.splitlines()
    for thing in ("a file by its path", "a folder by its path", "a new file", "a program"):
        assert f"Landlock alone: {thing}: refused" in lines, tried.stderr
    assert sum(line.endswith(": refused") for line in lines) == 4 + 3 * 26, tried.stderr


def test_no_shader_is_tried_where_there_are_no_filters():
    tried = subprocess.run([vitrine.PROGRAM, "try-shader"], input=b"vec4 transition(vec2 uv) { return vec4(1.0); }",
                           capture_output=True, timeout=120, preexec_fn=refuse_filters)
    assert tried.stdout.startswith(b"failed the kernel has no system call filters"), tried


def refuse_filters():
    """Takes seccomp(2) away from this process and those that it starts, by a filter of its own."""
    number = {"x86_64": 317, "aarch64": 277}[platform.machine()]
    # Loads the call's number; if it is this one, refuses it with ENOSYS; else allows it.
    code = struct.pack("HBBI" * 4, 0x20, 0, 0, 0, 0x15, 0, 1, number, 0x06, 0, 0, 0x00050000 | 38, 0x06, 0, 0, 0x7fff0000)
    instructions = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("HxxxxxxP", 4, ctypes.addressof(instructions))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, seccomp, filtered = 38, 22, 2
    assert libc.prctl(no_new_privileges, 1, 0, 0, 0) == 0
    assert libc.prctl(seccomp, filtered, ctypes.create_string_buffer(program, len(program)), 0, 0) == 0
