import * as z from 'zod'
import type { LiveRequest } from '#shared/events.ts'

const Stream = z
  .string()
  .max(100)
  .regex(/^(project|user):[A-Za-z0-9_-]+$/)
const ProjectStream = Stream.regex(/^project:/)
const Id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/)
const Position = z.number().min(0).max(360_000)
const Speed = z.number().min(0.5).max(2)
const Clock = z.number().min(0).max(1e14)

const Place = z.object({
  trackId: Id.nullable(),
  versionId: Id.nullable(),
  isPlaying: z.boolean(),
  position: Position,
  speed: Speed,
  stepMs: z.number().min(0).max(60_000).nullable(),
})

const Transport = z.object({
  versionId: Id,
  isPlaying: z.boolean(),
  position: Position,
  at: Clock,
  speed: Speed,
  loop: z.object({ from: Position, to: Position }).nullable(),
})

const Act = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('join'), transport: Transport, leaderId: Id.nullable() }),
  z.object({ kind: z.literal('leave') }),
  z.object({ kind: z.literal('move'), transport: Transport }),
  z.object({ kind: z.literal('lead'), leaderId: Id.nullable() }),
])

const Request = z.discriminatedUnion('type', [
  z.object({ type: z.literal('follow'), stream: Stream, cursor: z.number().int().nonnegative().nullable() }),
  z.object({ type: z.literal('unfollow'), stream: z.string().max(100) }),
  z.object({ type: z.literal('ping') }),
  z.object({ type: z.literal('here'), stream: ProjectStream, place: Place }),
  z.object({ type: z.literal('away'), stream: ProjectStream }),
  z.object({ type: z.literal('together'), stream: ProjectStream, trackId: Id, act: Act }),
  z.object({ type: z.literal('clock'), sent: Clock }),
])

/** Parses a client's message; undefined if it is invalid. */
export function readRequest(text: string): LiveRequest | undefined {
  const parsed = Request.safeParse(safeJson(text))
  // The patterns above match exactly the valid stream names.
  return parsed.success ? (parsed.data as LiveRequest) : undefined
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
