import { describe, expect, test } from 'vitest'
import {
  accountExistsMail,
  confirmEmailChangeMail,
  deleteAccountMail,
  emailChangedMail,
  testMail,
} from './account-mails.ts'
import { inviteMail, magicLinkMail, resetPasswordMail, verifyEmailMail, type Mail } from './mail-texts.ts'
import { organizationInviteMail } from './organization-mails.ts'

const to = 'nora@example.com'
const url = 'https://mix.example.com/api/auth/x?token=a&callbackURL=%2F'
/** A name that would be dangerous in HTML and in a header. */
const name = '<b>Nora</b> & "Co"\r\nBcc: all@example.com'

const mails: Readonly<Record<string, Mail>> = {
  verify: verifyEmailMail({ to, name, url }),
  reset: resetPasswordMail({ to, name, url }),
  magic: magicLinkMail({ to, url }),
  change: confirmEmailChangeMail({ to, name, newEmail: 'new@example.com', url }),
  changed: emailChangedMail({ to, name, newEmail: 'new@example.com', url }),
  delete: deleteAccountMail({ to, name, url }),
  exists: accountExistsMail({ to, name, url }),
  project: inviteMail({ to, by: name, project: name, url }),
  organization: organizationInviteMail({ to, by: name, organization: name, url, hours: 48 }),
}

describe.each(Object.entries(mails))('the mail "%s"', (_, mail) => {
  test('carries its link as text and as HTML', () => {
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(`href="${url.replaceAll('&', '&amp;')}"`)
  })

  test('is a whole page in the product’s look, without anything from elsewhere', () => {
    expect(mail.html).toMatch(/^<!doctype html><html lang="en">.*Roughmix.*<\/html>$/s)
    expect(mail.html).not.toMatch(/<(script|img|link|iframe)|url\(/)
    expect(mail.text).toMatch(/Roughmix$/)
  })

  test('shows names as they are and runs nothing', () => expect(mail.html).not.toContain('<b>Nora</b>'))
  test('has a subject of one line', () => expect(mail.subject).not.toMatch(/[\r\n]/))
})

describe.each(['https://evil.example/win click', 'evil。example', 'evil . com'])(
  'of somebody called %j',
  (stranger) => {
    const links: readonly Mail[] = [
      verifyEmailMail({ to, name: stranger, url }),
      resetPasswordMail({ to, name: stranger, url }),
      confirmEmailChangeMail({ to, name: stranger, newEmail: 'new@example.com', url }),
      emailChangedMail({ to, name: stranger, newEmail: 'new@example.com', url }),
      deleteAccountMail({ to, name: stranger, url }),
      accountExistsMail({ to, name: stranger, url }),
      inviteMail({ to, by: stranger, project: stranger, url }),
      organizationInviteMail({ to, by: stranger, organization: stranger, url, hours: 48 }),
    ]
    test.each(links)('$subject: nothing of it is mailed', ({ subject, text, html }) =>
      expect(`${subject} ${text} ${html}`).not.toMatch(/evil/),
    )
  },
)

test.each([
  inviteMail({ to, by: 'Olga', project: 'Low Tide', url }),
  organizationInviteMail({ to, by: 'Olga', organization: 'Label', url, hours: 48 }),
])('$subject: names stand in the mail and not in its subject', ({ subject, text }) => {
  expect(text).toMatch(/^Olga invites you to .*“(Low Tide|Label)”/)
  expect(subject).not.toMatch(/Olga|Low Tide|Label/)
})

test('the test mail has no link to follow', () => expect(testMail({ to, name: 'Nora' }).text).not.toContain('http'))
