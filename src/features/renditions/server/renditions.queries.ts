import type { Selectable } from 'kysely'
import * as z from 'zod'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { versionOf } from '#features/tracks/server/versions/versions.queries.ts'
import { JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import { enqueueLowPriority } from '#server/jobs/low-priority-jobs.ts'
import { refused } from '#shared/errors.ts'
import { renditionName } from '../rendition-name.ts'
import { renditionTrouble } from '../rendition-troubles.ts'
import { type Rendition, renditionErrors, RenditionSpec } from '../renditions.contract.ts'
import { renditionKey } from './rendition-files.ts'
import type { RenditionTable } from './renditions.tables.ts'

/** Makes one rendition of a version. Analyses run first. */
export const makeRenditionKind: JobKind<{ versionId: string; wish: RenditionSpec }> = {
  kind: 'rendition.make',
  payload: z.object({ versionId: z.string(), wish: RenditionSpec }),
  maxAttempts: 3,
  leaseMs: JOB_LEASE_MS,
  isPatient: true,
}

type Row = Selectable<RenditionTable>

/** Waveforms at other scales are quick to make again, so only this many are kept. */
const WAVEFORMS_KEPT = 8

/** Existing renditions, and those that could be requested. */
export async function listRenditions(scope: VersionScope): Promise<{ items: Rendition[]; nextCursor: null }> {
  const rows = await scope.db
    .selectFrom('renditions')
    .selectAll()
    .where('version_id', '=', scope.version.id)
    .orderBy('name')
    .execute()
  const known = new Set(rows.map(({ name }) => name))
  const untouched = ([{ kind: 'opus' }, { kind: 'mp3' }] as const).filter((spec) => !known.has(renditionName(spec)))
  return {
    items: [...untouched.map((spec) => untouchedOf(scope, spec)), ...rows.map((row) => renditionOf(row))],
    nextCursor: null,
  }
}

/** Requests a rendition in the caller's transaction: made once, however many request it. A failed one is retried. */
export async function askForRendition(scope: VersionScope, spec: RenditionSpec): Promise<Rendition> {
  if (spec.kind === 'mp3' && !scope.mayDownload) throw refused.forbidden()
  if (renditionTrouble(versionOf(scope.version), spec) !== null) return untouchedOf(scope, spec)
  const { db, version, now } = scope
  const name = renditionName(spec)
  if (spec.kind === 'waveform') await forgetOldWaveforms(scope, name)
  await db
    .insertInto('renditions')
    .values({
      version_id: version.id,
      name,
      wish: JSON.stringify(spec),
      state: 'making',
      fraction: 0,
      size_bytes: null,
      sha256: null,
      sample_rate: null,
      total_frames: null,
      clipped_samples: null,
      error: null,
      asked_at: now(),
      made_at: null,
    })
    .onConflict((c) => c.columns(['version_id', 'name']).doNothing())
    .execute()
  await db
    .updateTable('renditions')
    .set({ state: 'making', fraction: 0, error: null })
    .where('version_id', '=', version.id)
    .where('name', '=', name)
    .where('state', '=', 'failed')
    .execute()
  const row = await findRow(scope, name)
  if (!row) throw refused.conflict()
  if (row.state === 'making')
    await enqueueLowPriority(
      scope,
      makeRenditionKind,
      { versionId: version.id, wish: spec },
      { key: `${makeRenditionKind.kind}:${version.id}:${name}`, bytes: version.size_bytes },
    )
  return renditionOf(row)
}

/** A rendition whose files may be sent. Refuses with the reason if there is none yet. */
export async function openReady(scope: VersionScope, spec: RenditionSpec): Promise<Row & { readonly sha256: string }> {
  const row = await findRow(scope, renditionName(spec))
  if (row?.state === 'ready' && row.sha256 !== null) return { ...row, sha256: row.sha256 }
  if (row?.state === 'failed') throw renditionErrors['rendition.failed']()
  if (renditionTrouble(versionOf(scope.version), spec) !== null) throw renditionErrors['rendition.impossible']()
  throw renditionErrors['rendition.not_ready']()
}

async function findRow({ db, version }: VersionScope, name: string): Promise<Row | undefined> {
  return db
    .selectFrom('renditions')
    .selectAll()
    .where('version_id', '=', version.id)
    .where('name', '=', name)
    .executeTakeFirst()
}

/** Deletes the oldest waveforms. Files go after the commit; one that is being read stays readable to its end. */
async function forgetOldWaveforms(scope: VersionScope, name: string): Promise<void> {
  const { db, version, storage, afterCommit, log } = scope
  const rows = await db
    .selectFrom('renditions')
    .selectAll()
    .where('version_id', '=', version.id)
    .where('name', 'like', 'waveform-%')
    .where('name', '!=', name)
    .where('state', '!=', 'making')
    .orderBy('asked_at', 'desc')
    .execute()
  for (const row of rows.slice(WAVEFORMS_KEPT - 1)) {
    await db.deleteFrom('renditions').where('version_id', '=', version.id).where('name', '=', row.name).execute()
    // A version that was made the newest again shares its file, and what is made from it.
    const other = await db
      .selectFrom('renditions')
      .innerJoin('versions', 'versions.id', 'renditions.version_id')
      .select('versions.id')
      .where('versions.track_id', '=', version.track_id)
      .where('versions.storage_key', '=', version.storage_key)
      .where('renditions.name', '=', row.name)
      .executeTakeFirst()
    if (other) continue
    const key = renditionKey(version, RenditionSpec.parse(JSON.parse(row.wish)), 'body')
    afterCommit(
      () => void storage.remove(key).catch((error: unknown) => log.warn({ err: error }, 'an old waveform stays')),
    )
  }
}

function untouchedOf(scope: VersionScope, spec: RenditionSpec): Rendition {
  const trouble = renditionTrouble(versionOf(scope.version), spec)
  return {
    name: renditionName(spec),
    kind: spec.kind,
    state: trouble === null ? 'none' : 'impossible',
    trouble,
    fraction: 0,
    sizeBytes: null,
    sha256: null,
    sampleRate: null,
    totalFrames: null,
    clippedSamples: null,
    madeAt: null,
  }
}

function renditionOf(row: Row): Rendition {
  return {
    name: row.name,
    kind: RenditionSpec.parse(JSON.parse(row.wish)).kind,
    state: row.state,
    trouble: null,
    fraction: row.fraction,
    sizeBytes: row.size_bytes,
    sha256: row.sha256,
    sampleRate: row.sample_rate,
    totalFrames: row.total_frames,
    clippedSamples: row.clipped_samples,
    madeAt: row.made_at,
  }
}
