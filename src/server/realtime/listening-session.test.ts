import { describe, expect, test } from 'vitest'
import type { SessionAct, Transport } from '#shared/live-people.ts'
import { afterNews, afterWaiting, KEPT_SEAT_MS, waitsForSomebody, type SessionState } from './listening-session.ts'
import type { SessionNews } from './live-news.ts'

const still: Transport = { versionId: 'v6', isPlaying: false, position: 0, at: 1_000_000, speed: 1, loop: null }
const news = (who: string, act: SessionNews['act'], at = 1_000_000, connection = who): SessionNews => ({
  kind: 'session',
  stream: 'project:low-tide',
  trackId: 'glasshouse',
  connection,
  person: { id: who, name: who, isGuest: false },
  act,
  at,
})
const join = (leaderId: string | null = null): SessionAct => ({ kind: 'join', leaderId, transport: still })
const after = (...all: readonly SessionNews[]) => all.reduce<SessionState | undefined>(afterNews, undefined)
const led = after(news('ed', join('ed')), news('lin', join()), news('ann', join()))

describe('the lead', () => {
  test('of one who leaves goes to whoever has been there longest', () => {
    expect(
      after(news('ed', join('ed')), news('lin', join()), news('ann', join()), news('ed', { kind: 'leave' }))?.session,
    ).toMatchObject({ leaderId: 'lin', people: [{ id: 'lin' }, { id: 'ann' }], sourceId: null })
  })

  test('stays with one whose line was lost and who comes back in time', () => {
    const lost = afterNews(led, news('ed', { kind: 'drop' }))
    expect(lost && waitsForSomebody(lost)).toBe(true)
    expect(lost && afterWaiting(lost, 1_000_000 + KEPT_SEAT_MS - 1)?.session.leaderId).toBe('ed')
    const back = afterNews(lost, news('ed', join(), 1_005_000, 'another line'))
    expect(back?.session).toMatchObject({ leaderId: 'ed', people: [{ id: 'ed' }, { id: 'lin' }, { id: 'ann' }] })
    expect(back && waitsForSomebody(back)).toBe(false)
  })

  test('goes on when they do not', () => {
    const lost = afterNews(led, news('ed', { kind: 'drop' }))
    expect(lost && afterWaiting(lost, 1_000_000 + KEPT_SEAT_MS)?.session).toMatchObject({
      leaderId: 'lin',
      people: [{ id: 'lin' }, { id: 'ann' }],
    })
  })

  test('is nobody else’s to hand over, nor to be handed to one who is not there', () => {
    expect(afterNews(led, news('lin', { kind: 'lead', leaderId: 'lin' }))).toBe(led)
    expect(afterNews(led, news('ed', { kind: 'lead', leaderId: 'stan' }))).toBe(led)
    expect(afterNews(led, news('stan', { kind: 'lead', leaderId: null }))).toBe(led)
    expect(afterNews(led, news('ed', { kind: 'lead', leaderId: null }))?.session.leaderId).toBeNull()
  })

  test('is kept after a restart for the leader who comes second, for a while', () => {
    const first = after(news('lin', join('ed')))
    expect(first?.session.leaderId).toBe('ed')
    expect(afterNews(first, news('ed', join('ed')))?.session.leaderId).toBe('ed')
    expect(first && afterWaiting(first, 1_000_000 + KEPT_SEAT_MS)?.session.leaderId).toBe('lin')
  })
})

test('whoever joins changes nothing of what is heard', () => {
  const moved = after(
    news('ed', join('ed')),
    news('ed', { kind: 'move', transport: { ...still, position: 40 } }),
    news('lin', { kind: 'join', leaderId: 'lin', transport: { ...still, position: 3 } }),
  )
  expect(moved?.session).toMatchObject({ leaderId: 'ed', turn: 1, transport: { position: 40 } })
})

test('a clock that is far off is not believed', () => {
  expect(
    after(news('ed', join('ed')), news('ed', { kind: 'move', transport: { ...still, at: 5 } }, 1_000_500))?.session
      .transport.at,
  ).toBe(1_000_500)
})

test('a person’s second page keeps the session when the first leaves', () => {
  const both = after(news('ed', join('ed')), news('ed', join(), 1_000_000, 'second page'))
  expect(both?.session.people).toHaveLength(1)
  expect(afterNews(both, news('ed', { kind: 'leave' }))?.session).toMatchObject({
    leaderId: 'ed',
    people: [{ id: 'ed' }],
  })
  expect(after(news('ed', join('ed')), news('ed', { kind: 'leave' }))).toBeUndefined()
})
