import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { StreamName } from '#shared/events.ts'
import type { LivePerson, ListeningPlace, Session, SessionAct, Transport } from '#shared/live-people.ts'
import { PresenceRegistry, type Subscriber } from '../realtime/presence-registry.ts'
import { ANSWER_MS, FleetRelay, SILENT_MS, type FleetMessage } from './fleet-relay.ts'

/** Fake timers, because dead processes are noticed after seconds. */
beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => vi.useRealTimers())

const album: StreamName = 'project:album'
const nowhere: ListeningPlace = {
  trackId: null,
  versionId: null,
  isPlaying: false,
  position: 0,
  speed: 1,
  stepMs: null,
}
const transport: Transport = { versionId: 'v1', isPlaying: false, position: 0, at: 1_000_000, speed: 1, loop: null }
const person = (id: string): LivePerson => ({ id, name: id, isGuest: false })
/** A session waits ten seconds for a leader who never joined. */
const LONG_MS = 20_000

interface Process {
  readonly name: string
  readonly presence: PresenceRegistry
  readonly relay: FleetRelay
  /** Messages it has not received yet. */
  readonly inbox: FleetMessage[]
  isDead: boolean
}

/** Presence registries that receive all messages in one order, each at its own pace. */
class Town {
  readonly processes: Process[] = []

  open(name: string): Process {
    const inbox: FleetMessage[] = []
    let ids = 0
    const relay = new FleetRelay({
      process: name,
      now: Date.now,
      newId: () => `${name}-${ids++}`,
      send: (message) => process.isDead || this.#living().forEach((one) => one.inbox.push(structuredClone(message))),
    })
    const process: Process = { name, inbox, relay, isDead: false } as Process
    this.processes.push(process)
    return Object.assign(process, { presence: new PresenceRegistry(relay, Date.now) })
  }

  /** Stops without a message. */
  kill(process: Process): void {
    process.isDead = true
    process.inbox.length = 0
  }

  /** Delivers all messages and advances time until nobody sends any more. */
  settle(milliseconds = ANSWER_MS + SILENT_MS + LONG_MS): void {
    for (let passed = 0; passed < milliseconds; passed += 100) {
      this.hearAll()
      vi.advanceTimersByTime(100)
    }
    this.hearAll()
  }

  hearAll(): void {
    while (this.#living().some(({ inbox }) => inbox.length > 0))
      for (const process of this.#living()) this.hear(process, 1)
  }

  hear(process: Process, count: number): void {
    for (const message of process.inbox.splice(0, count)) process.relay.receive(message)
  }

  #living(): readonly Process[] {
    return this.processes.filter(({ isDead }) => !isDead)
  }
}

/** A person's tab at one of the processes; it records when it is disconnected. */
function tab(process: Process, who: string, number = 0) {
  const heard: {
    type: string
    people?: readonly { person: LivePerson }[]
    gone?: readonly string[]
    session?: Session | null
  }[] = []
  const state = { isAway: false }
  const ear: Subscriber = {
    id: `${process.name}.${who}${number}`,
    person: person(who),
    hear: (text) => void heard.push(JSON.parse(text)),
    sendAway: () => (state.isAway = true),
  }
  return {
    ear,
    heard,
    state,
    here: () => process.presence.here(ear, album, nowhere),
    act: (act: SessionAct) => process.presence.act(ear, album, 'song', act),
    session: () => heard.findLast(({ type }) => type === 'together')?.session,
    sees: () =>
      [
        ...new Set(
          heard
            .flatMap(({ type, people = [], gone = [] }) =>
              type === 'present' ? [...people.map((one) => `+${one.person.id}`), ...gone.map((id) => `-${id}`)] : [],
            )
            .toReversed()
            .filter((word, i, all) => all.findIndex((other) => other.slice(1) === word.slice(1)) === i),
        ),
      ]
        .filter((word) => word.startsWith('+'))
        .map((word) => word.slice(1))
        .toSorted(),
  }
}

describe('people at two processes', () => {
  test('see each other come and go, and a process that comes later knows who is there', () => {
    const town = new Town()
    const [one, two] = [town.open('one'), town.open('two')]
    town.settle(2_000)
    const ann = tab(one, 'ann')
    ann.here()
    const bob = tab(two, 'bob')
    bob.here()
    town.settle(200)
    expect(ann.sees()).toEqual(['ann', 'bob'])
    const three = town.open('three')
    town.settle(200)
    const cat = tab(three, 'cat')
    cat.here()
    town.settle(200)
    expect(cat.sees()).toEqual(['ann', 'bob', 'cat'])
    two.presence.drop(bob.ear)
    town.settle(200)
    expect([ann.sees(), cat.sees()]).toEqual([
      ['ann', 'cat'],
      ['ann', 'cat'],
    ])
  })

  test('lose sight of those whose process has died, after five seconds', () => {
    const town = new Town()
    const [one, two] = [town.open('one'), town.open('two')]
    const [ann, bob] = [tab(one, 'ann'), tab(two, 'bob')]
    town.settle(2_000)
    ann.here()
    bob.here()
    town.settle(200)
    town.kill(two)
    town.settle(SILENT_MS - 1_500)
    expect(ann.sees()).toEqual(['ann', 'bob'])
    town.settle(3_000)
    expect(ann.sees()).toEqual(['ann'])
  })
})

describe('a session over two processes', () => {
  test('goes on for those who come to a process that was not there when it began', () => {
    const town = new Town()
    const one = town.open('one')
    town.settle(2_000)
    const ann = tab(one, 'ann')
    ann.here()
    ann.act({ kind: 'join', transport, leaderId: 'ann' })
    ann.act({ kind: 'move', transport: { ...transport, isPlaying: true, position: 30, at: Date.now() } })
    town.settle(200)
    const two = town.open('two')
    const bob = tab(two, 'bob')
    town.settle(200)
    bob.here()
    bob.act({ kind: 'join', transport, leaderId: null })
    town.settle(200)
    expect(bob.session()).toMatchObject({
      leaderId: 'ann',
      turn: 1,
      transport: { position: 30, isPlaying: true },
      people: [{ id: 'ann' }, { id: 'bob' }],
    })
    bob.act({ kind: 'move', transport })
    town.settle(200)
    expect(bob.session()).toMatchObject({ turn: 1, transport: { position: 30 } })
  })

  test('is still led by who comes back to another process within ten seconds of the death of theirs', () => {
    const town = new Town()
    const [one, two] = [town.open('one'), town.open('two')]
    town.settle(2_000)
    const [ann, bob] = [tab(one, 'ann'), tab(two, 'bob')]
    for (const each of [ann, bob]) each.here()
    ann.act({ kind: 'join', transport, leaderId: 'ann' })
    bob.act({ kind: 'join', transport, leaderId: null })
    town.settle(200)
    town.kill(one)
    town.settle(1_000)
    const again = tab(two, 'ann', 1)
    again.here()
    again.act({ kind: 'join', transport, leaderId: 'ann' })
    town.settle()
    expect(bob.session()).toMatchObject({ leaderId: 'ann', people: [{ id: 'bob' }, { id: 'ann' }] })
    expect(two.presence.rooms()[0]?.room.seats).toHaveLength(2)
  })
})

test('a process that the others hold for dead, as it was held up, sends its people away to come back', () => {
  const town = new Town()
  const [one, two] = [town.open('one'), town.open('two')]
  town.settle(2_000)
  const [ann, bob] = [tab(one, 'ann'), tab(two, 'bob')]
  for (const each of [ann, bob]) each.here()
  town.settle(200)
  one.relay.receive({ from: 'two', kind: 'news', news: { kind: 'gone', process: 'one', at: Date.now() } })
  expect([ann.state.isAway, bob.state.isAway]).toEqual([true, false])
  town.settle(2_000)
  ann.here()
  town.settle(200)
  expect([ann.sees(), bob.sees()]).toEqual([
    ['ann', 'bob'],
    ['ann', 'bob'],
  ])
})

test('one that was held up itself does not hold the others for dead', () => {
  const town = new Town()
  const [one, two] = [town.open('one'), town.open('two')]
  town.settle(2_000)
  const bob = tab(two, 'bob')
  bob.here()
  town.settle(200)
  // The process was stalled, and its timer runs before it receives anything.
  vi.setSystemTime(Date.now() + 60_000)
  one.relay.look()
  one.relay.look()
  town.settle(3_000)
  expect(bob.state.isAway).toBe(false)
})

/** Whatever happens in whatever order, and however late messages arrive, all processes end in the same state. */
test('all processes make the same of what happens, whoever comes, dies or misses something', () => {
  const names = ['ann', 'bob', 'cat', 'dan']
  const index = fc.nat(2)
  const who = fc.nat(3)
  const act = fc.constantFrom<SessionAct>(
    { kind: 'join', transport, leaderId: null },
    { kind: 'join', transport, leaderId: 'ann' },
    { kind: 'leave' },
    { kind: 'move', transport: { ...transport, position: 9 } },
    { kind: 'lead', leaderId: 'bob' },
    { kind: 'lead', leaderId: null },
  )
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant<'act'>('act'), index, who, act }) },
    {
      weight: 6,
      arbitrary: fc.record({ kind: fc.constant<'hear'>('hear'), index, count: fc.integer({ min: 1, max: 5 }) }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant<'drop'>('drop'), index, who }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant<'pass'>('pass'), ms: fc.integer({ min: 50, max: 4_000 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant<'kill'>('kill'), index }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant<'miss'>('miss'), index }) },
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      vi.clearAllTimers()
      const town = new Town()
      const processes = [0, 1, 2].map((n) => town.open(`p${n}`))
      const tabs = new Map<string, ReturnType<typeof tab>>()
      let born = 3
      const tabOf = (process: Process, person: number) => {
        const key = `${process.name} ${person}`
        const its = tabs.get(key) ?? tab(process, names[person] ?? '')
        tabs.set(key, its)
        return its
      }
      for (const one of steps) {
        if (one.kind === 'pass') {
          vi.advanceTimersByTime(one.ms)
          continue
        }
        const process = processes[one.index]
        if (!process) throw new Error('there are three')
        if (one.kind === 'hear') town.hear(process, one.count)
        else if (one.kind === 'kill') {
          town.kill(process)
          processes[one.index] = town.open(`p${born++}`)
        } else if (one.kind === 'miss') {
          process.inbox.length = 0
          process.relay.beginAnew()
        } else if (one.kind === 'drop') process.presence.drop(tabOf(process, one.who).ear)
        else {
          tabOf(process, one.who).here()
          tabOf(process, one.who).act(one.act)
        }
      }
      town.settle()
      const [first, ...others] = processes.map(({ presence }) => presence.rooms())
      for (const other of others) expect(other).toEqual(first)
      const watchers = processes.map((process) => tab(process, 'eve', 1))
      for (const eve of watchers) eve.here()
      town.settle(500)
      const [seen, ...also] = watchers.map((eve) => eve.sees())
      for (const other of also) expect(other).toEqual(seen)
    }),
    { numRuns: 300 },
  )
})
