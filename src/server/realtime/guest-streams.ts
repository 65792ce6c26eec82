import type { LiveMessage, LiveRequest, StreamEvent, StreamName } from '#shared/events.ts'
import type { Db } from '../db/open-database.ts'
import { eventsAfter, lastSeq } from '../events/events.queries.ts'
import type { GuestVisit, ShareReach } from '../scope.ts'

const BATCH = 500
const MAX_STREAMS = 20

interface GuestStreamParts {
  readonly db: Db
  readonly find: (address: string) => Promise<GuestVisit | undefined>
  readonly send: (message: LiveMessage) => void
}

interface Followed {
  readonly projectId: string
  cursor: number
}

/**
 * Notifies guests of changes to a project under its share address: only that something within the link's reach changed.
 * No kinds, ids or numbers, which would reveal activity outside of it; the page rereads what it shows.
 */
export class GuestStreams {
  readonly #parts: GuestStreamParts
  readonly #followed = new Map<StreamName, Followed>()

  constructor(parts: GuestStreamParts) {
    this.#parts = parts
  }

  follows(stream: StreamName): boolean {
    for (const { projectId } of this.#followed.values()) if (stream === `project:${projectId}`) return true
    return false
  }

  streams(): readonly StreamName[] {
    return [...this.#followed.values()].map(({ projectId }): StreamName => `project:${projectId}`)
  }

  async heed({
    type,
    stream,
    ...request
  }: Extract<LiveRequest, { type: 'follow' | 'unfollow' }> & { readonly cursor?: number | null }): Promise<void> {
    if (type === 'unfollow') return void this.#followed.delete(stream)
    const visit = await this.#parts.find(addressIn(stream))
    if (!visit || this.#followed.size >= MAX_STREAMS) return this.#parts.send({ type: 'lost', stream })
    this.#followed.set(stream, {
      projectId: visit.projectId,
      cursor: await lastSeq(this.#parts.db, `project:${visit.projectId}`),
    })
    // A guest who reconnects may have missed something.
    this.#parts.send({ type: request.cursor === null ? 'following' : 'reset', stream, seq: 0 })
  }

  async deliver(stream: StreamName): Promise<void> {
    for (const [name, followed] of this.#followed)
      if (stream === `project:${followed.projectId}`) await this.#deliver(name, followed, stream)
  }

  /** Ends the streams of links that no longer work, whether an event reported it or not. */
  async recheck(): Promise<void> {
    for (const name of this.#followed.keys()) if (!(await this.#parts.find(addressIn(name)))) this.#lose(name)
  }

  async #deliver(name: StreamName, followed: Followed, stream: StreamName): Promise<void> {
    const visit = await this.#parts.find(addressIn(name))
    if (!visit) return this.#lose(name)
    let isTold = false
    for (;;) {
      const events = await eventsAfter(this.#parts.db, stream, followed.cursor, BATCH)
      isTold ||= events.some((event) => concerns(visit.share, event))
      followed.cursor = events.at(-1)?.seq ?? followed.cursor
      if (events.length < BATCH) break
    }
    if (isTold) this.#parts.send({ type: 'reset', stream: name, seq: 0 })
  }

  #lose(name: StreamName): void {
    this.#followed.delete(name)
    this.#parts.send({ type: 'lost', stream: name })
  }
}

/** The subject types on the guests' page, and the tracks it shows them for. */
const shown = ['project', 'track', 'version', 'note', 'reaction', 'share', 'approval', 'spectrogram', 'file']

function concerns(
  { trackIds, shareId, seesNotes, guestId, may }: ShareReach,
  { kind, refs, actorId }: StreamEvent,
): boolean {
  const noun = kind.split('.', 1)[0] ?? ''
  if (!shown.includes(noun) || (noun === 'file' && !may.files)) return false
  if (noun === 'share') return refs['shareId'] === shareId && kind !== 'share.opened' && actorId !== guestId
  const trackId = refs['trackId']
  if (trackId !== undefined && trackIds !== null && !trackIds.includes(trackId)) return false
  return noun !== 'note' || seesNotes || kind !== 'note.added' || actorId === guestId
}

function addressIn(stream: StreamName): string {
  return stream.slice('project:'.length)
}
