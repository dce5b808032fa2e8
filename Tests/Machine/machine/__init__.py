"""A whole machine that boots, seen and handled from outside: QEMU in software emulation, with two screens."""
