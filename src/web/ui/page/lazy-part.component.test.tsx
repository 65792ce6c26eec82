import { fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { expect, test } from 'vitest'
import { lazyComponent, lazyPanel } from './lazy-part.tsx'

const words = () => <p>here</p>

test('what has loaded before shows at once, without its placeholder', async () => {
  const Panel = lazyPanel(() => Promise.resolve({ default: words }), <p>loading</p>)
  await Panel.load()
  render(<Panel />)
  expect(screen.getByText('here')).toBeDefined()
})

test('what has not shows its placeholder, and then itself', async () => {
  const Panel = lazyPanel(() => Promise.resolve({ default: words }), <p>loading</p>)
  render(<Panel />)
  expect(screen.getByText('loading')).toBeDefined()
  expect(await screen.findByText('here')).toBeDefined()
})

test('a part that is loaded ahead while it shows keeps its state', async () => {
  const Counter = () => {
    const [count, setCount] = useState(0)
    return <button onClick={() => setCount(count + 1)}>{count}</button>
  }
  const Part = lazyComponent(() => Promise.resolve({ default: Counter }))
  const page = (
    <Suspense>
      <Part />
    </Suspense>
  )
  const { rerender } = render(page)
  fireEvent.click(await screen.findByRole('button', { name: '0' }))
  await Part.load()
  rerender(page)
  expect(screen.getByRole('button', { name: '1' })).toBeDefined()
})

test('loading ahead does not fail: a missing part is reported where it is shown', async () => {
  const Panel = lazyPanel<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await expect(Panel.load()).resolves.toBeUndefined()
})
