import type { Chance } from './chance.ts'
import type { Moment } from './kill-moment.ts'
import { type Answered, type Line, TUS } from './line.ts'
import type { Entry } from './journal.ts'
import { pause } from './start-server.ts'
import type { TrustSong } from './make-song.ts'

interface UploadParts {
  readonly line: Line
  readonly chance: Chance
  readonly wrote: (entry: Entry) => void
  readonly onMoment: (moment: Moment) => void
}

interface Wanted {
  readonly projectId: string
  readonly song: TrustSong
  readonly trackId?: string
  readonly trackTitle?: string
}

const KIB = 1024

/** The value of an upload's metadata header. */
export function uploadMetadata(metadata: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value === undefined ? [] : [`${key} ${Buffer.from(value).toString('base64')}`]))
    .join(',')
}

/** One file uploaded in parts, over any number of server restarts. */
export class ResumedUpload {
  readonly url: string
  readonly #parts: UploadParts
  readonly #wanted: Wanted
  /** Acknowledged bytes. */
  acknowledged = 0
  /** The server's offset may differ from the last answer: ask first. */
  #mustAsk = false
  version: string | undefined

  private constructor(parts: UploadParts, wanted: Wanted, url: string) {
    this.#parts = parts
    this.#wanted = wanted
    this.url = url
  }

  static async begin(parts: UploadParts, wanted: Wanted): Promise<ResumedUpload> {
    const { song, projectId, trackId, trackTitle } = wanted
    const answered = await parts.line.ask('POST', `/api/projects/${projectId}/uploads`, {
      headers: {
        ...TUS,
        'upload-length': String(song.bytes.byteLength),
        'upload-metadata': uploadMetadata({ filename: song.fileName, trackId, trackTitle }),
      },
    })
    const url = answered.headers['location']
    if (answered.status !== 201 || typeof url !== 'string')
      throw new Error(`an upload could not begin: ${answered.status} ${answered.body.toString()}`)
    parts.wrote({
      kind: 'upload',
      url,
      projectId,
      sizeBytes: song.bytes.byteLength,
      sha256: song.sha256,
      fileName: song.fileName,
    })
    return new ResumedUpload(parts, wanted, url)
  }

  /** Sends the next part. With `patiently`, waits while the server still holds the lease of a dead writer. */
  async goOn({ patiently }: { readonly patiently: boolean }): Promise<void> {
    if (this.#mustAsk && !(await this.ask())) return patiently ? pause(200) : undefined
    if (this.version) return
    const answered = await this.#send().catch((error: unknown) => {
      this.#mustAsk = true
      throw error
    })
    if (answered.status === 204) return this.#reached(answered)
    if (answered.status !== 423 && answered.status !== 409)
      throw new Error(`a part of ${this.url} answered ${answered.status}: ${answered.body.toString()}`)
    this.#mustAsk = true
    if (patiently) await pause(200)
  }

  /** The server's offset: never below what it acknowledged. Returns false while it cannot say. */
  async ask(): Promise<boolean> {
    const answered = await this.#parts.line.ask('HEAD', this.url, { headers: TUS })
    if (answered.status === 423) return false
    if (answered.status !== 200) throw new Error(`${this.url} answered ${answered.status}`)
    const offset = Number(answered.headers['upload-offset'])
    if (offset < this.acknowledged)
      throw new Error(`${this.url} went back from ${this.acknowledged} to ${offset} bytes`)
    this.#mustAsk = false
    this.#reached(answered)
    return true
  }

  async #send(): Promise<Answered> {
    const { line, chance, onMoment } = this.#parts
    const { bytes, sha256 } = this.#wanted.song
    const from = this.acknowledged
    const to = Math.min(bytes.byteLength, from + chance.whole(64, 900) * KIB)
    const isLast = to === bytes.byteLength
    const digest: Record<string, string> =
      isLast && chance.fraction() < 0.8
        ? { 'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:` }
        : {}
    onMoment('part under way')
    return line.ask('PATCH', this.url, {
      headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(from), ...digest },
      body: bytes.subarray(from, to),
      chunked: chance.fraction() < 0.2,
      ...(chance.fraction() < 0.4 && { slowly: { pieceBytes: 64 * KIB, restMs: chance.between(1, 30) } }),
      ...(isLast && { onSent: () => onMoment('last part sent') }),
    })
  }

  #reached(answered: Answered): void {
    const { song, projectId } = this.#wanted
    this.acknowledged = Number(answered.headers['upload-offset'])
    this.#parts.wrote({ kind: 'bytes', url: this.url, offset: this.acknowledged })
    const id = answered.headers['roughmix-version-id']
    const trackId = answered.headers['roughmix-track-id']
    if (typeof id !== 'string' || typeof trackId !== 'string') {
      if (this.acknowledged === song.bytes.byteLength)
        throw new Error(`all bytes of ${this.url} are there but no version was told`)
      return
    }
    this.version = id
    this.#parts.wrote({
      kind: 'version',
      id,
      url: this.url,
      projectId,
      trackId,
      sha256: song.sha256,
      sizeBytes: song.bytes.byteLength,
      fileName: song.fileName,
    })
  }
}
