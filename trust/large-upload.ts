import { createHash, randomFillSync } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { UPLOAD_PART_BYTES } from '#features/transfers/transfers.policy.ts'
import type { Milliseconds } from '#shared/units.ts'
import { type Line, NoAnswer, TUS } from './line.ts'
import { uploadMetadata } from './resumed-upload.ts'
import { pause } from './start-server.ts'

const CHUNK_BYTES = 1024 * 1024
/** A sender without progress for this long drops the connection and asks for the offset. */
const STALL_MS: Milliseconds = 3000

export interface LargeFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

export async function makeLargeFile(path: string, sizeBytes: number): Promise<LargeFile> {
  const file = await open(path, 'w')
  const hash = createHash('sha256')
  try {
    for (let at = 0; at < sizeBytes; at += CHUNK_BYTES) {
      const chunk = randomFillSync(new Uint8Array(Math.min(CHUNK_BYTES, sizeBytes - at)))
      hash.update(chunk)
      await file.write(chunk)
    }
  } finally {
    await file.close()
  }
  return { path, sizeBytes, sha256: hash.digest('hex') }
}

interface Sending {
  readonly line: Line
  readonly projectId: string
  readonly file: LargeFile
  /** Grows while bytes move. */
  readonly progress: () => number
  readonly onOffset: (offset: number) => void
}

export interface Sent {
  readonly versionId: string
  readonly sha256: string
  /** The longest time during which a reachable server prevented the sender from continuing. */
  readonly longestWaitMs: Milliseconds
}

/** Uploads a file in parts like our pages, asking for the offset after every failure. */
export async function sendLargeFile({ line, projectId, file, progress, onOffset }: Sending): Promise<Sent> {
  const begun = await surely(() =>
    line.ask('POST', `/api/projects/${projectId}/uploads`, {
      headers: {
        ...TUS,
        'upload-length': String(file.sizeBytes),
        'upload-metadata': uploadMetadata({ filename: 'long.wav', trackTitle: 'Long' }),
      },
    }),
  )
  const path = String(begun.headers['location'])
  const source = await open(file.path)
  let longestWaitMs = 0
  try {
    for (let offset = 0; ;) {
      const answered = await part({ line, path, source, file, offset, progress }).catch((error: unknown) => {
        if (error instanceof NoAnswer) return undefined
        throw error
      })
      let answer = answered?.status === 204 ? answered : undefined
      const askedAt = performance.now()
      for (let heardAt = Infinity; !answer;) {
        const asked = await surely(() => line.ask('HEAD', path, { headers: TUS, signal: AbortSignal.timeout(20_000) }))
        heardAt = Math.min(heardAt, performance.now())
        if (asked.status === 200) answer = asked
        else if (asked.status === 423) await pause(100)
        else throw new Error(`the upload answered ${asked.status}`)
        longestWaitMs = Math.max(
          longestWaitMs,
          performance.now() - Math.max(askedAt, heardAt === Infinity ? askedAt : heardAt),
        )
      }
      const reached = Number(answer.headers['upload-offset'])
      if (reached < offset) throw new Error(`it went back from ${offset} to ${reached}`)
      offset = reached
      onOffset(offset)
      const versionId = answer.headers['roughmix-version-id']
      if (typeof versionId === 'string')
        return {
          versionId,
          sha256: Buffer.from(String(answer.headers['repr-digest']).slice('sha-256=:'.length, -1), 'base64').toString(
            'hex',
          ),
          longestWaitMs,
        }
    }
  } finally {
    await source.close()
  }
}

interface Part extends Pick<Sending, 'line' | 'file' | 'progress'> {
  readonly path: string
  readonly source: FileHandle
  readonly offset: number
}

async function part({ line, path, source, file, offset, progress }: Part) {
  const { buffer, bytesRead } = await source.read(Buffer.alloc(UPLOAD_PART_BYTES), 0, UPLOAD_PART_BYTES, offset)
  const isLast = offset + bytesRead === file.sizeBytes
  const stalled = new AbortController()
  let seen = progress()
  let seenAt = performance.now()
  const watch = setInterval(() => {
    if (progress() !== seen) [seen, seenAt] = [progress(), performance.now()]
    // The last part is answered only after the whole file has been hashed.
    else if (!isLast && performance.now() - seenAt > STALL_MS) stalled.abort()
  }, 100)
  try {
    return await line.ask('PATCH', path, {
      headers: {
        ...TUS,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...(isLast && { 'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` }),
      },
      body: buffer.subarray(0, bytesRead),
      signal: stalled.signal,
    })
  } finally {
    clearInterval(watch)
  }
}

async function surely<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      await pause(100)
    }
  }
}
