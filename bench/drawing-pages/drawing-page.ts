/** What each of the pages under measurement can do; `bench/drawing.ts` drives it. */
export interface DrawingPage {
  /** From nothing to the whole recording on screen; resolves in the frame after it was painted. */
  readonly begin: () => Promise<void>
  readonly addMarkers: (times: readonly number[]) => Promise<void>
  /** Show the middle of the recording at so many sample frames a pixel. */
  readonly zoom: (framesPerPx: number) => void
}

/** What the address says of the recording. */
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

/** Two frames: what was asked for in the first is on screen in the second. */
export async function painted(): Promise<void> {
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
}
