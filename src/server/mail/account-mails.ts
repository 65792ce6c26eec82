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
      `your account is about to change its address to ${newEmail}. Open the ` +
        'link in the browser you are signed in with.',
    ],
    action: { label: 'Change the address', url },
    footnote:
      'The link works for one hour. If it was not you, ignore this mail, and choose a ' +
      'new password: somebody is signed in as you.',
  })
}

/** Sent to the previous address: the way to undo a mistaken or malicious change. */
export function emailChangedMail({ to, name, newEmail, url }: ToPerson & { newEmail: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Your e-mail address was changed',
    lines: [
      hello(name),
      `your account now has the address ${newEmail}. If that is what you wanted, there is nothing to do.`,
      'If not, take it back: everybody is signed out and this address is yours again.',
    ],
    action: { label: 'Undo the change', url },
    footnote: 'The link works for seven days and once.',
  })
}

export function deleteAccountMail({ to, name, url }: ToPerson & { url: string }): Mail {
  return letter({
    to,
    subject: 'Confirm that your account is deleted',
    lines: [hello(name), 'the link deletes your account for good. Open it in the browser you are signed in with.'],
    action: { label: 'Delete my account', url },
    footnote: 'The link works for 24 hours and once. If it was not you, ignore this mail; nothing is deleted.',
  })
}

/**
 * Sent when somebody signs up with the address of an existing account. The page they saw does not reveal it; this mail
 * does.
 */
export function accountExistsMail({ to, name, url }: ToPerson & { url: string }): Mail {
  return letter({
    to,
    subject: 'You have an account already',
    lines: [
      hello(name),
      'somebody, hopefully you, tried to make an account with this address. There ' +
        'is one: sign in, or ask for a new password.',
    ],
    action: { label: 'Sign in', url },
    footnote: 'If it was not you, ignore this mail; nothing was changed.',
  })
}

export function testMail({ to, name }: ToPerson): Mail {
  return letter({
    to,
    subject: 'Mail works',
    lines: [hello(name), 'this is the test mail you asked for. Invitations and lost passwords will reach people.'],
    footnote: 'Sent from the admin page.',
  })
}
