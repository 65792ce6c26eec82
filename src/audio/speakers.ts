/** Names of loudspeakers by their bit in a WAVE channel mask; the last ones only FFmpeg has. */
const NAMES: Readonly<Record<number, string>> = {
  0: 'L',
  1: 'R',
  2: 'C',
  3: 'LFE',
  4: 'Lb',
  5: 'Rb',
  6: 'Lc',
  7: 'Rc',
  8: 'Cs',
  9: 'Ls',
  10: 'Rs',
  11: 'Tc',
  12: 'Ltf',
  13: 'Ctf',
  14: 'Rtf',
  15: 'Ltb',
  16: 'Ctb',
  17: 'Rtb',
  31: 'Lw',
  32: 'Rw',
  35: 'LFE2',
  36: 'Ltm',
  37: 'Rtm',
}
const HIGHEST_BIT = 40

/** The usual order of channels by their number, as in WAVE files; of ten and twelve, 5.1.4 and 7.1.4. */
const USUAL: Readonly<Record<number, string>> = {
  3: 'L R C',
  4: 'L R Ls Rs',
  5: 'L R C Ls Rs',
  6: 'L R C LFE Ls Rs',
  7: 'L R C LFE Cs Ls Rs',
  8: 'L R C LFE Lb Rb Ls Rs',
  10: 'L R C LFE Ls Rs Ltf Rtf Ltb Rtb',
  12: 'L R C LFE Lb Rb Ls Rs Ltf Rtf Ltb Rtb',
}

/** A number of channels, and their loudspeakers if the file names them. */
export interface ChannelLayout {
  readonly channels: number
  readonly speakers?: readonly string[] | undefined
}

/** The loudspeakers of a WAVE channel mask, in order of the channels; undefined unless it names each. */
export function speakersOfMask(channels: number, mask: number): readonly string[] | undefined {
  const names: string[] = []
  for (let bit = 0; bit <= HIGHEST_BIT; bit++) {
    if (Math.floor(mask / 2 ** bit) % 2 !== 1) continue
    const name = NAMES[bit]
    if (name === undefined) return undefined
    names.push(name)
  }
  if (names.length !== channels) return undefined
  // A pair behind without one beside is the surround pair of 5.1.
  return names.includes('Ls') ? names : names.map((name) => SURROUND_BEHIND[name] ?? name)
}

const SURROUND_BEHIND: Readonly<Record<string, string>> = { Lb: 'Ls', Rb: 'Rs' }

/** As the file names them, else in the usual order; undefined if there is none for so many channels. */
export function speakersOf({ channels, speakers }: ChannelLayout): readonly string[] | undefined {
  return speakers?.length === channels ? speakers : USUAL[channels]?.split(' ')
}

/** A channel's number and, if it is known, the name of its loudspeaker: `3 · C`. `at` counts from 0. */
export function channelName(at: number, layout: ChannelLayout): string {
  const name = speakersOf(layout)?.[at]
  return name === undefined ? String(at + 1) : `${at + 1} · ${name}`
}
