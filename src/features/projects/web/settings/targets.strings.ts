/** Texts of a project's delivery targets. */
export const targetStrings = {
  heading: 'Delivery targets',
  words: 'Each version is checked against them. Leave a field empty to accept anything.',
  readOnly: 'Each version is checked against them. Editors and owners can change them.',
  loudness: 'Integrated loudness',
  truePeak: 'Maximum true peak',
  sampleRate: 'Sample rate',
  bitDepth: 'Bit depth',
  head: 'Silence at the start',
  tail: 'Silence at the end',
  any: 'Any',
  kilohertz: '{rate} kHz',
  bits: '{count}-bit',
  save: 'Save targets',
  saved: 'Saved.',
} as const
