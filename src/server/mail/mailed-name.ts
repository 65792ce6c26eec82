import { carriesLink } from '#shared/carries-link.ts'

/**
 * A name as it may stand in a mail to somebody who does not know its bearer: whoever signs up, invites or is a guest
 * types it themselves, so one that carries a link would be mailed to strangers in this server’s name.
 */
export function mailedName(name: string, neutral: string): string {
  return carriesLink(name) ? neutral : name
}

/** The salutation. */
export function hello(name: string): string {
  return carriesLink(name) ? 'Hello,' : `Hello ${name},`
}

/** The name of a project or an organization. */
export function quoted(name: string, neutral: string): string {
  return carriesLink(name) ? neutral : `“${name}”`
}
