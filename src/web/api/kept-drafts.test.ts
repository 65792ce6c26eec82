import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftKey, forgetDrafts, keepDraftsOf } from './kept-drafts.ts'

/** A Storage whose own keys are the stored keys, as in a browser. */
class Kept {
  getItem(key: string): string | null {
    return (this as unknown as Record<string, string>)[key] ?? null
  }
  setItem(key: string, value: string): void {
    Object.assign(this, { [key]: value })
  }
  removeItem(key: string): void {
    Reflect.deleteProperty(this, key)
  }
}

beforeEach(() => void vi.stubGlobal('localStorage', new Kept()))
afterEach(() => void vi.unstubAllGlobals())
const begin = (userId: string) => localStorage.setItem(draftKey(userId, 'glasshouse'), 'Half a thought')
const begun = () =>
  ['ines', 'jo', 'guest'].filter((userId) => localStorage.getItem(draftKey(userId, 'glasshouse')) !== null)

test('what was begun is there for the same person after their session ran out', () => {
  keepDraftsOf('ines')
  begin('ines')
  keepDraftsOf('ines')
  expect(begun()).toEqual(['ines'])
})

test('what was begun goes when somebody else signs in, and theirs stays', () => {
  keepDraftsOf('ines')
  for (const userId of ['ines', 'jo']) begin(userId)
  keepDraftsOf('jo')
  expect(begun()).toEqual(['jo'])
})

test('what a guest began before anybody signed in stays theirs', () => {
  begin('guest')
  keepDraftsOf('ines')
  expect(begun()).toEqual(['guest'])
})

test('who signs out leaves nothing of it, and everything else as it is', () => {
  localStorage.setItem('roughmix.theme', 'dark')
  keepDraftsOf('ines')
  for (const userId of ['ines', 'guest']) begin(userId)
  forgetDrafts()
  expect(Object.keys(localStorage)).toEqual(['roughmix.theme'])
})

test('a browser that keeps nothing is no trouble', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('refused')
    },
  })
  expect(() => keepDraftsOf('ines')).not.toThrow()
  vi.stubGlobal('localStorage', undefined)
  expect(forgetDrafts).not.toThrow()
})
