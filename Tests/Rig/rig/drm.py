"""The few DRM ioctls that tests need (include/uapi/drm/drm.h and drm_mode.h), without libdrm."""

import ctypes
import fcntl
import mmap
import os
from ctypes import c_char, c_int32, c_uint16, c_uint32, c_uint64

import numpy

XRGB8888 = int.from_bytes(b"XR24", "little")
ARGB8888 = int.from_bytes(b"AR24", "little")
CONNECTED = 1


def structure(kind, /, **fields):
    return type(kind, (ctypes.Structure,), {"_fields_": list(fields.items())})


ModeInfo = structure(
    "drm_mode_modeinfo", clock=c_uint32,
    hdisplay=c_uint16, hsync_start=c_uint16, hsync_end=c_uint16, htotal=c_uint16, hskew=c_uint16,
    vdisplay=c_uint16, vsync_start=c_uint16, vsync_end=c_uint16, vtotal=c_uint16, vscan=c_uint16,
    vrefresh=c_uint32, flags=c_uint32, type=c_uint32, name=c_char * 32)
Resources = structure(
    "drm_mode_card_res", fb_ids=c_uint64, crtc_ids=c_uint64, connector_ids=c_uint64, encoder_ids=c_uint64,
    count_fbs=c_uint32, count_crtcs=c_uint32, count_connectors=c_uint32, count_encoders=c_uint32,
    min_width=c_uint32, max_width=c_uint32, min_height=c_uint32, max_height=c_uint32)
Crtc = structure(
    "drm_mode_crtc", set_connectors=c_uint64, count_connectors=c_uint32, crtc_id=c_uint32, fb_id=c_uint32,
    x=c_uint32, y=c_uint32, gamma_size=c_uint32, mode_valid=c_uint32, mode=ModeInfo)
Connector = structure(
    "drm_mode_get_connector", encoders=c_uint64, modes=c_uint64, props=c_uint64, prop_values=c_uint64,
    count_modes=c_uint32, count_props=c_uint32, count_encoders=c_uint32, encoder_id=c_uint32,
    connector_id=c_uint32, connector_type=c_uint32, connector_type_id=c_uint32, connection=c_uint32,
    mm_width=c_uint32, mm_height=c_uint32, subpixel=c_uint32, pad=c_uint32)
PlaneResources = structure("drm_mode_get_plane_res", plane_ids=c_uint64, count_planes=c_uint32)
Plane = structure(
    "drm_mode_get_plane", plane_id=c_uint32, crtc_id=c_uint32, fb_id=c_uint32, possible_crtcs=c_uint32,
    gamma_size=c_uint32, count_formats=c_uint32, formats=c_uint64)
Framebuffer = structure(
    "drm_mode_fb_cmd2", fb_id=c_uint32, width=c_uint32, height=c_uint32, pixel_format=c_uint32, flags=c_uint32,
    handles=c_uint32 * 4, pitches=c_uint32 * 4, offsets=c_uint32 * 4, modifier=c_uint64 * 4)
CreateDumb = structure(
    "drm_mode_create_dumb", height=c_uint32, width=c_uint32, bpp=c_uint32, flags=c_uint32,
    handle=c_uint32, pitch=c_uint32, size=c_uint64)
MapDumb = structure("drm_mode_map_dumb", handle=c_uint32, pad=c_uint32, offset=c_uint64)
CloseHandle = structure("drm_gem_close", handle=c_uint32, pad=c_uint32)
PrimeHandle = structure("drm_prime_handle", handle=c_uint32, flags=c_uint32, fd=c_int32)
ClientCapability = structure("drm_set_client_cap", capability=c_uint64, value=c_uint64)
PageFlip = structure(
    "drm_mode_crtc_page_flip", crtc_id=c_uint32, fb_id=c_uint32, flags=c_uint32, reserved=c_uint32,
    user_data=c_uint64)


class Card:
    """An open device node. The first to open it, as root, is its DRM master."""

    def __init__(self, path):
        self.descriptor = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        self.call(0x0D, ClientCapability(capability=2, value=1), direction=1)  # universal planes

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.descriptor)

    def call(self, number, argument, direction=3):
        """DRM_IOWR(number, argument); direction 1 is DRM_IOW. Returns the argument as the kernel left it."""
        request = direction << 30 | ctypes.sizeof(argument) << 16 | ord("d") << 8 | number
        fcntl.ioctl(self.descriptor, request, argument)
        return argument

    def give_up_master(self):
        try:
            fcntl.ioctl(self.descriptor, ord("d") << 8 | 0x1F)
        except OSError:
            pass  # it was not the master

    def resources(self):
        """The ids of the CRTCs and of the connectors, in the kernel's order."""
        counted = self.call(0xA0, Resources())
        crtcs, connectors = (c_uint32 * counted.count_crtcs)(), (c_uint32 * counted.count_connectors)()
        self.call(0xA0, Resources(
            crtc_ids=ctypes.addressof(crtcs), count_crtcs=len(crtcs),
            connector_ids=ctypes.addressof(connectors), count_connectors=len(connectors)))
        return list(crtcs), list(connectors)

    def connector(self, identifier):
        """A connector and its modes, probed anew."""
        counted = self.call(0xA7, Connector(connector_id=identifier))
        modes = (ModeInfo * max(1, counted.count_modes))()
        found = self.call(0xA7, Connector(
            connector_id=identifier, modes=ctypes.addressof(modes), count_modes=counted.count_modes))
        return found, list(modes)[:found.count_modes]

    def planes(self):
        counted = self.call(0xB5, PlaneResources())
        identifiers = (c_uint32 * counted.count_planes)()
        self.call(0xB5, PlaneResources(plane_ids=ctypes.addressof(identifiers), count_planes=len(identifiers)))
        return [self.call(0xB6, Plane(plane_id=identifier)) for identifier in identifiers]

    def framebuffer_pixels(self, identifier):
        """What a framebuffer holds, as an array of height, width and RGB. Needs root, not DRM master."""
        framebuffer = self.call(0xCE, Framebuffer(fb_id=identifier))
        if framebuffer.pixel_format not in (XRGB8888, ARGB8888):
            raise ValueError(f"framebuffer {identifier} has a format that tests cannot read")
        shared = self.call(0x2D, PrimeHandle(handle=framebuffer.handles[0], flags=os.O_CLOEXEC))
        try:
            pitch, height = framebuffer.pitches[0], framebuffer.height
            with mmap.mmap(shared.fd, pitch * height, mmap.MAP_SHARED, mmap.PROT_READ) as memory:
                rows = numpy.frombuffer(bytes(memory), numpy.uint8).reshape(height, pitch // 4, 4)
        finally:
            os.close(shared.fd)
            self.call(0x09, CloseHandle(handle=framebuffer.handles[0]), direction=1)
        return rows[:, :framebuffer.width, 2::-1]

    def dumb_framebuffer(self, pixels):
        """A new framebuffer with these pixels (height, width, RGB)."""
        height, width, _ = pixels.shape
        buffer = self.call(0xB2, CreateDumb(width=width, height=height, bpp=32))
        framebuffer = Framebuffer(width=width, height=height, pixel_format=XRGB8888)
        framebuffer.handles[0], framebuffer.pitches[0] = buffer.handle, buffer.pitch
        rows = numpy.zeros((height, buffer.pitch // 4, 4), numpy.uint8)
        rows[:, :width, 2::-1] = pixels
        offset = self.call(0xB3, MapDumb(handle=buffer.handle)).offset
        with mmap.mmap(self.descriptor, buffer.size, offset=offset) as memory:
            memory[:rows.nbytes] = rows.tobytes()
        return self.call(0xB8, framebuffer).fb_id

    def set_crtc(self, crtc, connector, mode, framebuffer):
        connectors = (c_uint32 * 1)(connector)
        self.call(0xA2, Crtc(
            crtc_id=crtc, fb_id=framebuffer, mode_valid=1, mode=mode,
            set_connectors=ctypes.addressof(connectors), count_connectors=1))

    def light(self, pixels, index=0):
        """Shows a picture by a dumb buffer on the CRTC and the connector of this index, in the mode of its size. Returns the
        CRTC's id."""
        crtcs, connectors = self.resources()
        height, width, _ = pixels.shape
        _, modes = self.connector(connectors[index])
        mode = next(mode for mode in modes if (mode.hdisplay, mode.vdisplay) == (width, height))
        self.set_crtc(crtcs[index], connectors[index], mode, self.dumb_framebuffer(pixels))
        return crtcs[index]

    def flip(self, crtc, framebuffer):
        """Flips at the next vblank and returns its (sequence, seconds) as the event tells them."""
        self.call(0xB0, PageFlip(crtc_id=crtc, fb_id=framebuffer, flags=1))
        event = numpy.frombuffer(os.read(self.descriptor, 1024), numpy.uint32)  # struct drm_event_vblank
        return int(event[6]), int(event[4]) + int(event[5]) * 1e-6
