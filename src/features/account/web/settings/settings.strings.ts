/** Texts of key and playback settings. */
export const settingsStrings = {
  keys: 'Keys',
  keysWords:
    'Press a shortcut’s button, then the key you want. Your shortcuts follow you to every device you sign in on.',
  singleKeys: 'Single-key shortcuts',
  singleKeysWords:
    'When off, single letters, digits and symbols do nothing. Useful with speech input or to avoid accidents. ' +
    'Space, arrows and keys with Alt keep working.',
  resetKeys: 'Reset all keys',
  quality: 'Playback on a slow connection',
  qualityWords: 'What you hear when the connection is too slow for the original.',
  automatic: 'Automatic',
  lossless: 'Always lossless',
  automaticWords:
    'Opus at 160 kbit/s while the connection is too slow for the original. The ' +
    'original returns when it recovers. The badge shows which one plays.',
  writing: 'While you write a note',
  pausesForNotes: 'Pause the music',
  pausesForNotesWords:
    'Pauses when you start typing and resumes when you send or discard. Off while listening together.',
  losslessWords: 'Always the original, with pauses when the connection cannot keep up.',
} as const
