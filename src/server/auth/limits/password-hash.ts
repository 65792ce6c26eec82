import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { Semaphore } from './semaphore.ts'

/**
 * Hashing shares Node's four worker threads with file access, so it gets at most two, and leaves one processor free
 * where there are several.
 */
const turns = new Semaphore(Math.min(2, Math.max(1, availableParallelism() - 1)))
const unbounded = promisify(argon2)
const derive = (...given: Parameters<typeof unbounded>) => turns.take(() => unbounded(...given))

/** OWASP's minimum parameters for argon2id: 30 ms of CPU, off the main thread. */
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 } as const

/** A PHC string, as in `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { ...COST, nonce, message: password.normalize('NFKC') })
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash)
  if (!parts) return false
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
    nonce: Buffer.from(salt, 'base64'),
    message: password.normalize('NFKC'),
  })
  return timingSafeEqual(actual, expected)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
