"""Makes EDIDs 1.4 (VESA E-EDID Standard Release A, Revision 2) for monitors that tests need."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Timing:
    """A detailed timing. Pixel clock in kHz; each axis is active, front porch, sync, back porch.

    Interlaced: the vertical numbers are those of one field.
    """
    clock: int
    horizontal: tuple
    vertical: tuple
    interlaced: bool = False

    def descriptor(self, millimetres=(510, 287)):
        (ha, hf, hs, hb), (va, vf, vs, vb) = self.horizontal, self.vertical
        hblank, vblank, clock = hf + hs + hb, vf + vs + vb, self.clock // 10
        width, height = millimetres
        return bytes([
            clock & 255, clock >> 8,
            ha & 255, hblank & 255, (ha >> 8) << 4 | hblank >> 8,
            va & 255, vblank & 255, (va >> 8) << 4 | vblank >> 8,
            hf & 255, hs & 255, (vf & 15) << 4 | vs & 15,
            (hf >> 8) << 6 | (hs >> 8) << 4 | (vf >> 4) << 2 | vs >> 4,
            width & 255, height & 255, (width >> 8) << 4 | height >> 8, 0, 0,
            0x1E | (0x80 if self.interlaced else 0)])


FULL_HD = Timing(148500, (1920, 88, 44, 148), (1080, 4, 5, 36))
HD = Timing(74250, (1280, 110, 40, 220), (720, 5, 5, 20))
FULL_HD_INTERLACED = Timing(74250, (1920, 88, 44, 148), (540, 2, 5, 15), interlaced=True)
PORTRAIT_HD = Timing(79240, (720, 48, 32, 80), (1280, 3, 10, 18))
VGA = Timing(25175, (640, 16, 96, 48), (480, 10, 2, 33))


def monitor(name, *timings, maker="RIG", product=0x1234, serial=1, extension=b""):
    """The EDID of a monitor with one to three detailed timings, the first one preferred."""
    letters = [ord(letter) - 64 for letter in maker]
    block = bytearray(b"\0\xff\xff\xff\xff\xff\xff\0")
    block += (letters[0] << 10 | letters[1] << 5 | letters[2]).to_bytes(2, "big")
    block += product.to_bytes(2, "little") + serial.to_bytes(4, "little")
    block += bytes([1, 35, 1, 4])  # week 1 of 2025; EDID 1.4
    block += bytes([0xA5, 51, 29, 120, 0x06])  # digital, 8 bits, DisplayPort; 51 x 29 cm; gamma 2.2; sRGB
    block += bytes.fromhex("ee91a3544c99260f5054") + bytes(3) + b"\1\1" * 8
    descriptors = [timing.descriptor() for timing in timings[:3]]
    text = (name[:13] + ("\n" if len(name) < 13 else "")).ljust(13)
    descriptors.append(b"\0\0\0\xfc\0" + text.encode("ascii"))
    descriptors += [b"\0\0\0\x10" + bytes(14)] * (4 - len(descriptors))
    block += b"".join(descriptors) + bytes([1 if extension else 0])
    return bytes(block) + checksum(block) + extension


def cta_extension(*video_codes):
    """A CTA-861 extension block with the short video descriptors of these video identification codes."""
    data = bytes([0x40 | len(video_codes), *video_codes])
    block = (bytes([2, 3, 4 + len(data), 0]) + data).ljust(127, b"\0")
    return block + checksum(block)


def checksum(block):
    return bytes([-sum(block) & 255])
