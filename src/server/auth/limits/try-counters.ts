import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts'
import { clientGroup, clientSite } from './address-limits.ts'
import type { Counter } from './limits.ts'
import type { Standing } from './try-standing.ts'

/** The setting is for so long. */
const WINDOW_MS = 15 * MINUTE_MS
/** A day has so many of these windows. */
const WINDOWS_A_DAY = DAY_MS / WINDOW_MS

interface Tried {
  /** ACCOUNT_RATE_LIMIT. */
  readonly max: number
  readonly standing: Standing
  /** Where somebody asks from. */
  readonly address: string
}

interface MailTo {
  /** `new-password`, `sign-in`, `verification`, `sign-up`, `change` or `invitation`. */
  readonly kind: string
  readonly to: string
}

interface Going {
  /** Nobody asked for it in so many words, so that nothing has been counted yet. */
  readonly isAside?: boolean
  /** The account has shown that this very address is its own. */
  readonly isProven?: boolean
}

interface Guess extends Tried {
  /** What is tried at: `password:…`. */
  readonly subject: string
  /** How many times more all may try at what many have the password of. */
  readonly wide?: number
}

/**
 * Wrong passwords, as docs/decisions/0032 has it: a pair of subject and address has `max` in 15 minutes and four times
 * that a day, a /48 of IPv6 three times that, and all together what a day of windows holds. Known browsers have the
 * same numbers, counted apart from strangers'.
 */
export function guessCounters({ subject, max, standing, address, wide = 1 }: Guess): readonly Counter[] {
  if (max === 0) return []
  if (typeof standing === 'object') return near(`${subject}:${standing.session}`, max, 4)
  const key = standing === 'known' ? `${subject}:known` : subject
  return [...addressCounters(key, address, max, 4), { key, max: max * WINDOWS_A_DAY * wide, windowMs: DAY_MS }]
}

/**
 * Mails that anybody may ask for to one address: half as many a day for a pair, however the mailbox is written, and in
 * an hour for all together as many as four pairs may ask for at once. These count by the address as it is, so that
 * nobody uses up an owner's by asking for "owner+mix@".
 */
export function mailCounters({ kind, to, max, standing, address }: Tried & MailTo): readonly Counter[] {
  if (max === 0) return []
  const mailbox = mailSubject(kind, to)
  if (typeof standing === 'object') return near(`${mailbox}:${standing.session}`, max, 2)
  const known = standing === 'known' ? ':known' : ''
  return [...addressCounters(`${mailbox}${known}`, address, max, 2), allMails(`${exactSubject(kind, to)}${known}`, max)]
}

/** Mails from somebody who is signed in, to an address that they typed. */
export function mailsByPerson({
  kind,
  to,
  max,
  userId,
}: MailTo & { readonly max: number; readonly userId: string }): readonly Counter[] {
  if (max === 0) return []
  return [
    ...near(`${mailSubject(kind, to)}:by:${userId}`, max, 2),
    allMails(exactSubject(kind, to), max),
    ...taggedMails(kind, to, max),
  ]
}

/** Mails to one's own address. */
export function ownMailCounters({
  userId,
  max,
  standing,
  address,
}: Tried & { readonly userId: string }): readonly Counter[] {
  if (max === 0) return []
  const subject = `mail-own:${userId}`
  if (typeof standing === 'object') return near(`${subject}:${standing.session}`, max, 2)
  return addressCounters(`${subject}:known`, address, max, 2)
}

interface GuestDeed {
  /** `notes`, `files` or `uploads`. */
  readonly what: string
  readonly shareId: string
  readonly askedFrom: string
  readonly max: number
}

/**
 * What guests of one share link write or send, by the hour: `max` from one address, three times that from a /48 of
 * IPv6, and ten times that by all of them together. One guest with one line uses up nothing of the others'.
 */
export function guestCounters({ what, shareId, askedFrom, max }: GuestDeed): readonly Counter[] {
  const key = `guest-${what}:${shareId}`
  const site = clientSite(askedFrom)
  return [
    { key: `${key}:from:${clientGroup(askedFrom)}`, max, windowMs: HOUR_MS },
    ...(site === undefined ? [] : [{ key: `${key}:from:${site}`, max: max * 3, windowMs: HOUR_MS }]),
    { key, max: max * 10, windowMs: HOUR_MS },
  ]
}

/** What is looked at when a mail really goes, so that only the mail stays away and the answer tells nothing. */
export function goingMail(to: string, max: number, { isAside = false, isProven = false }: Going): readonly Counter[] {
  if (max === 0) return []
  return [
    ...(isAside ? [allMails(exactSubject('aside', to), max)] : []),
    ...(isProven ? [] : taggedMails('going', to, max)),
  ]
}

/** What mails of one kind to a mailbox are counted under. "nora+mix@" is Nora’s mailbox as well. */
function mailSubject(kind: string, address: string): string {
  return `mail:${kind}:${hidden(mailboxOf(address))}`
}

/** The address as it is written. */
function exactSubject(kind: string, address: string): string {
  return `mail-to:${kind}:${hidden(address)}`
}

/** Tags make any number of addresses of one mailbox: all of them together fill it no faster than one. */
function taggedMails(kind: string, to: string, max: number): readonly Counter[] {
  return mailboxOf(to) === to ? [] : [allMails(`mail-tagged:${kind}:${hidden(mailboxOf(to))}`, max)]
}

function mailboxOf(address: string): string {
  return address.replace(/\+[^@]*(?=@[^@]*$)/, '')
}

export function hidden(text: string): string {
  return createHash('sha256').update(text.toLowerCase()).digest('base64url')
}

function allMails(subject: string, max: number): Counter {
  return { key: subject, max: max * 4, windowMs: HOUR_MS }
}

function addressCounters(subject: string, address: string, max: number, aDay: number): readonly Counter[] {
  const site = clientSite(address)
  const far = site === undefined ? [] : [{ key: `${subject}:from:${site}`, max: max * aDay * 3, windowMs: DAY_MS }]
  return [...near(`${subject}:from:${clientGroup(address)}`, max, aDay), ...far]
}

function near(key: string, max: number, aDay: number): readonly Counter[] {
  return [
    { key, max, windowMs: WINDOW_MS },
    { key: `${key}:day`, max: max * aDay, windowMs: DAY_MS },
  ]
}
