import type { Milliseconds } from '#shared/units.ts'

declare global {
  /** What `app/web/first-requests.ts` has asked the server for, by URL. */
  var firstAnswers: Map<string, Promise<Response>> | undefined
}

/** Later ones are for screens that nobody has opened in time. */
const longestMs: Milliseconds = 15_000

/**
 * The answer to a request that was sent before the code of the page was there; each is handed out once. Undefined if
 * there is none, or if it failed: then the page asks by itself.
 */
export async function takeFirstAnswer(url: string): Promise<Response | undefined> {
  const answers = (globalThis.firstAnswers ??= new Map())
  const answer = performance.now() < longestMs ? answers.get(url) : undefined
  answers.delete(url)
  return answer?.catch(() => undefined)
}

/**
 * From here on they may be older than what the page knows: it has changed something, or begins to hear what others
 * change.
 */
export function dropFirstAnswers(): void {
  globalThis.firstAnswers = new Map()
}
