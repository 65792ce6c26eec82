import { expect, test } from 'vitest'
import { openLog } from './log.ts'
import { BlobMissing } from './storage/storage.ts'

/** The log lines. */
function linesOf(work: (log: ReturnType<typeof openLog>) => void): string {
  const lines: string[] = []
  work(openLog('warn', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('an error is told by type, message, code and stack, without the addresses of people', () => {
  const refused = Object.assign(
    new Error("Can't send mail to <vera@example.com>: all recipients were rejected: 550 vera@example.com unknown"),
    { code: 'EENVELOPE', rejected: ['vera@example.com'], recipient: 'vera@example.com' },
  )
  const line = linesOf((log) => log.warn({ job: 'j1', err: new Error('wrapped', { cause: refused }) }, 'job failed'))
  expect(line).not.toContain('vera')
  expect(JSON.parse(line)).toMatchObject({
    job: 'j1',
    err: {
      type: 'Error',
      message: 'wrapped',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'EENVELOPE', message: expect.stringContaining('550 [address] unknown') },
    },
  })
})

test('a missing file is told by its folder, not by its name', () => {
  const line = linesOf((log) => log.error({ err: new BlobMissing('projects/p1/t1/v1/My secret single.wav') }, 'gone'))
  expect(line).toContain('projects/p1/t1/v1/')
  expect(line).not.toContain('secret single')
})
