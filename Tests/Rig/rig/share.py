"""A network share's stand-in: a file system in user space (FUSE) that shows a folder, read-only.

As with a real share, the kernel hears nothing of what others change in the folder, so inotify is silent; and the server can
stop answering, whereupon every call that needs it waits, killed or not. The kernel's side is <linux/fuse.h>.
"""

import ctypes
import errno
import os
import stat
import struct
import threading

LOOKUP, FORGET, GETATTR, READLINK, OPEN, READ, STATFS, RELEASE = 1, 2, 3, 5, 14, 15, 17, 18
FLUSH, INIT, OPENDIR, READDIR, RELEASEDIR, ACCESS, INTERRUPT, BATCH_FORGET = 25, 26, 27, 28, 29, 34, 36, 42
WITHOUT_ANSWER = (FORGET, BATCH_FORGET, INTERRUPT)
MINOR = 31  # of the protocol's version 7: all structures here have had their size since 7.23
LARGEST_WRITE = 1 << 17
MNT_FORCE, MNT_DETACH = 1, 2
REQUEST, ANSWER = struct.Struct("<IIQQIIII"), struct.Struct("<IiQ")
libc = ctypes.CDLL(None, use_errno=True)


class Share:
    """Mounts what is in `source` at `target`. Use it in a `with` statement: at its end it is gone, hanging or not."""

    def __init__(self, source, target):
        self.source, self.target = os.fsencode(source), os.fsencode(target)
        self.paths, self.numbers = {1: self.source}, {self.source: 1}
        self.answering = threading.Event()
        self.answering.set()
        os.makedirs(self.target, exist_ok=True)
        self.device = os.open("/dev/fuse", os.O_RDWR)
        options = f"fd={self.device},rootmode=40000,user_id=0,group_id=0,allow_other"
        if libc.mount(b"share", self.target, b"fuse.share", 0, options.encode()):
            raise OSError(ctypes.get_errno(), f"cannot mount {target}")
        self.server = threading.Thread(target=self.serve, daemon=True)
        self.server.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        # Forced, the connection is at its end even where somebody waits: that gets ECONNABORTED, the server ENODEV.
        libc.umount2(self.target, MNT_FORCE)
        self.answering.set()
        libc.umount2(self.target, MNT_DETACH)
        self.server.join(10)
        os.close(self.device)

    def hang(self):
        """Answers nothing from now on."""
        self.answering.clear()

    def resume(self):
        """Answers again, first what was asked in the meantime."""
        self.answering.set()

    def serve(self):
        while True:
            try:
                request = os.read(self.device, LARGEST_WRITE + 4096)
            except OSError as error:
                if error.errno == errno.ENODEV:
                    return
                continue  # ENOENT, EINTR: that request was taken back
            self.answering.wait()
            _, code, unique, node, *_ = REQUEST.unpack_from(request)
            if code in WITHOUT_ANSWER:
                continue
            try:
                status, reply = 0, self.reply(code, node, request[REQUEST.size:])
            except OSError as error:
                status, reply = -error.errno, b""
            try:
                os.write(self.device, ANSWER.pack(ANSWER.size + len(reply), status, unique) + reply)
            except OSError:
                pass  # whoever asked is gone

    def reply(self, code, node, data):
        path = self.paths.get(node)
        if code == INIT:
            return struct.pack("<IIIIHHIIHHII24x", 7, MINOR, LARGEST_WRITE, 0, 12, 10, LARGEST_WRITE, 1, 0, 0, 0, 0)
        if code == LOOKUP:
            return self.entry(os.path.join(path, data.split(b"\0")[0]))
        if code == GETATTR:
            return struct.pack("<QII", 0, 0, 0) + attributes(os.lstat(path), node)
        if code == READLINK:
            return os.readlink(path)
        if code in (OPEN, OPENDIR):
            handle = os.open(path, os.O_RDONLY) if code == OPEN else 0
            return struct.pack("<QIi", handle, 0, 0)
        if code == READ:
            handle, offset, size = struct.unpack_from("<QQI", data)
            return os.pread(handle, size, offset)
        if code == READDIR:
            _, offset, size = struct.unpack_from("<QQI", data)
            return self.listing(path, offset, size)
        if code == RELEASE:
            os.close(struct.unpack_from("<Q", data)[0])
            return b""
        if code in (RELEASEDIR, FLUSH, ACCESS):
            return b""
        if code == STATFS:
            return struct.pack("<QQQQQIII28x", 1 << 20, 1 << 19, 1 << 19, 1000, 500, 4096, 255, 4096)
        raise OSError(errno.ENOSYS, "not implemented")

    def entry(self, path):
        status = os.lstat(path)
        if path not in self.numbers:
            self.numbers[path] = len(self.paths) + 1
            self.paths[self.numbers[path]] = path
        # Nothing is kept: the next look asks again, as on a share whose attributes are not cached.
        return struct.pack("<QQQQII", self.numbers[path], 0, 0, 0, 0, 0) + attributes(status, self.numbers[path])

    @staticmethod
    def listing(path, offset, size):
        names, data = [b".", b"..", *sorted(os.listdir(path))], b""
        for index, name in enumerate(names[offset:], offset + 1):
            entry = struct.pack("<QQII", index, index, len(name), 0) + name
            entry += bytes(-len(entry) % 8)
            if len(data) + len(entry) > size:
                break
            data += entry
        return data


def attributes(status, number):
    """The kernel's `struct fuse_attr`."""
    seconds = [int(time) for time in (status.st_atime_ns // 10**9, status.st_mtime_ns // 10**9, status.st_ctime_ns // 10**9)]
    rests = [time % 10**9 for time in (status.st_atime_ns, status.st_mtime_ns, status.st_ctime_ns)]
    # Others read it, whoever owns the folder behind it.
    mode = status.st_mode | (0o555 if stat.S_ISDIR(status.st_mode) else 0o444)
    return struct.pack("<QQQQQQIIIIIIIIII", number, status.st_size, status.st_blocks, *seconds, *rests, mode, status.st_nlink,
                       0, 0, 0, 4096, 0)
