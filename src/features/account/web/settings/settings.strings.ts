/** Texts of key and playback settings. */
export const settingsStrings = {
  keys: 'Keys',
  keysWords: 'Press a key’s button, then the key you want. Your keys follow you to every machine you sign in on.',
  singleKeys: 'Single keys work',
  singleKeysWords:
    'When off, single letters, digits and symbols do nothing. Useful with speech input or to avoid accidents. Space, arrows ' +
    'and keys with Alt keep working.',
  resetKeys: 'Reset all keys',
  quality: 'Playback on a slow connection',
  qualityWords: 'What you hear while the connection is too slow for the original.',
  automatic: 'Automatic',
  lossless: 'Lossless always',
  automaticWords:
    'Opus at 160 kbit/s while the line is slower than the original needs, the ' +
    'original again when it recovers. The badge says so.',
  writing: 'While you write a note',
  pausesForNotes: 'Pause the music',
  pausesForNotesWords:
    'Pauses when you start typing and resumes when you send or discard. Off while listening together.',
  losslessWords: 'Always the original, with pauses where the line does not keep up.',
} as const
