/** Texts of the card in which a new task is typed, which loads with the lists of tasks. */
export const newTaskStrings = {
  addFor: 'New task for {track}',
  add: 'Add',
  addAndOpen: 'Add and open',
  cancel: 'Cancel',
  typeNext: 'Added {title}. Type the next one, or press Escape.',
  help: 'Enter adds it, Escape discards it',
  placeholder: 'What needs doing?',
} as const
