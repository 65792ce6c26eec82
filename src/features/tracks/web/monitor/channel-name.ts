/** The usual order of channels by their number, as in WAVE files and Atmos beds. */
const LAYOUTS: Readonly<Record<number, string>> = {
  3: 'L R C',
  4: 'L R Ls Rs',
  5: 'L R C Ls Rs',
  6: 'L R C LFE Ls Rs',
  7: 'L R C LFE Cs Ls Rs',
  8: 'L R C LFE Lb Rb Ls Rs',
  10: 'L R C LFE Ls Rs Ltf Rtf Ltb Rtb',
  12: 'L R C LFE Lb Rb Ls Rs Ltf Rtf Ltb Rtb',
}

/** A channel's number and, if its layout is a usual one, the name of its loudspeaker: `3 · C`. `at` counts from 0. */
export function channelName(at: number, channels: number): string {
  const name = LAYOUTS[channels]?.split(' ')[at]
  return name === undefined ? String(at + 1) : `${at + 1} · ${name}`
}
