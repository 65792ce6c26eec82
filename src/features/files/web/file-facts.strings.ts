/** What is said of a file’s contents. */
export const fileFactsStrings = {
  wavFiles: { one: '{count} WAV file', other: '{count} WAV files' },
  others: { one: '{count} other', other: '{count} others' },
  files: { one: '{count} file', other: '{count} files' },
  format: '{rate} kHz/{bits}-bit',
  pages: { one: '{count} page', other: '{count} pages' },
  size: '{width} × {height} px',
  lines: { one: '{count} line', other: '{count} lines' },
  channels: { one: 'mono', other: '{count} channels' },
  stereo: 'stereo',
} as const
