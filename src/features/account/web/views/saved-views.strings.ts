/** Texts of the views that people save of a list. */
export const savedViewStrings = {
  views: 'Views',
  hint: 'Filter or sort the list, then save it here.',
  save: 'Save this view…',
  saveTitle: 'Save view',
  saveButton: 'Save',
  name: 'Name',
  nameHint: 'For example “Waiting for approval”. You find it here on every device you sign in on.',
  replaces: 'You have a view of this name. Saving replaces it.',
  saved: 'Saved the view “{name}”',
  delete: 'Delete “{name}”',
  deleted: 'Deleted the view “{name}”',
  full: 'You have {count} views, and no more can be saved. Delete one first.',
} as const
