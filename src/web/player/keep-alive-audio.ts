import { wavHeader } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'

/** Chromium offers media keys and lock-screen controls only for elements whose media lasts 5 s or more. */
const SECONDS: Seconds = 10
const RATE = 8000

/**
 * A media element that plays silence while the player plays. Phones keep playing behind a locked screen, and systems
 * show controls and send media keys, only for pages with a media element. For an audio context alone Chromium does
 * neither, and WebKit only in a "playback" audio session (WebKit bug 261554). The music never passes through the
 * element, so its samples stay unaltered.
 */
export class KeepAliveAudio {
  readonly #pausedBySystem: () => void
  #element?: HTMLAudioElement
  #isHeld = false

  /** `pausedBySystem` runs after a call, unplugged headphones or another application's sound. */
  constructor(pausedBySystem: () => void) {
    this.#pausedBySystem = pausedBySystem
  }

  /** Call it in a user gesture. */
  hold(): void {
    if (this.#isHeld) return
    this.#isHeld = true
    claimPlayback()
    this.#element ??= this.#create()
    // If the element may not play, the sound still plays, but without the system's controls.
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
      // The event of our own pause may arrive after playback has resumed.
      if (this.#isHeld && element.paused) this.#pausedBySystem()
    })
    return element
  }
}

/** Safari stops audio contexts in the background unless the page declares itself a player. */
function claimPlayback(): void {
  // Not in TypeScript's DOM library: https://www.w3.org/TR/audio-session/
  const { audioSession } = navigator as { readonly audioSession?: { type: string } }
  if (audioSession) audioSession.type = 'playback'
}
