import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '#web/testing/show.rig.tsx'
import { sampleDecision } from '../approval-sample.ts'
import type { ApprovalReview } from '../approvals.contract.ts'
import { ReviewList } from './ReviewList.tsx'

const review = (name: string, state: ApprovalReview['state'] = 'pending'): ApprovalReview => ({
  reviewerId: name,
  name,
  state,
  ask: null,
  decision: null,
  earlier: null,
})

test('the first three are shown with a word each, the rest is counted and leads to all of them', async () => {
  const onMore = vi.fn<() => void>()
  const reviews = [review('Jo', 'approved'), review('Lin', 'changes'), review('Ana'), review('Bo'), review('Cy')]
  const { person } = show(<ReviewList members={[]} isAsked={false} {...{ reviews, onMore }} />)
  for (const words of ['Jo: Approved', 'Lin: Changes requested', 'Ana: Waiting'])
    expect(screen.getByText(words)).toBeDefined()
  expect(screen.queryByText(/^Bo:/)).toBeNull()
  await person.click(screen.getByRole('button', { name: /^\+2\s*: Approval history$/ }))
  expect(onMore).toHaveBeenCalledOnce()
})

test('three need no button', () => {
  const reviews = [review('Jo'), review('Lin'), review('Ana')]
  show(<ReviewList members={[]} isAsked={false} reviews={reviews} onMore={() => undefined} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(3)
  expect(screen.queryByRole('button')).toBeNull()
})

test('nobody asked is said', () => {
  show(<ReviewList members={[]} isAsked={false} reviews={[]} onMore={() => undefined} />)
  expect(screen.getByText('No approval requested')).toBeDefined()
})

test('who said something with a decision is quoted', () => {
  const decision = { ...sampleDecision, body: 'Love it. Ship it.' }
  const reviews = [{ ...review('Jo', 'approved'), decision }]
  show(<ReviewList members={[]} isAsked={false} reviews={reviews} onMore={() => undefined} />)
  expect(screen.getByText('Jo: Approved, “Love it. Ship it.”')).toBeDefined()
})
