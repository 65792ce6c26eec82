/** Texts of the UI kit itself. All others come from the feature that uses it. */
export const uiStrings = {
  retry: 'Try again',
  reload: 'Reload',
  codeMissing: 'Part of this page could not be loaded: Roughmix was updated, or the connection was lost.',
  codeUnreachable: 'Part of this page could not be loaded: the server cannot be reached.',
  serverAway: 'The server cannot be reached.',
  asksAgain: 'Roughmix keeps trying.',
  back: 'Back to projects',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  capsLock: 'Caps Lock is on.',
  loading: 'Loading',
  notFound: 'Not Found',
  notFoundHint: 'It may have been moved or removed, or you might not have access to it.',
  somethingWrong: 'Something went wrong!',
  showDetail: 'Show error detail',
  hideDetail: 'Hide error detail',
  version: 'version {number}',
  currentVersion: 'version {number}, current',
} as const

/** The list of keys, and changing them. */
export const keysStrings = {
  keys: 'Keys',
  changeKeys: 'Change these keys',
  pressKey: 'Press a key',
  noKey: 'No key',
  changeKey: '{command}: {keys}. Change',
  resetKey: 'Reset {command}',
  keyTaken: '{key} is already used for: {command}.',
  here: 'Use it here',
  afterThat: 'then',
  leaveKey: 'Cancel',
  keysWords: 'These work on this page, except while you type.',
  elsewhere: 'On other pages',
} as const

/** Names of states, the same everywhere. */
export const stateStrings = {
  open: 'Open',
  fixed: 'Fixed',
  verified: 'Verified',
  draft: 'Draft',
  'in-review': 'In review',
  'changes-requested': 'Changes requested',
  approved: 'Approved',
  final: 'Final',
  todo: 'To do',
  doing: 'Doing',
} as const

/** The menu of text fields, links and selected text. */
export const textFieldStrings = {
  cut: 'Cut',
  copy: 'Copy',
  linkRefused: 'The link could not be copied. Select it and copy it by hand.',
  passOn: 'Share with another app',
  paste: 'Paste',
  selectAll: 'Select all',
  textField: 'Text field',
  selection: 'Selected text',
  link: 'Link',
  openInTab: 'Open in new tab',
  copyLink: 'Copy link',
  copied: 'Copied',
  linkCopied: 'Link copied',
  pasteRefused: 'This browser only pastes with {keys}',
  copyRefused: 'This browser only copies with {keys}',
} as const
