import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import type { ProjectScope } from '#server/scope.ts'
import { refused } from '#shared/errors.ts'
import { coverEdges, LARGEST_COVER_BYTES } from '../cover-limits.ts'
import { projectErrors } from '../projects.contract.ts'
import { squareEdge } from './picture-edge.ts'
import type { CoverTable } from './projects.tables.ts'

/** Whose picture: the project's, or one of its tracks'. */
type Owner = string | null

/**
 * Stores a picture in place of the one before. The caller puts the hash into the row of its owner, in the same
 * transaction.
 */
export async function storeCover(
  scope: ProjectScope,
  trackId: Owner,
  { picture }: { readonly picture: string },
): Promise<string> {
  const { db, projectId, newId, now } = scope
  const [head = '', data = ''] = picture.split(',', 2)
  const bytes = Buffer.from(data, 'base64')
  const mediaType = head.includes('jpeg') ? 'image/jpeg' : 'image/png'
  const edge = bytes.byteLength > LARGEST_COVER_BYTES ? undefined : squareEdge(bytes, mediaType)
  if (edge === undefined || edge < coverEdges.least || edge > coverEdges.most) throw projectErrors['cover.unreadable']()
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  await removeCover(scope, trackId)
  await db
    .insertInto('covers')
    .values({
      id: newId(),
      project_id: projectId,
      track_id: trackId,
      sha256,
      media_type: mediaType,
      edge,
      data: bytes.toString('base64'),
      created_at: now(),
    })
    .execute()
  return sha256
}

export async function removeCover({ db, projectId }: ProjectScope, trackId: Owner): Promise<void> {
  await db
    .deleteFrom('covers')
    .where('project_id', '=', projectId)
    .where('track_id', trackId === null ? 'is' : '=', trackId)
    .execute()
}

export async function findCover(
  { db, projectId }: Pick<ProjectScope, 'db'> & { readonly projectId: string },
  trackId: Owner,
): Promise<Selectable<CoverTable>> {
  const cover = await db
    .selectFrom('covers')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('track_id', trackId === null ? 'is' : '=', trackId)
    .executeTakeFirst()
  if (!cover) throw refused.not_found()
  return cover
}

/** What is shown for a track: its own picture, else its project's. Without a track the project's. */
export async function coverShownFor(
  { db, projectId }: ProjectScope,
  trackId: Owner,
): Promise<Selectable<CoverTable> | undefined> {
  return (
    db
      .selectFrom('covers')
      .selectAll()
      .where('project_id', '=', projectId)
      .where((eb) => eb.or([eb('track_id', 'is', null), eb('track_id', '=', trackId)]))
      // The project's comes last.
      .orderBy(sql`track_id is null`)
      .executeTakeFirst()
  )
}

/** Its address names the hash, so a browser may keep it; opened in its own tab it is a page that does nothing. */
export function sendCover(reply: FastifyReply, { data, media_type, sha256 }: Selectable<CoverTable>): void {
  reply
    .code(200)
    .headers({
      'content-type': media_type,
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': KEPT_BY_THE_BROWSER,
      etag: `"${sha256}"`,
    })
    .send(Buffer.from(data, 'base64'))
}
