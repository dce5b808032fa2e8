import Glibc
import LinuxSystem
import Media
import MediaDecoding
import Paths
import Playlist
import Testing
import Timing

@testable import KioskEngine

/// When a file counts as another picture.
@Suite struct PictureRevisionsTests {
    /// What files of this machine are like.
    private let one = FileRevision(of: FilePath("/proc/self/exe"))
    private let other = FileRevision(of: FilePath("/etc/passwd"))

    @Test func aFileThatIsAnotherCountsOnce() {
        let revisions = PictureRevisions()
        #expect(one != nil && one != other && revisions.number(of: "a.png") == 0)
        revisions.opened("a.png", number: 0, as: one)
        revisions.note(["a.png": one])
        #expect(revisions.number(of: "a.png") == 0)
        revisions.note(["a.png": other])
        revisions.note(["a.png": other])
        #expect(revisions.number(of: "a.png") == 1)
    }

    @Test func whatWasNotOpenedIsNoNews() {
        let revisions = PictureRevisions()
        revisions.note(["a.png": one])
        #expect(revisions.number(of: "a.png") == 0)
    }

    @Test func aFileThatComesAndGoesIsNews() {
        let revisions = PictureRevisions()
        revisions.opened("a.png", number: 0, as: nil)
        revisions.note(["a.png": nil as FileRevision?])
        #expect(revisions.number(of: "a.png") == 0)
        revisions.note(["a.png": one])
        #expect(revisions.number(of: "a.png") == 1)
        // Gone, and back as it was: what was decoded of it is still right.
        revisions.note(["a.png": nil as FileRevision?])
        revisions.note(["a.png": one])
        #expect(revisions.number(of: "a.png") == 1)
        revisions.note(["a.png": nil as FileRevision?])
        revisions.note(["a.png": other])
        #expect(revisions.number(of: "a.png") == 2)
    }

    /// A disk that did not answer may do so later; a file that is no picture is one only when it changes.
    @Test func whatMayPassIsWorthAnotherTry() {
        let list = ItemList([Item(.picture(path: "a.png")), Item(.picture(path: "b.png"))])
        let show = Show(Playlist(zones: [Zone(content: list)], sync: .start), clock: .current, now: .zero)
        let programme = Programme(show)
        programme.leaveOut("a.png", MediaFailure("a.png: not a picture")) { _ in }
        #expect(!programme.mayRecover("main"))
        let kind = DecodingFailure.Kind.unanswered
        programme.leaveOut("b.png", MediaFailure("b.png: no answer", mayPass: kind.mayPass)) { _ in }
        #expect(programme.mayRecover("main"))
        #expect(!show.isSame(as: show.playlist, isRetry: true) && show.isSame(as: show.playlist, isRetry: false))
    }

    /// A show that plays on has its own revision decoded again, from the file as it is by then.
    @Test func anOldRevisionThatIsOpenedAgainIsNoNews() {
        let revisions = PictureRevisions()
        revisions.opened("a.png", number: 0, as: one)
        revisions.note(["a.png": other])
        revisions.opened("a.png", number: 0, as: one)
        revisions.note(["a.png": other])
        #expect(revisions.number(of: "a.png") == 1)
    }
}
