/** Texts for several invitations at once, to a project or an organization. */
export const madeInviteStrings = {
  sendInvites: 'Send {count} invites',
  badAddresses: { one: '{list} is not an e-mail address.', other: 'These are not e-mail addresses: {list}' },
  tooManyAddresses: 'Up to {count} addresses at a time.',
  sent: { one: 'One invite is on its way.', other: '{count} invites are on their way.' },
  ready: { one: 'One invite is ready.', other: '{count} invites are ready.' },
  passOn: 'This server cannot send e-mail. Copy each link and send it yourself.',
  passOnAgain: 'This server cannot send e-mail. Copy the link for {email} and send it yourself.',
  notSent: { one: 'One address was not invited.', other: '{count} addresses were not invited.' },
  tryThese: 'Try these again',
  invites: 'Invites',
  copy: 'Copy link',
  copied: 'Link copied.',
  copyFailed: 'The link could not be copied. Select it and press Ctrl+C.',
} as const
