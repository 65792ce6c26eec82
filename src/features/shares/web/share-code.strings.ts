/** Texts for guests of a link that is for given addresses. */
export const shareCodeStrings = {
  words: 'Enter your e-mail to get a code.',
  address: 'Your e-mail',
  send: 'Send me a code',
  sent: 'If the link is for {address}, a code is on its way there. It works for ten minutes.',
  code: 'Code',
  open: 'Open',
  again: 'Send a new code',
  other: 'Use another address',
  wrongCode: 'This code is wrong or has expired. Try again, or send a new one.',
  failed: 'The link could not be opened. {reason}',
} as const
