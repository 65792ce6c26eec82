import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleTrack, sampleVersion } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import type { ApprovalReview } from '../approvals.contract.ts'
import AskDialog from './AskDialog.tsx'

const judged = { projectId: 'p', track: sampleTrack(), version: sampleVersion() }
const asking = 'POST /api/projects/p/tracks/t/approvals'
const person = (id: string, name: string, role: string) => ({
  person: { id, name, image: null },
  role,
  mayDownload: true,
  isMember: true,
  byOrganization: false,
})
const people = {
  items: [person('jo', 'Jo Okafor', 'commenter'), person('lin', 'Lin Park', 'listener')],
  nextCursor: null,
}
const answers = { 'GET /api/projects/p/people': people, [asking]: { items: [] } }
const asked: ApprovalReview = {
  reviewerId: 'jo',
  name: 'Jo Okafor',
  state: 'changes',
  ask: null,
  decision: null,
  earlier: null,
}

test('nobody is asked until somebody is chosen, which is said when one tries', async () => {
  const { person: ines, sent } = show(<AskDialog {...judged} reviews={[]} onClose={() => undefined} />, answers)
  await screen.findByRole('checkbox', { name: 'Jo Okafor' })
  expect(screen.queryByRole('alert')).toBeNull()
  await ines.click(screen.getByRole('button', { name: 'Ask' }))
  expect(screen.getByRole('alert').textContent).toBe('Choose at least one person.')
  await ines.click(screen.getByRole('checkbox', { name: 'Jo Okafor' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(sent.map(({ route }) => route)).not.toContain(asking)
})

test('only those are offered who may judge, with what they said of this version', async () => {
  show(<AskDialog {...judged} reviews={[asked]} onClose={() => undefined} />, answers)
  await screen.findByRole('checkbox', { name: /^Jo Okafor\s*· Changes requested$/ })
  expect(screen.queryByRole('checkbox', { name: /Lin Park/ })).toBeNull()
})

test('whoever is chosen is asked by a day, with words, and not for later versions if told so', async () => {
  const onClose = vi.fn<() => void>()
  const { person: ines, sent } = show(<AskDialog {...judged} reviews={[]} onClose={onClose} />, answers)
  await ines.click(await screen.findByRole('checkbox', { name: 'Jo Okafor' }))
  await ines.type(screen.getByLabelText('Due'), '2099-11-28')
  await ines.click(screen.getByRole('checkbox', { name: 'Also ask for later versions' }))
  await ines.type(screen.getByRole('textbox', { name: 'Message' }), ' Is the outro too long? ')
  await ines.keyboard('{Control>}{Enter}{/Control}')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent.find(({ route }) => route === asking)?.body).toEqual({
    versionId: 'v1',
    reviewerIds: ['jo'],
    message: 'Is the outro too long?',
    dueOn: '2099-11-28',
    following: false,
  })
})

test('where nobody else may comment, it says whom to invite, and there is nothing to press', async () => {
  const alone = { 'GET /api/projects/p/people': { items: [], nextCursor: null } }
  show(<AskDialog {...judged} reviews={[]} onClose={() => undefined} />, alone)
  await screen.findByText('No one else can comment here yet. Invite someone as a commenter first.')
  expect(screen.getByRole('button', { name: 'Ask' })).toHaveProperty('disabled', true)
})

test('a list of people that cannot be had says so', async () => {
  show(<AskDialog {...judged} reviews={[]} onClose={() => undefined} />)
  expect(await screen.findByText(/^The people of this project could not be loaded\./)).toBeDefined()
})
