import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import { openTestDatabase } from '#testing/test-database.ts'
import { localBus } from '#server/events/bus.ts'
import { jobHandlers } from './feature-parts.ts'
import { newId } from '#server/ids.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { claimJob, JOB_LEASE_MS } from '#server/jobs/jobs.queue.ts'
import { openLog } from '#server/log.ts'
import { change, serverScope } from '#server/scope.ts'
import type { Services } from '#server/services.ts'
import { mailJobs, queueMail } from '#server/mail/mail.jobs.ts'
import { sendMail } from '#server/mail/send-mail.ts'

const letter = {
  to: 'nora@example.com',
  subject: 'Cora mentioned you on Low Tide',
  text: 'Read it: https://mix.example.com/s/secret',
  html: '',
}

let services: Services
let silent: Server
const calls: Socket[] = []
beforeEach(async () => {
  // Accepts every connection and never answers.
  silent = createServer((socket) => void calls.push(socket))
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const address = silent.address()
  const config = readConfig({
    DATA_DIR: mkdtempSync(join(tmpdir(), 'roughmix-mails-')),
    SMTP_URL: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  })
  services = {
    config,
    log: openLog('silent'),
    database: await openTestDatabase(),
    storage: new MemoryStorage(),
    bus: localBus(),
    workshop: '',
    now: Date.now,
    newId,
  }
})
afterEach(async () => {
  for (const call of calls.splice(0)) call.destroy()
  silent.close()
  await services.database.close()
  rmSync(services.config.DATA_DIR, { recursive: true })
})

const withoutServer = (): Services => ({ ...services, config: { ...services.config, SMTP_URL: undefined } })
const queued = () => change(serverScope(services), (scope) => queueMail(scope, letter))
const job = () => services.database.db.selectFrom('jobs').selectAll().executeTakeFirstOrThrow()

describe('a mail server that hangs', () => {
  test('keeps nobody waiting for sound or a webhook, nor do webhooks keep a mail', async () => {
    expect(jobHandlers('mail').map(({ kind }) => kind)).toContain('mail.send')
    await queued()
    await new JobRunner(services, [...jobHandlers('normal'), ...jobHandlers('calls')]).drain()
    expect(await job()).toMatchObject({ state: 'ready', attempts: 0 })
  }, 8_000)

  test('does not hold up a stop, and the mail goes later', async () => {
    await queued()
    const runner = new JobRunner(services, mailJobs(), { hearingMs: 60_000 })
    runner.start(1)
    await once(silent, 'connection')
    await runner.stop()
    expect(await job()).toMatchObject({ state: 'ready', attempts: 0, payload: JSON.stringify(letter) })
  }, 8_000)
})

test('a mail that was sent leaves no word of it; one whose end could not be written keeps its address', async () => {
  await queued()
  const [handler] = mailJobs()
  const mine = await claimJob(services.database.db, services.database.engine, {
    kinds: ['mail.send'],
    now: Date.now(),
    leaseId: 'mine',
    leaseMs: () => JOB_LEASE_MS,
  })
  if (!handler || !mine) throw new Error('nothing was queued')
  const send = (leaseId: string) =>
    handler.run(letter, {
      services: withoutServer(),
      scope: serverScope(services),
      job: { ...mine, leaseId },
      signal: new AbortController().signal,
      isLastAttempt: false,
    })
  await send('lost')
  expect(await job()).toMatchObject({ state: 'active', payload: JSON.stringify(letter) })
  await send('mine')
  expect(await job()).toMatchObject({ state: 'done', payload: expect.not.stringMatching(/nora|Cora|secret/) })
})

test('the log says of a mail in the outbox which it is, and none of its words', async () => {
  const logged: object[] = []
  const log = Object.assign(openLog('silent'), { info: (facts: object) => void logged.push(facts) })
  await sendMail({ ...withoutServer(), log }, letter, 'first')
  await sendMail(
    { ...withoutServer(), log, config: { ...withoutServer().config, BASE_URL: 'https://mix.example.com' } },
    letter,
    'second',
  )
  // On a local machine, the link in the log is how to continue.
  expect(logged).toEqual([
    { mail: 'first', link: 'https://mix.example.com/s/secret' },
    { mail: 'second', link: undefined },
  ])
})
