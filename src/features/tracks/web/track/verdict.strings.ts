import type { AnalysisVerdict } from '#audio/analysis-report.ts'

/** Texts for what the analysis of a file ended with. Apart from findings, which rows of a project do not need. */
export const verdictStrings: Readonly<Record<string, string>> = {
  'not-audio': 'This is not an audio file.',
  unsupported: 'This kind of audio file cannot be played here. Export it as WAV, AIFF or FLAC.',
  damaged: 'The file is damaged and cannot be read to its end. Export it again.',
  'too-many-channels': 'It has more channels than can be played here. Export it in stereo.',
  'no-samples': 'There is no sound in it: the file has a header and nothing after it.',
  'too-long': 'It is longer than this server accepts in one file.',
  'too-heavy': 'Reading it took more than this server allows. Export it as WAV or FLAC.',
} satisfies Readonly<Record<AnalysisVerdict, string>>

export const unplayableVerdict =
  'This is {kind}, which cannot be played here. Export it as WAV, AIFF or FLAC to hear it.'

export const unknownVerdict = 'The file could not be analysed.'
