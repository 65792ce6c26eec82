import type { Selectable } from 'kysely'
import { rightsOf, waysIn, leadsIn } from '#features/projects/server/project-rights.ts'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { Db } from '#server/db/open-database.ts'
import type { ProjectScope, UserScope } from '#server/scope.ts'
import { allows, type Rights } from '#shared/roles.ts'
import type { Share } from '../shares.contract.ts'
import { sharePolicy } from '../shares.policy.ts'
import { countsOf, type PageRequest, type ShareCounts } from './share-counts.queries.ts'
import { addressesOf, mayOf, stateOf, whatOf } from './share-reach.ts'
import { hashOf, shareToken } from './share-tokens.ts'
import type { ShareTable } from './shares.tables.ts'

type RightsIn = ReadonlyMap<string, Rights>

export function listShares(
  scope: ProjectScope,
  asked: PageRequest,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  return sharesIn(scope, new Map([[scope.projectId, scope]]), asked)
}

/** Over all projects in which the user may manage links. */
export async function listAllShares(
  scope: UserScope,
  asked: PageRequest,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const rows = await waysIn(scope.db, scope.actor.userId)
    .select('projects.id')
    .where('projects.deleted_at', 'is', null)
    .where(leadsIn)
    .execute()
  const managed = rows.flatMap((row): [string, Rights][] => {
    const rights = rightsOf(row)
    return rights && allows(rights, sharePolicy['share.manage']) ? [[row.id, rights]] : []
  })
  return sharesIn(scope, new Map(managed), asked)
}

async function sharesIn(
  scope: UserScope,
  projects: RightsIn,
  { cursor, limit }: PageRequest,
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await shareRows(scope.db)
    .where('shares.project_id', 'in', ['', ...projects.keys()])
    .$if(after !== undefined, (q) =>
      q.where((eb) =>
        eb.or([
          eb('shares.created_at', '<', after?.[0] ?? 0),
          eb.and([eb('shares.created_at', '=', after?.[0] ?? 0), eb('shares.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .orderBy('shares.created_at', 'desc')
    .orderBy('shares.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shareOf = await reader(scope, projects, rows)
  return cutPage(rows, limit, (row) => [row.created_at, row.id], shareOf)
}

export async function readShares(scope: ProjectScope, ids: readonly string[]): Promise<Share[]> {
  const rows = await shareRows(scope.db)
    .where('shares.project_id', '=', scope.projectId)
    .where('shares.id', 'in', ['', ...ids])
    .execute()
  const shareOf = await reader(scope, new Map([[scope.projectId, scope]]), rows)
  return ids.flatMap((id) => rows.filter((row) => row.id === id).map(shareOf))
}

type Row = Selectable<ShareTable> & {
  readonly project_name: string
  readonly by_name: string | null
  readonly version_number: number | null
}

function shareRows(db: Db) {
  return db
    .selectFrom('shares')
    .innerJoin('projects', 'projects.id', 'shares.project_id')
    .leftJoin('user', 'user.id', 'shares.created_by')
    .leftJoin('versions', 'versions.id', 'shares.version_id')
    .selectAll('shares')
    .select(['projects.name as project_name', 'user.name as by_name', 'versions.number as version_number'])
}

async function reader(
  { db, config, now }: UserScope,
  projects: RightsIn,
  rows: readonly Row[],
): Promise<(row: Row) => Share> {
  const counts = await countsOf(
    db,
    rows.map(({ id }) => id),
  )
  const trackIds = [...new Set(rows.flatMap((row) => tracksOf(row)))]
  const titles = new Map(
    (
      await db
        .selectFrom('tracks')
        .select(['id', 'title'])
        .where('id', 'in', ['', ...trackIds])
        .execute()
    ).map(({ id, title }) => [id, title]),
  )
  return (row) => {
    const token = shareToken(config, row)
    // A link that grants more than the user has is not shown to them: they could use it themselves.
    const givesFiles = row.may_download === 1 || row.may_files === 1
    const isTheirs = !givesFiles || projects.get(row.project_id)?.mayDownload === true
    return {
      id: row.id,
      projectId: row.project_id,
      projectName: row.project_name,
      person: row.person,
      label: row.label,
      message: row.message,
      what: whatOf(row),
      titles: tracksOf(row).flatMap((id) => titles.get(id) ?? []),
      versionNumber: row.version_number,
      may: mayOf(row),
      hasPassword: row.password_hash !== null,
      startsAt: row.starts_at,
      expiresAt: row.expires_at,
      addresses: row.addresses === null ? null : [...addressesOf(row)],
      mostOpens: row.most_opens,
      visits: row.visits,
      revokedAt: row.revoked_at,
      state: stateOf(row, now()),
      createdAt: row.created_at,
      createdBy: row.created_by !== null && row.by_name !== null ? { id: row.created_by, name: row.by_name } : null,
      url: isTheirs && hashOf(token) === row.token_hash ? `${config.baseUrl}/s/${token}` : null,
      ...(counts.get(row.id) ?? nothing),
    }
  }
}

const nothing: ShareCounts = { opened: 0, played: 0, downloads: 0, lastSeenAt: null, guests: 0, furthest: null }

function tracksOf({ track_ids }: Pick<ShareTable, 'track_ids'>): readonly string[] {
  return track_ids === null ? [] : (JSON.parse(track_ids) as string[])
}
