import type { Selectable } from 'kysely'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { comparisonMapKey } from '#features/comparisons/server/comparisons.queries.ts'
import { RenditionSpec } from '#features/renditions/renditions.contract.ts'
import { hasIndex, renditionKey } from '#features/renditions/server/rendition-files.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { derivedFileKey, derivedFiles, type DerivedFile } from '#features/tracks/server/versions/derived-files.ts'
import { spectrogramKey } from '#features/tracks/server/versions/send-spectrogram.ts'
import type { Db } from '#server/db/open-database.ts'

/** A blob that a row refers to. */
export interface ExpectedFile {
  readonly key: string
  /** A readable description of its owner. */
  readonly of: string
  /** Null if no row knows it. */
  readonly sizeBytes: number | null
  readonly sha256: string | null
  /** False for a file that may be missing, for example while it is being made. */
  readonly isRequired: boolean
  /** It can be regenerated from the original. */
  readonly isDerived: boolean
}

type Version = Pick<Selectable<VersionTable>, 'id' | 'storage_key' | 'size_bytes' | 'sha256' | 'state' | 'report'>

/** Every file that the database refers to, by key, including the trash. */
export async function expectedFiles(db: Db): Promise<ReadonlyMap<string, ExpectedFile>> {
  const files = new Map<string, ExpectedFile>()
  const add = (file: ExpectedFile) => {
    const known = files.get(file.key)
    // Two versions may share a file; it is required if either needs it.
    if (!known || (file.isRequired && !known.isRequired)) files.set(file.key, file)
  }
  const versions = await db
    .selectFrom('versions')
    .select(['id', 'storage_key', 'size_bytes', 'sha256', 'state', 'report'])
    .execute()
  const byId = new Map(versions.map((version) => [version.id, version]))
  for (const version of versions) for (const file of filesOf(version)) add(file)
  for (const { version_id, wish, state, size_bytes, sha256 } of await db
    .selectFrom('renditions')
    .select(['version_id', 'wish', 'state', 'size_bytes', 'sha256'])
    .execute()) {
    const version = byId.get(version_id)
    const parsed = RenditionSpec.safeParse(JSON.parse(wish))
    if (!version || !parsed.success) continue
    const common = { of: `a rendition of version ${version_id}`, isRequired: state === 'ready', isDerived: true }
    add({
      ...common,
      key: renditionKey(version, parsed.data, 'body'),
      sizeBytes: state === 'ready' ? size_bytes : null,
      sha256: state === 'ready' ? sha256 : null,
    })
    if (hasIndex(parsed.data))
      add({ ...common, key: renditionKey(version, parsed.data, 'index'), sizeBytes: null, sha256: null })
  }
  for (const { version_id, channels, state } of await db.selectFrom('spectrograms').selectAll().execute()) {
    const version = byId.get(version_id)
    if (version)
      add({
        key: spectrogramKey(version, channels),
        of: `the spectrogram of version ${version_id}`,
        sizeBytes: null,
        sha256: null,
        isRequired: state === 'ready',
        isDerived: true,
      })
  }
  for (const { version_a, version_b, state } of await db
    .selectFrom('comparisons')
    .select(['version_a', 'version_b', 'state'])
    .execute()) {
    const version = byId.get(version_b)
    if (version)
      add({
        key: comparisonMapKey(version, version_a),
        of: `a comparison of version ${version_b}`,
        sizeBytes: null,
        sha256: null,
        isRequired: state === 'ready',
        isDerived: true,
      })
  }
  for (const { id, storage_key, size_bytes, sha256 } of await db
    .selectFrom('note_attachments')
    .select(['id', 'storage_key', 'size_bytes', 'sha256'])
    .execute()) {
    add({ key: storage_key, of: `attachment ${id}`, sizeBytes: size_bytes, sha256, isRequired: true, isDerived: false })
  }
  for (const { id, storage_key, size_bytes, sha256 } of await db
    .selectFrom('file_versions')
    .select(['id', 'storage_key', 'size_bytes', 'sha256'])
    .execute()) {
    add({
      key: storage_key,
      of: `version ${id} of a file`,
      sizeBytes: size_bytes,
      sha256,
      isRequired: true,
      isDerived: false,
    })
  }
  return files
}

function filesOf(version: Version): readonly ExpectedFile[] {
  const required = requiredOf(version)
  return [
    {
      key: version.storage_key,
      of: `version ${version.id}`,
      sizeBytes: version.size_bytes,
      sha256: version.sha256,
      isRequired: true,
      isDerived: false,
    },
    ...derivedFiles.map((file) => ({
      key: derivedFileKey(version, file),
      of: `what is played or drawn of version ${version.id}`,
      sizeBytes: null,
      sha256: null,
      isRequired: required.includes(file),
      isDerived: true,
    })),
  ]
}

/** The generated files that the player needs. Old versions have no energy grid. */
function requiredOf({ state, report }: Version): readonly DerivedFile[] {
  if (state !== 'ready' || report === null) return []
  const { stream }: AnalysisReport = JSON.parse(report)
  if (stream.kind === 'pcm') return ['peaks']
  return stream.inOriginal === true ? ['peaks', 'frameIndex'] : ['peaks', 'frameIndex', 'flac']
}
