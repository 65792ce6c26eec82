import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'
import { personEventKinds, projectEventKinds } from '#shared/event-kinds.ts'
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
