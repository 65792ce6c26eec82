import { describe, expect, test, vi } from 'vitest'
import { FailedRequest, networkFailure } from '#web/api/failed-request.ts'
import type { JsonRequest } from '#web/api/send-request.ts'
import type { OutgoingStore } from './kept-outgoing.ts'
import { Outbox } from './outbox.ts'
import type { Outgoing } from './outgoing.ts'

function memory(): OutgoingStore {
  let list: readonly Outgoing[] = []
  return { read: async () => list, change: async (work) => (list = work(list)) }
}

/** Answers like the server: one answer per key, however often it is sent. */
class Server {
  readonly asked: string[] = []
  readonly done: string[] = []
  readonly #answers = new Map<string, unknown>()
  isDown = false
  losesAnswers = false
  refusal: FailedRequest | undefined

  readonly send = async ({ method, url, body, headers }: JsonRequest): Promise<unknown> => {
    const key = headers?.['idempotency-key'] ?? ''
    const words = `${method} ${url.replace('/api/projects/tide/', '')} ${JSON.stringify(body ?? null)}`
    this.asked.push(words)
    if (this.isDown) throw networkFailure()
    if (this.refusal) throw this.refusal
    if (!this.#answers.has(key)) {
      this.done.push(words)
      this.#answers.set(key, { id: `made-${this.done.length}` })
    }
    if (this.losesAnswers) throw networkFailure()
    return this.#answers.get(key)
  }
}

const add = (key: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key,
  projectId: 'tide',
  route: 'POST /api/projects/:projectId/tasks',
  params: { projectId: 'tide' },
  body: { title: key },
  words: key,
  at: 0,
  ...more,
})
const note = add('note', { makes: 'new-1' })
const reply = add('reply', {
  route: 'POST /api/projects/:projectId/notes/:noteId/replies',
  params: { projectId: 'tide', noteId: 'new-1' },
})

function open(store: OutgoingStore, server: Server): Outbox {
  return new Outbox({
    store,
    send: server.send,
    readAgain: async () => undefined,
    unauthorized: () => undefined,
    alone: (work) => work(),
  })
}
const emptied = (outbox: Outbox) => vi.waitFor(() => expect(outbox.state().waiting).toEqual([]))

describe('what is changed while the server is away', () => {
  test('arrives in its order, once, after the page was closed, with the real name of what was made', async () => {
    const server = new Server()
    const store = memory()
    server.isDown = true
    const before = open(store, server)
    for (const one of [note, reply, add('third')]) await before.add(one)
    before.close()
    server.isDown = false
    const after = open(store, server)
    await after.open()
    await emptied(after)
    expect(server.done).toEqual([
      'POST tasks {"title":"note"}',
      'POST notes/made-1/replies {"title":"reply"}',
      'POST tasks {"title":"third"}',
    ])
    expect([after.stableKey('made-1'), after.stableKey('another')]).toEqual(['new-1', 'another'])
    after.close()
  })

  test('happens once although the answer was lost', async () => {
    const server = new Server()
    const store = memory()
    server.losesAnswers = true
    const before = open(store, server)
    await before.add(note)
    await vi.waitFor(() => expect(server.done).toHaveLength(1))
    before.close()
    server.losesAnswers = false
    const after = open(store, server)
    await after.open()
    await emptied(after)
    expect(server.done).toHaveLength(1)
    expect(server.asked.length).toBeGreaterThan(1)
    after.close()
  })

  test('waits for a session, and is not lost meanwhile', async () => {
    const server = new Server()
    const unauthorized = vi.fn<() => void>()
    const outbox = new Outbox({
      store: memory(),
      send: server.send,
      readAgain: async () => undefined,
      unauthorized,
      alone: (work) => work(),
    })
    server.refusal = new FailedRequest({ status: 401, statusText: 'Unauthorized' })
    await outbox.add(note)
    await vi.waitFor(() => expect(unauthorized).toHaveBeenCalled())
    expect(outbox.state().waiting).toEqual([note])
    server.refusal = undefined
    outbox.flush()
    await emptied(outbox)
    outbox.close()
  })
})

test('what is written on a full disk waits for space', async () => {
  const server = new Server()
  const outbox = open(memory(), server)
  server.refusal = new FailedRequest(
    { status: 507, statusText: 'Insufficient Storage' },
    { code: 'storage.full', message: 'The server’s disk is full.' },
  )
  await outbox.add(note)
  await vi.waitFor(() => expect(server.asked).toHaveLength(1))
  expect(outbox.state().waiting).toEqual([note])
  server.refusal = undefined
  outbox.flush()
  await emptied(outbox)
  expect(server.done).toHaveLength(1)
  outbox.close()
})

describe('what the server will not take', () => {
  test('stays with its words and lets the rest pass; tried again, it is another request', async () => {
    const server = new Server()
    const outbox = open(memory(), server)
    server.refusal = new FailedRequest(
      { status: 409, statusText: 'Conflict' },
      { code: 'changed', message: 'Somebody was first.', current: { body: 'Tom' } },
    )
    await outbox.add(add('mine', { body: { body: 'Kick', basedOn: 'Snare' } }))
    await vi.waitFor(() =>
      expect(outbox.state().waiting[0]?.refused).toMatchObject({ code: 'changed', current: { body: 'Tom' } }),
    )
    server.refusal = undefined
    await outbox.add(add('other'))
    await vi.waitFor(() => expect(outbox.state().waiting.map(({ words }) => words)).toEqual(['mine']))
    await outbox.choose('mine', { field: 'body', words: 'Kick' })
    await emptied(outbox)
    expect(server.done).toEqual(['POST tasks {"title":"other"}', 'POST tasks {"body":"Kick","basedOn":"Tom"}'])
    outbox.close()
  })
})

test('two tabs with one store send everything once', async () => {
  const server = new Server()
  const store = memory()
  const [one, other] = [open(store, server), open(store, server)]
  await Promise.all([one.add(note), other.add(add('b')), one.add(add('c')), other.open()])
  await vi.waitFor(async () => expect(await store.read()).toEqual([]))
  expect(server.done.toSorted()).toEqual([
    'POST tasks {"title":"b"}',
    'POST tasks {"title":"c"}',
    'POST tasks {"title":"note"}',
  ])
  one.close()
  other.close()
})

test('what was made keeps the name it had for whoever still uses it', async () => {
  const server = new Server()
  const outbox = open(memory(), server)
  await outbox.add(note)
  await emptied(outbox)
  await outbox.add(reply)
  await emptied(outbox)
  expect(server.done[1]).toBe('POST notes/made-1/replies {"title":"reply"}')
  outbox.close()
})

test('what is read back while the next change is being kept is not shown as unsent again', async () => {
  const kept = memory()
  const gate = Promise.withResolvers<void>()
  const readBack = Promise.withResolvers<void>()
  let changes = 0
  // Changes 1 and 2 add entries, 3 marks the first as done, 4 the second.
  const store: OutgoingStore = {
    ...kept,
    change: async (work) => ((changes += 1) === 4 ? gate.promise : Promise.resolve()).then(() => kept.change(work)),
  }
  const server = new Server()
  server.isDown = true
  const outbox = new Outbox({
    store,
    send: server.send,
    readAgain: ({ outgoing }) => (outgoing.key === 'first' ? readBack.promise : Promise.resolve()),
    unauthorized: () => undefined,
    alone: (work) => work(),
  })
  await outbox.add(add('first'))
  await outbox.add(add('second'))
  server.isDown = false
  outbox.flush()
  await vi.waitFor(() => expect(changes).toBe(4))
  readBack.resolve()
  await vi.waitFor(() => expect(outbox.state().echoes).toEqual([]))
  gate.resolve()
  await emptied(outbox)
  await vi.waitFor(() => expect(outbox.state().echoes).toEqual([]))
  outbox.close()
})

test('what the server has done waits no longer, though the browser has not kept that yet', async () => {
  const kept = memory()
  const gate = Promise.withResolvers<void>()
  let changes = 0
  // Changes 1 and 2 add entries; 3 marks the first as done.
  const store: OutgoingStore = {
    ...kept,
    change: async (work) => ((changes += 1) === 3 ? gate.promise : Promise.resolve()).then(() => kept.change(work)),
  }
  const server = new Server()
  server.isDown = true
  const outbox = open(store, server)
  await outbox.add(note)
  await outbox.add(reply)
  server.isDown = false
  outbox.flush()
  await vi.waitFor(() => expect(changes).toBe(3))
  await outbox.open()
  expect(outbox.state().waiting.map(({ key, params }) => [key, params['noteId']])).toEqual([['reply', 'made-1']])
  gate.resolve()
  await emptied(outbox)
  outbox.close()
})
