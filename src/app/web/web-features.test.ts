import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { personEventKinds, projectEventKinds } from '#shared/event-kinds.ts'
import type { StreamEvent, StreamName } from '#shared/events.ts'
import { joinRules } from '#web/live/live-rules.ts'
import { webFeatures } from './web-features.ts'

const rooms = globSync('src/features/*/web').map((path) => basename(dirname(path)))
const names = webFeatures.map(({ name }) => name)

test('every feature with a web/ room is in the list, under the name of its folder', () => {
  expect(rooms.filter((room) => !names.includes(room))).toEqual([])
  expect(names.filter((name) => !rooms.includes(name))).toEqual([])
})

test('they stand in the order of the server’s list, which screens go by', () => {
  const list = readFileSync('src/app/server/features.ts', 'utf8')
  const order = [...list.matchAll(/^ {2}(\w+)Feature,$/gm)].map((match) => match[1] ?? '')
  expect(names).toEqual(order.filter((name) => names.includes(name)))
})

test('some live rule knows each kind of event', () => {
  const nouns = new Set(webFeatures.flatMap(({ live }) => (live === 'nothing' ? [] : Object.keys(live.nouns))))
  const unknown = [...projectEventKinds, ...personEventKinds].filter((kind) => !nouns.has(kind.split('.')[0] ?? ''))
  // An unknown event would refetch all open queries.
  expect(unknown).toEqual([])
})

const ruled = webFeatures.flatMap(({ name, live }) => (live === 'nothing' ? [] : [{ name, live }]))
const PROJECT = 'project:lowtide'
const PERSON = 'user:olga'

test('`all` of each feature’s live rules answers keys for some stream', () => {
  const empty = ruled.filter(({ live }) =>
    [PROJECT, PERSON].every((stream) => live.all(stream as StreamName).length === 0),
  )
  expect(
    empty.map(({ name }) => name),
    'After a gap in its events a browser refetches only what `all` names: name every key that the rules make stale',
  ).toEqual([])
})

/** Kinds that arrive in each stream. */
const arriving = {
  [PROJECT]: projectEventKinds,
  [PERSON]: [...personEventKinds, ...projectEventKinds.filter((kind) => /^(project|member|task)\./.test(kind))],
} as const

/** `stream: key`, with the reason why `all` leaves the key out. */
const leftOut: Readonly<Record<string, string>> = {
  [`${PROJECT}: ["spectrogram","versionId"]`]: 'refetching a failed spectrogram would start it again',
  [`${PROJECT}: ["organization"]`]: 'members also hear of it in their own stream',
  [`${PROJECT}: ["inbox"]`]: 'refetched with the person’s own stream',
}

test('what an event makes stale is under a key that `all` names for its stream', () => {
  const { allOf } = joinRules(ruled.map(({ live }) => live))
  const isUnder = (key: QueryKey, prefix: QueryKey) =>
    JSON.stringify(key.slice(0, prefix.length)) === JSON.stringify(prefix)
  const refs = Object.fromEntries(
    ['project', 'track', 'version', 'note', 'task', 'user', 'organization'].map((noun) => [`${noun}Id`, `${noun}Id`]),
  )
  const missed = ([PROJECT, PERSON] as const).flatMap((stream) => {
    const all = allOf(stream)
    return arriving[stream].flatMap((kind) => {
      const event: StreamEvent = { stream, seq: 1, kind, actorId: 'ed', at: 0, refs }
      return ruled.flatMap(({ name, live: { nouns, every } }) =>
        [...(nouns[kind.split('.')[0] ?? '']?.(event) ?? []), ...(every?.(event) ?? [])]
          .filter((key) => !all.some((prefix) => isUnder(key, prefix)))
          .map((key) => ({ name, place: `${stream}: ${JSON.stringify(key)}` })),
      )
    })
  })
  expect(
    [...new Set(missed.filter(({ place }) => !(place in leftOut)).map(({ name, place }) => `${name}: ${place}`))],
    'A browser that missed such an event would keep the old answer: name the key in `all` of the feature’s live rules',
  ).toEqual([])
  expect(Object.keys(leftOut).filter((place) => !missed.some((one) => one.place === place))).toEqual([])
})
