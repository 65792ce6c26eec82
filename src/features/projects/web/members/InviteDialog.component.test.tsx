import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Invite } from '#features/projects/projects.contract.ts'
import { show } from '#web/testing/show.rig.tsx'
import InviteDialog from './InviteDialog.tsx'

const HOUR_MS = 3_600_000
const me = { id: 'ines', name: 'Ines Duarte', email: 'ines@example.com', image: null }
const list = 'GET /api/projects/p/invites'
const creating = 'POST /api/projects/p/invites'
const invite = (change: Partial<Invite> = {}): Invite => ({
  id: 'one',
  role: 'commenter',
  mayDownload: true,
  email: null,
  createdBy: { id: 'ines', name: 'Ines Duarte', username: null, image: null },
  createdAt: Date.now(),
  expiresAt: Date.now() + 47 * HOUR_MS,
  maxUses: null,
  uses: 0,
  revokedAt: null,
  url: 'https://mix.example/?invId=abc',
  ...change,
})
const answersWith = (invites: readonly Invite[], more: object = {}) => ({
  'GET /api/users/me': me,
  'GET /api/server': { mail: true },
  [list]: { items: invites, nextCursor: null },
  [creating]: invite(),
  ...more,
})
const project = { id: 'p', name: 'Low Tide', cover: null, role: 'owner', mayDownload: true } as const
const dialog = (onClose = () => {}) => <InviteDialog project={project} onClose={onClose} />
const created = (sent: ReturnType<typeof show>['sent']) => sent.filter(({ route }) => route === creating)
const field = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Invite link' })

test('the link is there at once, for comments and downloads, and copying it is the one thing to do', async () => {
  const { sent } = show(dialog(), answersWith([]))
  expect((await field()).value).toBe('https://mix.example/?invId=abc')
  expect(created(sent)[0]?.body).toEqual({
    role: 'commenter',
    mayDownload: true,
    expiresInHours: 48,
    maxUses: null,
  })
  expect(screen.getByRole('button', { name: 'Copy link' })).toBe(document.activeElement)
  expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull()
})

test('a link on the same terms comes again while half of its time is left', async () => {
  const { sent } = show(dialog(), answersWith([invite({ url: 'https://mix.example/?invId=before' })]))
  expect((await field()).value).toBe('https://mix.example/?invId=before')
  expect(created(sent)).toEqual([])
})

test.each([
  ['nearly over', { expiresAt: Date.now() + 20 * HOUR_MS }],
  ['of somebody else', { createdBy: { id: 'jo', name: 'Jo Okafor', username: null, image: null } }],
  ['for one address', { email: 'jo@okafor.fm' }],
  ['for another role', { role: 'editor' as const }],
  ['without downloads', { mayDownload: false }],
])('a link %s is not taken for it', async (_, change) => {
  const { sent } = show(dialog(), answersWith([invite(change)]))
  await field()
  expect(created(sent)).toHaveLength(1)
})

test('another role is another link', async () => {
  const { person, sent } = show(dialog(), answersWith([]))
  await field()
  await person.click(screen.getByRole('radio', { name: 'Edit' }))
  await vi.waitFor(() => expect(created(sent).map(({ body }) => body)).toMatchObject([{}, { role: 'editor' }]))
})

test('each address gets its own, and one that is none is named and not counted', async () => {
  const onClose = vi.fn<() => void>()
  const { person, sent } = show(dialog(onClose), answersWith([invite()]))
  await field()
  const addresses = screen.getByRole('textbox', { name: 'One or more e-mail addresses' })
  await person.type(addresses, 'jo@okafor.fm, kai.reyes@harbourrow.studio, sam@northpier ')
  expect((await screen.findByRole('alert')).textContent).toBe('“sam@northpier” is missing its ending, such as .com')
  await person.click(screen.getByRole('button', { name: 'Send 2 invites' }))
  await vi.waitFor(() =>
    expect(created(sent).map(({ body }) => body)).toMatchObject([
      { email: 'jo@okafor.fm', maxUses: 1 },
      { email: 'kai.reyes@harbourrow.studio', maxUses: 1 },
    ]),
  )
  await vi.waitFor(() => expect(addresses).toHaveProperty('value', 'sam@northpier'))
  expect(onClose).not.toHaveBeenCalled()
})

test('a server without mail creates a link for each address, to be copied', async () => {
  const onClose = vi.fn<() => void>()
  const forJo = invite({ id: 'two', email: 'jo@okafor.fm', url: 'https://mix.example/?invId=jo' })
  const { person, sent } = show(
    dialog(onClose),
    answersWith([invite()], { 'GET /api/server': { mail: false }, [creating]: forJo }),
  )
  await field()
  const addresses = await screen.findByRole('textbox', { name: 'One or more e-mail addresses' })
  expect(screen.getByText(/^This server sends no e-mail\./)).toBeDefined()
  await person.type(addresses, 'jo@okafor.fm ')
  await person.click(screen.getByRole('button', { name: 'Create link' }))
  const made = await screen.findByRole('list', { name: 'Invites' })
  expect(made.textContent).toContain('jo@okafor.fm')
  expect(created(sent).map(({ body }) => body)).toMatchObject([{ email: 'jo@okafor.fm', maxUses: 1 }])
  expect(onClose).not.toHaveBeenCalled()
})

test('a link that could not be created says so, and can be asked for again', async () => {
  const { person, sent } = show(dialog(), { 'GET /api/users/me': me, 'GET /api/server': { mail: false } })
  await person.click(await screen.findByRole('button', { name: 'Try again' }))
  await vi.waitFor(() => expect(sent.filter(({ route }) => route.startsWith(list)).length).toBeGreaterThan(2))
})
