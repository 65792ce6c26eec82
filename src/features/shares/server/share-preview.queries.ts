import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { sendCover } from '#features/projects/server/covers.queries.ts'
import type { CoverTable } from '#features/projects/server/projects.tables.ts'
import type { Db } from '#server/db/open-database.ts'
import type { VisitorScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import type { LinkPreview } from '#server/static/link-preview.ts'
import { refused } from '#shared/errors.ts'
import type { Instant } from '#shared/units.ts'
import { isOpenToAll } from './share-reach.ts'
import { hashOf } from './share-tokens.ts'

/**
 * What a chat shows for a link that anyone can open: its music's title, who shared it, and the cover. Nothing for a
 * link with a guard, which then looks like one that never existed. Reading it is not a visit.
 */
export async function findSharePreview(
  { config, database, now }: Services,
  { url }: Pick<FastifyRequest, 'url'>,
): Promise<LinkPreview | undefined> {
  const [, token] = /^\/s\/([\w-]{1,64})(?:[?#]|$)/.exec(url) ?? []
  const shown = token === undefined ? undefined : await findShown(database.db, token, now())
  if (!shown) return undefined
  const { title, projectName, by, count, cover } = shown
  const what = title === undefined ? (count === 1 ? '1 track' : `${count} tracks`) : projectName
  return {
    title: title ?? projectName,
    description: `${what}${by === null ? '' : ` · from ${by}`}. Open the link to listen.`,
    isPrivate: true,
    ...(cover && {
      image: {
        url: `${config.baseUrl}/api/share/${token}/cover?v=${cover.sha256.slice(0, 16)}`,
        edge: cover.edge,
        alt: `Cover of ${title ?? projectName}`,
      },
    }),
  }
}

/** The cover of a link that anyone can open, for other sites that show the link. */
export async function sendShareCover({ db, now }: VisitorScope, token: string, reply: FastifyReply): Promise<void> {
  const shown = await findShown(db, token, now())
  if (!shown?.cover) throw refused.not_found()
  reply.header('cross-origin-resource-policy', 'cross-origin')
  sendCover(reply, shown.cover)
}

interface ShownLink {
  /** Of the one track that the link opens. */
  readonly title: string | undefined
  readonly projectName: string
  readonly by: string | null
  /** Tracks that it opens. */
  readonly count: number
  readonly cover: Selectable<CoverTable> | undefined
}

async function findShown(db: Db, token: string, now: Instant): Promise<ShownLink | undefined> {
  const share = await db
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .leftJoin('user', 'user.id', 'shares.created_by')
    .selectAll('shares')
    .select(['projects.name as project_name', 'user.name as by_name'])
    .where('shares.token_hash', '=', hashOf(token))
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!share || !isOpenToAll(share, now)) return undefined
  const named: readonly string[] | null = share.track_ids === null ? null : JSON.parse(share.track_ids)
  const tracks = await db
    .selectFrom('tracks')
    .select(['id', 'title'])
    .where('project_id', '=', share.project_id)
    .where('deleted_at', 'is', null)
    .$if(named === null, (q) => q.where('archived_at', 'is', null))
    .$if(named !== null, (q) => q.where('id', 'in', ['', ...(named ?? [])]))
    .execute()
  const one = named !== null && tracks.length === 1 ? tracks[0] : undefined
  const covers = await db
    .selectFrom('covers')
    .selectAll()
    .where('project_id', '=', share.project_id)
    .where((eb) => eb.or([eb('track_id', 'is', null), eb('track_id', '=', one?.id ?? null)]))
    .execute()
  return {
    title: one?.title,
    projectName: share.project_name,
    by: share.by_name,
    count: tracks.length,
    cover: covers.find(({ track_id }) => track_id !== null) ?? covers[0],
  }
}
