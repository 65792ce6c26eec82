import type { Selectable } from 'kysely'
import { findProjectRights } from '#features/projects/server/projects.queries.ts'
import { clientGroup } from '#server/auth/limits/address-limits.ts'
import { countTry, giveBack, waitFor } from '#server/auth/limits/limits.ts'
import { verifyPassword } from '#server/auth/limits/password-hash.ts'
import { guessCounters } from '#server/auth/limits/try-counters.ts'
import { emit } from '#server/events/events.queries.ts'
import type { Exchange } from '#server/http/http-exchange.ts'
import { clientAddress } from '#server/router/client-address.ts'
import { change, type UserScope, type VisitorScope } from '#server/scope.ts'
import { isLinkLooker } from '#server/static/link-preview.ts'
import { coverSeed } from '#shared/cover-seed.ts'
import { MINUTE_MS } from '#shared/units.ts'
import type { OpenDoor, ShareDoor } from '../shares.contract.ts'
import { giveKey, guestKey } from './guest-cookie.ts'
import { addressesOf, isUsedUp, mayOf, shareAddress, stateOf } from './share-reach.ts'
import { codeRefusal } from './share-codes.queries.ts'
import { hashOf } from './share-tokens.ts'
import { visitorKey } from './share-visits.ts'
import type { GuestTable, ShareTable } from './shares.tables.ts'

/** Attempts with unknown links, per address. */
const MISSES = { max: 60, windowMs: 10 * MINUTE_MS } as const
/** New guests per address; a family or office shares one. */
const NEW_GUESTS = { max: 120, windowMs: 10 * MINUTE_MS } as const

type Share = Selectable<ShareTable> & { readonly by_name: string | null }
type Guest = Selectable<GuestTable>

/** Undoes the visit of somebody who came at the same time as the last one let in. */
const usedUp = new Error('The link has let in as many visitors as it may.')

interface DoorKeys {
  readonly password?: string | undefined
  /** A link for given addresses asks for one's own, then for the code mailed to it. */
  readonly address?: string | undefined
  readonly code?: string | undefined
}

interface Tried {
  readonly password: string | undefined
  /** The guest who opened this link before, whatever its password was then. */
  readonly before: Guest | undefined
}

/**
 * Opens a share link. All refusals have the same shape and reveal nothing: a link that never existed, one that was
 * revoked or rotated, and one whose project is gone are all `gone`.
 */
export async function openShareLink(
  scope: VisitorScope,
  token: string,
  { password, address, code }: DoorKeys,
  exchange: Exchange,
): Promise<ShareDoor> {
  const { db, now, config } = scope
  // A link preview is not a visit, and looks the same for every link.
  if (isLinkLooker(exchange.request.headers['user-agent'])) return { state: 'gone' }
  const from = clientAddress(exchange.request.raw, config.TRUSTED_PROXIES)
  const group = clientGroup(from)
  const share = await findShare(scope, token)
  if (!share) {
    // Tokens cannot be guessed, so a valid link works even from an address that has used up its attempts.
    const { allowed, retryAfterSeconds } = await countTry(db, `share-misses:${group}`, MISSES, now())
    return allowed ? { state: 'gone' } : { state: 'wait', seconds: retryAfterSeconds }
  }
  const state = stateOf(share, now())
  if (state !== 'working') return { state: state === 'revoked' ? 'gone' : state }
  const presented = guestKey(config, exchange.request)
  const key = visitorKey(presented, scope.actor)
  const before =
    key === undefined
      ? undefined
      : await db
          .selectFrom('guests')
          .selectAll()
          .where('share_id', '=', share.id)
          .where('key_hash', '=', key)
          .executeTakeFirst()
  if (share.password_hash !== null && before?.epoch !== share.epoch) {
    const refusal = await passwordRefusal(scope, share, { password, before }, exchange)
    if (refusal) return refusal
  }
  const memberOf =
    scope.actor && (await findProjectRights(asUser(scope, scope.actor), share.project_id, { inTrash: false }))
      ? share.project_id
      : null
  const newKey = presented ?? scope.newId()
  const newVisitor = visitorKey(newKey, scope.actor) ?? hashOf(newKey)
  const isMaker = memberOf !== null && share.created_by === scope.actor?.userId
  if (share.addresses !== null && before?.epoch !== share.epoch && !isMaker && !isListed(scope, share)) {
    const refusal = await codeRefusal(scope, { share, key: newVisitor, from, address, code })
    // The code works in this browser alone.
    if (refusal?.state === 'code' && presented === undefined) giveKey(config, exchange.reply, newKey)
    if (refusal) return refusal
  }
  const isFirst = memberOf === null && (await isFirstVisit(scope, share, { before, presented }))
  if (isFirst && isUsedUp(share)) return { state: 'used-up' }
  if (!before) {
    const { allowed, retryAfterSeconds } = await countTry(db, `share-guests:${group}`, NEW_GUESTS, now())
    if (!allowed) return { state: 'wait', seconds: retryAfterSeconds }
  }
  const entered = change(scope, async (tx) => {
    const visit = await enter(tx, share, before, newVisitor, memberOf !== null)
    // Counted and limited in one statement: of two who come at once for the last place, one is let in.
    if (isFirst && (visit.isNew || before) && !(await countVisit(tx, share))) throw usedUp
    return visit.guest
  })
  const guest = await entered.catch((error: unknown) => {
    if (error !== usedUp) throw error
  })
  if (!guest) return { state: 'used-up' }
  if (presented === undefined) giveKey(config, exchange.reply, newKey)
  return openDoorOf(scope, share, guest, { memberOf, claimable: await countClaimable(scope, share, presented) })
}

/** An account has shown that it can read mail to its address. */
function isListed({ actor }: VisitorScope, share: Share): boolean {
  return actor !== undefined && actor.emailVerified && addressesOf(share).includes(actor.email.toLowerCase())
}

/**
 * Whether somebody uses up one of the link's opens: neither this account nor this browser has been here before, except
 * as a member of the project, which they are no longer.
 */
async function isFirstVisit(
  { db }: VisitorScope,
  share: Share,
  { before, presented }: { readonly before: Guest | undefined; readonly presented: string | undefined },
): Promise<boolean> {
  if (before) return before.is_member === 1
  if (presented === undefined) return true
  const here = await db
    .selectFrom('guests')
    .select('id')
    .where('share_id', '=', share.id)
    .where('key_hash', '=', hashOf(presented))
    .executeTakeFirst()
  return here === undefined
}

async function countVisit({ db }: VisitorScope, { id }: Share): Promise<boolean> {
  const counted = await db
    .updateTable('shares')
    .set((eb) => ({ visits: eb('visits', '+', 1) }))
    .where('id', '=', id)
    .where((eb) => eb.or([eb('most_opens', 'is', null), eb('visits', '<', eb.ref('most_opens'))]))
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}

/** By the token, in one read, so that all invalid links look alike. */
async function findShare({ db }: VisitorScope, token: string): Promise<Share | undefined> {
  return db
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .leftJoin('user', 'user.id', 'shares.created_by')
    .selectAll('shares')
    .select('user.name as by_name')
    .where('shares.token_hash', '=', hashOf(token))
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Wrong passwords are counted for the pair of link and address first, and with a much higher limit for the link, so
 * that nobody can lock others out. Only signed-in users who opened the link before are told from strangers, because
 * anyone can collect guest cookies while a link has no password. A guest who entered the current password is not asked
 * again.
 */
async function passwordRefusal(
  scope: VisitorScope,
  share: Share,
  { password, before }: Tried,
  { request }: Exchange,
): Promise<ShareDoor | undefined> {
  const { db, config, now, actor } = scope
  if (password === undefined || password === '') return { state: 'password' }
  const address = clientAddress(request.raw, config.TRUSTED_PROXIES)
  const standing = before && actor ? 'known' : undefined
  const whose = standing ? `known:${share.id}:${clientGroup(address)}` : clientGroup(address)
  const pace = { key: `share-password-from:${whose}`, max: config.SIGN_IN_RATE_LIMIT, windowMs: MINUTE_MS }
  // Many people have the password of one link.
  const guesses = guessCounters({
    subject: `share-password:${share.id}`,
    max: config.ACCOUNT_RATE_LIMIT,
    standing,
    address,
    wide: 3,
  })
  const seconds = await waitFor(db, [...(pace.max === 0 ? [] : [pace]), ...guesses], now())
  if (seconds !== undefined) return { state: 'wait', seconds }
  if (!(await verifyPassword({ hash: share.password_hash ?? '', password }))) return { state: 'wrong-password' }
  await giveBack(db, guesses)
  return undefined
}

async function enter(
  tx: VisitorScope,
  share: Share,
  before: Guest | undefined,
  key: string,
  isMember: boolean,
): Promise<{ readonly guest: Guest; readonly isNew: boolean }> {
  const { db, now, newId, actor } = tx
  const at = now()
  const user = actor && { name: actor.name, user_id: actor.userId }
  if (before) {
    const again = { epoch: share.epoch, last_seen_at: at, is_member: isMember ? 1 : 0, ...user }
    const guest = await db
      .updateTable('guests')
      .set((eb) => ({ ...again, opened: eb('opened', '+', 1) }))
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { guest, isNew: false }
  }
  const row: Guest = {
    id: newId(),
    share_id: share.id,
    key_hash: key,
    epoch: share.epoch,
    name: null,
    user_id: null,
    is_member: isMember ? 1 : 0,
    opened: 1,
    file_downloads: 0,
    created_at: at,
    last_seen_at: at,
    claimed_by: null,
    claimed_at: null,
    ...user,
  }
  // Two tabs that open at once are one guest.
  await db
    .insertInto('guests')
    .values(row)
    .onConflict((c) => c.columns(['share_id', 'key_hash']).doNothing())
    .execute()
  const guest = await db
    .selectFrom('guests')
    .selectAll()
    .where('share_id', '=', share.id)
    .where('key_hash', '=', key)
    .executeTakeFirstOrThrow()
  const isNew = guest.id === row.id
  if (isNew && !isMember)
    await emit({ ...tx, actor: undefined }, `project:${share.project_id}`, 'share.opened', {
      projectId: share.project_id,
      shareId: share.id,
    })
  return { guest, isNew }
}

async function countClaimable(
  { db, actor }: VisitorScope,
  share: Share,
  presented: string | undefined,
): Promise<number> {
  if (!actor || presented === undefined) return 0
  const row = await db
    .selectFrom('notes')
    .innerJoin('guests', 'guests.id', 'notes.author_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('guests.share_id', '=', share.id)
    .where('guests.key_hash', '=', hashOf(presented))
    .where('notes.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

function openDoorOf(
  { actor }: VisitorScope,
  share: Share,
  guest: Guest,
  more: Pick<OpenDoor, 'memberOf' | 'claimable'>,
): OpenDoor {
  return {
    state: 'open',
    projectId: shareAddress(share),
    message: share.message,
    coverSeed: coverSeed(share.project_id),
    sharedBy: share.by_name,
    kind: share.kind,
    latestOnly: share.latest_only === 1,
    may: mayOf(share),
    expiresAt: share.expires_at,
    guest: { id: actor?.userId ?? guest.id, name: actor?.name ?? guest.name, hasAccount: actor !== undefined },
    suggestedName: share.person,
    ...more,
  }
}

function asUser(scope: VisitorScope, actor: UserScope['actor']): UserScope {
  return { ...scope, actor }
}
