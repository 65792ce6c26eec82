import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { rowLines } from '#server/backup/row-lines.ts'
import { databaseRows, type RowSource } from '#server/backup/stored-rows.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import { openSqlite } from '#server/db/open-database.ts'
import { isMissing } from '#server/storage/disk-files.ts'
import { checkedKey } from '#server/storage/storage-key.ts'
import {
  FILE_LIST,
  MANIFEST,
  Manifest,
  parseFileLines,
  SECRET,
  type BackedUpFile,
} from '#features/administration/server/backup-manifest.ts'
import { CommandRefused } from './command.ts'
import { onDiskOf } from './named-errors.ts'
import { openZip } from './zip-reading.ts'

/** A finished backup, for reading. */
export interface BackupReading {
  readonly manifest: Manifest
  readonly files: readonly BackedUpFile[]
  readonly secret: string | undefined
  readFile(key: string): Promise<Readable>
  /** Gives access to the rows, after verifying the database's file. */
  withRows<T>(work: (rows: RowSource) => Promise<T>): Promise<T>
}

/** Opens a folder or a ZIP. Refuses a backup that is unfinished, was altered, or has another format. */
export async function openBackup(path: string): Promise<BackupReading> {
  const parts = await partsOf(path)
  const manifest = Manifest.safeParse(parsed(await parts.text(MANIFEST)))
  if (!manifest.success)
    throw new CommandRefused(`${path} is not a backup of Roughmix, or an unfinished one: it has no ${MANIFEST}.`)
  const list = (await parts.text(FILE_LIST)) ?? ''
  if (createHash('sha256').update(list).digest('hex') !== manifest.data.files.sha256)
    throw new CommandRefused(`${path} is damaged: its ${FILE_LIST} is not the one that the manifest names.`)
  const files = parseFileLines(list)
  for (const { key } of files) checkedKey(key)
  return {
    manifest: manifest.data,
    files,
    secret: manifest.data.secret === 'included' ? await parts.text(SECRET) : undefined,
    readFile: (key) => parts.read(`files/${key}`),
    withRows: (work) => withRows(parts, manifest.data, work),
  }
}

interface Parts {
  /** Undefined if there is no such file. */
  text(name: string): Promise<string | undefined>
  read(name: string): Promise<Readable>
}

async function partsOf(path: string): Promise<Parts> {
  const facts = await stat(path).catch(missingOnly)
  if (!facts) throw new CommandRefused(`There is no ${path}.`)
  if (facts.isDirectory())
    return {
      text: (name) => readFile(join(path, name), 'utf8').catch(missingOnly),
      read: async (name) => createReadStream(join(path, name)),
    }
  const zip = await openZip(path).catch((error: unknown) => {
    throw new CommandRefused(error instanceof Error ? error.message : String(error))
  })
  return {
    text: async (name) => (zip.entries.has(name) ? text(await zip.read(name)) : undefined),
    read: (name) => zip.read(name),
  }
}

/** Permission errors are rethrown: a backup that cannot be read is not a missing one. */
function missingOnly(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Opens a copy of a SQLite database: opening writes files beside it, and a backup must not change. */
async function withRows<T>(
  parts: Parts,
  { database: { file, sha256 }, migrations }: Manifest,
  work: (rows: RowSource) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'roughmix-restore-'))
  try {
    const path = join(folder, file)
    const hash = createHash('sha256')
    const hashing = async function* (source: AsyncIterable<Uint8Array>) {
      for await (const chunk of source) {
        hash.update(chunk)
        yield chunk
      }
    }
    await onDiskOf(folder, async () =>
      pipeline(await parts.read(file), hashing, createWriteStream(path, { mode: 0o600 })),
    )
    if (hash.digest('hex') !== sha256)
      throw new CommandRefused(`The backup is damaged: its ${file} is not the one that the manifest names.`)
    if (file === 'rows.jsonl') return await work(await rowLines(path))
    const { db, close } = openSqlite(path)
    try {
      return await work(databaseRows(db, await tableShapes(new Set(migrations)), migrations))
    } finally {
      await close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function parsed(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return undefined
  }
}
