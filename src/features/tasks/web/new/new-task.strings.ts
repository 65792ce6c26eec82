/** Texts of the card in which a new task is typed, which loads with the lists of tasks. */
export const newTaskStrings = {
  addFor: 'New task for {track}',
  add: 'Add',
  addAndOpen: 'Add and open',
  cancel: 'Cancel',
  discard: 'Discard',
  kept: 'Closed. New task has your words.',
  typeNext: 'Added {title}. Type the next one, or press Escape to close.',
  help: 'Enter adds it, Escape closes it and keeps the words',
  placeholder: 'What needs doing?',
} as const
