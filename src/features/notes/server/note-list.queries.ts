import type { Selectable } from 'kysely'
import { cutPage, readCursor } from '#server/db/paging.ts'
import type { ProjectScope } from '#server/scope.ts'
import { compareAfterwards } from '#features/comparisons/server/neighbour-comparisons.ts'
import { joinOrders } from '#features/projects/server/members.queries.ts'
import { peopleIn } from '#features/projects/server/project-rights.ts'
import { namesOfGuests } from '#features/tracks/server/track-hooks.ts'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { placeNote } from '../note-places.ts'
import { visibilitiesFor, type NoteAudience } from '../note-visibility.ts'
import { noteStates, type Note, type NotePlace, type NoteReply } from '../notes.contract.ts'
import { canSetState } from '../notes.policy.ts'
import { attachmentOf } from './attachments.queries.ts'
import { readWays, waysTo } from './note-ways.queries.ts'
import type { NoteTable } from './notes.tables.ts'

interface Asked {
  readonly cursor?: string | undefined
  readonly limit: number
  /** Only these ids. */
  readonly ids?: readonly string[] | undefined
  /** Queues comparisons of neighbours that are missing. Never for guests. */
  readonly comparesMissing?: boolean
}

/**
 * A fixed number of reads, whatever the number of notes: notes, replies, reactions, mentions, files, and alignments of
 * versions.
 */
export async function listNotes(
  scope: VersionScope,
  { cursor, limit, ids, comparesMissing = false }: Asked,
  audience: NoteAudience = 'members',
): Promise<{ items: Note[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await rootsOf(scope, scope.share ? 'guests' : audience)
    .$if(ids !== undefined, (q) => q.where('notes.id', 'in', ['', ...(ids ?? [])]))
    // Repeats the condition without the alternative, so that the index is entered at the start of the page.
    .$if(after !== undefined, (q) =>
      q
        .where('notes.created_at', '>=', after?.[0] ?? 0)
        .where((eb) =>
          eb.or([
            eb('notes.created_at', '>', after?.[0] ?? 0),
            eb.and([eb('notes.created_at', '=', after?.[0] ?? 0), eb('notes.id', '>', after?.[1] ?? '')]),
          ]),
        ),
    )
    .orderBy('notes.created_at')
    .orderBy('notes.id')
    .limit(limit + 1)
    .execute()
  const noteOf = await reader(scope, rows, { comparesMissing: comparesMissing && !scope.share })
  const { items, nextCursor } = cutPage(
    rows,
    limit,
    (row) => [row.created_at, row.id],
    (row) => ({ row, note: noteOf(row) }),
  )
  return { items: items.flatMap(({ row, note }) => (isShown(scope, row, note.place) ? [note] : [])), nextCursor }
}

/** One note as shown on the version where it was written. */
export async function readNote(scope: VersionScope, noteId: string): Promise<Note> {
  const row = await rootsOf(scope, 'members').where('notes.id', '=', noteId).executeTakeFirstOrThrow()
  return (await reader(scope, [row]))(row)
}

/** Guests see notes on a version within the link's reach, or only their own. Their own are visible on every version. */
function isShown(
  { share, actor }: ProjectScope,
  { author_id }: Pick<RootRow, 'author_id'>,
  place: NotePlace | null,
): boolean {
  return !share || author_id === actor.userId || (share.seesNotes && place !== null)
}

type RootRow = Selectable<NoteTable> & {
  readonly version_number: number
  readonly fixed_number: number | null
  readonly version_deleted_at: number | null
  readonly round_number: number | null
}

function rootsOf({ db, track }: VersionScope, audience: NoteAudience) {
  return db
    .selectFrom('notes')
    .innerJoin('versions', 'versions.id', 'notes.version_id')
    .leftJoin('versions as fixing', 'fixing.id', 'notes.fixed_in')
    .leftJoin('note_sets', 'note_sets.id', 'notes.set_id')
    .leftJoin('note_rounds', 'note_rounds.id', 'note_sets.round_id')
    .selectAll('notes')
    .select([
      'versions.number as version_number',
      'versions.deleted_at as version_deleted_at',
      'fixing.number as fixed_number',
      'note_rounds.number as round_number',
    ])
    .where('notes.track_id', '=', track.id)
    .where('notes.parent_id', 'is', null)
    .where('notes.deleted_at', 'is', null)
    .where('notes.visibility', 'in', visibilitiesFor(audience))
}

async function reader(
  scope: VersionScope,
  rows: readonly RootRow[],
  { comparesMissing = false }: Pick<Asked, 'comparesMissing'> = {},
): Promise<(row: RootRow) => Note> {
  const { db, version } = scope
  const replies = await db
    .selectFrom('notes')
    .selectAll()
    .where('parent_id', 'in', idsOf(rows))
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const saidOf = await saidReader(scope, [...rows, ...replies])
  const track = await readWays(scope)
  const carried = waysTo(track, version, { from: rows.map((row) => row.version_id) })
  if (comparesMissing)
    compareAfterwards(
      scope,
      track.steps.missing.map(([a, b]) => ({ projectId: scope.projectId, a, b })),
    )
  const people = new Set(await peopleIn(db, scope.projectId))
  const threads = Map.groupBy(replies, (reply) => reply.parent_id)
  return (row) => ({
    ...saidOf(row),
    trackId: row.track_id,
    version: { id: row.version_id, number: row.version_number },
    fromSeconds: row.from_seconds,
    toSeconds: row.to_seconds,
    section: row.section,
    part: row.part,
    direction: row.direction,
    visibility: row.visibility,
    set: row.set_id !== null && row.round_number !== null ? { id: row.set_id, roundNumber: row.round_number } : null,
    state: row.state,
    fixedIn:
      row.fixed_in !== null && row.fixed_number !== null && isNamed(scope, row.fixed_in)
        ? { id: row.fixed_in, number: row.fixed_number }
        : null,
    fixedBy: row.fixed_by,
    // Notes of a final track cannot change state.
    nextStates:
      scope.track.final_at !== null
        ? []
        : noteStates.filter((next) =>
            canSetState(
              { userId: scope.actor.userId, role: scope.role },
              {
                authorId: row.author_id,
                state: row.state,
                fixedBy: row.fixed_by,
                isAuthorHere: people.has(row.author_id),
              },
              next,
            ),
          ),
    place: placeNote(
      {
        fromSeconds: row.from_seconds,
        toSeconds: row.to_seconds,
        state: row.state,
        versionNumber: row.version_number,
        fixedInNumber: row.fixed_number,
        isOrphan: row.version_deleted_at !== null,
      },
      { number: version.number, durationSeconds: version.duration_seconds },
      carried.get(row.version_id) ?? [],
    ),
    replies: (threads.get(row.id) ?? []).map(saidOf),
  })
}

/** A link to one version, or only to the newest, does not mention others. */
function isNamed({ share, version }: VersionScope, versionId: string): boolean {
  return !share || (share.versionId === null && !share.latestOnly) || version.id === versionId
}

/** The fields that notes and replies share, for rows that were read. */
export async function saidReader(
  { db, projectId, share }: ProjectScope,
  rows: readonly Selectable<NoteTable>[],
): Promise<(row: Selectable<NoteTable>) => NoteReply> {
  const reactions = Map.groupBy(
    await db.selectFrom('note_reactions').selectAll().where('note_id', 'in', idsOf(rows)).orderBy('user_id').execute(),
    (row) => row.note_id,
  )
  const mentions = Map.groupBy(
    await db.selectFrom('note_mentions').selectAll().where('note_id', 'in', idsOf(rows)).orderBy('user_id').execute(),
    (row) => row.note_id,
  )
  const files = Map.groupBy(
    await db
      .selectFrom('note_attachments')
      .selectAll()
      .where('note_id', 'in', idsOf(rows))
      .orderBy('position')
      .execute(),
    (row) => row.note_id,
  )
  const authors = ['', ...new Set(rows.map((row) => row.author_id))]
  const names = new Map(
    (await db.selectFrom('user').select(['id', 'name']).where('id', 'in', authors).execute()).map(({ id, name }) => [
      id,
      name,
    ]),
  )
  const guests = await namesOfGuests(db, authors)
  const joined = share ? await joinOrders(db, projectId, authors) : undefined
  return (row) => ({
    id: row.id,
    authorId: row.author_id,
    authorName: names.get(row.author_id) ?? guests.get(row.author_id) ?? null,
    byGuest: guests.has(row.author_id),
    ...(joined?.has(row.author_id) && { authorJoined: joined.get(row.author_id) }),
    body: row.body,
    mentions: (mentions.get(row.id) ?? []).map(({ user_id: userId, name }) => ({ userId, name })),
    reactions: [...Map.groupBy(reactions.get(row.id) ?? [], ({ emoji }) => emoji)].map(([emoji, chosen]) => ({
      emoji,
      userIds: chosen.map(({ user_id: userId }) => userId),
    })),
    attachments: (files.get(row.id) ?? []).map(attachmentOf),
    createdAt: row.created_at,
    editedAt: row.edited_at,
  })
}

/** Never empty, because SQL has no empty list. */
function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return ['', ...rows.map(({ id }) => id)]
}
