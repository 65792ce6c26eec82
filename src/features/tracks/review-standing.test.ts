import { describe, expect, test } from 'vitest'
import { reviewsOf, statusAfter, type ReviewAsk, type ReviewDecision } from './review-standing.ts'

let seq = 0
const ask = (reviewerId: string, versionNumber: number, more: Partial<ReviewAsk> = {}): ReviewAsk => ({
  seq: (seq += 1),
  versionNumber,
  following: false,
  reviewerId,
  reviewerName: reviewerId,
  cancelledAt: null,
  ...more,
})
const said = (authorId: string, versionNumber: number, decision: 'approved' | 'changes'): ReviewDecision => ({
  seq: (seq += 1),
  versionNumber,
  authorId,
  authorName: authorId,
  decision,
})
const states = (
  versionNumber: number,
  asks: readonly ReviewAsk[],
  decisions: readonly ReviewDecision[] = [],
  gone: readonly string[] = [],
) =>
  reviewsOf(versionNumber, asks, decisions, (id) => !gone.includes(id)).map(
    ({ reviewerId, state }) => `${reviewerId} ${state}`,
  )

describe('how people stand to a version', () => {
  test('who was asked waits, in the order of asking; who spoke unasked comes after', () => {
    expect(states(2, [ask('mara', 2), ask('jo', 2)], [said('tess', 2, 'approved')])).toEqual([
      'mara pending',
      'jo pending',
      'tess approved',
    ])
  })

  test('the last word counts, and both are there to be read', () => {
    const asks = [ask('mara', 1)]
    expect(states(1, asks, [said('mara', 1, 'changes'), said('mara', 1, 'approved')])).toEqual(['mara approved'])
  })

  test('to be asked again is to be waited for again', () => {
    const first = ask('mara', 1)
    const approved = said('mara', 1, 'approved')
    expect(states(1, [first, ask('mara', 1)], [approved])).toEqual(['mara pending'])
  })

  test('an ask is about its version alone, or also about those that follow', () => {
    const asks = [ask('mara', 1, { following: true }), ask('jo', 1)]
    const decisions = [said('mara', 1, 'approved'), said('jo', 1, 'approved')]
    expect(states(1, asks, decisions)).toEqual(['mara approved', 'jo approved'])
    expect(states(2, asks, decisions)).toEqual(['mara pending'])
    expect(reviewsOf(2, asks, decisions, () => true)[0]?.earlier).toMatchObject({
      versionNumber: 1,
      decision: 'approved',
    })
  })

  test('an ask about a later version says nothing of an earlier one', () => {
    expect(states(1, [ask('mara', 2, { following: true })])).toEqual([])
  })

  test('a cancelled ask is shown where it was made and nowhere else; what was said stays', () => {
    const asks = [ask('mara', 1, { following: true, cancelledAt: 5 }), ask('jo', 1, { cancelledAt: 5 })]
    expect(states(1, asks, [said('jo', 1, 'changes')])).toEqual(['mara cancelled', 'jo changes'])
    expect(states(2, asks)).toEqual([])
  })

  test('nobody waits for who has left, and their word stays', () => {
    const asks = [ask('mara', 1), ask('jo', 1)]
    expect(states(1, asks, [said('jo', 1, 'approved')], ['mara', 'jo'])).toEqual(['mara cancelled', 'jo approved'])
  })
})

describe('where a track stands', () => {
  test.each([
    ['draft', ['pending'], 'in-review'],
    ['draft', ['approved', 'pending'], 'in-review'],
    ['in-review', ['approved', 'approved'], 'approved'],
    ['in-review', ['approved', 'cancelled'], 'approved'],
    ['approved', ['approved', 'changes'], 'changes-requested'],
    ['in-review', ['changes', 'pending'], 'changes-requested'],
    ['changes-requested', ['approved'], 'approved'],
    ['approved', [], 'in-review'],
    ['changes-requested', [], 'in-review'],
    ['draft', [], 'draft'],
    ['in-review', ['cancelled'], 'in-review'],
    ['final', ['changes'], 'final'],
    ['final', [], 'final'],
  ] as const)('%s with %j becomes %s', (before, states, after) => {
    expect(statusAfter(before, states)).toBe(after)
  })
})
