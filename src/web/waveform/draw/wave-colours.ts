import { Listeners } from '#shared/listeners.ts'

const TOKENS = {
  peak: '--w-peak',
  rms: '--w-rms',
  peakPlayed: '--w-peak-played',
  rmsPlayed: '--w-rms-played',
  washPlayed: '--w-wash-played',
  grid: '--w-grid',
  zero: '--w-zero',
  line: '--c-line-2',
  label: '--c-text-3',
} as const

/** A theme of the system's has few colours, and makes one of all of ours: the played part differs by its own. */
const FORCED: WaveColours = {
  peak: 'CanvasText',
  rms: 'CanvasText',
  peakPlayed: 'Highlight',
  rmsPlayed: 'Highlight',
  washPlayed: 'transparent',
  grid: 'GrayText',
  zero: 'GrayText',
  line: 'GrayText',
  label: 'CanvasText',
}

export const forcedColours = '(forced-colors: active)'

export type WaveColours = Readonly<Record<keyof typeof TOKENS, string>>

/** The wave colours inside `host`, resolved for its theme, because a canvas does not understand custom properties. */
export function readWaveColours(host: HTMLElement): WaveColours {
  const probe = document.createElement('i')
  probe.hidden = true
  host.append(probe)
  const style = getComputedStyle(probe)
  const areForced = matchMedia(forcedColours).matches
  if (areForced) probe.style.setProperty('forced-color-adjust', 'none')
  const wanted = areForced
    ? Object.entries(FORCED)
    : Object.entries(TOKENS).map(([name, token]) => [name, `var(${token})`] as const)
  const resolved = wanted.map(([name, colour]) => {
    probe.style.color = colour
    return [name, style.color]
  })
  probe.remove()
  return Object.fromEntries(resolved)
}

/** A token's resolved value inside `host`. */
export function resolveColour(host: HTMLElement, token: string): string {
  const probe = document.createElement('i')
  probe.hidden = true
  probe.style.color = `var(${token})`
  host.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** A resolved colour as one pixel of an ImageData viewed as Uint32Array. */
export function pixelColour(colour: string): number {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  if (!context) return 0
  context.fillStyle = colour
  context.fillRect(0, 0, 1, 1)
  return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
}

const listeners = new Listeners()
let stopWatching: (() => void) | undefined

/**
 * Calls `listener` when the theme changes, by the system or by `data-theme` on any element. Returns a function that
 * stops it.
 */
export function watchTheme(listener: () => void): () => void {
  const stop = listeners.add(listener)
  stopWatching ??= startWatching()
  return () => {
    stop()
    if (listeners.size > 0) return
    stopWatching?.()
    stopWatching = undefined
  }
}

function startWatching(): () => void {
  const tell = (): void => listeners.tell()
  const systems = ['(prefers-color-scheme: light)', forcedColours].map((query) => matchMedia(query))
  for (const system of systems) system.addEventListener('change', tell)
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributes: true, subtree: true, attributeFilter: ['data-theme'] })
  return () => {
    for (const system of systems) system.removeEventListener('change', tell)
    observer.disconnect()
  }
}
