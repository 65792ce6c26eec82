import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { useKeyListener } from '#web/ui/keys/use-page-keys.ts'
import type { AbxTest } from './abx.ts'
import { AbxPanel } from './AbxPanel.tsx'
import type { Deck } from '../deck/deck.ts'

function Page(props: React.ComponentProps<typeof AbxPanel>) {
  useKeyListener()
  return <AbxPanel {...props} />
}

/** A is the third of the deck, B the first. */
function open() {
  const listenTo = vi.fn<(place: number) => void>()
  const onFinish = vi.fn<(test: AbxTest) => void>()
  const onStop = vi.fn<() => void>()
  const deck = { listenTo } as unknown as Deck
  return { ...show(<Page pair={[2, 0]} {...{ deck, onFinish, onStop }} />), listenTo, onFinish, onStop }
}

const pressed = () =>
  ['A', 'B', 'X'].filter(
    (letter) => screen.getByRole('button', { name: `Listen to ${letter}` }).getAttribute('aria-pressed') === 'true',
  )

test('begins with A, and says of no answer whether it was right', async () => {
  const { person, listenTo } = open()
  expect(listenTo.mock.calls).toEqual([[2]])
  expect(pressed()).toEqual(['A'])
  await person.click(screen.getByRole('button', { name: 'X is A' }))
  expect(screen.getByText('Answer 1 saved. X has been reshuffled.')).toBeDefined()
  expect(screen.queryByText(/right|wrong/i)).toBeNull()
})

test('X is one of the two', async () => {
  const { person, listenTo } = open()
  await person.click(screen.getByRole('button', { name: 'Listen to X' }))
  expect(pressed()).toEqual(['X'])
  expect([[0], [2]]).toContainEqual(listenTo.mock.lastCall)
})

test('after an answer A is heard, so that no change of the sound tells what X is now', async () => {
  const { person, listenTo } = open()
  await person.click(screen.getByRole('button', { name: 'Listen to X' }))
  await person.click(screen.getByRole('button', { name: 'X is B' }))
  expect(pressed()).toEqual(['A'])
  expect(listenTo.mock.lastCall).toEqual([2])
})

test('a result is to be had from the first answer on, with all of them in order', async () => {
  const { person, onFinish } = open()
  const finish = screen.getByRole<HTMLButtonElement>('button', { name: 'Finish and see the result' })
  expect(finish.disabled).toBe(true)
  await person.click(screen.getByRole('button', { name: 'X is A' }))
  await person.click(screen.getByRole('button', { name: 'X is B' }))
  await person.click(finish)
  expect(onFinish.mock.lastCall?.[0].trials.map(({ answer }) => answer)).toEqual(['a', 'b'])
})

test('all of it goes by keys', async () => {
  const { person, listenTo, onStop } = open()
  await person.keyboard('2')
  expect(listenTo.mock.lastCall).toEqual([0])
  await person.keyboard('ab')
  expect(screen.getByText('Answer 2 saved. X has been reshuffled.')).toBeDefined()
  await person.keyboard('{Escape}')
  expect(onStop).toHaveBeenCalledOnce()
})
