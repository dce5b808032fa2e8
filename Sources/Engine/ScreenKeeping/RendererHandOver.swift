import DisplayModel
import DisplayPlanning
import Rendering
import Timing

/// Replacing the renderer while screens are lit: the new one is made on another thread and gets what the screens show;
/// then each screen goes over with its next frame, and the buffers of the old one stay until that is on screen. A renderer
/// that is replaced without being lost draws until then, so that no refresh is missed.
extension ScreenKeeper {
    /// Makes the next renderer where one is wanted, and has screens go over to it when it is ready.
    func advanceRenderers(now: MonotonicTime) {
        guard !fate.isOver else { return }
        if renderers.takeOrder(now) {
            let order = RendererOrder(device: device, make: surroundings.makeRenderer)
            surroundings.runElsewhere(.makingRenderer) { [jobs] in jobs.made(Result { try order.make(order.device) }) }
        }
        guard let next = renderers.next else { return }
        if !renderers.isHandingOver {
            guard contents.isPrepared(now: now) || renderers.nextDeadline.map({ $0 <= now }) == true else { return }
            prepareHandOver(to: next.renderer)
        }
        guard renderers.isHandingOver else { return }
        for screen in screens where screen.isToGoOver { present(screen, clock()) }
        lightScreens(clock())
        guard !screens.contains(where: \.isToGoOver) else { return }
        let loss = renderers.loss
        renderers.finish()
        contents.useRenderer(next.renderer, now: now)
        report(.rendererReplaced(path: device.path, renderer: next.renderer.summary, loss: loss))
        // Those that went over while the old renderer was lost have not drawn yet.
        for screen in screens { present(screen, clock()) }
        lightScreens(clock())
    }

    /// What a job on another thread gets: of the device only its native display is used there, which does not change.
    private struct RendererOrder: @unchecked Sendable {
        let device: any DisplayDevice
        let make: (any DisplayDevice) throws -> any FrameRenderer
    }

    func rendererMade(_ result: Result<any FrameRenderer, any Error>, now: MonotonicTime) {
        switch result {
        case .success(let renderer):
            renderers.made(renderer, now)
            contents.prepare(renderer, now: now)
        case .failure(let error):
            report(.warning(about: device.path, text: "no renderer can be made: \(error)"))
            if renderers.failed(now) { fate.reopen("no renderer can be made: \(error)") }
        }
    }

    /// Gives every screen buffers of the next renderer.
    private func prepareHandOver(to renderer: any FrameRenderer) {
        do throws(SwapChain.Failure) {
            for screen in screens {
                var chains: [SwapChain] = []
                for part in screen.parts {
                    chains.append(
                        try makeChain(
                            screen.plan, part.route.plane, size: part.mode.size, screen.format, renderer))
                }
                // Where the old renderer cannot draw there is no choice: a flip that is refused is followed by a modeset.
                if !renderers.isLost, screen.phase == .lit {
                    let update = screen.update(showing: 0, of: chains)
                    try SwapChain.Failure.refusing { () throws(DisplayError) in try device.commit(update, .test(.flip))
                    }
                }
                screen.prepareToGoOver(to: chains)
            }
            renderers.beginHandOver()
        } catch {
            for screen in screens { screen.prepareToGoOver(to: nil) }
            switch error {
            case .impossible(let refusal): failed(refusal)
            case .contextLost(let loss): report(.warning(about: device.path, text: "the next renderer: \(loss)"))
            }
            if let loss = renderers.loss {
                return fate.reopen("\(loss); the new renderer has no buffers: \(error.reason)")
            }
            renderers.cancel()
            contents.cancelPreparation()
        }
    }

    /// Has a screen drawn by the next renderer from now on, once nothing of the old one is on its way: a buffer that is
    /// queued stays with the chain that it belongs to.
    func goOver(_ screen: KeptScreen, _ now: MonotonicTime) {
        guard screen.isToGoOver, screen.flips.pending == nil, screen.held == nil, screen.phase != .setting,
            !screen.trouble.isBeingVerified
        else {
            return
        }
        contents.useNextRenderer(for: screen.content, now: now)
        screen.goOver()
    }
}
