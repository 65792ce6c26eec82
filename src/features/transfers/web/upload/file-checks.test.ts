import { expect, test, vi } from 'vitest'
import { FileChecks } from './file-checks.ts'

const file = (name: string, words: string) => new File([words], name)

test('files are looked at once, and read whole only where that is wanted', async () => {
  const hash = vi.fn<() => Promise<string>>(async () => 'abc')
  const checks = new FileChecks(hash)
  const salt = file('Salt.mp3', 'ID3 and so on')
  const cover = file('cover.wav', '\x89PNG'.padEnd(30))
  checks.look([salt], (one) => one === salt)
  checks.look([salt, cover], () => false)
  await expect
    .poll(() => [checks.known().get(salt), checks.known().get(cover)])
    .toEqual([
      { head: expect.objectContaining({ kind: 'audio', container: 'MP3' }), sha256: 'abc' },
      { head: { kind: 'unknown' }, sha256: null },
    ])
  expect(hash).toHaveBeenCalledTimes(1)
})

test('a file that cannot be read says so and does not hold up the next', async () => {
  const checks = new FileChecks(async () => 'abc')
  const gone = file('gone.wav', 'x')
  Object.defineProperty(gone, 'slice', { value: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) })
  const salt = file('Salt.flac', 'fLaC')
  checks.look([gone, salt], () => false)
  await expect
    .poll(() => [checks.known().get(gone)?.head?.kind, checks.known().get(salt)?.head?.kind])
    .toEqual(['unreadable', 'audio'])
})

test('nothing is told after the sheet has closed', async () => {
  let answer: (sha256: string) => void = () => undefined
  const checks = new FileChecks(() => new Promise((resolve) => (answer = resolve)))
  const heard = vi.fn<() => void>()
  const salt = file('Salt.wav', 'RIFF')
  checks.look([salt], () => true)
  await expect.poll(() => checks.known().get(salt)?.head?.kind).toBe('unknown')
  checks.watch(heard)
  checks.stop()
  answer('abc')
  await Promise.resolve()
  expect(heard).not.toHaveBeenCalled()
})
