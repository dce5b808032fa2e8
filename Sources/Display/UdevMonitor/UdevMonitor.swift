import CUdev
public import DisplayModel
import Glibc
import LinuxSystem

/// Listens for display devices that come, go and change. The corresponding C library is libudev.
///
/// Without a running udevd (in an initial RAM disk, in containers) it listens to the kernel itself.
@safe public final class UdevMonitor {
    /// Who sends the events.
    public enum Source: String, Hashable, Sendable {
        /// After udevd has applied its rules: nodes have their permissions, devices their seats.
        case udev
        /// As they happen.
        case kernel
    }

    public let source: Source
    private let seat: String
    private let context: UdevContext
    @unsafe private let monitor: OpaquePointer

    /// Starts to listen. Look at what is there (``cards()``) after this, so that nothing is missed in between.
    /// - Parameter seat: only this seat's devices are told of.
    public init(seat: String = Card.firstSeat) throws(DisplayError) {
        self.seat = seat
        let source: Source = unsafe access("/run/udev/control", F_OK) == 0 ? .udev : .kernel
        self.source = source
        do throws(SystemError) {
            context = try UdevContext()
            let context = unsafe context.pointer
            let monitor = unsafe try nonNullCall("udev_monitor_new_from_netlink", source.rawValue) {
                unsafe udev_monitor_new_from_netlink(context, source.rawValue)
            }
            unsafe self.monitor = monitor
            try negativeErrnoCall("udev_monitor_filter_add_match_subsystem_devtype") {
                unsafe udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
            }
            // Room for bursts: a dock brings dozens of events. What the system refuses is no reason to stop.
            unsafe _ = udev_monitor_set_receive_buffer_size(monitor, 1 << 20)
            try negativeErrnoCall("udev_monitor_enable_receiving") {
                unsafe udev_monitor_enable_receiving(monitor)
            }
        } catch { throw DisplayError(operation: "listen for devices", object: "udev", error) }
    }

    deinit { unsafe _ = udev_monitor_unref(monitor) }

    /// Becomes readable when ``read()`` has something to tell. The monitor closes it.
    public var eventDescriptor: Int32 { unsafe udev_monitor_get_fd(monitor) }

    /// What has happened since the last call. Does not wait.
    public func read() throws(DisplayError) -> [DeviceEvent] {
        var events: [DeviceEvent] = []
        // No call reads for ever, whatever rains in; the descriptor stays readable for the rest.
        for _ in 0..<512 {
            do {
                let device = unsafe try nonNullCall("udev_monitor_receive_device") {
                    unsafe udev_monitor_receive_device(monitor)
                }
                defer { unsafe _ = udev_device_unref(device) }
                if let event = unsafe DeviceEvent(properties(of: device), seat: seat) { events.append(event) }
            } catch {
                switch error.code {
                case EAGAIN: return events
                case ENOBUFS: events.append(.overflowed)
                default: throw DisplayError(operation: "read device events", object: "udev", error)
                }
            }
        }
        return events
    }

    /// The seat's cards that are there now, in an order that is the same at every boot.
    public func cards() throws(DisplayError) -> [Card] {
        do {
            let enumeration = unsafe try nonNullCall("udev_enumerate_new") {
                unsafe udev_enumerate_new(context.pointer)
            }
            defer { unsafe _ = udev_enumerate_unref(enumeration) }
            try negativeErrnoCall("udev_enumerate_add_match_subsystem") {
                unsafe udev_enumerate_add_match_subsystem(enumeration, "drm")
            }
            try negativeErrnoCall("udev_enumerate_add_match_sysname") {
                unsafe udev_enumerate_add_match_sysname(enumeration, "card[0-9]*")
            }
            try negativeErrnoCall("udev_enumerate_scan_devices") {
                unsafe udev_enumerate_scan_devices(enumeration)
            }
            var cards: [Card] = []
            var entry = unsafe udev_enumerate_get_list_entry(enumeration)
            while let current = unsafe entry {
                // Gone since the list was made: its removal is told as an event.
                if let device = unsafe udev_device_new_from_syspath(context.pointer, udev_list_entry_get_name(current))
                {
                    if let card = unsafe card(device), card.seat == seat { cards.append(card) }
                    unsafe _ = udev_device_unref(device)
                }
                unsafe entry = udev_list_entry_get_next(current)
            }
            return cards.inStableOrder()
        } catch { throw DisplayError(operation: "list devices", object: "udev", error) }
    }

    private func properties(of device: OpaquePointer) -> [String: String] {
        var properties: [String: String] = [:]
        var entry = unsafe udev_device_get_properties_list_entry(device)
        while let current = unsafe entry {
            if let name = unsafe text(udev_list_entry_get_name(current)) {
                unsafe properties[name] = text(udev_list_entry_get_value(current))
            }
            unsafe entry = udev_list_entry_get_next(current)
        }
        return properties
    }

    /// Nil for what has no node: connectors are called `card0-HDMI-A-1`.
    private func card(_ device: OpaquePointer) -> Card? {
        guard let path = unsafe text(udev_device_get_devnode(device)) else { return nil }
        let number = unsafe udev_device_get_devnum(device)
        // The parent belongs to the device and is not released.
        let parent = unsafe udev_device_get_parent(device)
        return unsafe Card(
            id: DeviceID(major: gnu_dev_major(number), minor: gnu_dev_minor(number)), path: path,
            seat: text(udev_device_get_property_value(device, "ID_SEAT")) ?? Card.firstSeat,
            isBootDevice: text(parent.flatMap { unsafe udev_device_get_sysattr_value($0, "boot_vga") }) == "1",
            place: text(parent.flatMap { unsafe udev_device_get_devpath($0) }) ?? path)
    }

    private func text(_ start: UnsafePointer<CChar>?) -> String? {
        unsafe start.map { unsafe String(cString: $0) }
    }
}

/// libudev's own state. The corresponding C structure is `struct udev`.
@safe private struct UdevContext: ~Copyable {
    @unsafe let pointer: OpaquePointer

    init() throws(SystemError) {
        unsafe pointer = try nonNullCall("udev_new") { unsafe udev_new() }
    }

    deinit { unsafe _ = udev_unref(pointer) }
}

extension DisplayError {
    fileprivate init(operation: String, object: String, _ error: SystemError) {
        self.init(operation: operation, object: object, code: error.code, reason: error.reason)
    }
}
