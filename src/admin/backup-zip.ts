import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { makeZip } from 'client-zip'
import type { BackupTarget } from '#features/administration/server/back-up.ts'
import { FILE_LIST, fileLines, MANIFEST, SECRET } from '#features/administration/server/backup-manifest.ts'
import type { Config } from '#server/config.ts'
import { newId } from '#server/ids.ts'
import { syncFolder } from '#server/storage/disk-files.ts'
import { freeSpaceBeside, freeSpaceGuard, type FreeSpaceGate } from '#server/storage/free-space-gate.ts'
import { CommandRefused } from './command.ts'

interface Entry {
  readonly name: string
  readonly input: Readable | string
}

/** A backup as one ZIP, written while it is made. */
export async function backupZip(path: string, config: Config): Promise<BackupTarget & { abandon(): Promise<void> }> {
  await mkdir(dirname(path), { recursive: true })
  const room = freeSpaceBeside(dirname(path), config)
  const zip = zipInto(path, room)
  return {
    workshop: dirname(path),
    room,
    keep: async () => undefined,
    add: (key, source) => zip.add({ name: join('files', key), input: source }),
    async finish({ manifest, databasePath, files, secret }) {
      await zip.add({ name: manifest.database.file, input: createReadStream(databasePath) })
      if (secret !== undefined) await zip.add({ name: SECRET, input: secret })
      await zip.add({ name: FILE_LIST, input: fileLines(files) })
      await zip.add({ name: MANIFEST, input: `${JSON.stringify(manifest, null, 2)}\n` })
      await zip.end()
    },
    abandon: () => zip.abandon(),
  }
}

/**
 * Adds entries one by one; each is written when its promise resolves. The file has a temporary name until it is
 * complete and durable, so of two runs with the same target the first to finish wins.
 */
export function zipInto(
  path: string,
  gate: FreeSpaceGate | undefined,
): { add(entry: Entry): Promise<void>; end(): Promise<void>; abandon(): Promise<void> } {
  refuseTaken(path)
  const part = `${path}.${newId()}.part`
  const waiting: { readonly entry: Entry; readonly written: PromiseWithResolvers<void> }[] = []
  let wake = Promise.withResolvers<void>()
  let isOver = false
  async function* entries() {
    for (;;) {
      const next = waiting.shift()
      if (next) {
        yield { ...next.entry, lastModified: new Date() }
        // The library asks for the next entry once this one is written.
        next.written.resolve()
      } else if (isOver) return
      else {
        await wake.promise
        wake = Promise.withResolvers()
      }
    }
  }
  const writing = pipeline(
    Readable.fromWeb(makeZip(entries(), { buffersAreUTF8: true })),
    freeSpaceGuard(gate),
    createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
  )
  writing.catch(() => undefined)
  return {
    async add(entry) {
      const written = Promise.withResolvers<void>()
      waiting.push({ entry, written })
      wake.resolve()
      await Promise.race([written.promise, writing.then(() => Promise.reject(new Error('the ZIP was closed')))])
    },
    async end() {
      isOver = true
      wake.resolve()
      await writing
      refuseTaken(path)
      await rename(part, path)
      await syncFolder(dirname(path))
    },
    async abandon() {
      isOver = true
      wake.resolve()
      await writing.catch(() => undefined)
      await rm(part, { force: true })
    },
  }
}

export function refuseTaken(path: string): void {
  if (existsSync(path)) throw new CommandRefused(`${path} already exists.`)
}
