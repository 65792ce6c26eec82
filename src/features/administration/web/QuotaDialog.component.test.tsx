import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import QuotaDialog, { type QuotaOwner } from './QuotaDialog.tsx'

const route = 'PATCH /api/admin/quotas/projects/p'
const lowTide: QuotaOwner = {
  whose: 'projects',
  id: 'p',
  name: 'Low Tide',
  ownQuotaBytes: null,
  configuredBytes: 5e9,
  usedBytes: 3e9,
}

function open(change: Partial<QuotaOwner> = {}) {
  const onClose = vi.fn<() => void>()
  const shown = show(<QuotaDialog owner={{ ...lowTide, ...change }} onClose={onClose} />, { [route]: {} })
  const save = async () => {
    await shown.person.click(screen.getByRole('button', { name: 'Save' }))
    return shown.sent.filter((one) => one.route === route).map(({ body }) => body)
  }
  return { ...shown, onClose, save }
}

const way = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })

test.each([
  ['As configured', null],
  ['No limit', 0],
  ['Custom limit', 7e9],
])('begins with “%s” where that is set', (name, ownQuotaBytes) => {
  open({ ownQuotaBytes })
  expect(way(name).checked).toBe(true)
})

test('says what each way comes to', async () => {
  const { person } = open()
  expect(screen.getByText('The configuration says 5.0 GB.')).toBeDefined()
  await person.click(way('No limit'))
  expect(screen.getByText('Limited only by the server’s disk.')).toBeDefined()
})

test('warns of a limit below what is there, while it is typed', async () => {
  const { person } = open()
  expect(screen.queryByRole('status')).toBeNull()
  await person.click(way('Custom limit'))
  const field = screen.getByRole('textbox', { name: 'Gigabytes' })
  await person.clear(field)
  await person.type(field, '2,5')
  expect(screen.getByRole('status').textContent).toMatch(/^That is less than the 3.0 GB already stored/)
  await person.type(field, '0')
  expect(screen.getByRole('status')).toBeDefined()
  await person.clear(field)
  await person.type(field, '3')
  expect(screen.queryByRole('status')).toBeNull()
})

test.each(['', '0', '-1', 'some', '1e7'])('“%s” is no number of gigabytes', async (typed) => {
  const { person, save } = open({ ownQuotaBytes: 7e9 })
  const field = screen.getByRole('textbox', { name: 'Gigabytes' })
  await person.clear(field)
  await person.click(field)
  await person.paste(typed)
  expect(screen.queryByText(/^Enter a number of gigabytes/)).toBeNull()
  expect(await save()).toEqual([])
  expect(screen.getByText(/^Enter a number of gigabytes/)).toBeDefined()
})

test.each([
  ['As configured', null],
  ['No limit', 0],
  ['Custom limit', 0.5e9],
])('saves “%s”, and closes', async (name, quotaBytes) => {
  const { person, save, onClose } = open({ ownQuotaBytes: 7e9 })
  const field = screen.getByRole('textbox', { name: 'Gigabytes' })
  await person.clear(field)
  await person.type(field, '0,5')
  await person.click(way(name))
  expect(await save()).toEqual([{ quotaBytes }])
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('what the server refuses is told, and stays open', async () => {
  const { person } = show(<QuotaDialog owner={lowTide} onClose={() => undefined} />)
  await person.click(screen.getByRole('button', { name: 'Save' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The limit was not set\./)
})
