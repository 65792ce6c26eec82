import { type AnswerAtHand, AnswersAtHand } from './answers-at-hand.ts'
import { noteDisk } from './disk-full-store.ts'
import { FailedRequest, networkFailure } from './failed-request.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'
import { hasVisitEnded } from './visit-mark.ts'

export interface JsonRequest {
  readonly method: string
  /** Path and query on the app's own origin. */
  readonly url: string
  readonly body?: unknown
  /** A file's bytes, instead of a body. */
  readonly bytes?: Blob
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
}

const atHand = new AnswersAtHand()

/** Sends JSON with credentials and returns the parsed JSON. Throws `FailedRequest`, or an AbortError when aborted. */
export async function sendRequest({ method, url, body, bytes, headers = {}, signal }: JsonRequest): Promise<unknown> {
  // The cookie now holds another person's session, or none. Do not send a request in that person's name.
  if (hasVisitEnded()) throw networkFailure()
  const known = method === 'GET' ? atHand.find(url) : undefined
  if (method !== 'GET') dropFirstAnswers()
  const early = method === 'GET' && !known ? await takeFirstAnswer(url) : undefined
  const response = await reach(early, url, {
    method,
    credentials: 'include',
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(bytes && { 'content-type': 'application/offset+octet-stream' }),
      ...(known && { 'if-none-match': known.etag }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
    ...(signal && { signal }),
  })
  const { text, value } = await readJson(response, { signal, known })
  if (hasVisitEnded()) throw networkFailure()
  if (method === 'GET' && response.ok) atHand.keep(url, response.headers.get('etag'), text)
  if (!response.ok && !(response.status === 304 && known))
    throw new FailedRequest(response, isRecord(value) ? value : {})
  return value
}

async function reach(early: Response | undefined, url: string, init: RequestInit): Promise<Response> {
  try {
    init.signal?.throwIfAborted()
    const response = early ?? (await fetch(url, init))
    noteDisk(response)
    return response
  } catch (error) {
    throw init.signal?.aborted ? error : networkFailure()
  }
}

interface Reading {
  /** What a 304 stands for. */
  readonly known: AnswerAtHand | undefined
  readonly signal: AbortSignal | undefined
}

interface ReadAnswer {
  readonly text: string
  readonly value: unknown
}

/**
 * The value is undefined if a failed response has no JSON, for example a proxy's page. A successful response that
 * cannot be parsed is a failure.
 */
async function readJson(response: Response, { known, signal }: Reading): Promise<ReadAnswer> {
  const isUnchanged = response.status === 304 && known !== undefined
  try {
    const text = isUnchanged ? known.text : await response.text()
    return { text, value: text === '' ? undefined : JSON.parse(text) }
  } catch (error) {
    if (signal?.aborted) throw error
    if (response.ok) throw networkFailure()
    return { text: '', value: undefined }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
