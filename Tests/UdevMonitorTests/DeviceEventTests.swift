import DisplayModel
import Testing

@testable import UdevMonitor

@Suite struct DeviceEventTests {
    private let card = ["DEVNAME": "/dev/dri/card1", "MAJOR": "226", "MINOR": "1", "SUBSYSTEM": "drm"]
    private let id = DeviceID(major: 226, minor: 1)

    private func event(_ more: [String: String], seat: String = "seat0") -> DeviceEvent? {
        DeviceEvent(card.merging(more) { $1 }, seat: seat)
    }

    @Test func cardsComeAndGo() {
        #expect(event(["ACTION": "add"]) == .added(id, path: "/dev/dri/card1"))
        #expect(event(["ACTION": "remove"]) == .removed(id))
    }

    @Test func hotPlugNamesWhatItIsAbout() {
        let change = ["ACTION": "change", "HOTPLUG": "1"]
        #expect(event(change) == .changed(id, .hotPlug))
        #expect(
            event(change.merging(["CONNECTOR": "70"]) { $1 }) == .changed(id, .connector(ConnectorID(rawValue: 70))))
        #expect(
            event(change.merging(["CONNECTOR": "70", "PROPERTY": "5"]) { $1 })
                == .changed(id, .property(ConnectorID(rawValue: 70), property: 5)))
    }

    @Test func aHotPlugOfUnreadableWhatIsAHotPlugOfAll() {
        #expect(event(["ACTION": "change", "HOTPLUG": "1", "CONNECTOR": "x"]) == .changed(id, .hotPlug))
    }

    @Test func aChangeWithoutHotPlugIsOther() {
        #expect(event(["ACTION": "change", "LEASE": "1"]) == .changed(id, .other))
    }

    @Test(arguments: [
        ["DEVNAME": "/dev/dri/renderD128"], ["DEVNAME": ""], ["MINOR": ""], ["MAJOR": "-1"], ["ID_SEAT": "seat1"],
        ["ACTION": "bind"],
    ])
    func otherEventsAreNone(_ difference: [String: String]) {
        #expect(event(["ACTION": "add"].merging(difference) { $1 }) == nil)
    }

    @Test func aSeatSeesItsOwnCards() {
        #expect(event(["ACTION": "add", "ID_SEAT": "seat1"], seat: "seat1") != nil)
        #expect(event(["ACTION": "add"], seat: "seat1") == nil)
    }
}

@Suite struct CardOrderTests {
    private func card(_ minor: UInt32, boot: Bool = false, place: String) -> Card {
        Card(
            id: DeviceID(major: 226, minor: minor), path: "/dev/dri/card\(minor)", isBootDevice: boot, place: place)
    }

    @Test func theBootDeviceIsFirstAndTheOthersAreByPlace() {
        let cards = [
            card(0, place: "/devices/pci0000:00/0000:00:03.0"),
            card(1, place: "/devices/pci0000:00/0000:00:02.0"),
            card(2, boot: true, place: "/devices/pci0000:00/0000:01:00.0"),
        ]
        #expect(cards.inStableOrder().map(\.id.minor) == [2, 1, 0])
        #expect(Array(cards.reversed()).inStableOrder() == cards.inStableOrder())
    }

    @Test func cardsOfOnePlaceAreByNumber() {
        let cards = [card(3, place: "/devices/a"), card(1, place: "/devices/a")]
        #expect(cards.inStableOrder().map(\.id.minor) == [1, 3])
    }
}
