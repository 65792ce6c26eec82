/** Beside the form. */
export const wavesStrings = {
  exactly: 'Every version, exactly as rendered.',
  atItsSecond: 'Every note, at its second.',
  sampleNote: 'Vocal goes under the guitars here',
} as const
