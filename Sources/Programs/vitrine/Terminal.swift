import Glibc

/// Where the results are read.
enum Terminal {
    /// In columns: `$COLUMNS`, else the terminal's, else 80.
    static var width: Int {
        if let text = unsafe getenv("COLUMNS"), let width = Int(unsafe String(cString: text)), width > 0 {
            return width
        }
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
