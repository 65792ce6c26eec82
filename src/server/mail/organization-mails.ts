import { letter, type Mail } from './letter.ts'
import { mailedName, quoted } from './mailed-name.ts'

export function organizationInviteMail({
  to,
  by,
  organization,
  url,
  hours,
}: {
  to: string
  by: string
  organization: string
  url: string
  hours: number
}): Mail {
  return letter({
    to,
    subject: 'You are invited to an organization on Roughmix',
    lines: [`${mailedName(by, 'Someone')} invites you to join ${quoted(organization, 'an organization')}.`],
    action: { label: 'View invitation', url },
    footnote: `The invitation is only for ${to} and works for ${hours} hours.`,
  })
}
