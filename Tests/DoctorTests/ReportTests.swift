import Foundation
import RecordedDevices
import SchemaValidation
import StatusFile
import Testing

@testable import Doctor

@Suite struct ReportTests {
    /// A sign with this and that, of all three kinds.
    private func troubledMachine() throws -> MachineFacts {
        var facts = try healthyMachine()
        facts.screen.state = .dark
        facts.screen.reason = "no mode works"
        facts.screen.tried = ["1920x1080@60: EINVAL"]
        facts.clock?.isSynchronised = false
        return facts
    }

    @Test func page() throws {
        #expect(
            DoctorReport(try troubledMachine()).text() == """
                vitrine 0.1.0 on sign-17, Linux 6.1.0-29-amd64: 1 problem, 1 notice

                PROBLEM  HDMI-A-1         DEL DESKTOP: dark: no mode works; refused:
                                          1920x1080@60: EINVAL
                                          > use a better cable and no adapter, or set a smaller
                                            mode:
                                          > write first under 'outputs:' in
                                            /etc/vitrine/config.yaml:
                                              - {match: HDMI-A-1, mode: 1920x1080}

                notice   clock            nothing keeps it right; schedules and screens that
                                          play together drift
                                              apt install systemd-timesyncd
                                              timedatectl set-ntp true
                                          > without internet, name a time server of the house as
                                            NTP= in /etc/systemd/timesyncd.conf

                good     /dev/dri/card0   i915 1.6.0, atomic, 1 CRTC, 2 connectors, 1 connected
                good     /dev/dri/card0   driven by vitrine (process 700)
                good     seat             tty1 (graphics) is shown; Vitrine has the screens by
                                          virtual terminal tty1; logind
                good     vitrine.service  running, and starts by itself
                good     /etc/vitrine/config.yaml
                                          a configuration of 1 output
                good     /var/lib/vitrine/media
                                          12 pictures
                good     /dev/sda1        3 GiB of 8 GiB are free, mounted on /
                good     memory           3 GiB of 4 GiB are available
                good     temperature      52 °C at most (x86_pkg_temp)

                """)
    }

    /// All but what is to be copied, which stays whole on a line of its own.
    @Test(arguments: [60, 80, 132]) func pageFitsTheTerminal(width: Int) throws {
        for facts in [try healthyMachine(), try troubledMachine()] {
            let report = DoctorReport(facts)
            let copied = report.findings.compactMap(\.remedy).flatMap(\.steps).compactMap { step -> String? in
                switch step {
                case .advice: nil
                case .command(let text), .line(let text): text
                }
            }
            let lines = report.text(width: width).split(separator: "\n").map(String.init)
            let bare = lines.map { String($0.drop { $0 == " " }) }
            for text in copied { #expect(bare.contains(text), "\(text)") }
            let words = zip(lines, bare).filter { !copied.contains($1) }
            #expect(words.filter { ($0.count > width && $1.contains(" ")) || $0.last == " " }.map(\.0) == [])
        }
    }

    /// What only root may do is copied with `sudo` by others.
    /// Whatever a folder is called, the command that names it does nothing else.
    @Test func pathsAreQuotedForAShell() throws {
        #expect("/srv/signage/menu-1.yaml".quoted == "/srv/signage/menu-1.yaml")
        #expect("/srv/$(reboot) it's".quoted == "'/srv/$(reboot) it'\\''s'")
        #expect("".quoted == "''" && "a;b".quoted == "'a;b'")
    }

    @Test func commandsAreForTheReader() throws {
        var facts = try troubledMachine()
        facts.viewer.account = .init(name: "anna", user: 1000, groups: [1000])
        facts.cards[0].master = nil
        let lines = DoctorReport(facts).text().split(separator: "\n").map { String($0.drop { $0 == " " }) }
        #expect(lines.contains("sudo timedatectl set-ntp true") && lines.contains("sudo vitrine doctor"))
        #expect(!lines.contains { $0.hasPrefix("sudo sudo") })
    }

    @Test func aRecordedPageIsTheSame() throws {
        let report = DoctorReport(try troubledMachine())
        for json in [report.json, report.bundle(BundleAttachments(taken: "2026-11-21T12:00:00Z"))] {
            let page = try #require(DoctorPage(recorded: Array(json.utf8)))
            #expect(page.findings == report.findings && page.host.name == "sign-17")
        }
        #expect(DoctorPage(recorded: Array("{\"a\": 1}".utf8)) == nil)
        #expect(DoctorPage(recorded: Array("torn {".utf8)) == nil)
        // An older version had no steps.
        let old = report.json.replacingOccurrences(of: "\"steps\"", with: "\"more\"")
        let page = try #require(DoctorPage(recorded: Array(old.utf8)))
        #expect(page.findings.first?.remedy?.text == report.findings.first?.remedy?.text)
    }

    @Test func colorIsForTerminals() throws {
        let report = DoctorReport(try troubledMachine())
        #expect(!report.text().contains("\u{1B}"))
        let colored = report.text(hasColor: true)
        #expect(colored.contains("\u{1B}[1;31mPROBLEM  \u{1B}[0mHDMI-A-1"))
        #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == report.text())
    }

    // MARK: - JSON

    private let schema = repository.appending(path: "docs/doctor.schema.json")

    private func reports() throws -> [DoctorReport] {
        var dark = try troubledMachine()
        dark.cards[0].reading = .failed(reason: "it hangs")
        dark.cards[0].master = .nobody
        dark.fileSystems[0].availableFiles = nil
        dark.seat.sessions = [.init(id: "3", user: "anna", type: "wayland", isActive: false)]
        let bare = MachineFacts(host: dark.host, viewer: dark.viewer)
        return try [healthyMachine(), troubledMachine(), dark, bare].map { DoctorReport($0) }
    }

    @Test func jsonIsAsTheSchemaSays() throws {
        let validator = try SchemaValidator(contentsOf: schema)
        for report in try reports() { #expect(try validator.faults(in: report.json) == []) }
    }

    /// The check above is worth something only where it can fail.
    @Test(arguments: [
        ("\"problems\": 1", "\"problems\": -1", "is below"),
        ("\"verdict\": \"problem\"", "\"verdict\": \"bad\"", "is none of"),
        ("\"code\": \"dark\"", "\"code\": \"black\"", "is none of"),
        ("\"owner\": \"root\"", "\"owner\": 0", "is not of type"),
        ("\"synchronised\": false", "\"synchronized\": false", "there is no synchronised"),
        ("\"mode\": \"660\"", "\"mode\": \"rw-\"", "does not match"),
    ])
    func schemaFindsFaults(_ right: String, _ wrong: String, _ complaint: String) throws {
        let json = DoctorReport(try troubledMachine()).json
        #expect(json.contains(right))
        let faults = try SchemaValidator(contentsOf: schema).faults(
            in: json.replacingOccurrences(of: right, with: wrong))
        #expect(faults.contains { $0.contains(complaint) }, "\(faults)")
    }

    @Test func schemaAndPageListEveryCode() throws {
        let page = try String(contentsOf: repository.appending(path: "docs/doctor.md"), encoding: .utf8)
        let text = try String(contentsOf: schema, encoding: .utf8)
        for code in Finding.Code.allCases {
            #expect(text.contains("\"\(code.rawValue)\""), "\(code)")
            #expect(page.contains("`\(code.rawValue)`"), "\(code)")
        }
    }

    // MARK: - The bundle

    @Test func bundleHasTheDevicesAndAllElse() throws {
        let facts = try troubledMachine()
        let attachments = BundleAttachments(
            taken: "2026-11-21T12:00:00Z", status: Array("{\"pid\": 700, \"b\": [1.5, null, true]}".utf8),
            files: ["/etc/vitrine/config.yaml": "playlist: \"x\"\n"], journal: ["one", "two"])
        let bundle = DoctorReport(facts).bundle(attachments)
        #expect(try Recording(Array(bundle.utf8)).devices == [facts.device])

        let parsed = try JSONSerialization.jsonObject(with: Data(bundle.utf8)) as? [String: Any]
        #expect(parsed?["vitrine-report"] as? Int == 1)
        #expect(parsed?["taken"] as? String == "2026-11-21T12:00:00Z")
        #expect((parsed?["findings"] as? [Any])?.count == DoctorReport(facts).findings.count)
        #expect((parsed?["facts"] as? [String: Any])?["viewer"] != nil)
        #expect((parsed?["status"] as? [String: Any])?["pid"] as? Int == 700)
        #expect(parsed?["files"] as? [String: String] == ["/etc/vitrine/config.yaml": "playlist: \"x\"\n"])
        #expect(parsed?["journal"] as? [String] == ["one", "two"])
    }

    @Test func bundleTakesAStatusThatIsNone() throws {
        let bundle = DoctorReport(try healthyMachine()).bundle(
            BundleAttachments(taken: "now", status: Array("torn {".utf8)))
        let parsed = try JSONSerialization.jsonObject(with: Data(bundle.utf8)) as? [String: Any]
        #expect(parsed?["status"] is NSNull)
    }
}
