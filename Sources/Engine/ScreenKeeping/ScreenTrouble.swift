import DisplayPlanning

/// What goes wrong with a screen's flips, counted.
struct ScreenTrouble {
    var watchdog = FlipWatchdog()
    /// How often in a row a commit was refused.
    var refusals = 0
    /// How often in a row a frame could not be drawn.
    var undrawn = 0
    /// Whether a flip is to prove that frames still reach the screen, and has not come yet.
    var owesProof = false

    /// Whether it is being found out what is on screen: nothing is committed until then.
    var isBeingVerified = false
    /// Whether that is to be found out as soon as the device can be looked at. Until then it is assumed that only an event
    /// was lost.
    var isToBeVerified = false

    mutating func proved() { (owesProof, isToBeVerified) = (false, false) }

    /// Its mode is set anew.
    mutating func forgetVerification() { (isBeingVerified, isToBeVerified) = (false, false) }

    mutating func undrawnOnce() -> Int {
        undrawn += 1
        return undrawn
    }

    mutating func refusedOnce() -> Int {
        refusals += 1
        return refusals
    }
}
