import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { NoteReply } from '../../notes.contract.ts'
import { NoteText } from './NoteText.tsx'

const say = (body: string, mentions: NoteReply['mentions'] = []) =>
  show(<NoteText said={{ body, mentions: mentions }} />)

test('words that want to be a script are words', () => {
  const { container } = say(
    '<img src=x onerror="document.title=1"> [press](javascript:document.title=2) **' +
      '<script>document.title=3</script>**\n- one\n- [two](https://example.com/two)',
  )
  expect(container.querySelectorAll('img, script')).toHaveLength(0)
  expect(container.textContent).toContain('[press](javascript:document.title=2)')
  expect(
    screen.getAllByRole('link').map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.textContent]),
  ).toEqual([['https://example.com/two', 'noopener noreferrer nofollow', 'two']])
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

test('a link that is called otherwise says where it leads, and opens elsewhere', () => {
  say('https://example.com/ref and [the mix](https://example.com/mix)')
  expect(screen.getAllByRole('link').map(({ title }) => title)).toEqual(['', 'https://example.com/mix'])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('target'))).toEqual(['_blank', '_blank'])
})

test('only names that were mentioned stand out, also within bold words', () => {
  const { container } = say('@Ines Duarte and **@Ines Duarte**, not @Jo Okafor', [
    { userId: 'ines', name: 'Ines Duarte' },
  ])
  expect([...container.querySelectorAll('b')].map(({ textContent }) => textContent)).toEqual([
    '@Ines Duarte',
    '@Ines Duarte',
  ])
})

test('a list begins with the number that was typed', () => {
  say('3. Hats\n4. Snare')
  expect(screen.getByRole('list').getAttribute('start')).toBe('3')
})
