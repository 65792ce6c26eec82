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
 * Opens a ZIP by its directory, also over 4 GiB. Stored and deflated files are read; encrypted and divided archives are
 * refused. Throws in words where it is no ZIP or does not end; reading a file fails where its length or its CRC-32 is
 * not as the directory says.
 */
export async function openZip(path: string): Promise<ZipReading> {
  const found = await entriesOf(path).catch((error: unknown) => {
    if (error instanceof CommandRefused || isOfSystem(error)) throw error
    throw new CommandRefused(`${path} is no ZIP, was cut off, or is damaged.`, { cause: error })
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
      throw new CommandRefused(`${path}: ${entry.fileName} is packed in a way that is not read here.`)
    if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
  }
  return entries
}

/**
 * Opened only when somebody reads, so that whoever never does leaves nothing open. The library compares lengths, and
 * leaves the CRC to us.
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
    // What goes wrong where the bytes go to is theirs to tell, and so is a disk that does not answer.
    if (!isReading || isOfSystem(error)) throw error
    throw new CommandRefused(`The ZIP is damaged: ${entry.fileName} is not what was packed into it.`, { cause: error })
  } finally {
    // The library closes the file when its stream has ended as well.
    zip?.close()
  }
}

/** It says nothing of the archive. */
function isOfSystem(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
