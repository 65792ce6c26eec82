import { letter, type Mail } from './letter.ts'
import { hello, mailedName, quoted } from './mailed-name.ts'

export type { Mail } from './letter.ts'

export function verifyEmailMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Verify your e-mail address',
    lines: [hello(name), 'confirm that this address is yours, so that invites and password resets reach you.'],
    action: { label: 'Verify address', url },
    footnote: 'The link works for one hour. If you did not ask for it, ignore this e-mail.',
  })
}

export function resetPasswordMail({ to, name, url }: { to: string; name: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Choose a new password',
    lines: [hello(name), 'someone, hopefully you, asked for a new password.'],
    action: { label: 'Choose a password', url },
    footnote:
      'The link works once, within one hour. If this was not you, ignore this e-mail. Your password stays the same.',
  })
}

export function magicLinkMail({ to, url }: { to: string; url: string }): Mail {
  return letter({
    to,
    subject: 'Your sign-in link',
    lines: ['Use this link to sign in.'],
    action: { label: 'Sign in', url },
    footnote: 'The link works once, within five minutes. If you did not ask for it, ignore this e-mail.',
  })
}

/** To somebody for whom a share link is. */
export function shareCodeMail({ to, by, code }: { to: string; by: string | null; code: string }): Mail {
  return letter({
    to,
    subject: `${code} is your code on Roughmix`,
    lines: [`${mailedName(by ?? '', 'Someone')} shared music with you. Your code is:`, code],
    footnote:
      'The code works for ten minutes, in the browser where you asked for it. If you did not ask for it, ignore this ' +
      'e-mail.',
  })
}

/** To somebody who asked for access by another person's invitation. */
export function letInMail({ to, by, project, url }: { to: string; by: string; project: string; url: string }): Mail {
  return letter({
    to,
    subject: 'You have access to a project on Roughmix',
    lines: [`${mailedName(by, 'Someone')} gave you access to ${quoted(project, 'a project')}.`],
    action: { label: 'Open the project', url },
    footnote: 'You get this e-mail because you asked for access.',
  })
}

export function inviteMail({ to, by, project, url }: { to: string; by: string; project: string; url: string }): Mail {
  return letter({
    to,
    subject: 'You are invited to a project on Roughmix',
    lines: [`${mailedName(by, 'Someone')} invites you to listen to and work on ${quoted(project, 'a project')}.`],
    action: { label: 'Open the project', url },
    footnote: 'This link is for you only.',
  })
}
