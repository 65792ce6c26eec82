import { describe, expect, test } from 'vitest'
import { NoticeChannel } from './notice-channel.ts'

/** A channel that receives its own notifications, as from PostgreSQL. */
function channel(process = 'one') {
  const payloads: string[] = []
  const texts: string[] = []
  const line = { isOpen: true, isBroken: false }
  const its = new NoticeChannel({
    name: 'news',
    process,
    isOpen: () => line.isOpen,
    onText: (from, text) => void texts.push(`${from}: ${text}`),
    ask: async (_, [, batch] = []) => {
      if (line.isBroken) throw new Error('the line broke')
      payloads.push(...(batch as string[]))
      return []
    },
  })
  return { its, payloads, texts, line }
}

describe('a text', () => {
  test.each([
    ['short', 'Low Tide'],
    ['of several lines', 'one\ntwo\n'],
    ['long', 'take '.repeat(5_000)],
    ['of signs that take several bytes', '🎚️ ž 声'.repeat(2_000)],
  ])('that is %s arrives as it was, in notices that PostgreSQL takes', async (_, text) => {
    const { its, payloads, texts } = channel()
    its.send(text)
    await its.told()
    for (const payload of payloads) expect(Buffer.byteLength(payload)).toBeLessThan(8_000)
    for (const payload of payloads) its.receive(payload)
    expect(texts).toEqual([`one: ${text}`])
  })

  test('that is told twice is told twice, as PostgreSQL keeps one of two that are alike', async () => {
    const { its, payloads } = channel()
    its.send('move')
    its.send('move')
    await its.told()
    expect(new Set(payloads).size).toBe(2)
  })

  test('in pieces is not mixed up with another process’ pieces', async () => {
    const [one, two] = [channel('one'), channel('two')]
    const long = 'x'.repeat(15_000)
    for (const { its } of [one, two]) its.send(long)
    await Promise.all([one, two].map(({ its }) => its.told()))
    for (let i = 0; i < one.payloads.length; i++)
      for (const { payloads } of [one, two]) one.its.receive(payloads[i] ?? '')
    expect(one.texts).toEqual([`one: ${long}`, `two: ${long}`])
  })

  test('that comes while others are being told is told after them', async () => {
    const { its, payloads } = channel()
    for (let i = 0; i < 450; i++) its.send(`${i}`)
    await its.told()
    expect(payloads.map((payload) => payload.split('.').at(-1))).toEqual(Array.from({ length: 450 }, (_, i) => `${i}`))
  })
})

test('half a text, whose rest was lost between two batches, is none, and spoils nothing after it', async () => {
  const { its, payloads, texts } = channel()
  for (const text of ['x'.repeat(20_000), 'short', 'y'.repeat(20_000), 'end']) its.send(text)
  await its.told()
  expect(payloads).toHaveLength(8)
  // The rest of the first long text, and the beginning of the other.
  for (const [i, payload] of payloads.entries()) if (![1, 2, 4].includes(i)) its.receive(payload)
  expect(texts).toEqual(['one: short', 'one: end'])
})

test('what cannot be told is forgotten, and later texts are told again', async () => {
  const { its, payloads, line } = channel()
  line.isBroken = true
  its.send('lost')
  await its.told()
  line.isBroken = false
  line.isOpen = false
  its.send('lost too')
  line.isOpen = true
  its.send('heard')
  await its.told()
  expect(payloads.map((payload) => payload.split('.').at(-1))).toEqual(['heard'])
})
