import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts'
import { clientGroup, clientSite } from './address-limits.ts'
import type { Counter } from './limits.ts'

/** The setting is for so long. */
const WINDOW_MS = 15 * MINUTE_MS
/** A day has so many of these windows. */
const WINDOWS_A_DAY = DAY_MS / WINDOW_MS

interface Tried {
  /** What is tried at: `password:…`, `mail:…`. */
  readonly subject: string
  /** ACCOUNT_RATE_LIMIT. */
  readonly max: number
  /** Who is known there has tries of their own, which strangers neither use up nor see; undefined for strangers. */
  readonly knownAs: string | undefined
  /** Where a stranger asks from. */
  readonly address: string
}

/**
 * Wrong passwords, as docs/decisions/0032 has it: a pair of subject and address has `max` in 15 minutes and four times
 * that a day, a /48 of IPv6 three times that, and all strangers together what a day of windows holds. `wide` is for
 * subjects that many have the password of.
 */
export function guessCounters({ subject, max, knownAs, address, wide = 1 }: Tried & { readonly wide?: number }): readonly Counter[] {
  if (max === 0) return []
  if (knownAs !== undefined) return near(`${subject}:${knownAs}`, max, 4)
  return [...strangerCounters(subject, address, max, 4), { key: subject, max: max * WINDOWS_A_DAY * wide, windowMs: DAY_MS }]
}

/**
 * Mails that strangers ask for to one receiving address: half as many a day for a pair, and in an hour for all together
 * as many as four pairs may ask for at once.
 */
export function mailCounters({ subject, max, knownAs, address }: Tried): readonly Counter[] {
  if (max === 0) return []
  if (knownAs !== undefined) return near(`${subject}:${knownAs}`, max, 2)
  return [...strangerCounters(subject, address, max, 2), allMails(subject, max)]
}

/** Mails from somebody who is signed in, to an address that they typed. */
export function mailsByPerson({ subject, max, userId }: { readonly subject: string; readonly max: number; readonly userId: string }): readonly Counter[] {
  return max === 0 ? [] : [...near(`${subject}:by:${userId}`, max, 2), allMails(subject, max)]
}

/** What sign-in itself mails along with something else: a part of what strangers can do that is never refused, so that only the mail stays away. */
export function asideMails(to: string, max: number): Counter | undefined {
  return max === 0 ? undefined : allMails(mailSubject('aside', to), max)
}

/** What mails of one kind to an address are counted under, everywhere. "nora+mix@" is Nora’s mailbox as well. */
export function mailSubject(kind: string, address: string): string {
  return `mail:${kind}:${hidden(address.replace(/\+[^@]*(?=@[^@]*$)/, ''))}`
}

export function hidden(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('base64url')
}

function allMails(subject: string, max: number): Counter {
  return { key: subject, max: max * 4, windowMs: HOUR_MS }
}

function strangerCounters(subject: string, address: string, max: number, aDay: number): readonly Counter[] {
  const site = clientSite(address)
  return [...near(`${subject}:from:${clientGroup(address)}`, max, aDay), ...(site === undefined ? [] : [{ key: `${subject}:from:${site}`, max: max * aDay * 3, windowMs: DAY_MS }])]
}

function near(key: string, max: number, aDay: number): readonly Counter[] {
  return [{ key, max, windowMs: WINDOW_MS }, { key: `${key}:day`, max: max * aDay, windowMs: DAY_MS }]
}
