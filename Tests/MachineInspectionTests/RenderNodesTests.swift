import Testing

@testable import MachineInspection

@Suite struct RenderNodesTests {
    @Test func areAbsentWhereTheKernelHasNone() throws {
        let tree = try Tree()
        #expect(!RenderNodes.areAbsent(in: SystemTree(root: tree.root)), "nothing is known")
        try tree.file("/sys/class/drm/version", "drm 1.1.0 20060810\n")
        try tree.file("/sys/class/drm/card0/dev", "226:0\n")
        #expect(RenderNodes.areAbsent(in: SystemTree(root: tree.root)))
        try tree.file("/sys/class/drm/renderD128/dev", "226:128\n")
        #expect(!RenderNodes.areAbsent(in: SystemTree(root: tree.root)))
    }
}
