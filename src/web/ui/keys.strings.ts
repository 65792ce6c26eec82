/** The list of keys, and changing them. */
export const keysStrings = {
  keys: 'Keys',
  changeKeys: 'Change these keys',
  pressKey: 'Press a key',
  noKey: 'No key',
  changeKey: '{command}: {keys}. Change',
  resetKey: 'Reset {command}',
  keyTaken: '{key} is already: {command}.',
  here: 'Use it here',
  afterThat: 'then',
  leaveKey: 'Leave it',
  keysWords: 'These work here, while you are not typing.',
} as const
