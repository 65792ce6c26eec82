import { openTrack, openVersion } from '#features/tracks/server/tracks.scope.ts'
import { hashPassword } from '#server/auth/limits/password-hash.ts'
import { emit } from '#server/events/events.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { done } from '#shared/shapes.ts'
import type { Instant } from '#shared/units.ts'
import { type Share, shareErrors, type ShareMay, type ShareWhat } from '../shares.contract.ts'
import { MOST_SHARES } from '../shares.policy.ts'
import { addressesOf, mayOf } from './share-reach.ts'
import { readShares } from './share-rows.queries.ts'
import { hashOf, shareToken } from './share-tokens.ts'
import type { LinkScope } from './shares.scope.ts'
import type { ShareTable } from './shares.tables.ts'

interface ShareChange {
  readonly what?: ShareWhat | undefined
  readonly may?: ShareMay | undefined
  readonly password?: string | null | undefined
  readonly startsAt?: Instant | null | undefined
  readonly expiresAt?: Instant | null | undefined
  readonly mostOpens?: number | null | undefined
  readonly addresses?: readonly string[] | null | undefined
  readonly label?: string | undefined
  readonly message?: string | undefined
}

export interface NewShare extends ShareChange {
  readonly what: ShareWhat
  readonly may: ShareMay
  readonly persons: readonly string[]
  readonly passwordOf?: string | undefined
}

/** One link, or one per named person. */
export async function createShares(
  scope: ProjectScope,
  { persons, what, may, password, passwordOf, label = '', message = '', ...guard }: NewShare,
): Promise<{ items: Share[]; nextCursor: null }> {
  const { startsAt = null, expiresAt = null, mostOpens = null, addresses = null } = guard
  const { db, projectId, actor, now, newId, config } = scope
  refuseMoreThanOwn(scope, may)
  refuseDates(startsAt, expiresAt)
  const recipients = persons.length === 0 ? [null] : [...new Set(persons)]
  const { count } = await db
    .selectFrom('shares')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) + recipients.length > MOST_SHARES) throw shareErrors['share.too_many']()
  const reach = await columnsOf(scope, what)
  const door = await newGuard(scope, { password, passwordOf, addresses })
  const ids: string[] = []
  for (const person of recipients) {
    const id = newId()
    const row: ShareTable = {
      id,
      project_id: projectId,
      token_hash: hashOf(shareToken(config, { id, generation: 1 })),
      generation: 1,
      epoch: 1,
      ...reach,
      may_original: 1,
      may_files: 0,
      ...mayColumns(may),
      ...door,
      starts_at: startsAt,
      expires_at: expiresAt,
      most_opens: mostOpens,
      visits: 0,
      person,
      label,
      message,
      created_by: actor.userId,
      created_at: now(),
      revoked_at: null,
    }
    await db.insertInto('shares').values(row).execute()
    await tell(scope, 'share.added', id)
    ids.push(id)
  }
  return { items: await readShares(scope, ids), nextCursor: null }
}

async function newGuard(
  scope: ProjectScope,
  { password, passwordOf, addresses }: Pick<NewShare, 'password' | 'passwordOf' | 'addresses'>,
): Promise<Pick<ShareTable, 'password_hash' | 'addresses'>> {
  if (password != null || addresses != null || passwordOf === undefined) {
    refuseTwoGuards(scope, { password: password != null, addresses: addresses != null })
    return {
      password_hash: password == null ? null : await hashPassword(password),
      addresses: addresses == null ? null : listOf(addresses),
    }
  }
  const link = await scope.db
    .selectFrom('shares')
    .select(['password_hash', 'addresses'])
    .where('id', '=', passwordOf)
    .where('project_id', '=', scope.projectId)
    .executeTakeFirst()
  // Without the link a guest would come in with no password at all.
  if (!link) throw refused.not_found()
  return link
}

/** In one form, so that they can be compared. */
function listOf(addresses: readonly string[]): string {
  return JSON.stringify([...new Set(addresses.map((address) => address.toLowerCase()))])
}

function refuseTwoGuards(
  { config }: ProjectScope,
  { password, addresses }: { readonly password: boolean; readonly addresses: boolean },
): void {
  if (password && addresses) throw shareErrors['share.one_guard']()
  if (addresses && config.SMTP_URL === undefined) throw shareErrors['share.no_mail']()
}

export async function editShare(
  scope: LinkScope,
  change: ShareChange & { readonly person?: string | null | undefined },
): Promise<Share> {
  const { db, link } = scope
  const { what, may, password, startsAt, expiresAt, mostOpens, addresses, label, message, person } = change
  // A user with fewer rights than the link may end it, but change nothing else.
  refuseMoreThanOwn(scope, may ? mayAfter(link, may) : mayOf(link))
  refuseDates(startsAt === undefined ? link.starts_at : startsAt, expiresAt === undefined ? link.expires_at : expiresAt)
  if (password != null || addresses != null)
    refuseTwoGuards(scope, {
      password: password === undefined ? link.password_hash !== null : password !== null,
      addresses: addresses === undefined ? link.addresses !== null : addresses !== null,
    })
  const reach = what && (await columnsOf(scope, what))
  const passwordHash = password == null ? null : await hashPassword(password)
  await db
    .updateTable('shares')
    // Sets only the given columns: another user may be revoking or restricting the link concurrently.
    .set((eb) => ({
      ...(startsAt !== undefined && { starts_at: startsAt }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
      ...(mostOpens !== undefined && { most_opens: mostOpens }),
      ...reach,
      ...(may && mayColumns(may)),
      ...(label !== undefined && { label }),
      ...(message !== undefined && { message }),
      ...(person !== undefined && { person }),
      ...(password !== undefined && { password_hash: passwordHash }),
      ...(addresses !== undefined && { addresses: addresses === null ? null : listOf(addresses) }),
      ...((password !== undefined || takesAway(link, addresses)) && { epoch: eb('epoch', '+', 1) }),
      // Sets `id` so that an empty change is valid SQL.
      id: link.id,
    }))
    .where('id', '=', link.id)
    .execute()
  await tell(scope, 'share.edited', link.id)
  return reread(scope)
}

/** Whoever is inside by an address that is not on the list any more, or without one, must come in anew. */
function takesAway(link: LinkScope['link'], addresses: readonly string[] | null | undefined): boolean {
  if (addresses == null) return false
  const after = new Set(addresses.map((address) => address.toLowerCase()))
  return link.addresses === null || addressesOf(link).some((address) => !after.has(address))
}

export async function revokeShare(scope: LinkScope): Promise<typeof done> {
  await scope.db.updateTable('shares').set({ revoked_at: scope.now() }).where('id', '=', scope.link.id).execute()
  await tell(scope, 'share.revoked', scope.link.id)
  return done
}

export async function restoreShare(scope: LinkScope): Promise<Share> {
  refuseMoreThanOwn(scope, mayOf(scope.link))
  await scope.db.updateTable('shares').set({ revoked_at: null }).where('id', '=', scope.link.id).execute()
  await tell(scope, 'share.restored', scope.link.id)
  return reread(scope)
}

/** Ends the old token and all visits that began with it; guests who return by the new link are recognized. */
export async function rotateShare(scope: LinkScope): Promise<Share> {
  const { db, link, config } = scope
  const generation = link.generation + 1
  await db
    .updateTable('shares')
    .set((eb) => ({
      generation,
      epoch: eb('epoch', '+', 1),
      token_hash: hashOf(shareToken(config, { id: link.id, generation })),
    }))
    .where('id', '=', link.id)
    .execute()
  await tell(scope, 'share.rotated', link.id)
  return reread(scope)
}

async function reread(scope: LinkScope): Promise<Share> {
  const [share] = await readShares(scope, [scope.link.id])
  if (!share) throw refused.not_found()
  return share
}

/** The things it points to must belong to this project. */
async function columnsOf(
  scope: ProjectScope,
  what: ShareWhat,
): Promise<Pick<ShareTable, 'kind' | 'track_ids' | 'version_id' | 'latest_only'>> {
  if (what.kind === 'project')
    return { kind: 'project', track_ids: null, version_id: null, latest_only: what.latestOnly ? 1 : 0 }
  if (what.kind === 'version') {
    await openVersion(scope, what.trackId, what.versionId)
    return { kind: 'version', track_ids: JSON.stringify([what.trackId]), version_id: what.versionId, latest_only: 0 }
  }
  const trackIds = [...new Set(what.trackIds)]
  for (const trackId of trackIds) await openTrack(scope, trackId)
  return { kind: 'tracks', track_ids: JSON.stringify(trackIds), version_id: null, latest_only: what.latestOnly ? 1 : 0 }
}

/** Who does not mention them, as older programs do not, leaves files and forms of download as they are. */
function mayAfter(
  link: LinkScope['link'],
  { files = link.may_files === 1, original = link.may_original === 1, ...may }: ShareMay,
): ShareMay {
  return { ...may, files, original }
}

function mayColumns({ comment, seeNotes, approve, download, original, upload, files }: ShareMay) {
  return {
    may_comment: comment ? 1 : 0,
    may_see_notes: seeNotes ? 1 : 0,
    may_approve: approve ? 1 : 0,
    may_download: download ? 1 : 0,
    may_upload: upload ? 1 : 0,
    ...(original !== undefined && { may_original: original ? 1 : 0 }),
    ...(files !== undefined && { may_files: files ? 1 : 0 }),
  }
}

/** Files are given to be downloaded. */
function refuseMoreThanOwn(scope: ProjectScope, { download, files }: Pick<ShareMay, 'download' | 'files'>): void {
  if ((download || files) && !scope.mayDownload) throw shareErrors['share.download']()
}

function refuseDates(startsAt: Instant | null, expiresAt: Instant | null): void {
  if (startsAt !== null && expiresAt !== null && expiresAt <= startsAt) throw shareErrors['share.dates']()
}

async function tell(scope: ProjectScope, kind: ProjectEventKind, shareId: string): Promise<void> {
  await emit(scope, `project:${scope.projectId}`, kind, { projectId: scope.projectId, shareId })
}
