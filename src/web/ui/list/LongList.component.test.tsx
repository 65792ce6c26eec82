import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { LongList, LongTableRows } from './LongList.tsx'

const items = Array.from({ length: 300 }, (_, at) => ({ id: `t${at + 1}` }))
const rows = () => document.querySelectorAll('[data-item]').length

function table(keepIds: readonly string[] = []) {
  return (
    <table>
      <LongTableRows items={items} rowHeight={57} columns={1} keepIds={keepIds}>
        {({ id }, index) => (
          <tr key={id} data-item={index}>
            <td>{id}</td>
          </tr>
        )}
      </LongTableRows>
    </table>
  )
}

test('of hundreds of rows only those near the view are there, and space for the others', () => {
  show(table())
  expect(rows()).toBe(20)
  const gaps = [...document.querySelectorAll<HTMLElement>('tr[aria-hidden]')]
  expect(gaps.map(({ style }) => style.height)).toEqual(Array.from({ length: 14 }, () => '1140px'))
})

test('a row that has the focus, or gets it, is there wherever it is, with its number', () => {
  show(table(['t155']))
  expect(rows()).toBe(40)
  expect(screen.getByText('t155').closest('tr')?.dataset['item']).toBe('154')
})

test('for the browser’s own search all rows are there, also of lists', async () => {
  const { person } = show(
    <>
      {table()}
      <LongList items={items} rowHeight={45}>
        {({ id }) => (
          <li key={id} data-item>
            {id}
          </li>
        )}
      </LongList>
    </>,
  )
  expect(rows()).toBe(40)
  await act(() => person.keyboard('{Control>}f{/Control}'))
  expect(rows()).toBe(600)
})
