import { carriesLink } from '#shared/carries-link.ts'

/**
 * A name for mails to people who may not know its bearer. Anyone who signs up, invites or is a guest types it, so a
 * name with a link would be mailed to strangers in this server’s name; such a name is replaced by `neutral`.
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
