import { wavHeader } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'

/** Chromium gives media keys and lock-screen controls only to elements that play something of five seconds or more. */
const SECONDS: Seconds = 10
const RATE = 8000

/**
 * A media element that plays silence while the player plays. Phones go on playing behind a locked screen, and systems
 * show controls and send media keys, for pages with a media element; an audio context alone has no such standing
 * (Chromium), or only in a "playback" audio session (WebKit bug 261554). The music itself never passes through it,
 * so that it stays sample for sample what it is.
 */
export class KeepAliveAudio {
  readonly #pausedBySystem: () => void
  #element?: HTMLAudioElement
  #isHeld = false

  /** `pausedBySystem`: a call, unplugged headphones, another application. */
  constructor(pausedBySystem: () => void) {
    this.#pausedBySystem = pausedBySystem
  }

  /** Call it in the person's gesture. */
  hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    claimPlayback()
    this.#element ??= this.#create()
    // Where it may not play, sound plays all the same, only without the system's controls.
    this.#element.play().catch(() => {})
  }

  release(): void {
    this.#isHeld = false
    this.#element?.pause()
  }

  dispose(): void {
    this.release()
    if (!this.#element) return
    URL.revokeObjectURL(this.#element.src)
    this.#element.removeAttribute('src')
  }

  #create(): HTMLAudioElement {
    const silence = [
      wavHeader({ sampleRate: RATE, channels: 1, encoding: 's16', totalFrames: RATE * SECONDS }),
      new Uint8Array(RATE * SECONDS * 2),
    ]
    const element = new Audio(URL.createObjectURL(new Blob(silence, { type: 'audio/wav' })))
    element.loop = true
    element.addEventListener('pause', () => {
      // The event of a pause of ours may come when it plays again already.
      if (this.#isHeld && element.paused) this.#pausedBySystem()
    })
    return element
  }
}

/** Safari stops audio contexts in the background unless the page says that it is a player. */
function claimPlayback(): void {
  // Not in TypeScript's DOM library: https://www.w3.org/TR/audio-session/
  const { audioSession } = navigator as { readonly audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'
}
