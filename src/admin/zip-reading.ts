import { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { CommandRefused } from './command.ts'

/** A file inside a ZIP. */
export interface ZipEntry {
  readonly name: string
  readonly sizeBytes: number
}

export interface ZipReading {
  readonly entries: ReadonlyMap<string, ZipEntry>
  read(name: string): Promise<Readable>
}

/**
 * Opens a ZIP by its directory, also over 4 GiB. Reads stored and deflated files; refuses encrypted and multi-part
 * archives. Throws a readable message if it is not a complete ZIP; reading a file fails if its length or CRC-32 differs
 * from the directory.
 */
export async function openZip(path: string): Promise<ZipReading> {
  const found = await entriesOf(path).catch((error: unknown) => {
    if (error instanceof CommandRefused || isOfSystem(error)) throw error
    throw new CommandRefused(`${path} is not a ZIP, is incomplete, or is damaged.`, { cause: error })
  })
  return {
    entries: new Map([...found].map(([name, { uncompressedSize: sizeBytes }]) => [name, { name, sizeBytes }])),
    async read(name) {
      const entry = found.get(name)
      if (!entry) throw new Error(`${path} lacks a file.`)
      return Readable.from(checkedBytes(path, entry), { objectMode: false })
    },
  }
}

async function entriesOf(path: string): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of (await openPromise(path)).eachEntry()) {
    if (!entry.canDecodeFileData())
      throw new CommandRefused(`${path}: ${entry.fileName} is compressed in a way that cannot be read here.`)
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  return entries
}

/**
 * Opened only when it is read, so that an unread entry leaves nothing open. The library checks lengths but not the CRC.
 */
async function* checkedBytes(path: string, entry: Entry): AsyncGenerator<Buffer> {
  let zip: ZipFile | undefined
  let crc = 0
  let isReading = true
  try {
    zip = await openPromise(path, { autoClose: false })
    for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      crc = crc32(chunk, crc)
      isReading = false
      yield chunk
      isReading = true
    }
    if (crc !== entry.crc32) throw new Error('another CRC-32')
  } catch (error) {
    // Errors of the destination or of the disk are not the archive's.
    if (!isReading || isOfSystem(error)) throw error
    throw new CommandRefused(`The ZIP is damaged: ${entry.fileName} is not what was packed into it.`, { cause: error })
  } finally {
    // The library closes the file when its stream ends.
    zip?.close()
  }
}

/** It says nothing about the archive. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
