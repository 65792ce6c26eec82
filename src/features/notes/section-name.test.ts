import { expect, test } from 'vitest'
import { sectionName } from './section-name.ts'

const named = (body: string, section: string | null = null, toSeconds: number | null = 30) =>
  sectionName({ body, section, toSeconds })

test('a note on a range that says only its section names it', () => {
  expect(named('Drop', 'Drop')).toBe('Drop')
  expect(named(' drop ', 'Drop')).toBe('drop')
})

test('so does a region that was imported with a usual name', () => {
  for (const name of ['Intro', 'verse', 'Verse 2', 'Chorus 10', 'Pre-chorus', 'Bridge B', 'Outro1'])
    expect(named(name)).toBe(name)
})

test('words about a section do not name it, nor does a name without a range', () => {
  expect(named('Louder', 'Chorus')).toBeUndefined()
  expect(named('Chorus is late')).toBeUndefined()
  expect(named('Verses')).toBeUndefined()
  expect(named('Chorus', 'Chorus', null)).toBeUndefined()
})
