import CEGL
import DisplayModel

extension Extensions {
    /// The formats that can be drawn into, best first, with the layouts that EGL names for each. Layouts that can
    /// only be sampled (`external_only`) do not count. The corresponding C function is `eglQueryDmaBufModifiersEXT`.
    func targetFormats(of display: EGLDisplayConnection) -> [FormatSupport] {
        let wanted: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]
        guard importsModifiers, let queryFormats = unsafe queryFormats, let queryModifiers = unsafe queryModifiers
        else {
            return [.xrgb8888, .argb8888].map { FormatSupport(format: $0, modifiers: []) }
        }
        var count: EGLint = 0
        _ = unsafe queryFormats(display.handle, 0, nil, &count)
        var codes = [EGLint](repeating: 0, count: Int(count))
        _ = unsafe queryFormats(display.handle, count, &codes, &count)

        return wanted.compactMap { format in
            let code = EGLint(bitPattern: format.rawValue)
            guard codes.contains(code) else { return nil }
            var count: EGLint = 0
            _ = unsafe queryModifiers(display.handle, code, 0, nil, nil, &count)
            if count == 0 { return FormatSupport(format: format, modifiers: []) }
            var modifiers = [EGLuint64KHR](repeating: 0, count: Int(count))
            var isExternalOnly = [EGLBoolean](repeating: 0, count: Int(count))
            _ = unsafe queryModifiers(display.handle, code, count, &modifiers, &isExternalOnly, &count)
            let drawable = zip(modifiers, isExternalOnly).prefix(Int(count)).filter { $1 == EGLBoolean(EGL_FALSE) }
            guard !drawable.isEmpty else { return nil }
            return FormatSupport(format: format, modifiers: drawable.map { FormatModifier(rawValue: UInt64($0.0)) })
        }
    }
}
