import Glibc

/// What a machine is known by on its network.
public struct MachineIdentity: Hashable, Sendable {
    public var hostName: String
    /// By which others reach it, IPv4 first.
    public var addresses: [Address]

    public struct Address: Hashable, Sendable, CustomStringConvertible {
        /// `eth0`
        public var interface: String
        /// `192.0.2.7`, `2001:db8::7`
        public var text: String

        public init(interface: String, text: String) {
            self.interface = interface
            self.text = text
        }

        public var description: String { "\(text) (\(interface))" }
    }

    public init(hostName: String, addresses: [Address]) {
        self.hostName = hostName
        self.addresses = addresses
    }

    /// More would say nothing to anybody.
    private static let mostAddresses = 4

    /// As it is now.
    public static var current: MachineIdentity {
        MachineIdentity(hostName: ownHostName, addresses: Array(ranked(ownAddresses).prefix(mostAddresses)))
    }

    /// Without those that lead nowhere from outside, unless there are no others: IPv4 before IPv6, else as the kernel has
    /// them.
    static func ranked(_ addresses: [Address]) -> [Address] {
        func isLocal(_ address: Address) -> Bool {
            address.text.hasPrefix("169.254.") || ["fe8", "fe9", "fea", "feb"].contains(address.text.prefix(3))
        }
        let reachable = addresses.contains { !isLocal($0) } ? addresses.filter { !isLocal($0) } : addresses
        return reachable.filter { !$0.text.contains(":") } + reachable.filter { $0.text.contains(":") }
    }

    private static var ownHostName: String {
        // As long as Linux allows, and the end.
        var name = [CChar](repeating: 0, count: 65)
        guard unsafe gethostname(&name, name.count) == 0 else { return noHostName }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // As the kernel has it before anybody gives it one.
        return text == "(none)" ? noHostName : text
    }

    private static let noHostName = "no host name"

    /// Of all interfaces that are up, without the loopback.
    private static var ownAddresses: [Address] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&list) == 0 else { return [] }
        defer { unsafe freeifaddrs(list) }
        var addresses: [Address] = []
        var next = unsafe list
        while let entry = unsafe next {
            defer { unsafe next = entry.pointee.ifa_next }
            let flags = Int(unsafe entry.pointee.ifa_flags)
            guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0,
                let address = unsafe entry.pointee.ifa_addr, let text = unsafe text(of: address)
            else { continue }
            addresses.append(Address(interface: unsafe String(cString: entry.pointee.ifa_name), text: text))
        }
        return addresses
    }

    /// Nil for what is no address of IPv4 or IPv6.
    private static func text(of address: UnsafeMutablePointer<sockaddr>) -> String? {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = Int32(unsafe address.pointee.sa_family)
        let isWritten: Bool
        switch family {
        case AF_INET:
            isWritten = unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe inet_ntop(family, &$0.pointee.sin_addr, &text, socklen_t(INET6_ADDRSTRLEN)) != nil
            }
        case AF_INET6:
            isWritten = unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe inet_ntop(family, &$0.pointee.sin6_addr, &text, socklen_t(INET6_ADDRSTRLEN)) != nil
            }
        default: isWritten = false
        }
        return isWritten ? String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
