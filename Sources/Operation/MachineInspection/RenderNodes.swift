/// The kernel's nodes for drawing, by which the machine's GPUs are known.
public enum RenderNodes {
    /// Whether the kernel has display devices or could have them, and none that draws: then GL would draw with the
    /// processor. A GPU may also be one without screens, beside a display controller.
    public static var areAbsent: Bool { areAbsent(in: SystemTree(root: "")) }

    static func areAbsent(in tree: SystemTree) -> Bool {
        // Without the folder nothing is known.
        let nodes = tree.names("/sys/class/drm")
        return !nodes.isEmpty && !nodes.contains { $0.hasPrefix("renderD") }
    }
}
