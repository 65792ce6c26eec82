import type { Milliseconds } from '#shared/units.ts'
import type { TrustPerson } from './person.ts'
import { pause } from './start-server.ts'

/** One request of a load, as its sender sees it. */
export interface LoadRequest {
  readonly startedAt: Milliseconds
  readonly status: number
  readonly retryAfter: string | null
  readonly tookMs: Milliseconds
}

export interface Load {
  readonly asked: readonly LoadRequest[]
  /** Stops it and waits for running requests. */
  end(): Promise<readonly LoadRequest[]>
}

/** A number of senders, each with a pause between requests. A broken connection counts as status 0. */
export function startLoad({
  senders,
  restMs,
  ask,
}: {
  readonly senders: number
  readonly restMs: Milliseconds
  readonly ask: (n: number) => Promise<Response>
}): Load {
  const asked: LoadRequest[] = []
  let isOver = false
  let n = 0
  const send = async () => {
    while (!isOver) {
      asked.push(await timed(() => ask(n++)))
      await pause(restMs)
    }
  }
  const running = Array.from({ length: senders }, send)
  return {
    asked,
    async end() {
      isOver = true
      await Promise.all(running)
      return asked
    },
  }
}

/** A typical request: adds a task, or reads the project. */
export function everyday(server: () => string, { line }: TrustPerson, projectId: string) {
  const headers = { cookie: line.cookie(), 'content-type': 'application/json' }
  return {
    addTask: (n: number) =>
      fetch(`${server()}/api/projects/${projectId}/tasks`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title: `Task ${n}` }),
      }),
    look: () => fetch(`${server()}/api/projects/${projectId}`, { headers }),
  }
}

/** Requests at a fixed rate, whether or not earlier ones were answered, like independent users. */
export function startTimetable({
  perSecond,
  ask,
}: {
  readonly perSecond: number
  readonly ask: (n: number) => Promise<Response>
}): Load {
  const asked: LoadRequest[] = []
  const underWay = new Set<Promise<void>>()
  const beganAt = performance.now()
  let n = 0
  const clock = setInterval(() => {
    for (; n < ((performance.now() - beganAt) / 1000) * perSecond; n++) {
      const one: Promise<void> = timed(() => ask(n)).then((answer) => {
        asked.push(answer)
        underWay.delete(one)
      })
      underWay.add(one)
    }
  }, 5)
  return {
    asked,
    async end() {
      clearInterval(clock)
      await Promise.all(underWay)
      return asked
    },
  }
}

async function timed(ask: () => Promise<Response>): Promise<LoadRequest> {
  const startedAt = performance.now()
  const answer = await ask()
    .then(async (response) => {
      await response.arrayBuffer()
      return response
    })
    .catch(() => undefined)
  return {
    startedAt,
    status: answer?.status ?? 0,
    retryAfter: answer?.headers.get('retry-after') ?? null,
    tookMs: performance.now() - startedAt,
  }
}

/** The time within which this share of requests was answered. */
export function within(asked: readonly Pick<LoadRequest, 'tookMs'>[], share: number): Milliseconds {
  const sorted = asked.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

/** How often each status occurred: `200 ×412, 503 ×3`. */
export function tally(asked: readonly Pick<LoadRequest, 'status'>[]): string {
  const counts = Map.groupBy(asked, ({ status }) => status)
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, { length }]) => `${status} ×${length}`)
    .join(', ')
}
