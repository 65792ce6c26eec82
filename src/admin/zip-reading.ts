import { createReadStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { compose, PassThrough, Readable, Transform } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
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

interface Place extends ZipEntry {
  readonly headerAt: number
  readonly packedBytes: number
  readonly method: number
  readonly crc: number
}

const MOST_DIRECTORY_BYTES = 512 * 1024 * 1024
const END = 0x06054b50
const END_64 = 0x06064b50
const LOCATOR_64 = 0x07064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const UNSAID = 0xffffffff
const STORED = 0
const DEFLATED = 8

/**
 * Opens a ZIP by its directory, also over 4 GiB (APPNOTE 6.3.10, 4.3.14). Stored and deflated files are read; encrypted
 * and divided archives are refused. Throws in words where it is no ZIP or does not end; reading a file fails at its end
 * where its length or its CRC-32 is not as the directory says.
 */
export async function openZip(path: string): Promise<ZipReading> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const places = placesIn(await directoryOf(file, size, path), path)
    return { entries: places, read: (name) => readPlace(path, places.get(name)) }
  } finally {
    await file.close()
  }
}

async function directoryOf(file: FileHandle, size: number, path: string): Promise<Buffer> {
  const tail = await bytesAt(file, Math.max(0, size - 66_000), Math.min(size, 66_000))
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (at < 0 || tail.readUInt32LE(at) !== END) throw new Error(`${path} is no ZIP, or was cut off.`)
  let bytes = tail.readUInt32LE(at + 12)
  let begin = tail.readUInt32LE(at + 16)
  if (at >= 20 && tail.readUInt32LE(at - 20) === LOCATOR_64) {
    const end = await bytesAt(file, Number(tail.readBigUInt64LE(at - 20 + 8)), 56)
    if (end.length < 56 || end.readUInt32LE(0) !== END_64) throw new Error(`${path} is damaged.`)
    bytes = Number(end.readBigUInt64LE(40))
    begin = Number(end.readBigUInt64LE(48))
  }
  if (bytes > MOST_DIRECTORY_BYTES || begin + bytes > size) throw new Error(`${path} is damaged.`)
  return bytesAt(file, begin, bytes)
}

function placesIn(directory: Buffer, path: string): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === ENTRY;) {
    const [nameBytes, extraBytes, commentBytes] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ]
    const method = directory.readUInt16LE(at + 10)
    const isEncrypted = (directory.readUInt16LE(at + 8) & 1) !== 0
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    if (isEncrypted || (method !== STORED && method !== DEFLATED))
      throw new Error(`${path}: ${name} is packed in a way that is not read here.`)
    const extra = directory.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
    const [sizeBytes = 0, packedBytes = 0, headerAt = 0] = sizes64(
      [directory.readUInt32LE(at + 24), directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 42)],
      extra,
    )
    const crc = directory.readUInt32LE(at + 16)
    if (!name.endsWith('/')) places.set(name, { name, sizeBytes, packedBytes, headerAt, method, crc })
    at += 46 + nameBytes + extraBytes + commentBytes
  }
  return places
}

/** Those of size, packed size and place that do not fit 32 bits stand in an extra field, in that order. */
function sizes64(values: readonly number[], extra: Buffer): readonly number[] {
  if (!values.includes(UNSAID)) return values
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    let next = at + 4
    return values.map((value) => {
      if (value !== UNSAID || next + 8 > extra.length) return value
      next += 8
      return Number(extra.readBigUInt64LE(next - 8))
    })
  }
  return values
}

async function readPlace(path: string, place: Place | undefined): Promise<Readable> {
  if (!place) throw new Error(`${path} lacks a file.`)
  const file = await open(path, 'r')
  let start: number
  try {
    const header = await bytesAt(file, place.headerAt, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== LOCAL) throw new Error(`${path} is damaged.`)
    start = place.headerAt + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  } finally {
    await file.close()
  }
  if (place.packedBytes === 0) return Readable.from([], { objectMode: false })
  const packed = createReadStream(path, { start, end: start + place.packedBytes - 1 })
  const unpacked = place.method === STORED ? new PassThrough() : createInflateRaw()
  // Composed: a reader that gives up ends them all, and with them the descriptor.
  return compose(packed, unpacked, checked(place))
}

/** Passes bytes on, and fails at their end where they are not those that were packed. */
function checked({ name, sizeBytes, crc }: Place): Transform {
  let [seenBytes, seenCrc] = [0, 0]
  return new Transform({
    transform(chunk: Buffer, _, done) {
      seenBytes += chunk.length
      seenCrc = crc32(chunk, seenCrc)
      done(null, chunk)
    },
    flush(done) {
      done(
        seenBytes === sizeBytes && seenCrc === crc
          ? null
          : new CommandRefused(`The ZIP is damaged: ${name} is not what was packed into it.`),
      )
    },
  })
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  return buffer.subarray(0, bytesRead)
}
