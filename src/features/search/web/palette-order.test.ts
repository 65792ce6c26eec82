import { AudioLines, Zap } from 'lucide-react'
import { expect, test } from 'vitest'
import type { PaletteItem } from '#web/palette/palette-items.ts'
import { isSettled, rankedGroups, rankedItems } from './palette-order.ts'

const command = (label: string, kind: PaletteItem['kind'] = 'command'): PaletteItem => ({
  id: `action-${label}`,
  label,
  icon: Zap,
  kind,
  run: () => undefined,
})
const track = (label: string): PaletteItem => ({
  id: `track-${label}`,
  label,
  icon: AudioLines,
  kind: 'title',
  run: () => undefined,
})
const talk = command('Talk a note while it is held', 'deliberate')
const commands = [
  talk,
  command('Play or pause'),
  command('Loop starts here'),
  command('Loop ends here'),
  command('Mono, or back'),
  command('Share'),
  command('Task from the note'),
  command('To the start'),
  command('Next open note'),
  command('Back 10 s'),
  command('Clear the loop'),
  command('Mute'),
  command('Sign out', 'deliberate'),
  command('Approve the version', 'deliberate'),
]
const shown = (typed: string, titles: readonly string[]) =>
  rankedGroups(
    [
      { label: 'Here', items: rankedItems(commands, typed, 6) },
      { label: 'Tracks', items: titles.map(track) },
    ].filter(({ items }) => items.length > 0),
    typed,
  ).flatMap(({ items }) => items)

test.each([
  'Kite',
  'Tan',
  'Loop',
  'Mono',
  'Play',
  'Share',
  'Talk',
  'Sign Out',
  'Note',
  'T',
  'A',
  'S',
  'N',
  'Élan',
  'Mute',
])('Enter on “%s” opens the track of that title', (title) => {
  expect(shown(title.toLowerCase(), [`${title} (reprise)`, title])[0]?.id).toBe(`track-${title}`)
})

test('a title that begins with it, or has it as a word, comes before letters scattered over a command', () => {
  expect(shown('kite', ['Kites over Leith'])[0]?.label).toBe('Kites over Leith')
  expect(shown('tan', ['Red Tan'])[0]?.label).toBe('Red Tan')
})

test('what records, signs out or decides comes by its own words alone, and after every title', () => {
  expect(shown('kite', [])).not.toContain(talk)
  expect(shown('tk', [])).not.toContain(talk)
  expect(shown('talk', ['Small talk'])).toEqual([expect.objectContaining({ label: 'Small talk' }), talk])
  expect(shown('talk', [])).toEqual([talk])
})

test('letters of a command still find it where no title answers', () =>
  expect(shown('nx open', [])[0]?.label).toBe('Next open note'))

test('only what is exactly it need not wait for what the server finds', () => {
  expect(isSettled(track('Kite'), 'kite')).toBe(true)
  expect(isSettled(command('Play or pause'), 'play')).toBe(false)
  expect(isSettled(command('Sign out', 'deliberate'), 'sign out')).toBe(false)
})
