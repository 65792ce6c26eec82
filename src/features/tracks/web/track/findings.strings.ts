import type { AnalysisVerdict } from '#audio/analysis-report.ts'

/** Findings of the analysis, and reasons for refusing a file. Short, with the figure, and without blame. */
export const findingStrings = {
  firstAt: '. First at {time}',
  everyChannel: 'The sound',
  channel: 'The {name} channel',
  left: 'left',
  right: 'right',
  truePeak: 'True peak {peak}, {overs}{first}',
  overs: { one: '{count} over', other: '{count} overs' },
  clipped: '{where} clips {times}{first}',
  times: { one: 'once', other: '{count} times' },
  places: { one: 'one place', other: '{count} places' },
  samples: { one: '{count} sample', other: '{count} samples' },
  dcOffset: '{where} has a DC offset of {level}',
  mono: 'Left and right are the same: a mono mix in a stereo file',
  channelDead: '{where} is silent. Export again if that was not meant',
  channelWeak: '{where} is {level} quieter than the other, over the whole file',
  channelDrops: '{where} is silent {when}, while the other goes on',
  channelWeakens: '{where} is at least 12 dB quieter {when}',
  polarityFlips: 'One channel is upside down {when}: in mono the two cancel there',
  since: 'from {from}',
  between: 'from {from} to {to}',
  upsideDown: 'One channel is upside down against the other: in mono they cancel (correlation {correlation}){first}',
  outOfPhase: 'Left and right cancel each other in mono (correlation {correlation}){first}',
  silent: 'Nothing but silence',
  silenceHead: '{length} of silence before the music',
  silenceTail: '{length} of silence after the music',
  decodeErrors: 'Damaged in {times}{first}',
  truncated: 'The end of the file is missing. Export it again',
  truncatedBy: '{length} of the sound that its header promises is missing. Export it again',
  goesOn: 'It plays {length} longer than its header says. Other players may stop early',
  checksum: 'The checksum inside the file does not match its sound. Export it again',
  invalidSamples: '{samples} are not numbers and play as silence{first}',
  lossy: 'Lossy file. Listeners see an amber badge',
  streamReduced: 'Heard with {bits} bits. The download is the original',
  sampleRate: 'The version before was {rate} kHz. Export again if that was not meant',
  bitDepth: 'The version before had {bits} bits',
  bitDepthUnknown: 'The version before was a lossy file',
  longer: '{length} longer than the version before',
  shorter: '{length} shorter than the version before',
  channelsBefore: 'The version before had {channels}. Export again if that was not meant',
  channels: { one: '{count} channel', other: '{count} channels' },
  identical: 'The same file as the version before',
  identicalAudio: 'The same audio as the version before, to the sample',
  hear: 'Hear',
  worstPlaces: 'The first and the loudest: {shown} of {count}',
  morePlaces: { one: '{count} more place', other: '{count} more places' },
} as const

export const verdictStrings: Readonly<Record<string, string>> = {
  'not-audio': 'This is not an audio file.',
  unsupported: 'This kind of audio file cannot be played here. Export it as WAV, AIFF or FLAC.',
  damaged: 'The file is damaged and cannot be read to its end. Export it again.',
  'too-many-channels': 'It has more channels than can be played here. Export it in stereo.',
  'no-samples': 'There is no sound in it: the file has a header and nothing after it.',
  'too-long': 'It is longer than this server takes in one file.',
  'too-heavy': 'Reading it took more than this server allows. Export it as WAV or FLAC.',
} satisfies Readonly<Record<AnalysisVerdict, string>>

export const unplayableVerdict =
  'This is {kind}, which cannot be played here. Export it as WAV, AIFF or FLAC to hear it.'

export const unknownVerdict = 'The file could not be analysed.'
