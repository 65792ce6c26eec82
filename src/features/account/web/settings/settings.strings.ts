/** Texts of key and playback settings. */
export const settingsStrings = {
  keys: 'Keys',
  keysWords: 'Press a key’s button, then the key you want. Your keys follow you to every machine you sign in on.',
  singleKeys: 'Single keys work',
  singleKeysWords:
    'Off: letters, digits and signs do nothing by themselves, for speech input and restless hands. Space, arrows ' +
    'and keys with Alt go on working.',
  resetKeys: 'Reset all keys',
  quality: 'Sound on a slow line',
  qualityWords: 'What you hear while the connection is too slow for the original.',
  automatic: 'Automatic',
  lossless: 'Lossless always',
  automaticWords:
    'Opus at 160 kbit/s while the line is slower than the original needs, the ' +
    'original again when it recovers. The badge says so.',
  writing: 'While you write a note',
  pausesForNotes: 'Pause the music',
  pausesForNotesWords:
    'It stops at the first letter and goes on once the note is sent or left. Not while you listen together.',
  losslessWords: 'Always the original, with pauses where the line does not keep up.',
} as const
