import { expect, test } from 'vitest'
import { KeptDecoders } from './kept-decoders.ts'

const facts = { webCodecsFlac: true, webCodecsOpus: false, pageFlac: true, pageOpus: true }

function aStorage() {
  const held = new Map<string, string>()
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
    removeItem: (key: string) => void held.delete(key),
    held,
  }
}

test('what was found is known to the next page of the same browser, and looked for again after an update', () => {
  const storage = aStorage()
  const first = new KeptDecoders(storage, 'Firefox/153')
  expect([first.facts(), first.begin()]).toEqual([undefined, true])
  first.keep(facts)
  expect(new KeptDecoders(storage, 'Firefox/153').facts()).toEqual(facts)
  expect(new KeptDecoders(storage, 'Firefox/154').facts()).toBeUndefined()
})

test('a check that ends the process is not begun a third time', () => {
  const storage = aStorage()
  const begin = (browser = 'Epiphany') => new KeptDecoders(storage, browser).begin()
  expect([begin(), begin(), begin(), begin()]).toEqual([true, true, false, false])
  expect(begin('Epiphany, the next')).toBe(true)
})

test('a page that is left in the middle counts for nothing, and takes nothing away that another page found', () => {
  const storage = aStorage()
  for (let visit = 0; visit < 3; visit++) {
    const left = new KeptDecoders(storage, 'Chrome')
    expect(left.begin()).toBe(true)
    left.end()
  }
  const [slow, quick] = [new KeptDecoders(storage, 'Chrome'), new KeptDecoders(storage, 'Chrome')]
  slow.begin()
  quick.begin()
  quick.keep(facts)
  slow.end()
  expect(new KeptDecoders(storage, 'Chrome').facts()).toEqual(facts)
})

test.each([
  '{',
  '"x"',
  'null',
  '{"browser":"Chrome","facts":{"webCodecsFlac":"yes"}}',
  '{"browser":"Chrome","facts":null}',
])('nothing is believed of %s', (text) => {
  const storage = aStorage()
  storage.setItem('roughmix.decoders', text)
  expect(new KeptDecoders(storage, 'Chrome').facts()).toBeUndefined()
})

test('where storage is refused each page looks for itself', () => {
  const refuse = (): never => {
    throw new Error('refused')
  }
  const kept = new KeptDecoders({ getItem: refuse, setItem: refuse, removeItem: refuse }, 'Chrome')
  expect([kept.facts(), kept.begin()]).toEqual([undefined, true])
  kept.keep(facts)
})
