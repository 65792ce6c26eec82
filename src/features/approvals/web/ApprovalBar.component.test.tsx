import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { sampleProject, sampleTrack, sampleVersion } from '#features/tracks/track-sample.ts'
import { show } from '#web/testing/show.rig.tsx'
import { sampleAsk, sampleDecision } from '../approval-sample.ts'
import type { ApprovalReview } from '../approvals.contract.ts'
import ApprovalBar from './ApprovalBar.tsx'

const decided = 'POST /api/projects/p/tracks/t/decisions'
function review(state: ApprovalReview['state']): ApprovalReview {
  return { reviewerId: 'jo', name: 'Jo Okafor', state, ask: null, decision: null, earlier: null }
}

/** As Ines sees it, the owner, or as Jo, who comments. */
async function open(
  as: 'ines' | 'jo' | 'lin',
  { reviews = [], isFinal = false }: { readonly reviews?: readonly ApprovalReview[]; readonly isFinal?: boolean } = {},
) {
  const onHold = vi.fn<(holds: boolean) => void>()
  const role = ({ ines: 'owner', jo: 'commenter', lin: 'listener' } as const)[as]
  const track = sampleTrack(isFinal ? { status: 'final', final: { versionId: 'v1', at: 0, by: 'ines' } } : {})
  const shown = show(
    <ApprovalBar project={sampleProject({ role })} version={sampleVersion()} myId={as} {...{ track, onHold }} />,
    {
      'GET /api/projects/p/tracks/t/approvals': { versions: [{ versionId: 'v1', reviews }], asks: [], decisions: [] },
      [decided]: sampleDecision,
    },
  )
  await waitFor(() => expect(shown.sent.length).toBeGreaterThan(0))
  await screen.findAllByText(reviews.length === 0 ? 'No approval requested' : /Jo Okafor|asks you/)
  const sentDecisions = () => shown.sent.filter(({ route }) => route === decided).map(({ body }) => body)
  return { ...shown, onHold, sentDecisions }
}

const button = (name: RegExp | string) => screen.getByRole('button', { name })

test('the owner is offered to ask while nobody is asked, and nobody else is', async () => {
  await open('ines')
  expect(button('Ask for approval')).toBeDefined()
})

test('who may not ask is not offered it', async () => {
  await open('jo')
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
})

test('of a track that is final nobody is asked', async () => {
  await open('ines', { isFinal: true })
  expect(screen.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
})

test('who is asked reads by whom and for what, and approving is the one thing to do', async () => {
  const ask = { ...sampleAsk, message: 'Bridge: drums are out', dueOn: '2099-11-28' }
  await open('jo', { reviews: [{ ...review('pending'), ask }] })
  expect(screen.getByText(/^Ines Duarte asks you to approve v1: “Bridge: drums are out”/).textContent).toMatch(/due /)
  expect(screen.queryByText('Jo Okafor: Waiting')).toBeNull()
  expect(button(/^Approve/).className).toMatch(/primary/)
})

test('everybody else reads who waits, and what was said last', async () => {
  const said = { ...review('approved'), decision: { ...sampleDecision, body: 'Love it. Ship it.' } }
  const ana = { ...review('pending'), reviewerId: 'ana', name: 'Ana Silva', ask: { ...sampleAsk, reviewerId: 'ana' } }
  await open('ines', { reviews: [said, ana] })
  expect(screen.getByText('Jo Okafor: “Love it. Ship it.”')).toBeDefined()
  expect(screen.getByText('Ana Silva: Waiting')).toBeDefined()
  expect(button(/^Approve/).className).not.toMatch(/primary/)
})

test('words of a decision that was changed since are not quoted', async () => {
  const changed = { ...review('changes'), decision: { ...sampleDecision, body: 'Love it. Ship it.' } }
  await open('ines', { reviews: [changed] })
  expect(screen.queryByText(/Ship it/)).toBeNull()
})

test('who only listens has no word in it', async () => {
  await open('lin')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('one press decides, and what one said last is the one that is pressed', async () => {
  const { person, sentDecisions } = await open('jo', { reviews: [review('changes')] })
  const pressed = () => [/^Ask for changes/, /^Approve/].map((name) => button(name).getAttribute('aria-pressed'))
  expect(pressed()).toEqual(['true', 'false'])
  await person.click(button(/^Approve/))
  await waitFor(() =>
    expect(sentDecisions()).toEqual([{ versionId: 'v1', decision: 'approved', body: '', fromSeconds: 0 }]),
  )
})

test('the same once more, without a word, says nothing; with one it does', async () => {
  const { person, sentDecisions } = await open('jo', { reviews: [review('approved')] })
  await person.click(button(/^Approve/))
  expect(sentDecisions()).toEqual([])
  await person.click(button('Add a comment'))
  await person.keyboard('  Love the outro ')
  await person.click(button(/^Approve/))
  await waitFor(() => expect(sentDecisions()).toMatchObject([{ decision: 'approved', body: 'Love the outro' }]))
})

test('words hold the page on this version until they are sent or left', async () => {
  const { person, onHold } = await open('jo')
  const field = () => screen.queryByRole('textbox', { name: 'Comment on your decision about v1' })
  await person.click(button('Add a comment'))
  await person.keyboard('Half a verdict{Escape}')
  expect(field()).toBeNull()
  await person.click(button('Add a comment'))
  await person.keyboard('Snare rings')
  await person.click(button(/^Ask for changes/))
  await waitFor(() => expect(field()).toBeNull())
  expect([onHold.mock.calls.at(0), onHold.mock.lastCall]).toEqual([[true], [false]])
})

test('a decision that is not recorded keeps its words', async () => {
  const { person } = show(
    <ApprovalBar
      project={sampleProject({ role: 'commenter' })}
      track={sampleTrack()}
      version={sampleVersion()}
      myId="jo"
      onHold={() => undefined}
    />,
  )
  await screen.findByText(/^Approvals could not be loaded/)
  await person.click(button('Add a comment'))
  await person.keyboard('Snare rings')
  await person.click(button(/^Ask for changes/))
  await waitFor(() => expect(button(/^Ask for changes/).getAttribute('aria-busy')).not.toBe('true'))
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Snare rings')
})
