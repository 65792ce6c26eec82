import { createHash, randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { ApprovalVerdict } from '#features/approvals/approvals.policy.ts'
import type { NoteTable } from '#features/notes/server/notes.tables.ts'
import { takeQuota } from '#features/projects/server/project-quota.queries.ts'
import type { ProjectScope } from '#server/scope.ts'
import type { Seconds } from '#shared/units.ts'
import { markedGuest } from '#shared/guest-name.ts'
import { type StoredVoice, VOICE_FILE } from './sample-voice.ts'

/** The second voice: a guest who listened by a link, because an account needs a person. */
const GUEST = 'Mara Lindqvist'

interface SampleNote {
  readonly by: 'guest' | 'owner'
  /** Index of the version it was written on. */
  readonly on: number
  readonly from: Seconds
  readonly to?: Seconds
  readonly body: string
  readonly part?: string
  readonly section?: string
  readonly direction?: NoteTable['direction']
  readonly state?: NoteTable['state']
  /** Index of the version in which it was fixed. */
  readonly fixedIn?: number
  readonly replies?: readonly Pick<SampleNote, 'by' | 'body'>[]
  /** The title of the task that was made from it. */
  readonly task?: string
  /** Hummed as well as written. */
  readonly isHummed?: boolean
  /** Came with a decision on the version. */
  readonly decision?: ApprovalVerdict
}

/** What was said about the three bounces, in order. */
const NOTES: readonly SampleNote[] = [
  {
    by: 'guest',
    on: 0,
    from: 20,
    to: 30,
    body: 'The lead hardly comes through in the first verse. **3 dB** more?',
    part: 'Keys',
    section: 'Verse',
    direction: 'more',
    state: 'verified',
    fixedIn: 1,
    replies: [{ by: 'owner', body: 'Up 3 dB in v2.' }],
  },
  { by: 'guest', on: 0, from: 45, body: 'Love this lift.', section: 'Chorus' },
  {
    by: 'guest',
    on: 1,
    from: 60,
    to: 75,
    body: 'Too hot from the second chorus on. It clips on my phone.',
    part: 'Master',
    section: 'Chorus',
    direction: 'less',
    state: 'verified',
    fixedIn: 2,
    task: 'Master is too hot from the second chorus on',
    decision: 'changes',
  },
  {
    by: 'owner',
    on: 1,
    from: 85,
    to: 95,
    body: 'What if the drums stop here?',
    part: 'Drums',
    section: 'Bridge',
    direction: 'less',
    state: 'fixed',
    fixedIn: 2,
    replies: [{ by: 'guest', body: 'Yes! And back in with the last chorus.' }],
    task: 'Drums out of the bridge',
  },
  {
    by: 'guest',
    on: 2,
    from: 20,
    to: 30,
    body: 'Now the lead is a touch loud. Half a decibel would do.',
    part: 'Keys',
    section: 'Verse',
    direction: 'less',
    task: 'Lead still a touch loud in the first verse',
  },
  {
    by: 'guest',
    on: 2,
    from: 104,
    to: 112,
    body: 'Could the last chorus be wider? A second voice could answer the lead, like this.',
    section: 'Chorus',
    isHummed: true,
  },
  { by: 'owner', on: 2, from: 4.5, body: 'This is how it should start. Leave it.', section: 'Intro' },
]

/** What the guest said at last, about the last version. */
const APPROVAL = 'This is the one. Take half a decibel off the lead and send it.'

interface Told {
  readonly trackId: string
  readonly versionIds: readonly string[]
  readonly voice: StoredVoice
}

/**
 * Writes the notes of both voices and the guest’s decisions, in the transaction that adds the last version. As rows,
 * not as events: nobody should get mail about a story.
 */
export async function tellStory(scope: ProjectScope, { trackId, versionIds, voice }: Told): Promise<void> {
  const { db, projectId, actor, now, newId } = scope
  const guestId = await addGuest(scope)
  const authors = { guest: guestId, owner: actor.userId }
  let at = now()
  const row = (note: SampleNote, more: Partial<Selectable<NoteTable>> = {}): Selectable<NoteTable> => ({
    id: newId(),
    project_id: projectId,
    track_id: trackId,
    version_id: versionIds[note.on] ?? '',
    parent_id: null,
    from_seconds: note.from,
    to_seconds: note.to ?? null,
    body: note.body,
    section: note.section ?? null,
    part: note.part ?? null,
    direction: note.direction ?? null,
    visibility: 'everyone',
    set_id: null,
    author_id: authors[note.by],
    state: note.state ?? 'open',
    fixed_in: note.fixedIn === undefined ? null : (versionIds[note.fixedIn] ?? null),
    fixed_by: note.fixedIn === undefined ? null : actor.userId,
    // In their order, although all are written at once.
    created_at: at++,
    edited_at: null,
    deleted_at: null,
    ...more,
  })
  for (const note of NOTES) {
    const said = row(note)
    await db.insertInto('notes').values(said).execute()
    for (const reply of note.replies ?? [])
      await db
        .insertInto('notes')
        .values(row({ ...note, ...reply }, { parent_id: said.id, state: 'open', fixed_in: null, fixed_by: null }))
        .execute()
    if (note.task !== undefined)
      await db
        .updateTable('tasks')
        .set({ note_id: said.id })
        .where('project_id', '=', projectId)
        .where('title', '=', note.task)
        .execute()
    if (note.isHummed) await attachVoice(scope, { voice, trackId, noteId: said.id, authorId: guestId })
    if (note.decision)
      await recordDecision(scope, {
        versionId: said.version_id,
        guestId,
        decision: note.decision,
        body: note.body,
        noteId: said.id,
      })
  }
  await recordDecision(scope, {
    versionId: versionIds.at(-1) ?? '',
    guestId,
    decision: 'approved',
    body: APPROVAL,
    noteId: null,
  })
}

async function attachVoice(
  scope: ProjectScope,
  {
    voice,
    trackId,
    noteId,
    authorId,
  }: { readonly voice: StoredVoice; readonly trackId: string; readonly noteId: string; readonly authorId: string },
): Promise<void> {
  await takeQuota(scope, voice.sizeBytes)
  await scope.db
    .insertInto('note_attachments')
    .values({
      id: voice.id,
      project_id: scope.projectId,
      track_id: trackId,
      note_id: noteId,
      author_id: authorId,
      kind: 'voice',
      file_name: VOICE_FILE,
      media_type: 'audio/wav',
      size_bytes: voice.sizeBytes,
      sha256: voice.sha256,
      storage_key: voice.storageKey,
      duration_seconds: voice.seconds,
      levels: JSON.stringify(voice.levels),
      position: 0,
      created_at: scope.now(),
    })
    .execute()
}

interface Decided {
  readonly versionId: string
  readonly guestId: string
  readonly decision: ApprovalVerdict
  readonly body: string
  readonly noteId: string | null
}

/** The status of the track stays: a guest whom nobody asked does not set it. */
async function recordDecision(
  { db, projectId, now, newId }: ProjectScope,
  { versionId, guestId, decision, body, noteId }: Decided,
): Promise<void> {
  const version = await db
    .selectFrom('versions')
    .innerJoin('tracks', 'tracks.id', 'versions.track_id')
    .select(['versions.number', 'versions.file_name', 'versions.size_bytes', 'versions.sha256'])
    .select(['tracks.id as trackId', 'tracks.title'])
    .where('versions.id', '=', versionId)
    .executeTakeFirstOrThrow()
  const { seq } = await db
    .selectFrom('approval_decisions')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .where('track_id', '=', version.trackId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('approval_decisions')
    .values({
      id: newId(),
      project_id: projectId,
      track_id: version.trackId,
      track_title: version.title,
      version_id: versionId,
      version_number: version.number,
      seq: (seq ?? 0) + 1,
      author_id: guestId,
      author_name: markedGuest(GUEST),
      decision,
      body,
      note_id: noteId,
      file_name: version.file_name,
      size_bytes: version.size_bytes,
      sha256: version.sha256,
      created_at: now(),
    })
    .execute()
}

/** At a link that nobody has and that no longer works. */
async function addGuest({ db, projectId, actor, now, newId }: ProjectScope): Promise<string> {
  const at = now()
  const unknown = () => createHash('sha256').update(randomBytes(32)).digest('hex')
  const shareId = newId()
  await db
    .insertInto('shares')
    .values({
      id: shareId,
      project_id: projectId,
      token_hash: unknown(),
      generation: 0,
      epoch: 0,
      kind: 'project',
      track_ids: null,
      version_id: null,
      latest_only: 0,
      may_comment: 1,
      may_see_notes: 1,
      may_original: 1,
      may_approve: 1,
      may_download: 0,
      may_upload: 0,
      may_files: 0,
      password_hash: null,
      starts_at: null,
      expires_at: null,
      most_opens: null,
      addresses: null,
      visits: 0,
      person: GUEST,
      label: '',
      message: '',
      created_by: actor.userId,
      created_at: at,
      revoked_at: at,
    })
    .execute()
  const id = newId()
  await db
    .insertInto('guests')
    .values({
      id,
      share_id: shareId,
      key_hash: unknown(),
      epoch: 0,
      name: GUEST,
      user_id: null,
      is_member: 0,
      opened: 1,
      created_at: at,
      last_seen_at: at,
      claimed_by: null,
      claimed_at: null,
    })
    .execute()
  return id
}
