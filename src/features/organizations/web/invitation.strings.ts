/** Texts of the page of an invitation to an organization. */
export const invitationStrings = {
  product: 'Roughmix',
  title: 'Invitation',
  heading: 'Join {name}',
  by: '{name} invites you to {organization}.',
  as: 'You join as {roles}.',
  until: 'The invitation is for {email} and expires',
  accept: 'Accept',
  decline: 'Decline',
  signIn: 'Sign in to accept',
  createAccount: 'Create an account',
  signInToSee: 'Sign in',
  signInWords: 'Sign in with {email}, or create an account with it.',
  wrongHeading: 'This invitation is for someone else',
  wrongWords: 'It is for {email}. You are signed in as {mine}.',
  switchAccount: 'Switch account',
  home: 'Go to your projects',
  ends: {
    gone: {
      heading: 'This invitation does not work',
      words:
        'It was accepted or cancelled, it has expired, or the link is incomplete. Sign in with the address it was ' +
        'sent to and you will see which.',
    },
    accepted: {
      heading: 'You already accepted',
      words:
        'You joined with this invitation. The organization is in the menu at the top left, unless you have left it.',
    },
    rejected: {
      heading: 'You declined this invitation',
      words: 'To join after all you need a new one. Ask the person who sent it.',
    },
    canceled: {
      heading: 'This invitation was cancelled',
      words: 'An owner or admin of the organization cancelled it. If that was a mistake, ask for a new one.',
    },
    expired: {
      heading: 'This invitation has expired',
      words: 'No one accepted it in time. Ask the person who sent it for a new one.',
    },
  },
  declinedHeading: 'You declined',
  declinedWords: 'We let {organization} know. To join later you need a new invitation.',
  failed: 'The invitation could not be loaded. {reason}',
} as const
