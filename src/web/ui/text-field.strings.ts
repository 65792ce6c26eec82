/** The menu of text fields, and copying. */
export const textFieldStrings = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  textField: 'Text field',
  pasteRefused: 'This browser pastes by key only: {keys}',
  copyRefused: 'This browser copies by key only: {keys}',
} as const
