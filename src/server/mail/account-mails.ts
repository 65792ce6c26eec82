import { letter, type Mail } from './letter.ts'
import { hello } from './mailed-name.ts'

interface ToPerson {
  readonly to: string
  readonly name: string
}

/** Sent to the account's current address, whose owner confirms the new one. */
export function confirmEmailChangeMail({
  to,
  name,
  newEmail,
  url,
}: ToPerson & { newEmail: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Confirm your new e-mail address',
    lines: [
      hello(name),
      `you asked to change the e-mail address of your account to ${newEmail}. To confirm, open the link in the ` +
        'browser you are signed in with.',
    ],
    action: { label: 'Change my address', url },
    footnote:
      'The link works for one hour. If this was not you, ignore this e-mail and choose a new password: someone else ' +
      'is signed in to your account.',
  })
}

/** Sent to the previous address: the way to undo a mistaken or malicious change. */
export function emailChangedMail({ to, name, newEmail, url }: ToPerson & { newEmail: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Your e-mail address was changed',
    lines: [
      hello(name),
      `the e-mail address of your account is now ${newEmail}. If that is what you wanted, there is nothing to do.`,
      'If not, undo the change: everyone is signed out, and the account has this address again.',
    ],
    action: { label: 'Undo the change', url },
    footnote: 'The link works once and expires after seven days.',
  })
}

export function deleteAccountMail({ to, name, url }: ToPerson & { url: string }): Mail {
  return letter({
    to,
    subject: 'Confirm that you want your account deleted',
    lines: [hello(name), 'this link deletes your account for good. Open it in the browser you are signed in with.'],
    action: { label: 'Delete my account', url },
    footnote: 'The link works once, within 24 hours. If this was not you, ignore this e-mail and nothing is deleted.',
  })
}

/**
 * Sent when somebody signs up with the address of an existing account. The page they saw does not reveal it; this mail
 * does.
 */
export function accountExistsMail({ to, name, url }: ToPerson & { url: string }): Mail {
  return letter({
    to,
    subject: 'You already have an account',
    lines: [
      hello(name),
      'someone, probably you, tried to create an account with this address, but you already have one. Sign in, or ' +
        'reset your password.',
    ],
    action: { label: 'Sign in', url },
    footnote: 'If this was not you, ignore this e-mail. Nothing was changed.',
  })
}

export function testMail({ to, name }: ToPerson): Mail {
  return letter({
    to,
    subject: 'Test e-mail from Roughmix',
    lines: [hello(name), 'this is the test e-mail you asked for. Invitations and password resets will reach people.'],
    footnote: 'Sent from the admin page.',
  })
}
