import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import type { Share } from '../shares.contract.ts'
import ShareDialog from './ShareDialog.tsx'

const project = {
  id: 'p',
  name: 'Low Tide',
  cover: null,
  tracks: [
    { id: 'kiln', title: 'Kiln' },
    { id: 'salt', title: 'Salt' },
  ],
  versions: [{ id: 'k2', trackId: 'kiln', number: 2 }],
  mayDownload: true,
}
const may = { comment: true, seeNotes: true, approve: true, download: false, original: true, upload: false }
const linkTo = (change: Partial<Share> = {}): Share => ({
  id: 'one',
  projectId: 'p',
  projectName: 'Low Tide',
  person: null,
  label: '',
  message: '',
  what: { kind: 'tracks', trackIds: ['kiln'], latestOnly: true },
  titles: ['Kiln'],
  versionNumber: null,
  may,
  hasPassword: false,
  startsAt: null,
  expiresAt: null,
  revokedAt: null,
  state: 'working',
  createdAt: Date.now(),
  createdBy: { id: 'ines', name: 'Ines Duarte' },
  url: 'https://mix.example/s/abc',
  opened: 0,
  played: 0,
  downloads: 0,
  lastSeenAt: null,
  guests: 0,
  furthest: null,
  ...change,
})
const me = { id: 'ines', name: 'Ines Duarte', email: 'ines@example.com', image: null }
const list = 'GET /api/projects/p/shares'
const creating = 'POST /api/projects/p/shares'
const changing = 'PATCH /api/projects/p/shares/one'
const listOf = (...items: readonly Share[]) => ({ items, nextCursor: null })
const onTrack = <ShareDialog project={project} start={{ trackId: 'kiln' }} onClose={() => undefined} />
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Link' })

test('the link is there at once, to the newest version, for notes and decisions and not for downloads', async () => {
  const { sent } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(), [creating]: listOf(linkTo()) })
  expect((await field()).value).toBe('https://mix.example/s/abc')
  expect(sent.find(({ route }) => route === creating)?.body).toEqual({
    what: { kind: 'tracks', trackIds: ['kiln'], latestOnly: true },
    may,
  })
  expect(screen.getByText('Anyone with the link can open it. Created just now, not opened yet.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Copy link' })).toBe(document.activeElement)
})

test.each([
  ['of somebody else', linkTo({ createdBy: { id: 'jo', name: 'Jo Okafor' } })],
  ['for one person', linkTo({ person: 'Tess' })],
  ['that is off', linkTo({ state: 'revoked' })],
  ['to another track', linkTo({ what: { kind: 'tracks', trackIds: ['salt'], latestOnly: true } })],
  ['to the whole project', linkTo({ what: { kind: 'project', latestOnly: true } })],
])('a link %s is not taken for it', async (_, other) => {
  const { sent } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(other), [creating]: listOf(linkTo()) })
  await field()
  expect(sent.filter(({ route }) => route === creating)).toHaveLength(1)
})

test('the same link comes again, and says how often it was opened and who can open it', async () => {
  const before = linkTo({
    what: { kind: 'tracks', trackIds: ['kiln'], latestOnly: false },
    opened: 3,
    lastSeenAt: Date.now(),
    hasPassword: true,
  })
  const { sent } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(before) })
  await screen.findByText(/^Anyone with the link and the password can open it\. Opened 3 times, last /)
  expect(sent.map(({ route }) => route)).not.toContain(creating)
  expect(screen.getByRole('button', { name: 'Every version' })).toBeDefined()
})

test('a switch is saved at once, with the others as they were', async () => {
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo()),
    [changing]: linkTo({ may: { ...may, download: true } }),
  })
  await person.click(await screen.findByRole('switch', { name: 'Download' }))
  await screen.findByText('Saved')
  expect(sent.find(({ route }) => route === changing)?.body).toEqual({ may: { ...may, download: true } })
  expect(screen.getByRole('switch', { name: 'Download' })).toHaveProperty('checked', true)
})

test('downloads can be MP3 only, which the switch then says', async () => {
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ may: { ...may, download: true } })),
    [changing]: linkTo({ may: { ...may, download: true, original: false } }),
  })
  await screen.findByText('They can download the original and every format.')
  await person.click(screen.getByText('Options'))
  await person.selectOptions(await screen.findByLabelText('They download'), 'MP3 only')
  await screen.findByText('They can download an MP3 (320 kbit/s).')
  expect(sent.find(({ route }) => route === changing)?.body).toEqual({
    may: { ...may, download: true, original: false },
  })
})

test('what was typed is saved when Escape closes the dialog', async () => {
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo()),
    [changing]: linkTo({ message: 'Listen to the bridge' }),
  })
  await person.click(await screen.findByText('Options'))
  await person.type(await screen.findByLabelText('Message'), 'Listen to the bridge{Escape}')
  await vi.waitFor(() =>
    expect(sent.find(({ route }) => route === changing)?.body).toEqual({ message: 'Listen to the bridge' }),
  )
})

test('a link with a password does not stand in the way of a new one without', async () => {
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ hasPassword: true, url: 'https://mix.example/s/old' })),
    [creating]: listOf(linkTo({ id: 'two', url: 'https://mix.example/s/new' })),
  })
  await person.click(await screen.findByText('Options'))
  await person.click(await screen.findByRole('button', { name: 'New link' }))
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toBe('https://mix.example/s/new'),
  )
  expect(sent.find(({ route }) => route === creating)?.body).toMatchObject({ may: { comment: true, download: false } })
})

test('a change that the server refuses is taken back, and says why', async () => {
  const { person } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(linkTo()) })
  await person.click(await screen.findByRole('switch', { name: 'Leave notes' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Not saved\. /)
  expect(screen.getByRole('switch', { name: 'Leave notes' })).toHaveProperty('checked', true)
})

test('who cannot download cannot let others', async () => {
  show(<ShareDialog project={{ ...project, mayDownload: false }} start={{}} onClose={() => undefined} />, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ what: { kind: 'project', latestOnly: true } })),
  })
  expect(await screen.findByRole('switch', { name: 'Download' })).toHaveProperty('disabled', true)
})

test('files are off until they are switched on under Options, and it says which they are', async () => {
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo()),
    [changing]: linkTo({ may: { ...may, files: true } }),
  })
  await person.click(await screen.findByText('Options'))
  const files = await screen.findByRole('checkbox', { name: 'See and download files' })
  expect(files).toHaveProperty('checked', false)
  await person.click(files)
  await screen.findByText('Saved')
  screen.getByText(/^They see the files that belong to these tracks/)
  expect(sent.find(({ route }) => route === changing)?.body).toEqual({ may: { ...may, files: true } })
})

test('a link for one person has the rights and the password of the one it is made from', async () => {
  const tess = linkTo({ id: 'two', person: 'Tess Albright', url: 'https://mix.example/s/two', hasPassword: true })
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ hasPassword: true }), tess),
    [creating]: listOf(tess),
  })
  await person.click(await screen.findByText('Options'))
  const each = within(await screen.findByRole('group', { name: 'One link each' }))
  await each.findByText('Tess Albright')
  await person.type(each.getByRole('textbox', { name: 'Add a name' }), ' Sam Reyes {Enter}')
  await vi.waitFor(() =>
    expect(sent.find(({ route }) => route === creating)?.body).toMatchObject({
      may,
      persons: ['Sam Reyes'],
      passwordOf: 'one',
    }),
  )
})

test('a day that has passed is not saved, and says so', async () => {
  const { person, sent } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(linkTo()) })
  await person.click(await screen.findByText('Options'))
  await person.selectOptions(await screen.findByLabelText('Expires'), 'On a date')
  await person.type(screen.getByLabelText('Last day'), '2001-05-04')
  expect((await screen.findByRole('alert')).textContent).toBe('The link would end before it begins.')
  expect(sent.map(({ route }) => route)).not.toContain(changing)
})

test('a link that begins later is the same link, too', async () => {
  const later = linkTo({ state: 'not-yet', startsAt: Date.now() + 86_400_000 })
  const { sent } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(later) })
  await screen.findByText(/Works from /)
  expect(sent.map(({ route }) => route)).not.toContain(creating)
})

test('back from another window it is still the link that was copied, whatever it opens now', async () => {
  const one = linkTo({ what: { kind: 'version', trackId: 'kiln', versionId: 'k2' } })
  const { sent, queries } = show(onTrack, { 'GET /api/users/me': me, [list]: listOf(), [creating]: listOf(one) })
  await field()
  window.dispatchEvent(new Event('visibilitychange'))
  await queries.invalidateQueries({ queryKey: ['shares'] })
  await queries.refetchQueries({ stale: true })
  expect(sent.filter(({ route }) => route === creating)).toHaveLength(1)
})

test('without an answer of the server it says so, and tries again when asked', async () => {
  const { person, sent } = show(onTrack, { 'GET /api/users/me': me })
  await person.click(await screen.findByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(sent.filter(({ route }) => route.startsWith(list))).toHaveLength(2))
})

test('a limit of visitors is set, and says how many have come', async () => {
  const limited = linkTo({ mostOpens: 5, visits: 3, opened: 7, lastSeenAt: Date.now() })
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ visits: 3 })),
    [changing]: limited,
  })
  await field()
  await person.click(screen.getByText('Options'))
  const limit = screen.getByRole('combobox', { name: 'Stops after' })
  expect(limit).toHaveProperty('value', 'any')
  await person.selectOptions(limit, '5 visitors')
  await vi.waitFor(() => expect(sent.find(({ route }) => route === changing)?.body).toEqual({ mostOpens: 5 }))
  expect(await screen.findByText('3 of 5 opened it. Each counts once and can come back.')).toBeDefined()
})

test('a link that has let in all it may says so, with any number that a program set', async () => {
  const { person } = show(onTrack, {
    'GET /api/users/me': me,
    [list]: listOf(linkTo({ mostOpens: 7, visits: 7, opened: 9, lastSeenAt: Date.now() })),
  })
  await field()
  expect(screen.getByText(/It has reached its limit of visitors/)).toBeDefined()
  await person.click(screen.getByText('Options'))
  expect(screen.getByRole('combobox', { name: 'Stops after' })).toHaveProperty('value', '7')
  expect(screen.getByText('7 of 7 opened it. Nobody new gets in.')).toBeDefined()
})

test('a link for given people says so; what is no address is not saved', async () => {
  const forTess = linkTo({ addresses: ['tess@albright.example'] })
  const { person, sent } = show(onTrack, {
    'GET /api/users/me': me,
    'GET /api/server': { mail: true },
    [list]: listOf(linkTo({ hasPassword: true })),
    [changing]: forTess,
  })
  await field()
  await person.click(screen.getByText('Options'))
  const addresses = screen.getByRole('textbox', { name: 'Code by e-mail' })
  await vi.waitFor(() => expect(addresses).toHaveProperty('disabled', false))
  await person.type(addresses, 'tess ')
  await person.tab()
  expect((await screen.findByRole('alert')).textContent).toBe('tess is not an e-mail address.')
  expect(sent.some(({ route }) => route === changing)).toBe(false)
  await person.clear(addresses)
  await person.type(addresses, 'tess@albright.example')
  await person.tab()
  await vi.waitFor(() =>
    expect(sent.find(({ route }) => route === changing)?.body).toEqual({
      addresses: ['tess@albright.example'],
      password: null,
    }),
  )
  expect(await screen.findByText(/^Only one person gets in, with a code by e-mail\./)).toBeDefined()
})

test('codes cannot be switched on where no e-mail is sent, and it says why', async () => {
  const { person } = show(onTrack, {
    'GET /api/users/me': me,
    'GET /api/server': { mail: false },
    [list]: listOf(linkTo()),
  })
  await field()
  await person.click(screen.getByText('Options'))
  expect(await screen.findByText('This server sends no e-mail.')).toBeDefined()
  expect(screen.getByRole('textbox', { name: 'Code by e-mail' })).toHaveProperty('disabled', true)
})
