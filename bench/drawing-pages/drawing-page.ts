/** Operations of each page under measurement; `bench/drawing.ts` drives it. */
export interface DrawingPage {
  /** Loads and draws the whole recording; resolves in the frame after it was painted. */
  readonly begin: () => Promise<void>
  readonly addMarkers: (times: readonly number[]) => Promise<void>
  /** Shows the middle of the recording at this zoom. */
  readonly zoom: (framesPerPx: number) => void
}

/** The recording's parameters from the URL. */
export function recordingOf(address: string) {
  const query = new URL(address).searchParams
  return {
    sampleRate: Number(query.get('rate')),
    totalFrames: Number(query.get('frames')),
    seconds: Number(query.get('frames')) / Number(query.get('rate')),
  }
}

export function offer(page: DrawingPage): void {
  Object.assign(globalThis, { drawing: page })
}

/** Two frames: what was drawn in the first is on screen in the second. */
export async function painted(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}
