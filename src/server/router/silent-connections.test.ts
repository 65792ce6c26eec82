import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LiveEar } from '#testing/live-ear.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let url = ''
beforeAll(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

test('a connection may be silent for a minute', () => expect(world.server.server.timeout).toBe(60_000))

test('half a body is not waited for any longer, while a live connection stays', async () => {
  world.server.server.setTimeout(1000)
  const ear = await LiveEar.open(url, { 'x-test-person': 'ed' })
  const stalled = connect(Number(new URL(url).port), '127.0.0.1')
  stalled.on('error', () => undefined)
  stalled.write('POST /api/projects HTTP/1.1\r\nhost: localhost\r\nx-test-person: ed\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"name":')
  await once(stalled, 'close')
  ear.send({ type: 'ping' })
  expect(await ear.until('pong')).toEqual({ type: 'pong' })
  ear.close()
})
