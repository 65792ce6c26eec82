/** Texts of a choice between two texts, which loads when two people have changed the same one. */
export const bothTextsStrings = {
  said: 'Someone else changed this while you were writing. Nothing is lost: choose a text, or join them.',
  theirs: 'Saved now',
  mine: 'Yours',
  empty: 'Empty',
  keepTheirs: 'Keep theirs',
  keepMine: 'Use mine',
  join: 'Join both',
  joined: 'Both texts',
  save: 'Save',
  back: 'Back',
} as const
