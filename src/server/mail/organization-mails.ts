import { letter, type Mail } from './letter.ts'

export function organizationInviteMail({ to, by, organization, url, hours }: { to: string; by: string; organization: string; url: string; hours: number }): Mail {
  return letter({ to, subject: `${by} invites you to ${organization}`, lines: [`${by} invites you to join “${organization}”.`], action: { label: 'Look at the invitation', url }, footnote: `The invitation is for ${to} alone and works for ${hours} hours.` })
}
