/** The menu of text fields, of links and of selected words. */
export const textFieldStrings = {
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  textField: 'Text field',
  selection: 'Selected text',
  link: 'Link',
  openInTab: 'Open in new tab',
  copyLink: 'Copy link',
  copied: 'Copied',
  linkCopied: 'Link copied',
  pasteRefused: 'This browser pastes by key only: {keys}',
  copyRefused: 'This browser copies by key only: {keys}',
} as const
