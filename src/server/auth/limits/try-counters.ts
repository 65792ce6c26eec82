import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/units.ts'
import { clientGroup, clientSite } from './address-limits.ts'
import type { Counter } from './limits.ts'
import type { Standing } from './try-standing.ts'

/** ACCOUNT_RATE_LIMIT is per 15 minutes. */
const WINDOW_MS = 15 * MINUTE_MS
/** Windows per day. */
const WINDOWS_A_DAY = DAY_MS / WINDOW_MS

interface Tried {
  /** ACCOUNT_RATE_LIMIT, tries per window. */
  readonly max: number
  readonly standing: Standing
  /** The client's address. */
  readonly address: string
}

interface MailTo {
  /** `new-password`, `sign-in`, `verification`, `sign-up`, `change` or `invitation`. */
  readonly kind: string
  readonly to: string
}

interface Going {
  /** The mail is a side effect that was not requested, so it has not been counted yet. */
  readonly isAside?: boolean
  /** The account has verified this address. */
  readonly isProven?: boolean
}

interface Guess extends Tried {
  /** The key of what is tried: `password:…`. */
  readonly subject: string
  /** A factor on the overall limit, for a password that many people share. */
  readonly wide?: number
}

/**
 * Limits for wrong passwords (docs/decisions/0032). A pair of subject and address has `max` in 15 minutes and four
 * times that per day, an IPv6 /48 three times that, and everybody together a day's worth of windows. Known browsers
 * have the same limits, counted apart from strangers.
 */
export function guessCounters({ subject, max, standing, address, wide = 1 }: Guess): readonly Counter[] {
  if (max === 0) return []
  if (typeof standing === 'object') return near(`${subject}:${standing.session}`, max, 4)
  const key = standing === 'known' ? `${subject}:known` : subject
  return [...addressCounters(key, address, max, 4), { key, max: max * WINDOWS_A_DAY * wide, windowMs: DAY_MS }]
}

/**
 * Limits for mails that anyone may request to one address: per pair and day half as many, for all spellings of the
 * mailbox; per hour for everybody together, as many as four pairs may request at once. The latter count the exact
 * address, so that nobody uses up an owner's by requesting "owner+mix@".
 */
export function mailCounters({ kind, to, max, standing, address }: Tried & MailTo): readonly Counter[] {
  if (max === 0) return []
  const mailbox = mailSubject(kind, to)
  if (typeof standing === 'object') return near(`${mailbox}:${standing.session}`, max, 2)
  const known = standing === 'known' ? ':known' : ''
  return [...addressCounters(`${mailbox}${known}`, address, max, 2), allMails(`${exactSubject(kind, to)}${known}`, max)]
}

/** Mails that a signed-in user sends to an address they typed. */
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

/** Mails to the user's own address. */
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
 * What guests of one share link may write or upload per hour: `max` from one address, three times that from an IPv6
 * /48, ten times that in total. One guest on one line cannot use up the others' limit.
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

/** Checked when a mail is really sent, so that only the mail is dropped and the answer reveals nothing. */
export function goingMail(to: string, max: number, { isAside = false, isProven = false }: Going): readonly Counter[] {
  if (max === 0) return []
  return [
    ...(isAside ? [allMails(exactSubject('aside', to), max)] : []),
    ...(isProven ? [] : taggedMails('going', to, max)),
  ]
}

/** The counter key for mails of one kind to a mailbox. "nora+mix@" is Nora’s mailbox too. */
function mailSubject(kind: string, address: string): string {
  return `mail:${kind}:${hidden(mailboxOf(address))}`
}

/** The counter key for the exact address. */
function exactSubject(kind: string, address: string): string {
  return `mail-to:${kind}:${hidden(address)}`
}

/** Tags give a mailbox any number of addresses: all of them together have the limit of one. */
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
