import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { SavedView } from '../../user-settings.contract.ts'
import SavedViews from './SavedViews.tsx'

const reviewing: SavedView = { list: 'tracks', name: 'In review', search: { status: 'in-review' } }
const mine: SavedView = { list: 'projects', name: 'Waiting for me', search: { waiting: 'me' } }
const settings = (views: readonly SavedView[]) => ({
  keys: { single: true, bindings: {} },
  playback: { quality: 'automatic', pausesForNotes: false },
  views,
  advice: { serverSetup: true },
})
const changing = 'PATCH /api/users/me/settings'
const onOpen = vi.fn<(search: SavedView['search']) => void>()
const showOf = (search: SavedView['search'], views: readonly SavedView[]) =>
  show(<SavedViews list="tracks" search={search} onOpen={onOpen} />, {
    'GET /api/users/me/settings': settings(views),
    [changing]: settings(views),
  })
const written = (sent: ReturnType<typeof show>['sent']) =>
  sent.filter(({ route }) => route === changing).map(({ body }) => body)

test('a list as it usually is cannot be saved, and the menu says what to do', async () => {
  const { person } = showOf({}, [])
  await person.click(await screen.findByRole('button', { name: 'Views' }))
  expect(await screen.findByText('Filter or sort the list, then save it here.')).toBeTruthy()
  expect(screen.getByRole('menuitem', { name: 'Save this view…' }).getAttribute('aria-disabled')).toBe('true')
})

test('a filtered list is saved under a name, beside the views of other lists', async () => {
  const { person, sent } = showOf({ order: 'updated' }, [mine])
  await person.click(await screen.findByRole('button', { name: 'Views' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), ' Newest {Enter}')
  await vi.waitFor(() =>
    expect(written(sent)).toEqual([
      { views: [mine, { list: 'tracks', name: 'Newest', search: { order: 'updated' } }] },
    ]),
  )
})

test('a name that is there is replaced, and one is told so before', async () => {
  const { person, sent } = showOf({ order: 'updated' }, [reviewing, mine])
  await person.click(await screen.findByRole('button', { name: 'Views' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Save this view…' }))
  await person.type(await screen.findByRole('textbox', { name: 'Name' }), 'In review')
  expect(screen.getByText('You have a view of this name. Saving replaces it.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(written(sent)).toEqual([{ views: [{ ...reviewing, search: { order: 'updated' } }, mine] }]),
  )
})

test('a view is opened by its name', async () => {
  onOpen.mockClear()
  const { person } = showOf({}, [reviewing, mine])
  await person.click(await screen.findByRole('button', { name: 'Views' }))
  expect(screen.queryByText('Waiting for me')).toBeNull()
  await person.click(await screen.findByRole('menuitemradio', { name: 'In review' }))
  expect(onOpen).toHaveBeenCalledWith({ status: 'in-review' })
})

test('the view that is shown names the button, and is deleted there', async () => {
  const { person, sent } = showOf({ status: 'in-review' }, [reviewing, mine])
  await person.click(await screen.findByRole('button', { name: /^Views: ?In review/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete “In review”' }))
  await vi.waitFor(() => expect(written(sent)).toEqual([{ views: [mine] }]))
})
