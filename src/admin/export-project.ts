import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { hashedInto } from '#features/administration/server/back-up.ts'
import { type BackedUpFile, fileLines } from '#features/administration/server/backup-manifest.ts'
import { safePart } from '#features/renditions/file-names.ts'
import { archiveNames } from '#features/renditions/server/archive-names.ts'
import { writeRowLines } from '#server/backup/row-lines.ts'
import type { RowSource, StoredRow } from '#server/backup/stored-rows.ts'
import { type TableShape, tableShapes } from '#server/backup/table-shapes.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { productVersion } from '#server/product-version.ts'
import type { Services } from '#server/services.ts'
import { freeSpaceBeside } from '#server/storage/free-space-gate.ts'
import { safeName } from '#server/storage/safe-name.ts'
import { BlobMissing } from '#server/storage/storage.ts'
import { refuseTaken, zipInto } from './backup-zip.ts'
import { CommandRefused } from './command.ts'
import { exportPages } from './export-pages.ts'
import { onDiskOf } from './named-errors.ts'
import { type ObjectRow, type ProjectRows, projectTables, readProjectRows } from './project-rows.ts'

export interface Exported {
  readonly path: string
  readonly name: string
  readonly files: number
  readonly bytes: number
  /** Keys of missing files. */
  readonly missing: readonly string[]
}

/**
 * Writes a project as one ZIP: files under readable names, JSON to read, and in `import/` the data for importing it
 * again.
 */
export function exportProject(services: Services, projectId: string, path: string): Promise<Exported> {
  refuseTaken(path)
  return onDiskOf(path, () => writeProject(services, projectId, path))
}

async function writeProject(services: Services, projectId: string, path: string): Promise<Exported> {
  const { db, engine } = services.database
  const { applied } = await schemaState(db, engine)
  const shapes = await tableShapes(new Set(applied))
  const moment = engine === 'postgres' ? db.transaction().setIsolationLevel('repeatable read') : db.transaction()
  const project = await moment.execute((tx) => readProjectRows(tx, projectId, shapes))
  const names = exportNames(project)
  await mkdir(dirname(path), { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-export-'))
  const zip = zipInto(path, freeSpaceBeside(dirname(path), services.config))
  try {
    const files: BackedUpFile[] = []
    const missing: string[] = []
    for (const [key, name] of names) {
      const facts = await services.storage.find(key)
      const source = facts && (await services.storage.read(key).catch(missingOnly))
      if (!facts || !source) {
        missing.push(key)
        continue
      }
      const { sizeBytes, sha256 } = await hashedInto(source, (input) => zip.add({ name, input }))
      files.push({ key, sizeBytes, sha256, modifiedAt: facts.modifiedAt })
    }
    for (const [name, page] of Object.entries(exportPages(project, names)))
      await zip.add({ name, input: `${JSON.stringify(page, null, 2)}\n` })
    await onDiskOf(folder, () => writeRowLines(rowsOf(project, shapes, applied), join(folder, 'rows.jsonl')))
    await zip.add({ name: 'import/rows.jsonl', input: createReadStream(join(folder, 'rows.jsonl')) })
    await zip.add({ name: 'import/files.jsonl', input: fileLines(files) })
    const name = String(project.tables.get('projects')?.[0]?.['name'] ?? '')
    const facts = {
      roughmix: 'project',
      version: 1,
      program: productVersion(),
      at: new Date(services.now()).toISOString(),
      projectId,
      name,
      people: project.people,
      names: Object.fromEntries(names),
    }
    await zip.add({ name: 'import/export.json', input: `${JSON.stringify(facts, null, 2)}\n` })
    await zip.end()
    return { path, name, files: files.length, bytes: files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0), missing }
  } catch (error) {
    await zip.abandon()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function rowsOf({ tables }: ProjectRows, shapes: readonly TableShape[], migrations: readonly string[]): RowSource {
  return {
    migrations,
    async *tables() {
      for (const name of Object.keys(projectTables)) {
        const columns = shapes.find((shape) => shape.name === name)?.columns ?? []
        const rows: readonly StoredRow[] = (tables.get(name) ?? []).map((row) =>
          columns.map((column) => row[column] ?? null),
        )
        yield {
          name,
          columns,
          lots: (async function* () {
            yield rows
          })(),
        }
      }
    },
  }
}

function missingOnly(error: unknown): undefined {
  if (!(error instanceof BlobMissing)) throw error
}

/** Finds a project by id, or by name if it is unique. */
export async function findProject(
  { database: { db } }: Services,
  word: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const byId = await db.selectFrom('projects').select(['id', 'name']).where('id', '=', word).executeTakeFirst()
  if (byId) return byId
  const byName = await db
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('name', '=', word)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .execute()
  const [only] = byName
  if (!only) throw new CommandRefused(`There is no project ${word}.`)
  if (byName.length > 1)
    throw new CommandRefused(
      `${byName.length} projects are called ${word}. Name one by its id: ${byName.map(({ id }) => id).join(', ')}`,
    )
  return only
}

/** The file name of each stored file in an export, by key: readable and safe on any system. */
function exportNames({ tables }: ProjectRows): ReadonlyMap<string, string> {
  const tracks = (tables.get('tracks') ?? []).toSorted(
    (a, b) => Number(a['position']) - Number(b['position']) || (text(a['id']) < text(b['id']) ? -1 : 1),
  )
  const titles = new Map(
    tracks.map((track, i) => [
      text(track['id']),
      { title: text(track['title']), place: i + 1, isGone: track['deleted_at'] !== null },
    ]),
  )
  const names = new Map<string, string>()
  const versions = firstOfEach(tables.get('versions') ?? [])
  const called = archiveNames(
    versions.map((version) => ({
      title: titles.get(text(version['track_id']))?.title ?? 'Untitled',
      place: titles.get(text(version['track_id']))?.place ?? 0,
      number: Number(version['number']),
      fileName: text(version['file_name']),
    })),
  )
  for (const [i, version] of versions.entries()) {
    const isGone = version['deleted_at'] !== null || titles.get(text(version['track_id']))?.isGone === true
    names.set(text(version['storage_key']), `${isGone ? 'trash' : 'audio'}/${called[i] ?? ''}`)
  }
  const taken = new Set<string>()
  for (const file of tables.get('note_attachments') ?? []) {
    const folder = `attachments/${safePart(titles.get(text(file['track_id']))?.title ?? 'Untitled')}`
    for (let copy = 1; ; copy++) {
      const name = `${folder}/${copy === 1 ? '' : `${copy} `}${safeName(text(file['file_name']))}`
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      names.set(text(file['storage_key']), name)
      break
    }
  }
  const files = new Map((tables.get('project_files') ?? []).map((file) => [text(file['id']), file]))
  for (const version of tables.get('file_versions') ?? []) {
    const file = files.get(text(version['file_id']))
    const isNewest = Number(version['number']) === Number(file?.['last_version_number'])
    const called = safeName(text(file?.['name'] ?? version['file_name']))
    const folder = `${file?.['deleted_at'] ? 'trash/' : ''}files${isNewest ? '' : `/older/v${text(version['number'])}`}`
    for (let copy = 1; ; copy++) {
      const name = `${folder}/${copy === 1 ? '' : `${copy} `}${called}`
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      names.set(text(version['storage_key']), name)
      break
    }
  }
  return names
}

/** Versions that share a file, because one was made the newest again, have one file in the export. */
function firstOfEach(versions: readonly ObjectRow[]): readonly ObjectRow[] {
  const keys = new Set<string>()
  return versions
    .toSorted((a, b) => Number(a['sequence']) - Number(b['sequence']))
    .filter((version) => !keys.has(text(version['storage_key'])) && keys.add(text(version['storage_key'])))
}

function text(value: ObjectRow[string] | undefined): string {
  return value === null || value === undefined ? '' : String(value)
}
